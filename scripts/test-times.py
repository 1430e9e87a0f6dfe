#!/usr/bin/env python3
"""Prints how long the tests took that `make test` has run: seconds of processors for each
folder of lit's suites, and seconds of the clock for the other tests of ctest.

    make test && scripts/test-times.py

usage: test-times.py [--build-dir DIR] [--all] [--longest N]
"""

import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True


def read_lit(folder, name):
    """Returns the seconds of each test of a suite, by its path; the last run counts."""
    path = folder / name
    if not path.exists():
        return {}
    times = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        seconds, test = line.split(maxsplit=1)
        # Not tests that are gone.
        if (ROOT / "tests" / test).exists():
            times[test] = float(seconds)
    return times


def read_ctest(build):
    """Returns the seconds of ctest's tests, without those of lit."""
    path = build / "Testing" / "Temporary" / "CTestCostData.txt"
    if not path.exists():
        return {}
    times = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("---"):
            break
        name, _, seconds = line.split()
        if not name.startswith("lit-"):
            times[name] = float(seconds)
    return times


def folders_of(times):
    """Returns (seconds, number of tests, name) for each folder, the longest first."""
    folders = {}
    for test, seconds in times.items():
        folders.setdefault(test.split("/")[0], []).append(seconds)
    return sorted(((sum(s), len(s), name) for name, s in folders.items()), reverse=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build-dir", type=pathlib.Path, default=ROOT / "build", metavar="DIR")
    parser.add_argument("--all", action="store_true", help="the times of `make test-all`")
    parser.add_argument("--longest", type=int, default=0, metavar="N", help="so many tests, too")
    options = parser.parse_args()
    name = ".cpu_times_all.txt" if options.all else ".cpu_times.txt"
    suites = sorted((options.build_dir / "tests").glob("lit-*"), reverse=True)
    suites = {folder.name: read_lit(folder, name) for folder in suites}
    if not any(suites.values()):
        sys.exit(f"test-times.py: error: no times in {options.build_dir}; run `make test` first")

    print("| suite | folder | tests | seconds |\n| --- | --- | ---: | ---: |")
    total = 0
    for suite, times in suites.items():
        for seconds, count, folder in folders_of(times):
            print(f"| {suite} | {folder} | {count} | {seconds:.0f} |")
        print(f"| {suite} | **all** | {len(times)} | {sum(times.values()):.0f} |")
        total += sum(times.values())
    others = read_ctest(options.build_dir)
    for test, seconds in sorted(others.items(), key=lambda item: -item[1]):
        if seconds >= 5:
            print(f"| ctest | {test} | 1 | {seconds:.0f} |")
    print(f"| ctest | **all** | {len(others)} | {sum(others.values()):.0f} |")
    total += sum(others.values())
    print(f"| | **sum** | | {total:.0f} |")

    tests = [(s, f"{suite}/{test}") for suite, times in suites.items() for test, s in times.items()]
    for seconds, test in sorted(tests, reverse=True)[: options.longest]:
        print(f"{seconds:8.1f} {test}")


if __name__ == "__main__":
    main()
