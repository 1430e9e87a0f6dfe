#!/usr/bin/env python3
"""What do uses of reducers cost?

Compares reducers with plain loops of the same operations, all compiled with
-O3. Sums in a cilk_for on one worker: by op_add, and ones that do not depend on
the order, one number or 1024 of an array at a time. The plain loop has the
latency of the addition; -ffast-math, which would allow more, would change its
result. Then lookups that cannot leave a loop: behind a call of which nothing is
known, and where only some iterations need one; in serial code, and to the right
of a steal.
"""

import pathlib
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
        times = toolchain.samples(program, options.rounds, "sums")
        times |= toolchain.samples(program, options.rounds, "lookups")
        times |= toolchain.samples(program, options.rounds, "stolen", workers=2)
    print(f"reducers, -O3, clang {options.llvm}, medians of {options.rounds}")
    sides = ("plain", "reducer")
    return 0 if toolchain.report(times, sides, "ns", 1, options.limit) else 1


if __name__ == "__main__":
    sys.exit(main())
