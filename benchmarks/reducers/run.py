#!/usr/bin/env python3
"""What do sums in reducers cost?

Compares reducers in a cilk_for on one worker with a plain loop of the same
additions, which all are compiled with -O3: a sum by op_add, and sums that do
not depend on the order, one number or 1024 of an array at a time. The plain
loop has the latency of the addition; -ffast-math, which would allow more, would
change its result.
"""

import collections
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain


def main():
    options = toolchain.parser(__doc__.splitlines()[0], rounds=25, limit=12).parse_args()
    _, tussah = toolchain.compilers(options)
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "reducers")
        source = str(HERE / "main.cpp")
        toolchain.run([*tussah, "-std=c++17", "-O3", source, "-o", program])
        output = toolchain.run(
            [program, str(options.rounds)],
            env={**os.environ, "CILK_NWORKERS": "1"},
            stdout=subprocess.PIPE,
        ).stdout
    times = collections.defaultdict(lambda: ([], []))
    for line in output.splitlines():
        kind, plain, reducer = line.split()
        times[kind][0].append(float(plain))
        times[kind][1].append(float(reducer))

    print(f"sums, -O3, clang {options.llvm}, one worker, medians of {options.rounds}")
    worst = 0
    for kind, (plain, reducer) in times.items():
        ratio = toolchain.ratio(reducer, plain)
        worst = max(worst, ratio)
        print(
            f"  {kind:26} plain {statistics.median(plain):6.2f} ns   "
            f"reducer {statistics.median(reducer):6.2f} ns   "
            f"ratio {ratio:5.2f}  {toolchain.verdict(ratio, options.limit)}"
        )
    return 0 if worst <= options.limit else 1


if __name__ == "__main__":
    sys.exit(main())
