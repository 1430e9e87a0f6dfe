#!/usr/bin/env python3
"""Runs clang-tidy-22, with the checks of .clang-tidy, over the sources that the build
compiles, and the headers that they include.

With --changed: over the files that differ from the merge base with BASE, or, where there is
none (a clone without that branch), from the commit before. Without either it is skipped. It
takes SECONDS at most, and says how many files it did not come to: `make tidy` does all.

usage: tidy.py [--build-dir DIR] [-j N] [--changed [--base BASE] [--seconds SECONDS]] [PATH...]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-22"
PRECOMPILED = re.compile(r" -Winvalid-pch| -Xclang -include(-pch)? -Xclang \S+/cmake_pch\S*")
SKIPPED = 77  # as ctest knows it
PATHS = "compiler runtime cps backtrack graph include jobs support tools".split()


def fail(message):
    sys.exit(f"tidy.py: error: {message}")


def compile_commands(build_dir):
    """Returns by source how the build compiles it. Of what it compiles for each LLVM, for the
    newest one: clang-tidy would check a file as often as it is in the database. Without
    precompiled headers, so that it sees what a source forgets to include."""
    path = build_dir / "compile_commands.json"
    if not path.exists():
        fail(f"no {path}; run `make build`, or give --build-dir")
    found = {}
    for entry in json.loads(path.read_text(encoding="utf-8")):
        version = max(map(int, re.findall(r"llvm-(\d+)", entry["command"])), default=0)
        file = pathlib.Path(entry["file"]).resolve()
        if file not in found or version > found[file][0]:
            found[file] = (version, {**entry, "command": PRECOMPILED.sub("", entry["command"])})
    return {file: entry for file, (_, entry) in found.items()}


def sources(commands, wanted):
    return sorted(
        file
        for file in commands
        if file.suffix in (".c", ".cpp")
        and any(file == folder or folder in file.parents for folder in wanted)
    )


def git(*arguments):
    result = subprocess.run(
        ["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=False
    )
    return result.stdout.strip() if result.returncode == 0 else None


def changed_files(base):
    """Returns the files that differ from the merge base, and what that is."""
    here = git("rev-parse", "HEAD")
    commit = git("merge-base", base, "HEAD")
    if commit is None or commit == here:
        commit = git("rev-parse", "HEAD~1")
    if commit is None:
        return None, None
    names = git("diff", "--name-only", "--diff-filter=d", commit) or ""
    return [ROOT / name for name in names.splitlines()], commit[:10]


def includers(build_dir, files):
    """Returns for each source of the build the headers of `files` that it includes: a header
    is checked in one source that includes it. ninja knows that of what it has compiled."""
    deps = subprocess.run(
        ["ninja", "-C", build_dir, "-t", "deps"], capture_output=True, text=True, check=False
    ).stdout
    headers = {file for file in files if file.suffix in (".h", ".hpp")}
    found = {}
    for block in deps.split("\n\n"):
        names = [line.strip() for line in block.splitlines()[1:]]
        paths = [pathlib.Path(os.path.normpath(build_dir / name)) for name in names]
        if not paths:
            continue
        # In the build tree the headers for programs have a second path.
        real = {path.resolve() for path in paths[1:]} & headers
        if real:
            found[paths[0]] = real
    return found


def choose(build_dir, all_sources, changed):
    """Returns the changed sources, and sources that include the changed headers."""
    chosen = [file for file in all_sources if file in changed]
    by_source = includers(build_dir, changed)
    missing = set().union(*by_source.values()) if by_source else set()
    for file in chosen:
        missing -= by_source.get(file, set())
    # The fewest sources, roughly: each time the one with the most headers.
    while missing:
        candidates = [file for file in all_sources if by_source.get(file, set()) & missing]
        if not candidates:
            break
        best = max(candidates, key=lambda file: len(by_source[file] & missing))
        chosen.append(best)
        missing -= by_source[best]
    return chosen


def check(database, file, end):
    """Returns the findings in a file; None if there was no time for it."""
    left = end - time.monotonic() if end else None
    if left is not None and left <= 0:
        return None
    try:
        result = subprocess.run(
            [TIDY, "--quiet", "-p", database, file],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=left,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if result.returncode and not result.stdout:
        return result.stderr
    return result.stdout


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--build-dir", type=pathlib.Path, default=ROOT / "build", metavar="DIR",
                        help="the build tree (default: build)")  # fmt: skip
    parser.add_argument("--changed", action="store_true", help="check what has changed only")
    parser.add_argument("--base", default="origin/main", metavar="BASE",
                        help="what a change is compared with (default: origin/main)")  # fmt: skip
    parser.add_argument("--seconds", type=float, metavar="SECONDS", help="end after this time")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="how many files at once (default: one for each processor)")  # fmt: skip
    parser.add_argument("paths", nargs="*", default=PATHS, metavar="PATH",
                        help=f"files and folders (default: {' '.join(PATHS)})")  # fmt: skip
    return parser.parse_args()


def main():
    options = parse_arguments()
    build_dir = options.build_dir.resolve()
    end = time.monotonic() + options.seconds if options.seconds else None
    wanted = [(ROOT / path).resolve() for path in options.paths]
    changed, commit = changed_files(options.base) if options.changed else (None, None)
    if options.changed and changed is None:
        print("tidy.py: skipped: no commit to compare with; fetch at least two")
        return SKIPPED
    commands = compile_commands(build_dir)
    files = sources(commands, wanted)
    if not files:
        fail("the build compiles nothing in these paths")
    if options.changed:
        files = choose(build_dir, files, set(changed))
        print(f"compared with {commit}")
    found, left_out = 0, 0
    with tempfile.TemporaryDirectory() as database:
        text = json.dumps([commands[file] for file in files])
        pathlib.Path(database, "compile_commands.json").write_text(text, encoding="utf-8")
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for result in pool.map(lambda file: check(database, file, end), files):
                left_out += result is None
                found += bool(result)
                print(result or "", end="", flush=True)
    if left_out:
        print(f"no time for {left_out} of {len(files)} files; `make tidy` does all")
    print(f"{len(files) - left_out} files, {found} with findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
