#!/usr/bin/env python3
"""Counts the lines of code that each target has for itself, and writes them into
the table of docs/guides/targets.md.

usage: count-targets.py [--check]     --check changes nothing, and fails if the
                                      table is another one, or if a target but
                                      `native` has more than 300 lines in the
                                      compiler

A target's lines in the compiler are the files that only it needs, and the lines
of others that name it. Empty lines and comments count.
"""

import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "guides" / "targets.md"
BEGIN, END = "<!-- count-targets.py -->\n", "<!-- end -->\n"
MOST = 300

# Names as in runtime/CMakeLists.txt, and what only they need.
OWN = {
    "native": ["compiler/targets/native/*"],
    "serial": ["compiler/targets/lowering/SerialTarget.*"],
    "onetbb": [],
    "openmp": [],
    "reverse": [],
}
ABI = {"serial": None, "native": "runtime/abi/native.c"}
SHARED = [
    f"compiler/targets/{room}*.{suffix}" for room in ("", "lowering/", "loops/") for suffix in ("cpp", "h")
]
SHARED_ABI = ["runtime/abi/*.h", "support/abi/*.h"]
# What has nothing to do with targets, and is the same for each.
WHOEVER = {
    "tasks out of marked statements, for all (`compiler/tasks`)": "compiler/tasks/*",
    "optimizations, for all": "compiler/targets/optimizations/*",
    "pedigrees, for all": "compiler/targets/pedigrees/*",
}


def files(patterns):
    return {path for pattern in patterns for path in ROOT.glob(pattern)}


def lines(paths):
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def naming(target, own):
    """The number of lines of other files of the compiler that name the target."""
    return sum(
        f'"{target}"' in line
        for suffix in ("cpp", "h")
        for path in set((ROOT / "compiler").rglob("*." + suffix)) - own
        for line in path.read_text(encoding="utf-8").splitlines()
    )


def rows():
    everyone = set()
    for target, patterns in OWN.items():
        own = files(patterns)
        everyone |= own
        abi = ABI.get(target, f"runtime/abi/{target}.cpp")
        abi_lines = str(lines([ROOT / abi])) if abi and (ROOT / abi).exists() else "-"
        yield target, lines(own) + naming(target, own), abi_lines
    pool = ROOT / "examples" / "targets" / "pool.cpp"
    yield "`pool.bc` of the [tutorial](../internals/tutorial-target.md)", 0, str(lines([pool]))
    yield "all but `native` together", lines(files(SHARED) - everyone), str(lines(files(SHARED_ABI)))
    for name, pattern in WHOEVER.items():
        yield name, lines(files([pattern])), "-"


def table():
    yield "| target | lines in the compiler | lines of its bitcode ABI |\n"
    yield "| --- | ---: | ---: |\n"
    for name, compiler, abi in rows():
        shown = f"`{name}`" if name in OWN else name
        yield f"| {shown} | {compiler:,} | {abi} |\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--check",
        action="store_true",
        help="change nothing; fail if the table is another one, or a target has too many lines",
    )
    check = parser.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END, 1)[1]
    new = before + BEGIN + "".join(table()) + END + after
    if not check:
        PAGE.write_text(new, encoding="utf-8")
        return
    for name, compiler, _ in rows():
        if name in OWN and name != "native" and compiler > MOST:
            sys.exit(f"target {name} has {compiler} lines in the compiler; at most {MOST}")
    if new != page:
        sys.exit("docs/guides/targets.md has other counts; run scripts/count-targets.py")


if __name__ == "__main__":
    main()
