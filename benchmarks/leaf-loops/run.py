#!/usr/bin/env python3
"""What does cilk_for cost where nothing runs in parallel?

Compares loops with cilk_for on one worker with the same loops written with for
and compiled by the stock clang, both with -O3 -march=native: axpy, a 5-point
stencil, and a loop over the std::vector members of a structure.
"""

import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain


def build(options, folder):
    """Builds the program that measures, and returns its path."""
    stock, tussah = toolchain.compilers(options)
    flags = ["-std=c++17", "-O3", "-march=native"]
    program = str(folder / "leaf-loops")
    kernels = str(HERE / "kernels.cpp")
    variants = (("serial", "for", stock), ("parallel", "cilk_for", tussah))
    objects = []
    for namespace, keyword, compiler in variants:
        objects.append(str(folder / f"{namespace}.o"))
        defines = [f"-DNAMESPACE={namespace}", f"-DFOR={keyword}"]
        command = [*compiler, *flags, *defines, "-c", kernels, "-o", objects[-1]]
        toolchain.run(command)
    main = str(HERE / "main.cpp")
    toolchain.run([*tussah, *flags, main, *objects, "-o", program])
    return program


def main():
    options = toolchain.parser(__doc__.splitlines()[0], rounds=25).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = build(options, pathlib.Path(folder))
        times = toolchain.samples(program, options.rounds)
    print(
        f"leaf loops, -O3 -march=native, clang {options.llvm}, one worker, "
        f"medians of {options.rounds}"
    )
    sides = ("for", "cilk_for")
    return 0 if toolchain.report(times, sides, "us", 1e3, options.limit) else 1


if __name__ == "__main__":
    sys.exit(main())
