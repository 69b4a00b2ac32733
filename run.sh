#!/bin/sh
# run.sh [--desktop] [--port N] - builds the site and serves it on this machine, or opens the desktop window.
set -eu
cd "$(dirname "$0")"

desktop=
port=8080
while [ $# -gt 0 ]; do
  case $1 in
    --desktop) desktop=1 ;;
    --port) port=${2:?--port takes a number}; shift ;;
    -h | --help) sed -n '2s/^# //p' "$0"; exit 0 ;;
    *) echo "usage: $0 [--desktop] [--port N]" >&2; exit 2 ;;
  esac
  shift
done

scripts/install-packages.sh
build() { # preset
  cmake --preset "$1" > /dev/null
  cmake --build --preset "$1"
}
if [ -n "$desktop" ]; then
  build native
  exec build/native/bin/attsvm desktop
fi
build web
exec node scripts/serve.mjs build/web --port "$port"
