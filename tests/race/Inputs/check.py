"""Compiles a program with the race detector, and checks what it says against the program's comments.

usage: check.py [--may-crash] [--levels 02] [--workers 1,2] [--targets native] SOURCE -- COMPILER [flags]

Both lines of each report in the source file must have the comment `race`. As built with -DSAFE the program must
be silent. A line with the comment `always` must be in some report of each run. Races are found each time, so each program
runs several times.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

REPEAT = 3
LINE = re.compile(r"^  (?:atomic )?(?:read|write|free|realloc|update|end)(?: of (?:a reducer|the variable))? at (.*):(\d+):\d+ in ", re.MULTILINE)
SUMMARY = re.compile(r"^Cilksan detected (\d+) distinct races\.$", re.MULTILINE)


def run(program, workers, what, may_crash):
    environment = dict(os.environ, CILK_NWORKERS=workers, OMP_NUM_THREADS=workers)
    result = subprocess.run([program], capture_output=True, text=True, env=environment, timeout=120)
    summary = SUMMARY.search(result.stderr)
    if may_crash and result.returncode < 0:
        return result.stderr.count("Race detected"), result.stderr
    if not summary:
        sys.exit(f"{what}: no summary; exit code {result.returncode}\n{result.stderr}")
    count = int(summary.group(1))
    if result.stderr.count("Race detected") != count:
        sys.exit(f"{what}: not {count} reports\n{result.stderr}")
    if result.returncode != (66 if count else 0):
        sys.exit(f"{what}: exit code {result.returncode}\n{result.stderr}")
    return count, result.stderr


def check(options, lines, flags, workers, folder):
    program = os.path.join(folder, "program")
    what = " ".join(flags) + f", {workers} workers"
    for _ in range(REPEAT):
        count, text = run(program, workers, what, options.may_crash and "-DSAFE" not in flags)
        if "-DSAFE" in flags:
            if count:
                sys.exit(f"{what}: false reports\n{text}")
            continue
        if not count:
            sys.exit(f"{what}: no race is found")
        places = [(file, int(line)) for file, line in LINE.findall(text)]
        inside = {line for file, line in places if file.endswith(os.path.basename(options.source))}
        wrong = [line for line in inside if "race" not in lines[line - 1].partition("//")[2]]
        missing = [
            number
            for number, line in enumerate(lines, 1)
            if "always" in line.partition("//")[2] and number not in inside
        ]
        if wrong or missing:
            sys.exit(f"{what}: wrong lines {wrong}, missing lines {missing}\n{text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--levels", default="02")
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--targets", default="native,serial")
    parser.add_argument("--may-crash", action="store_true", help="the race may end the program")
    parser.add_argument("source")
    split = sys.argv.index("--")
    options = parser.parse_args(sys.argv[1:split])
    compiler = sys.argv[split + 1 :]
    with open(options.source, encoding="utf-8") as file:
        lines = file.read().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        for target in options.targets.split(","):
            for level in options.levels:
                for variant in ([], ["-DSAFE"]):
                    flags = [f"-O{level}", f"-ftussah-target={target}", *variant]
                    command = [*compiler, *flags, "-Werror", "-Wno-tussah-race", "-fsanitize=cilk", options.source]
                    subprocess.run([*command, "-o", os.path.join(folder, "program")], check=True)
                    for workers in ["1"] if target == "serial" else options.workers.split(","):
                        check(options, lines, flags, workers, folder)


if __name__ == "__main__":
    main()
