#!/bin/sh
# fetch-imgui.sh FOLDER - unpacks Dear ImGui 1.90.1 into FOLDER, from the source package of Debian 13.
#
# Works on any Debian: the mirror is the one this machine's apt already uses, asked for the suite that has the release.
# Runs with an apt configuration of its own, so nothing of the system changes and no root is needed. apt checks the
# archive's signature, and the checksum below pins the bytes.
set -eu

suite=trixie
version=1.90.1
tarball=imgui_${version}+ds.orig.tar.xz
sha256=ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c

target=$1
command -v apt-get > /dev/null || { echo "fetch-imgui: apt-get is absent" >&2; exit 1; }
mkdir -p "$(dirname "$target")"
target=$(cd "$(dirname "$target")" && pwd)/$(basename "$target")
work=$(mktemp -d "$target.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The first mirror that serves Debian itself; security and third-party archives have other paths.
mirror=$(apt-get indextargets --format '$(REPO_URI) $(COMPONENT)' 'Created-By: Packages' |
  awk '$2 == "main" && $1 ~ /\/debian\/([0-9TZ]+\/)?$/ { print $1; exit }')
[ -n "$mirror" ] || { echo "fetch-imgui: apt knows no Debian mirror" >&2; exit 1; }
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/download"
echo "deb-src [signed-by=$keyring] $mirror $suite main" > "$work/sources.list"
cat > "$work/apt.conf" <<EOF
Dir::Etc::SourceList "$work/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State "$work";
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
Acquire::Retries "3";
APT::Sandbox::User "";
EOF
export APT_CONFIG="$work/apt.conf"
apt-get -qq update
(cd "$work/download" && apt-get -qq source --download-only "imgui=$version+ds-1")
echo "$sha256  $work/download/$tarball" | sha256sum --check --quiet

mkdir "$work/source"
tar -xf "$work/download/$tarball" -C "$work/source" --strip-components=1
mv -T "$work/source" "$target" 2> /dev/null || [ -f "$target/imgui.h" ]  # another build may have been quicker
