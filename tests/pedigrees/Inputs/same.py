#!/usr/bin/env python3
"""Runs a program on all targets and schedules; it must always print the same.

The reference is what the serial target's program prints. The others are compiled
for each target, at -O0 and at -O2, and run with 1, 2 and 8 workers; on the native
target also with forced steals and with random delays. Continuations must have
been stolen then. Prints the reference.
"""

import argparse
import difflib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TIMEOUT = 60


def fail(message):
    sys.exit(f"same.py: {message}")


def execute(command, environment=None):
    result = subprocess.run(
        command,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=TIMEOUT,
    )
    if result.returncode:
        fail(f"exit code {result.returncode} of {' '.join(command)}: {result.stderr.strip()}")
    return result.stdout


def schedules(target):
    """Environments to run a program of the target in."""
    if target in ("serial", "reverse"):
        yield {}
        return
    for workers in ("1", "2", "8"):
        yield {"CILK_NWORKERS": workers}
        if target == "native":
            for stress in ("always-steal", "always-steal,delays"):
                yield {"CILK_NWORKERS": workers, "TUSSAH_STRESS": stress}


def steals(statistics):
    return sum(worker["steals"] for worker in json.loads(statistics.read_text())["workers"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--targets", required=True, help="separated by commas")
    parser.add_argument("--flags", default="", help="for all compilations")
    parser.add_argument("source")
    parser.add_argument("compiler", nargs="+", help="behind --")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "program")
        statistics = pathlib.Path(folder) / "statistics"
        reference = None
        for target in ["serial", *options.targets.split(",")]:
            for level in ("-O0", "-O2"):
                execute(
                    [*options.compiler, level, f"-ftussah-target={target}", "-ftussah-pedigrees"]
                    + ["-Wall", "-Wextra", "-Werror", *options.flags.split()]
                    + [options.source, "-o", program]
                )
                stolen = 0
                for environment in schedules(target):
                    if target == "native":
                        environment["TUSSAH_STATS"] = str(statistics)
                    output = execute([program], environment)
                    stolen += target == "native" and steals(statistics)
                    reference = reference or output
                    if output != reference:
                        lines = difflib.unified_diff(
                            reference.splitlines(), output.splitlines(), lineterm="", n=0
                        )
                        difference = "\n".join(list(lines)[2:22])
                        fail(f"{target} {level} {environment} differs:\n{difference}")
                if target == "native" and not stolen:
                    fail(f"{target} {level}: nothing was stolen")
        if not reference:
            fail("the program prints nothing")
        print(reference, end="")


if __name__ == "__main__":
    main()
