#!/usr/bin/env python3
"""Do statistical tests accept the random numbers of pedigrees?

Feeds the numbers of each generator to the program dieharder as a stream, so that it
never reads one twice, for strands of several shapes: stream.cpp describes them. By
default all tests of the battery that dieharder itself calls good, which takes hours; a
weak result is resolved with more numbers (-Y 1). --psamples 20 takes a fifth of the
time. With --quick a few that see most defects, in seconds. The exit code is 0 if none
fails.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

GENERATORS = ("builtin", "dotmix", "dotmix-prime")
SHAPES = ("tree", "loop", "strand")
# By number, and with the sizes of tuples that it is made for. Of the others,
# dieharder says itself that they are suspect (5, 6, 7) or wrong (14).
ALL = [
    *([str(number)] for number in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 17)),
    *([str(number)] for number in (100, 101, 102, 205, 206, 207, 208, 209)),
    *(["200", "-n", str(n)] for n in range(1, 13)),
    *(["201", "-n", str(n)] for n in range(2, 6)),
    *(["202", "-n", str(n)] for n in range(2, 6)),
    *(["203", "-n", str(n)] for n in range(0, 33)),
    ["204"],
]
QUICK = [
    ["0", "-p", "20"],
    ["3", "-t", "20000", "-p", "50"],
    ["8", "-p", "20"],
    ["15", "-p", "20"],
    ["100"],
    ["102", "-t", "20000", "-p", "50"],
    ["200", "-n", "6", "-t", "20000", "-p", "50"],
    ["202", "-n", "4", "-p", "20"],
    ["203", "-n", "1", "-t", "100000", "-p", "50"],
]
RESULT = re.compile(
    r"^ *(?P<name>\w+)\|\s*(?P<tuple>\d+)\|.*\|\s*(?P<p>[\d.]+)\|\s*(?P<verdict>\w+)\s*$"
)


def run_test(program, generator, shape, seed, test):
    """Yields the name, the probability and the verdict of each result of one
    test, with fresh numbers."""
    stream = subprocess.Popen([program, generator, shape, seed], stdout=subprocess.PIPE)
    try:
        output = subprocess.run(
            ["dieharder", "-g", "200", "-d", *test], stdin=stream.stdout,
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    finally:
        stream.stdout.close()
        stream.wait()
    found = [match for match in map(RESULT.match, output.splitlines()) if match]
    if not found:
        raise SystemExit(f"error: no result of dieharder -d {' '.join(test)}: {output}")
    for match in found:
        yield f"{match['name']} {match['tuple']}", float(match["p"]), match["verdict"]


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=1, limit=None)
    parser.add_argument("--quick", action="store_true", help="a few tests only")
    parser.add_argument("--psamples", help="values of p that a test begins with; 100", default="100")
    # Not a small number: DotMix would have a table of small numbers.
    parser.add_argument("--seed", default="0x8c679c168e6bf733")
    parser.add_argument("--generator", action="append", choices=(*GENERATORS, "control"))
    parser.add_argument("--shape", action="append", choices=SHAPES)
    options = parser.parse_args()
    if not shutil.which("dieharder"):
        raise SystemExit("error: no dieharder; run scripts/install-deps.sh")
    resolved = ["-k", "2", "-Y", "1", "-p", options.psamples]
    # From 205 on one value needs all numbers.
    once = [*resolved[:-1], "1"]
    tests = [[*test, *(once if int(test[0]) >= 205 else resolved)] for test in ALL]
    if options.quick:
        tests = QUICK
    verdicts = {"PASSED": 0, "WEAK": 0, "FAILED": 0}
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "stream")
        toolchain.run(
            [*toolchain.compilers(options)[1], "-std=c++17", "-O2", "-ftussah-pedigrees"]
            + [str(HERE / "stream.cpp"), "-o", program]
        )
        for generator in options.generator or GENERATORS:
            for shape in options.shape or SHAPES:
                for test in tests:
                    for name, p, verdict in run_test(
                        program, generator, shape, options.seed, test
                    ):
                        verdicts[verdict] += 1
                        if verdict != "PASSED" or not options.quick:
                            print(f"{generator:13} {shape:7} {name:30} {p:.8f} {verdict}", flush=True)
    print(", ".join(f"{count} {verdict.lower()}" for verdict, count in verdicts.items()))
    return 1 if verdicts["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
