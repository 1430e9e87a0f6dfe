#!/usr/bin/env bash
# Unpacks packages of a release of Debian into FOLDER, which is made anew; installs nothing,
# and knows of nothing that is installed.
#
# usage: get-debs.sh RELEASE FOLDER PACKAGE...
set -euo pipefail

if [ $# -lt 3 ]; then
  echo "usage: get-debs.sh RELEASE FOLDER PACKAGE..." >&2
  exit 2
fi
release=$1 folder=$2
shift 2
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

# An apt of its own.
apt=$folder.apt
rm -rf "$folder"
mkdir -p "$folder" "$apt/state/lists/partial" "$apt/cache/archives/partial"
apt=$(realpath "$apt")
folder=$(realpath "$folder")
echo "deb $mirror $release main" >"$apt/sources.list"
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
  apt-get -q update && apt-get -q download "$@"
) >"$apt/log" 2>&1; then
  tail -n 5 "$apt/log" >&2
  echo "get-debs.sh: error: cannot get packages of $release; $apt/log says more" >&2
  exit 1
fi
for file in "$apt"/*.deb; do
  dpkg-deb -x "$file" "$folder"
done
rm -rf "$apt"
