"""Builds the project in two folders, and compares what they install bit by bit.

usage: test_reproducible.py SOURCE FOLDER [--llvm 22]

Takes the time of two builds without a compiler cache. Compilers and their flags are the same; the folders are not, and
their names have other lengths.
"""

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
from pathlib import Path

BUILD_OUTPUTS = shutil.ignore_patterns("build", "site", ".git", "__pycache__")


def run(*command, **environment):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})


def installed(source, folder, llvm):
    """Builds a copy of the sources in a folder, and returns what it installs."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, ignore=BUILD_OUTPUTS, symlinks=True)
    build = folder / "build"
    run("cmake", "--preset", "default", "-S", folder, "-B", build, f"-DTUSSAH_LLVM_VERSIONS={llvm}",
        "-DBUILD_TESTING=OFF", "-DCMAKE_INSTALL_PREFIX=/usr")  # fmt: skip
    run("cmake", "--build", build, CCACHE_DISABLE="1")
    run("cmake", "--install", build, DESTDIR=str(folder / "installed"))
    return folder / "installed"


def files(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() or path.is_symlink()}


def differs(first, second, name):
    one, other = first / name, second / name
    if one.is_symlink() or other.is_symlink():
        return not (one.is_symlink() and other.is_symlink() and os.readlink(one) == os.readlink(other))
    return not filecmp.cmp(one, other, shallow=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--llvm", default="22")
    options = parser.parse_args()
    folders = options.folder / "a", options.folder / "another" / "folder"
    first, second = (installed(options.source.resolve(), folder.resolve(), options.llvm) for folder in folders)
    names = files(first)
    if names != files(second):
        sys.exit(f"error: not the same files: {sorted(map(str, names ^ files(second)))}")
    wrong = sorted(str(name) for name in names if differs(first, second, name))
    if wrong:
        sys.exit("error: these differ:\n" + "\n".join(wrong))
    print(f"{len(names)} files are bit-identical")


if __name__ == "__main__":
    main()
