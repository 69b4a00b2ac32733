#!/bin/sh
# install-packages.sh [--test] - makes sure that everything needed from Debian is there: to build, or to build and test.
#
# Asks nothing. As root it installs what is missing; otherwise it names what is missing and the command, and fails.
# Where a program is already on PATH (an emsdk, a newer node) its package is not asked for.
set -eu

# A line is: program that makes the package unnecessary (or -), package, or alternatives of which one is enough.
build='
cmake     cmake
ninja     ninja-build
g++       g++
ccache    ccache
git       git
xz        xz-utils
node      nodejs
em++      emscripten
-         libeigen3-dev
-         nlohmann-json3-dev
-         libcli11-dev
-         doctest-dev
-         libglfw3-dev
-         libgl-dev
-         libstb-dev
-         librsvg2-dev
pkg-config pkg-config|pkgconf
-         debian-archive-keyring
-         python3-fonttools
-         python3-brotli
-         fonts-inter
-         fonts-texgyre
-         fonts-dejavu-core
'
test='
-             clang-14|clang
-             clang-tidy-14|clang-tidy
-             clang-format-14|clang-format
brotli        brotli
glslangValidator glslang-tools
npm           npm
chromium      chromium
Xvfb          xvfb
xauth         xauth
-             libgl1-mesa-dri
'
wanted=$build
case ${1-} in
  --test) wanted="$build$test" ;;
  '') ;;
  *) echo "usage: $0 [--test]" >&2; exit 2 ;;
esac

command -v dpkg-query > /dev/null || {
  echo "install-packages: not a Debian system; docs/building.md lists what is needed" >&2
  exit 0
}
installed=$(dpkg-query --show --showformat '${db:Status-Abbrev} ${Package}\n' | awk '$1 == "ii" { print $2 }')
is_installed() { printf '%s\n' "$installed" | grep -qx -- "$1"; }

any_installed() {
  for package in $(echo "$1" | tr '|' ' '); do
    is_installed "$package" && return 0
  done
  return 1
}

missing=$(echo "$wanted" | while read -r program package; do
  [ -n "$package" ] || continue
  [ "$program" != - ] && command -v "$program" > /dev/null && continue
  any_installed "$package" || echo "$package"
done)
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ]; then
  echo "install-packages: missing: $(echo $missing)" >&2
  echo "As root: apt-get install $(echo $missing | sed 's/|[^ ]*//g')" >&2
  exit 1
fi

export DEBIAN_FRONTEND=noninteractive
echo "Installing $(echo $missing)"
apt-get -qq -o Acquire::Retries=3 update
packages=$(for alternatives in $missing; do
  for package in $(echo "$alternatives" | tr '|' ' '); do
    if apt-cache show "$package" > /dev/null 2>&1; then
      echo "$package"
      break
    fi
  done
done)
apt-get -qq -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 install --yes --no-install-recommends $packages > /dev/null
