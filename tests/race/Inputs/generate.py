"""Makes random programs with tasks, loops, scopes and syncs that access a few variables, under locks, in initialisers of
`once` and static variables, by atomic accesses and as reducers, and compares what the race detector says of them with all races, which follow from the
structure of the programs.

usage: generate.py [--seed N] [--programs N] [--planted] [--plain] [--levels 02] [--workers 1,2,8] [--targets T,...]
                   -- COMPILER

A variable must be reported if and only if it has a race, and each pair of lines that is reported must race. (Who
initializes depends on the schedule, so a variable may have a race with some schedules only.) With
--planted no program has a race but every second one, which has one variable with a race that was put there. --plain
leaves out locks, initialisers, atomic accesses and reducers.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

from oracle import Oracle, is_small
from planted import make_planted
from programs import ACCESSES, Program, Source

KIND = "|".join(ACCESSES)
REPORT = re.compile(
    rf"^Race detected.*\n  ({KIND}) at \S*:(\d+):\d+ in .*\n(?:    .*\n)*  ({KIND}) at \S*:(\d+):\d+ in ",
    re.MULTILINE,
)


def compare(text, oracles, what):
    """Returns how many variables have races."""
    races = set().union(*[oracle.races for oracle in oracles])
    pairs = {race[1:]: race[0] for race in races}
    found = set()
    reports = REPORT.findall(text)
    if len(reports) != text.count("Race detected"):
        sys.exit(f"{what}: a report has another form\n{text}")
    for kind_a, line_a, kind_b, line_b in reports:
        pair = tuple(sorted([(int(line_a), kind_a), (int(line_b), kind_b)]))
        if pair not in pairs:
            sys.exit(f"{what}: false report {pair}\n{text}")
        found.add(pairs[pair])
    missed = set().union(*[oracle.certain for oracle in oracles]) - found
    if missed:
        sys.exit(f"{what}: missed {sorted(missed)}\n{text}")
    return len(found)


def make_random(rng, options):
    programs = []
    while len(programs) < options.programs:
        program = Program(f"p{len(programs)}", rng, options.plain)
        if is_small(program):
            programs.append(program)
    return programs


def run_all(options, programs, path, compiler):
    """Each level, target, number of workers and stress. Returns how many variables have races."""
    binary = os.path.join(os.path.dirname(path), "program")
    oracles = [Oracle(program) for program in programs]
    for target in options.targets.split(","):
        for level in options.levels:
            flags = [f"-O{level}", f"-ftussah-target={target}", "-w", "-fsanitize=cilk"]
            subprocess.run([*compiler, *flags, path, "-lstdc++", "-o", binary], check=True)
            for workers in ["1"] if target == "serial" else options.workers.split(","):
                for stress in ["", "always-steal"] if target == "native" else [""]:
                    environment = dict(os.environ, CILK_NWORKERS=workers, TUSSAH_STRESS=stress)
                    run = subprocess.run([binary], capture_output=True, text=True, env=environment, timeout=200)
                    what = f"seed {options.seed}, {' '.join(flags)}, {workers} workers, {stress}"
                    if run.returncode != 66 or "Cilksan detected" not in run.stderr:
                        sys.exit(f"{what}: exit code {run.returncode}\n{run.stderr}")
                    count = compare(run.stderr, oracles, what)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=50)
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--levels", default="02")
    parser.add_argument("--workers", default="1,2,8")
    parser.add_argument("--targets", default="native")
    parser.add_argument("--keep", help="a folder that the source is left in")
    split = sys.argv.index("--")
    options = parser.parse_args(sys.argv[1:split])
    compiler = sys.argv[split + 1 :]

    rng = random.Random(options.seed)
    ways = {}
    if options.planted:
        programs, ways = make_planted(rng, options.programs)
    else:
        programs = make_random(rng, options)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(options.keep or folder, "programs.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(Source(programs).lines) + "\n")
        count = run_all(options, programs, path, compiler)
    if options.planted:
        made = ", ".join(f"{count} of {way}" for way, count in sorted(ways.items()))
        print(f"{len(programs) - count} programs without a race, {count} with one ({made}): all right")
        return
    total = sum(len(p.variables) + len(p.reducers) for p in programs)
    print(f"{total} variables, {count} with races")
    # Of programs with guards, only small ones are tried, which have few.
    if not total * 0.1 < count < total * 0.9:
        sys.exit("the programs are not mixed")


if __name__ == "__main__":
    main()
