#!/usr/bin/env python3
"""What do the optimizations of docs/reference/optimizations.md gain?

Compares one kernel for each of them, on one worker, with its serial elision by
the stock clang, and with itself when the optimizations are switched off, all
with -O3. The kernel for early exits has the target `reverse`, the others
`native`. A ratio is that of the optimized kernel to the other: below 1 the
optimization gains. There are limits: loops whose strides, or the trip counts of
inner loops, are constants after inlining take no longer than the serial ones; and
on two workers parallel loops with the automatic grain take at most 2 % more
processor time than the serial ones, which is what scheduling costs.
"""

import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

SWITCHES = ("last-spawns", "small-tasks", "small-loops", "constant-captures", "early-exits")
OFF = [word for name in SWITCHES for word in ("-mllvm", f"-tussah-{name}=0")]
MOST_SCHEDULING = 1.02
LIMITED = ("constant-stride/serial", "constant-stride-3/serial", "constant-trips/serial")


def build(options, folder):
    """Builds the program that measures, and returns its path."""
    stock, tussah = toolchain.compilers(options)
    flags = ["-std=c++17", "-O3"]
    program = str(folder / "optimizations")
    variants = {"serial": stock}
    for target in ("native", "reverse"):
        variants[f"{target}_on"] = [*tussah, f"-ftussah-target={target}"]
        variants[f"{target}_off"] = [*tussah, f"-ftussah-target={target}", *OFF]
    objects = []
    for namespace, compiler in variants.items():
        objects.append(str(folder / f"{namespace}.o"))
        toolchain.run(
            [*compiler, *flags, f"-DNAMESPACE={namespace}", "-c", str(HERE / "kernels.cpp")]
            + ["-o", objects[-1]]
        )
    toolchain.run([*tussah, *flags, str(HERE / "main.cpp"), *objects, "-o", program])
    return program


def main():
    options = toolchain.parser(__doc__.splitlines()[0], rounds=25, limit=1.05).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = build(options, pathlib.Path(folder))
        times = toolchain.samples(program, options.rounds)
        work = toolchain.samples(program, options.rounds, "work", workers=2)
    print(
        f"optimizations of tasks, -O3, clang {options.llvm}, one worker, medians of "
        f"{options.rounds}"
    )
    sides = ("other", "optimized")
    limited = {kind: times.pop(kind) for kind in LIMITED}
    toolchain.report(times, sides, "us", 1e3)
    fine = toolchain.report(limited, sides, "us", 1e3, options.limit)
    print("processor time on two workers, to which serial is what the loop takes")
    fine &= toolchain.report(work, ("serial", "parallel"), "us", 1e3, MOST_SCHEDULING)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
