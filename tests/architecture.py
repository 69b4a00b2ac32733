#!/usr/bin/python3
"""architecture.py REPOSITORY - fails when a room includes what it may not.

Rooms depend one way: core <- model <- solve <- lab <- view <- ui <- app. Eigen and JSON have one front door each, Dear
ImGui and OpenGL stay in ui and app, and headers that cost the web build dearly or are missing there stay out.
"""

import pathlib
import re
import sys

ROOMS = ["core", "model", "solve", "lab", "view", "ui", "app"]

# What is included -> where that is allowed: rooms or single files.
ALLOWED = {
    r"Eigen/": {"core"},
    r"unsupported/Eigen/": {"core"},
    r"nlohmann/": {"core/json.hpp", "core/json_fwd.hpp"},
    r"imgui|imstb_|backends/imgui": {"ui", "app"},
    r"GLFW/|GLES|GL/|EGL/": {"ui", "app"},
    r"emscripten": {"ui", "app"},
    r"CLI/|stb/|stb_": {"app"},
    r"font_data\.hpp": {"ui"},
    r"shader_sources\.hpp": {"app"},
    r"font_metrics\.inc": {"view"},
    # Missing in libc++ 13, or 40 kB and more on the web.
    r"(iostream|sstream|regex|locale|fstream|iomanip|format|ranges|source_location|expected|coroutine)$": set(),
    # Time and randomness come from outside, so that a run can be repeated.
    r"(random|chrono|ctime|thread)$": {"ui", "app"},
}


def complaints(root):
    source = root / "src"
    for file in sorted(source.rglob("*.[ch]pp")):
        name = file.relative_to(source).as_posix()
        room = name.split("/")[0]
        if room not in ROOMS:
            yield f"{name}: {room} is no room"
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
            if not match:
                continue
            included = match.group(1)
            target = included.split("/")[0]
            if target in ROOMS and ROOMS.index(target) > ROOMS.index(room):
                yield f"{name}:{number}: {room} may not include {included}"
            if '"' in line and "/" not in included and (file.parent / included).exists():
                yield f"{name}:{number}: write \"{room}/{included}\""
            for pattern, places in ALLOWED.items():
                if re.match(pattern, included) and not places & {room, name}:
                    yield f"{name}:{number}: {included} is not for {room}"


def self_test():
    """The rules themselves: each of these must be refused."""
    import tempfile
    wrong = {"core/a.hpp": '#include "model/loss.hpp"', "view/b.cpp": "#include <imgui.h>",
             "solve/c.cpp": "#include <Eigen/Core>", "lab/d.cpp": "#include <sstream>", "ui/e.cpp": "#include <nlohmann/json.hpp>"}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in wrong.items():
            file = pathlib.Path(folder, "src", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + "\n")
        found = list(complaints(pathlib.Path(folder)))
    assert len(found) == len(wrong), f"self-test: {len(found)} complaints instead of {len(wrong)}: {found}"


if __name__ == "__main__":
    self_test()
    problems = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(problems) or "The rooms include only what they may.")
    sys.exit(bool(problems))
