#!/usr/bin/env bash
# Makes a folder with Debian for arm64: the C and C++ libraries and those that targets
# and examples use, unpacked and not installed. It is a --sysroot for compilers, and
# where qemu-aarch64 looks for libraries (-L). Does nothing if all is there. Needs no
# root, and changes nothing of the system.
#
# usage: arm64-root.sh FOLDER [PACKAGE...]
#
# Other packages, such as clang-22, are added to what the folder has.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: arm64-root.sh FOLDER [PACKAGE...]" >&2
  exit 2
fi
root=$1
shift
packages=(
  libc6-dev libstdc++-12-dev libtbb-dev libomp-22-dev zlib1g-dev libpng-dev "$@"
)

done=$root/.packages
missing=()
for package in "${packages[@]}"; do
  grep -qsxF "$package" "$done" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi
echo "Getting ${missing[*]} for arm64"

# An apt of its own, for one architecture, that knows of no installed package.
apt=$root/.apt
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
apt=$(realpath "$apt")
cat >"$apt/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
Dir::State "$apt/state";
Dir::State::status "/dev/null";
Dir::Cache "$apt/cache";
END
export APT_CONFIG=$apt/apt.conf
if ! { apt-get -q update &&
  apt-get -q install -y --download-only --no-install-recommends "${packages[@]}"; } \
  >"$apt/log" 2>&1; then
  tail -n 5 "$apt/log" >&2
  echo "arm64-root.sh: error: cannot get packages for arm64; $apt/log says more" >&2
  exit 1
fi

for archive in "$apt"/cache/archives/*.deb; do
  dpkg-deb -x "$archive" "$root"
done
# Links to /lib and so on are of this machine else.
find "$root" -xtype l -lname '/*' -print0 | while IFS= read -r -d '' link; do
  target=$(readlink "$link")
  if [ -e "$root$target" ]; then
    ln -sfnr "$root$target" "$link"
  fi
done
rm -rf "$apt"
printf '%s\n' "${packages[@]}" >>"$done"
