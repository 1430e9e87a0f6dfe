#!/usr/bin/env python3
# Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks one property of a Promela model with Spin, under weak fairness.

check.py SPIN CC MODEL PROPERTY [DEFINE...]

With defines the model is a broken variant, which must not have the property.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

DEPTH = 2_000_000
MEMORY_MIB = 4096


def run(command, directory):
    result = subprocess.run(command, cwd=directory, text=True, timeout=500,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return result.returncode, result.stdout


def verify(spin, cc, model, name, defines):
    """Returns what the verifier prints."""
    with tempfile.TemporaryDirectory() as directory:
        flags = [f"-D{define}" for define in defines]
        for command in (
                [spin, *flags, "-a", str(model)],
                [cc, "-O2", "-w", "-DNFAIR=3", f"-DMEMLIM={MEMORY_MIB}",
                 "-o", "pan", "pan.c"]):
            status, output = run(command, directory)
            if status != 0:
                sys.exit(f"check.py: error: {command[0]}: {output}")
        _, output = run(["./pan", "-a", "-f", "-N", name, f"-m{DEPTH}"],
                        directory)
        return output


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    spin, cc, model, name, *defines = sys.argv[1:]
    output = verify(spin, cc, pathlib.Path(model).resolve(), name, defines)
    print(output)
    if not re.search(r"errors: \d+", output):
        sys.exit("check.py: error: no result")
    # What the verifier says when it has found an execution without the property;
    # it counts other errors too.
    violated = re.search(r"acceptance cycle|assertion violated", output)
    if defines:
        if not violated:
            sys.exit("check.py: error: the broken variant was not found out")
        return
    if violated or "errors: 0" not in output:
        sys.exit("check.py: error: the property does not hold")
    # A search that was cut short proves nothing.
    if "Search not completed" in output or "max search depth" in output:
        sys.exit("check.py: error: the search was not completed")


if __name__ == "__main__":
    main()
