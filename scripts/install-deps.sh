#!/usr/bin/env bash
# Installs with apt what building and testing Tussah needs and is missing, and
# puts python-chess, whose client drives the chess program, into build/. Does
# nothing, quickly, if nothing is missing. Needs root or sudo only for apt.
set -euo pipefail

packages=(
  cmake ninja-build ccache python3
  python3-pip gcc g++ libtbb-dev libomp-22-dev
  libgtest-dev python3-psutil gdb spin dieharder valgrind
  mpich libmpich-dev openmpi-bin libopenmpi-dev
  libpng-dev libboost-dev libfftw3-dev libopenblas-dev libeigen3-dev
  clang-format-22 libc++-22-dev libc++abi-22-dev
)
for n in 22 19; do
  packages+=("clang-$n" "llvm-$n-dev" "libclang-$n-dev" "llvm-$n-tools"
    "libclang-rt-$n-dev" "lld-$n" "clangd-$n" "clang-tidy-$n")
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "install-deps.sh: error: this system has no apt; install these" \
    "packages of Debian 12 in its own way: ${packages[*]}" >&2
  exit 1
fi

installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' \
  "${packages[@]}" 2>/dev/null | sed -n 's/^installed //p' || true)
missing=()
for package in "${packages[@]}"; do
  if ! grep -qxF "$package" <<<"$installed"; then
    missing+=("$package")
  fi
done

# The source distribution: it has the Bratko-Kopec positions.
chess=chess-1.11.2
get_python_chess() {
  local folder
  folder=$(dirname "$0")/../build/python-chess
  if [ -d "$folder/$chess" ]; then
    return
  fi
  echo "Getting $chess from PyPI"
  mkdir -p "$folder"
  if ! python3 -m pip download -q --no-deps --no-binary chess -d "$folder" \
    "${chess/-/==}" || ! tar -xzf "$folder/$chess.tar.gz" -C "$folder"; then
    echo "install-deps.sh: warning: cannot get $chess from PyPI; without its" \
      "source distribution in build/python-chess a test of chess is left out" >&2
  fi
}

if [ ${#missing[@]} -eq 0 ]; then
  get_python_chess
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps.sh: error: cannot install without root or sudo; run as" \
      "root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q
  -o DPkg::Lock::Timeout=300)
"${apt[@]}" update
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null
get_python_chess
