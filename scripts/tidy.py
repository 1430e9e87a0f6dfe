#!/usr/bin/env python3
"""Runs clang-tidy-22, with the checks of .clang-tidy, over the sources that the
build compiles.

usage: tidy.py [--build-dir DIR] [FILE or folder...]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def sources(build_dir, wanted):
    """Each source once: the build compiles plugins for every LLVM."""
    database = json.loads((build_dir / "compile_commands.json").read_text())
    found = {pathlib.Path(entry["file"]) for entry in database}
    return sorted(
        file
        for file in found
        if any(file == folder or folder in file.parents for folder in wanted)
    )


def check(build_dir, file):
    return subprocess.run(
        ["clang-tidy-22", "--quiet", "-p", build_dir, file],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--build-dir", type=pathlib.Path, default=ROOT / "build", metavar="DIR",
        help="the build tree (default: build)",
    )
    parser.add_argument(
        "paths", nargs="*", default=["compiler"], metavar="PATH",
        help="files and folders (default: compiler)",
    )
    options = parser.parse_args()
    wanted = [(ROOT / path).resolve() for path in options.paths]
    files = sources(options.build_dir, wanted)
    if not files:
        raise SystemExit("tidy.py: error: the build compiles nothing in these paths")
    problems = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(lambda file: check(options.build_dir, file), files):
            problems += result.returncode != 0 or ": warning:" in result.stdout
            print(result.stdout, end="")
    print(f"{len(files)} files, {problems} with findings")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
