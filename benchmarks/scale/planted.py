#!/usr/bin/env python3
"""Asks 'tussah scale --measure' what limits programs, each of which has one limit that was put
there on purpose, and prints what it says. The exit code is 1 if that is another limit.

    planted.py TUSSAH [--workers 1,2] [--runs 5]

The machine must be quiet: that processors are shared with others is a limit, too.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "planted"
LIMITS = {
    "serial-half": "Too little parallelism",
    "small-tasks": "Tasks are too small",
    "shared-line": "The same work takes",
    "no-spawn": "The program spawns nothing",
    "no-limit": "Nothing limits the program",
}


def said_of(tussah, name, options):
    """Returns what the report says about the limit: the sentence behind its table."""
    command = [tussah, "scale", "--measure", "--workers", options.workers, "--runs", str(options.runs)]
    result = subprocess.run([*command, str(FOLDER / f"{name}.c")], stdout=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"planted.py: error: {name} could not be measured")
    sentences = [line for line in result.stdout.splitlines() if line.startswith(tuple(LIMITS.values()))]
    return sentences[0] if sentences else result.stdout.strip().splitlines()[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tussah")
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    if not shutil.which(options.tussah):
        parser.error(f"no program '{options.tussah}'; give the path of tussah, such as build/bin/tussah")
    wrong = 0
    for name, limit in LIMITS.items():
        said = said_of(options.tussah, name, options)
        right = said.startswith(limit)
        wrong += not right
        print(f"{name}: {'right' if right else 'WRONG'}: {said}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
