#include "ui/command_json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "core/json.hpp"
#include "lab/scenes.hpp"

using namespace attsvm;

namespace {

Result<Command> read(const char* text) {
  const Result<Json> json = parse_json(text);
  REQUIRE(json);
  const Result<Experiment> experiment = parse_experiment(find_scene("losses")->document);
  REQUIRE(experiment);
  return ui::read_command(*json, Session(*experiment).sliders());
}

std::string refusal(const char* text) {
  const Result<Command> command = read(text);
  REQUIRE_FALSE(command);
  return command.error().message();
}

}  // namespace

TEST_CASE("every verb is read") {
  const Result<Command> move = read(R"({"do": "move-token", "input": 1, "token": 0, "position": [1, -2, 0.5]})");
  REQUIRE(move);
  const MoveToken& token = std::get<MoveToken>(*move);
  CHECK(token.input == 1);
  CHECK(token.token == 0);
  CHECK(token.position == Vector{1.0, -2.0, 0.5});

  CHECK(std::get<Seek>(*read(R"({"do": "seek", "iteration": 52})")).iteration == 52);
  CHECK(std::get<StepBy>(*read(R"({"do": "step", "iterations": -3})")).iterations == -3);
  CHECK(std::get<SetSpeed>(*read(R"({"do": "set-speed", "factor": 2.5})")).factor == 2.5);
  CHECK_FALSE(std::get<SetEpsilon>(*read(R"({"do": "set-epsilon", "published": false})")).published);
  CHECK(std::get<MoveStart>(*read(R"({"do": "move-start", "start": 0, "p": [1, 2]})")).p == Vector{1.0, 2.0});
  CHECK(std::get<ShowLandscape>(*read(R"({"do": "show-landscape", "on": true})")).on);
  CHECK(std::holds_alternative<Play>(*read(R"({"do": "play"})")));
  CHECK(std::holds_alternative<Undo>(*read(R"({"do": "undo"})")));
}

TEST_CASE("a slider is known by its name or its index") {
  const Result<Command> named = read(R"({"do": "set-parameter", "name": "C", "value": 3})");
  REQUIRE(named);
  CHECK(std::get<SetParameter>(*named).index == 0);
  CHECK(std::get<SetParameter>(*named).value == 3.0);
  CHECK(std::get<SetParameter>(*read(R"({"do": "set-parameter", "index": 0, "value": 3})")).index == 0);
  CHECK(refusal(R"({"do": "set-parameter", "name": "D", "value": 3})").rfind("command.name", 0) == 0);
}

TEST_CASE("a mistake names its key and what stood there") {
  CHECK(refusal(R"({"do": "seek"})") == "command.iteration: expected a whole number, 0 or more, got nothing");
  CHECK(refusal(R"({"do": "seek", "iteration": -1})") ==
        "command.iteration: expected a whole number, 0 or more, got -1");
  CHECK(refusal(R"({"do": "seek", "iteration": 1e300})").rfind("command.iteration", 0) == 0);
  CHECK(refusal(R"({"do": "step", "iterations": 0.5})") == "command.iterations: expected a whole number, got 0.5");
  CHECK(refusal(R"({"do": "move-value", "v": [1, "x"]})") == "command.v: expected a list of numbers, got [1,\"x\"]");
  CHECK(refusal(R"({"do": "fly"})") == "command.do: no such command: \"fly\"");
  CHECK(refusal("[]") == "command: expected an object");
}
