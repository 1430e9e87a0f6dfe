#!/usr/bin/env python3
"""Checks what all source files have in common: their format (clang-format-22),
the licence banner, and their length.

usage: check-source.py [--fix]      --fix applies clang-format
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_FORMAT = "clang-format-22"
# A file that is longer than this has more than one job.
MAX_LINES = 1200
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

# Tests are left out of formatting: they check lines and columns.
FORMATTED = ("backtrack", "benchmarks", "compiler", "cps", "examples", "graph", "include",
             "jobs", "runtime", "support", "tests/model", "tests/unit", "tools")
WITH_BANNER = ("backtrack", "compiler", "cps", "graph", "include", "jobs", "runtime", "support", "tests/model", "tools")
MEASURED = FORMATTED + ("cmake", "docs", "scripts", "tests")
SOURCES = {".c", ".cpp", ".h", ".hpp"}
TEXTS = SOURCES | {".ll", ".md", ".py", ".sh", ".test", ".txt", ".cmake"}


def files(folders, suffixes):
    found = set()
    for folder in folders:
        found.update(
            path
            for path in (ROOT / folder).rglob("*")
            if path.suffix in suffixes and path.is_file()
        )
    return sorted(found)


def check_length(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = sum(1 for _ in file)
    if lines > MAX_LINES:
        yield f"{path}: {lines} lines; split it to have at most {MAX_LINES}"


def check_banner(path):
    with open(path, encoding="utf-8") as file:
        head = [next(file, "") for _ in range(6)]
    if not any(LICENCE in line for line in head):
        yield f"{path}: no licence banner; copy it from another file"


def check_format(paths):
    run = subprocess.run(
        [CLANG_FORMAT, "--dry-run", "--ferror-limit=1", *map(str, paths)],
        capture_output=True,
        text=True,
    )
    for line in run.stderr.splitlines():
        if "[-Wclang-format-violations]" in line:
            yield f"{line.split(':')[0]}: not formatted; run 'make format'"
    if run.returncode != 0:
        yield f"{CLANG_FORMAT} failed: {run.stderr.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--fix", action="store_true", help="apply clang-format")
    options = parser.parse_args()

    formatted = files(FORMATTED, SOURCES)
    if options.fix:
        subprocess.run([CLANG_FORMAT, "-i", *map(str, formatted)], check=True)
    problems = list(check_format(formatted))
    for path in files(WITH_BANNER, SOURCES):
        problems.extend(check_banner(path))
    for path in files(MEASURED, TEXTS):
        problems.extend(check_length(path))

    for problem in problems:
        print("check-source.py: error: " + problem.replace(f"{ROOT}/", ""), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
