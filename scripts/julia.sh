#!/usr/bin/env bash
# Gets Julia of Debian 11, the last Debian that has it, with the libraries that later ones
# lack, as FOLDER/julia; nothing is installed. Does nothing if it is there, or if this
# system has a Julia.
#
# usage: julia.sh FOLDER
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: julia.sh FOLDER" >&2
  exit 2
fi
folder=$1
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

if [ -x "$folder/julia" ] || command -v julia >/dev/null; then
  exit 0
fi
echo "Getting Julia from Debian 11"

packages=(
  julia julia-common libjulia1 libcurl3-gnutls libdsfmt-19937-1 libffi7 libgit2-1.1
  libhttp-parser2.9 libllvm9 libmbedcrypto3 libmbedtls12 libmbedx509-0 libmpfr6 libopenlibm3
  libpcre2-8-0 libssh2-1 libunwind8 libutf8proc2
)

# An apt of its own, that knows of no installed package.
apt=$folder/.apt
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
apt=$(realpath "$apt")
echo "deb $mirror bullseye main" >"$apt/sources.list"
cat >"$apt/apt.conf" <<END
Dir::State "$apt/state";
Dir::State::status "/dev/null";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
END
if ! (
  cd "$apt"
  APT_CONFIG=$apt/apt.conf
  export APT_CONFIG
  apt-get -q update && apt-get -q download "${packages[@]}"
) >"$apt/log" 2>&1; then
  tail -n 5 "$apt/log" >&2
  echo "julia.sh: error: cannot get Julia of Debian 11; $apt/log says more" >&2
  exit 1
fi
root=$(realpath "$folder")/root
rm -rf "$root"
for file in "$apt"/*.deb; do
  dpkg-deb -x "$file" "$root"
done
libraries=$root/usr/lib/x86_64-linux-gnu
cat >"$folder/julia" <<END
#!/bin/sh
LD_LIBRARY_PATH=$libraries:$libraries/julia exec $root/usr/bin/julia "\$@"
END
chmod +x "$folder/julia"
rm -rf "$apt"
