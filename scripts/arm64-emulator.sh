#!/usr/bin/env bash
# Gets an emulator of AArch64 for programs that reserve terabytes of addresses, as those
# with the race detector do: before version 8 it spends memory on each page of them. Of
# Debian 13, as FOLDER/qemu-aarch64; nothing is installed. Does nothing if it is there, or
# if this system's own one is new enough.
#
# usage: arm64-emulator.sh FOLDER
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: arm64-emulator.sh FOLDER" >&2
  exit 2
fi
folder=$1
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

version() {
  "$1" --version 2>/dev/null | sed -n '1s/.*version \([0-9]*\).*/\1/p'
}
for program in "$folder/qemu-aarch64" qemu-aarch64-static qemu-aarch64; do
  if [ "$(version "$program")" -ge 8 ] 2>/dev/null; then
    exit 0
  fi
done
echo "Getting an emulator of AArch64 from Debian 13"

# An apt of its own, that knows of no installed package.
apt=$folder/.apt
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
apt=$(realpath "$apt")
echo "deb $mirror trixie main" >"$apt/sources.list"
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
  apt-get -q update && apt-get -q download qemu-user
) >"$apt/log" 2>&1; then
  tail -n 5 "$apt/log" >&2
  echo "arm64-emulator.sh: error: cannot get qemu-user of Debian 13; $apt/log says more" >&2
  exit 1
fi
dpkg-deb -x "$apt"/qemu-user_*.deb "$apt/files"
mv "$apt/files/usr/bin/qemu-aarch64" "$folder"
rm -rf "$apt"
