#!/usr/bin/env python3
"""Runs a compiler for AArch64, and makes scripts of the programs that it links.

    compile.py ROOT COMPILER WRAPPED CLANG [ARGUMENT...]

ROOT has libraries for arm64 (scripts/arm64-root.sh). Each program that COMPILER has
linked is renamed, and a script that runs it by an emulator takes its place, so that
tests for this machine run it as any other. Where the arguments name the compiler
WRAPPED, they mean CLANG.
"""

import os
import struct
import subprocess
import sys
from pathlib import Path

from emulator import emulator_of

EM_AARCH64 = 183
PT_INTERP = 3
# LeakSanitizer stops other threads by ptrace, which the emulator lacks.
SCRIPT = """#!/bin/sh
export ASAN_OPTIONS="detect_leaks=0:$ASAN_OPTIONS"
exec {emulator} -cpu max -L '{root}' -0 "$0" '{program}' "$@"
"""


def output_of(arguments):
    for index, argument in enumerate(arguments):
        if argument == "-o" and index + 1 < len(arguments):
            return Path(arguments[index + 1])
        if argument.startswith("-o") and len(argument) > 2 and not argument.startswith("-obj"):
            return Path(argument[2:])
    return Path("a.out")


def is_program(path, arguments):
    if "-shared" in arguments or "-r" in arguments or not path.is_file():
        return False
    with open(path, "rb") as file:
        head = file.read(64)
        if len(head) < 64 or head[:5] != b"\x7fELF\x02":
            return False
        kind, machine = struct.unpack_from("<HH", head, 16)
        return machine == EM_AARCH64 and kind in (2, 3)


def wrap(path, root):
    program = path.with_name(path.name + ".arm64").resolve()
    os.replace(path, program)
    path.write_text(SCRIPT.format(emulator=emulator_of(Path(root).parent), root=root, program=program))
    path.chmod(0o755)


def main():
    root, compiler, wrapped, clang, *arguments = sys.argv[1:]
    if os.environ.get("TUSSAH_CLANG", "").startswith(wrapped):
        os.environ["TUSSAH_CLANG"] = clang
    arguments = [argument.replace(wrapped, clang) for argument in arguments]
    machine = []
    if not any(a.startswith("--target=") or a == "-target" for a in arguments):
        machine = ["--target=aarch64-linux-gnu", f"--sysroot={root}"]
        version = Path(compiler if "tussah" not in compiler else clang).name.rpartition("-")[2]
        resources = Path(root) / f"usr/lib/llvm-{version}/lib/clang/{version}"
        # A root without clang has the headers of OpenMP there, and no others.
        if (resources / "include" / "stddef.h").is_file():
            machine.append(f"-resource-dir={resources}")
    output = output_of(arguments)
    before = output.stat().st_mtime_ns if output.exists() else None
    code = subprocess.run([compiler, *machine, *arguments]).returncode
    if not code and output.exists() and output.stat().st_mtime_ns != before and is_program(output, arguments):
        wrap(output, root)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
