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

if [ -x "$folder/julia" ] || command -v julia >/dev/null; then
  exit 0
fi
echo "Getting Julia from Debian 11"

packages=(
  julia julia-common libjulia1 libcurl3-gnutls libdsfmt-19937-1 libffi7 libgit2-1.1
  libhttp-parser2.9 libllvm9 libmbedcrypto3 libmbedtls12 libmbedx509-0 libmpfr6 libopenlibm3
  libpcre2-8-0 libssh2-1 libunwind8 libutf8proc2
)

root=$folder/root
"$(dirname "$0")/get-debs.sh" bullseye "$root" "${packages[@]}"
root=$(realpath "$root")
libraries=$root/usr/lib/x86_64-linux-gnu
cat >"$folder/julia" <<END
#!/bin/sh
LD_LIBRARY_PATH=$libraries:$libraries/julia exec $root/usr/bin/julia "\$@"
END
chmod +x "$folder/julia"
