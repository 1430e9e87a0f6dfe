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

version() {
  "$1" --version 2>/dev/null | sed -n '1s/.*version \([0-9]*\).*/\1/p'
}
for program in "$folder/qemu-aarch64" qemu-aarch64-static qemu-aarch64; do
  if [ "$(version "$program")" -ge 8 ] 2>/dev/null; then
    exit 0
  fi
done
echo "Getting an emulator of AArch64 from Debian 13"

"$(dirname "$0")/get-debs.sh" trixie "$folder/files" qemu-user
mv "$folder/files/usr/bin/qemu-aarch64" "$folder"
rm -rf "$folder/files"
