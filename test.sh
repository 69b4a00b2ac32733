#!/bin/bash
# test.sh - every check of the project, one stage after the other; the last line counts them. Output in build/log/.
# A stage that fails does not stop the others, except those that need what it builds. The second run is quick: builds
# are incremental and nothing is installed twice.
#   ./test.sh             all stages
#   ./test.sh STAGE...    only these, e.g. ./test.sh native browser
set -u
cd "$(dirname "$0")" || exit 1
mkdir -p build/log

passed=()
failed=()
wanted=("$@")

# stage NAME "what it needs" command...: runs the command unless something it needs has failed.
stage() {
  local name=$1 needs=$2 log=build/log/$1.txt start=$SECONDS need
  shift 2
  if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
  for need in $needs; do
    if [[ " ${failed[*]-} " == *" $need "* ]]; then
      printf '%-12s FAILED  needs %s\n' "$name" "$need"
      failed+=("$name")
      return
    fi
  done
  if "$@" > "$log" 2>&1 < /dev/null; then
    printf '%-12s ok      %4d s  %s\n' "$name" $((SECONDS - start)) "$(summary "$log")"
    passed+=("$name")
  else
    printf '%-12s FAILED  %4d s  %s\n' "$name" $((SECONDS - start)) "$log"
    tail -n 60 "$log" | sed 's/^/    /'
    failed+=("$name")
  fi
}

# The line of a log that says most.
summary() {
  grep -oE '^[0-9]+% tests passed.*out of [0-9]+|^# pass [0-9]+|^= first use.*' "$1" | tail -n 1 | tr -s ' '
}

build() { # preset
  cmake --preset "$1" && cmake --build --preset "$1"
}
build_and_test() { # preset
  build "$1" && ctest --preset "$1" -j "$(nproc)" --no-tests=error
}

format() {
  local tool
  tool=$(command -v clang-format-14) || { echo "clang-format 14 is absent: not checked"; return 0; }
  git ls-files -z '*.cpp' '*.hpp' | xargs -0 "$tool" --dry-run -Werror
}

npm_packages() {
  [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-progress
}

types() {
  npm_packages && node_modules/.bin/tsc -p tests/types
}

browser() {
  npm_packages && node --test $(ls tests/browser/*.test.mjs)
}

same_bytes() {
  node --test tests/same-bytes.test.mjs
}

desktop() {
  rm -f build/log/desktop.png
  LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 1400x1000x24' \
    build/native/bin/attsvm desktop local --screenshot build/log/desktop.png --frames 10 &&
    node tests/check-png.mjs build/log/desktop.png &&
    LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 1400x1000x24' \
      build/native/bin/attsvm desktop path --screenshot build/log/landscape.png --frames 20 --probe-landscape \
      > build/log/landscape.json &&
    node tests/check-landscape.mjs build/log/landscape.json
}

stage install    ''               scripts/install-packages.sh --test
stage format     install          format
stage native     install          build_and_test native
stage asan       install          build_and_test native-asan
stage clang      install          build clang
stage web-tests  install          build_and_test web-tests
stage web        install          build web
stage docs       ''               node scripts/behaviours.mjs --check
stage types      install          types
stage size       web              node scripts/size-gate.mjs build/web
stage same-bytes 'native web'     same_bytes
stage browser    'native web'     browser
stage desktop    native           desktop

printf 'All in %d s.\n' "$SECONDS"
printf 'stages: %d passed, %d failed\n' ${#passed[@]} ${#failed[@]}
[ ${#failed[@]} -eq 0 ]
