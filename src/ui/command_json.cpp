#include "ui/command_json.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/json.hpp"

namespace attsvm::ui {
namespace {

// Reads the keys of a command; keeps the first mistake, after which values are of no account.
class Keys {
 public:
  explicit Keys(const Json& json) : json_(json) {}

  double number(const char* key) {
    const Json* value = find(key);
    if (value && value->is_number() && std::isfinite(value->get<double>())) return value->get<double>();
    return wrong(key, "a number", value), 0.0;
  }

  long whole(const char* key, long low) {
    const Json* value = find(key);
    const double number = value && value->is_number() ? value->get<double>() : NAN;
    if (number == std::floor(number) && number >= static_cast<double>(low) && std::fabs(number) <= kMaxIterations)
      return static_cast<long>(number);
    return wrong(key, low < 0 ? "a whole number" : "a whole number, 0 or more", value), 0;
  }

  std::size_t index(const char* key) { return static_cast<std::size_t>(whole(key, 0)); }

  bool flag(const char* key) {
    const Json* value = find(key);
    if (value && value->is_boolean()) return value->get<bool>();
    return wrong(key, "true or false", value), false;
  }

  Vector vector(const char* key) {
    const Json* value = find(key);
    Vector numbers;
    if (value && value->is_array())
      for (const Json& entry : *value)
        if (entry.is_number()) numbers.push_back(entry.get<double>());
    if (!value || !value->is_array() || numbers.size() != value->size()) wrong(key, "a list of numbers", value);
    return numbers;
  }

  std::optional<std::string> text(const char* key) const {
    const Json* value = find(key);
    if (value && value->is_string()) return value->get<std::string>();
    return std::nullopt;
  }

  void wrong(const char* key, const char* expected, const Json* got) {
    if (error_) return;
    error_ = Error{std::string("command.") + key,
                   std::string("expected ") + expected + ", got " + (got ? to_text(*got) : "nothing")};
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  const Json* find(const char* key) const {
    const auto at = json_.find(key);
    return at == json_.end() ? nullptr : &*at;
  }

  const Json& json_;
  std::optional<Error> error_;
};

std::size_t parameter_index(Keys& keys, const Sliders& sliders) {
  const std::optional<std::string> name = keys.text("name");
  if (!name) return keys.index("index");
  for (std::size_t i = 0; i < sliders.size(); ++i)
    if (sliders[i].name == *name) return i;
  const Json got = *name;
  keys.wrong("name", "the name of a parameter of the experiment", &got);
  return 0;
}

struct Verb {
  std::string_view name;
  Command (*read)(Keys&, const Sliders&);
};

constexpr std::array kVerbs{
    Verb{"move-token",
         [](Keys& k, const Sliders&) -> Command {
           return MoveToken{k.index("input"), k.index("token"), k.vector("position")};
         }},
    Verb{"add-token",
         [](Keys& k, const Sliders&) -> Command {
           return AddToken{k.index("input"), k.index("token"), k.vector("position")};
         }},
    Verb{"delete-token",
         [](Keys& k, const Sliders&) -> Command {
           return DeleteToken{k.index("input"), k.index("token")};
         }},
    Verb{"add-input",
         [](Keys& k, const Sliders&) -> Command {
           return AddInput{k.index("input"), k.vector("position"), k.number("label")};
         }},
    Verb{"delete-input", [](Keys& k, const Sliders&) -> Command { return DeleteInput{k.index("input")}; }},
    Verb{"set-label",
         [](Keys& k, const Sliders&) -> Command {
           return SetLabel{k.index("input"), k.number("label")};
         }},
    Verb{"set-score",
         [](Keys& k, const Sliders&) -> Command {
           return SetScore{k.index("input"), k.index("token"), k.number("score")};
         }},
    Verb{"move-start",
         [](Keys& k, const Sliders&) -> Command {
           return MoveStart{k.index("start"), k.vector("p")};
         }},
    Verb{"move-value", [](Keys& k, const Sliders&) -> Command { return MoveValue{k.vector("v")}; }},
    Verb{"set-parameter",
         [](Keys& k, const Sliders& e) -> Command {
           return SetParameter{parameter_index(k, e), k.number("value")};
         }},
    Verb{"set-epsilon", [](Keys& k, const Sliders&) -> Command { return SetEpsilon{k.flag("published")}; }},
    Verb{"set-step", [](Keys& k, const Sliders&) -> Command { return SetStep{k.number("step")}; }},
    Verb{"seek", [](Keys& k, const Sliders&) -> Command { return Seek{k.whole("iteration", 0)}; }},
    Verb{"play", [](Keys&, const Sliders&) -> Command { return Play{}; }},
    Verb{"pause", [](Keys&, const Sliders&) -> Command { return Pause{}; }},
    Verb{"step", [](Keys& k, const Sliders&) -> Command { return StepBy{k.whole("iterations", -kMaxIterations)}; }},
    Verb{"reset", [](Keys&, const Sliders&) -> Command { return Reset{}; }},
    Verb{"set-speed", [](Keys& k, const Sliders&) -> Command { return SetSpeed{k.number("factor")}; }},
    Verb{"focus-run", [](Keys& k, const Sliders&) -> Command { return FocusRun{k.index("run")}; }},
    Verb{"show-landscape", [](Keys& k, const Sliders&) -> Command { return ShowLandscape{k.flag("on")}; }},
    Verb{"undo", [](Keys&, const Sliders&) -> Command { return Undo{}; }},
    Verb{"redo", [](Keys&, const Sliders&) -> Command { return Redo{}; }},
};

}  // namespace

Result<Command> read_command(const Json& json, const Sliders& sliders) {
  if (!json.is_object()) return Error{"command", "expected an object"};
  Keys keys(json);
  const std::string verb = keys.text("do").value_or("");
  for (const Verb& known : kVerbs) {
    if (known.name != verb) continue;
    Command command = known.read(keys, sliders);
    if (keys.error()) return *keys.error();
    return command;
  }
  return Error{"command.do", "no such command: \"" + verb + "\""};
}

}  // namespace attsvm::ui
