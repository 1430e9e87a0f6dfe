"""Builds a program for each target at each level, runs it, and compares.

Prints the output of the first program, then one line. Fails if a program does
not build, fails, or prints something else, or if a counted target has made no
task or has used one thread where it should use two.
"""

import argparse
import os
import re
import subprocess
import sys

TARGETS = "serial,onetbb,openmp,reverse-counted,onetbb-counted,openmp-counted"
LEVELS = "O0,O1,O3"


def run(command, **kwargs):
    result = subprocess.run(command, capture_output=True, text=True, **kwargs)
    if result.returncode != 0:
        sys.exit("failed (%d): %s\n%s%s" % (
            result.returncode, " ".join(command), result.stdout, result.stderr))
    return result


def check_count(where, target, text):
    found = re.search(r"^tussah-count: tasks=(\d+) threads=(\d+)$", text, re.M)
    tasks, threads = map(int, found.groups()) if found else (0, 0)
    wanted = 1 if target.startswith("reverse") else 2
    if tasks == 0 or threads < wanted:
        sys.exit("%s: %d tasks, %d threads" % (where, tasks, threads))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--targets", default=TARGETS)
    parser.add_argument("--levels", default=LEVELS)
    parser.add_argument("source")
    parser.add_argument("flags", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    flags = [flag for flag in args.flags if flag != "--"]

    expected = None
    programs = 0
    for target in args.targets.split(","):
        for level in args.levels.split(","):
            where = target + " -" + level
            run([args.clang, "-" + level, "-Xclang", "-load", "-Xclang", args.plugin,
                 "-fpass-plugin=" + args.plugin, "-mllvm",
                 "-tussah-target=" + target, *flags, args.source, "-o", args.out,
                 "-ltbb", "-lomp"])
            result = run([args.out], env=dict(os.environ, TUSSAH_COUNT=""))
            if target.endswith("-counted"):
                check_count(where, target, result.stderr)
            elif result.stderr:
                sys.exit("%s: wrote to stderr:\n%s" % (where, result.stderr))
            if expected is None:
                expected = result.stdout
                print(expected, end="")
            elif result.stdout != expected:
                sys.exit("%s: printed\n%s" % (where, result.stdout))
            programs += 1
    print("all %d programs agree" % programs)


if __name__ == "__main__":
    main()
