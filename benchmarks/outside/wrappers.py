"""The two compilers, as commands that other people's build systems find."""

import functools
import hashlib
import os
import pathlib
import shutil

from recipes import UserError

# The names under which programs look for a compiler of C, and of C++.
NAMES = {
    "clang": ["clang", "gcc", "cc", "icc"],
    "clang++": ["clang++", "g++", "c++", "icpc"],
}
# Without the plugins the keywords are nothing, and the flags are unknown. Those
# that make them keywords without a header include it here. What programs ask of
# the runtime is in its library.
ELISION = """#!/bin/sh
# The serial elision, by the stock compiler.
linking=yes
for argument; do
  case $argument in
  # Plain clang does not count the spawns of the elision.
  -lopencilk-pedigrees | -ftussah-pedigrees)
    exec {tussah} '--tussah-clang={stock}' -ftussah-target=serial "$@"
    ;;
  esac
done
for argument; do
  shift
  case $argument in
  -fopencilk | -fcilkplus) set -- "$@" -include cilk/cilk.h ;;
  -ftapir=* | -lcilkrts | -lopencilk*) ;;
  # A precompiled header is not linked either.
  c-header | c++-header | -xc-header | -xc++-header | \
  -c | -S | -E | -M | -MM | -fsyntax-only | -shared | -r | -v | --version | -dump* | -print*)
    linking=
    set -- "$@" "$argument"
    ;;
  *) set -- "$@" "$argument" ;;
  esac
done
if [ "$linking" ]; then
  set -- "$@" '-L{library}' '-Wl,-rpath,{library}' -ltussah
fi
exec {compiler} -isystem '{include}' "$@"
"""
TUSSAH = """#!/bin/sh
exec {compiler} '--tussah-clang={stock}' {flags} "$@"
"""


def find_stock(llvm):
    """Returns the plain clang of a version."""
    stock = shutil.which(f"clang-{llvm}") or f"/usr/lib/llvm-{llvm}/bin/clang"
    if not pathlib.Path(stock).exists():
        raise UserError(f"no clang-{llvm}; install it or choose another --llvm")
    return stock


class Compilers:
    """Makes the commands in a folder: one folder for each of elision and tussah. `build` is a
    folder of builds or an installation, `stock` the plain compiler."""

    def __init__(self, folder, build, stock, target):
        self.folder, self.build, self.stock = folder, build, stock
        self.tussah = build / "bin" / "tussah-clang"
        if not self.tussah.exists():
            raise UserError(f"no '{self.tussah}'; run 'make build'")
        self.flags = f"-ftussah-target={target}" if target else ""
        self.make()

    def make(self):
        for variant in ("elision", "tussah"):
            folder = self.folder / variant
            folder.mkdir(parents=True, exist_ok=True)
            for kind, names in NAMES.items():
                for name in names:
                    self.write(folder / name, self.script(variant, kind))

    def script(self, variant, kind):
        tussah = f"'{self.tussah}{kind.removeprefix('clang')}'"
        if variant == "tussah":
            return TUSSAH.format(compiler=tussah, stock=self.stock, flags=self.flags)
        mode = "g++" if kind == "clang++" else "gcc"
        compiler = f"'{self.stock}' --driver-mode={mode}"
        include, library = self.build / "include", self.build / "lib" / "tussah"
        return ELISION.format(compiler=compiler, include=include, library=library,
                              tussah=tussah, stock=self.stock)  # fmt: skip

    @staticmethod
    def write(path, text):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            path.chmod(0o755)

    def environment(self, variant):
        folder = self.folder / variant
        return {
            **os.environ,
            "PATH": f"{folder}:{os.environ['PATH']}",
            "CC": str(folder / "clang"),
            "CXX": str(folder / "clang++"),
            "VARIANT": variant,
        }

    @functools.cache
    def fingerprint(self, variant):
        """Another one when this variant of a program may be compiled to something else."""
        digest = hashlib.sha256(f"{self.flags} {self.stock}".encode())
        folders = [self.build / "include", *([self.build / "lib" / "tussah"] * (variant == "tussah"))]
        files = [file for folder in folders for file in sorted(folder.rglob("*"))]
        for file in [*files, *([self.tussah] * (variant == "tussah"))]:
            if file.is_file():
                digest.update(file.name.encode() + file.read_bytes())
        return digest.hexdigest()
