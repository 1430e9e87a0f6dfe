#!/usr/bin/env python3
"""Do two strands read a graph as fast as two processors can?

Generates a graph, writes it in each format of text, and reads it again and again: with
one worker, with two, and by two processes of one worker at the same time, in turn. Those
two do twice the work, and share the memory and the caches as the two workers do; so half
of their time is what two processors can do. Prints the medians, and that half over the
time of two workers, which must be at least 0.8 (exit code 0, otherwise 1). Times are from
the file, which the system has in memory, to the finished graph.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

TARGET = 0.8
SECONDS = 1.5


def start(program, graph, workers):
    environment = {**os.environ, "CILK_NWORKERS": str(workers)}
    return subprocess.Popen([program, graph, str(SECONDS)], stdout=subprocess.PIPE, text=True, env=environment)


def times(process):
    output, _ = process.communicate()
    if process.returncode:
        toolchain.fail(f"the program that reads failed with exit code {process.returncode}")
    # The first time touches memory that is new.
    return [float(line) for line in output.split()][1:]


def measure(program, graph, rounds):
    """Returns medians in ms: of one worker, of two, and half of that of two processes."""
    one, two, both = [], [], []
    for _ in range(rounds):
        one += times(start(program, graph, 1))
        two += times(start(program, graph, 2))
        pair = [start(program, graph, 1), start(program, graph, 1)]
        both += [each for process in pair for each in times(process)]
    return statistics.median(one), statistics.median(two), statistics.median(both) / 2


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=5, limit=None)
    parser.add_argument("--scale", type=int, default=20, help="2^N vertices, 20 if not given")
    options = parser.parse_args()
    _, driver = toolchain.compilers(options)
    tool = str(options.build_dir / "bin" / "tussah")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/parsing"
        toolchain.run([*driver, "-std=c++17", "-O2", str(HERE / "parsing.cpp"), "-o", program])
        first = f"{folder}/first.sg"
        toolchain.run([tool, "graph", "generate", "random", str(1 << options.scale), "4", "-o", first])
        print(f"{'format':8}{'MB':>6}{'1 worker':>10}{'2 workers':>11}{'possible':>10}{'ratio':>7}")
        for kind in ("el", "mtx", "graph", "adj"):
            graph = f"{folder}/graph.{kind}"
            toolchain.run([tool, "graph", "convert", first, "-o", graph], stderr=subprocess.DEVNULL)
            one, two, possible = measure(program, graph, options.rounds)
            megabytes = pathlib.Path(graph).stat().st_size / 1e6
            print(f".{kind:7}{megabytes:6.0f}{one:10.0f}{two:11.0f}{possible:10.0f}{possible / two:7.2f}", flush=True)
            failed |= possible / two < TARGET
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
