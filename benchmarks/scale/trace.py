#!/usr/bin/env python3
"""What does recording a timeline cost?

The programs of the papers run on all workers, as they are and with TUSSAH_TRACE, in turn. What is
compared is the timed part, the median of some runs; what other programs have disturbed runs again.
Without thefts nothing is recorded, so one worker would say nothing.
"""

import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "instructions"), str(HERE.parent / "suite")]
import elision  # noqa: E402
import systems  # noqa: E402
import toolchain  # noqa: E402
from alone import alone  # noqa: E402


def seconds(command, environment, disturbed):
    """Returns the time of the timed part."""

    def run():
        return toolchain.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    return float(re.search(r"^time ([0-9.]+) s$", alone(run, disturbed)[1].stderr, re.MULTILINE)[1])


def measure(folder, command, rounds, disturbed):
    """Returns the median times without and with a timeline."""
    samples = {None: [], str(folder / "timeline"): []}
    for _ in range(rounds):
        for timeline, times in samples.items():
            environment = {**os.environ, **({"TUSSAH_TRACE": timeline} if timeline else {})}
            times.append(seconds(command, environment, disturbed))
    return [statistics.median(times) for times in samples.values()]


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=5, limit=1.05)
    parser.add_argument("--programs", metavar="NAME,...", help="only these")
    parser.add_argument("--disturbed", action="store_true", help="count all runs (with chrt -f)")
    options = parser.parse_args()
    native = next(system for system in systems.SYSTEMS if system.name == "native")
    tools = systems.Tools(options.build_dir.resolve(), f"clang-{options.llvm}", ["-O3", "-march=native"])
    ratios = []
    print("| program | seconds | with a timeline |\n| --- | ---: | ---: |")
    # Where `tussah trace` has the events, if it can.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as name:
        for program in elision.wanted():
            if options.programs and program.name not in options.programs.split(","):
                continue
            folder = pathlib.Path(name, program.name)
            folder.mkdir()
            command = [*native.build(tools, program, folder), *program.inputs["medium"]]
            plain, traced = measure(folder, command, options.rounds, options.disturbed)
            ratios.append(traced / plain)
            print(f"| {program.name} | {plain:.3f} | {traced / plain:.3f} |", flush=True)
    mean = statistics.geometric_mean(ratios)
    print(f"geometric mean: {mean:.3f}")
    return 0 if mean <= options.limit else 1


if __name__ == "__main__":
    sys.exit(main())
