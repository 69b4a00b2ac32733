// command_json.hpp - commands as the page and the tests write them: {"do": "seek", "iteration": 52}.
//
//   move-token {input, token, position}   add-token {input, token, position}    delete-token {input, token}
//   add-input {input, position, label}    delete-input {input}                  set-label {input, label}
//   set-score {input, token, score}       move-start {start, p}                 move-value {v}
//   set-parameter {name | index, value}   set-epsilon {published}               set-step {step}
//   seek {iteration}   play   pause       step {iterations}   reset             set-speed {factor}
//   focus-run {run}                       show-landscape {on}                   undo   redo
#pragma once

#include "core/json_fwd.hpp"
#include "core/status.hpp"
#include "lab/session.hpp"

namespace attsvm::ui {

using Sliders = std::vector<Slider>;

/// The command, or which key is wrong ("command.input: expected a whole number, got \"a\""). Whether it fits the
/// experiment at hand is for Session::apply to say; `sliders` only resolve the names of parameters.
Result<Command> read_command(const Json& json, const Sliders& sliders);

}  // namespace attsvm::ui
