#!/usr/bin/env python3
"""What does Cilkscale cost?

The programs of the papers run as they are, and with -fcilktool=cilkscale, on one worker: with
the totals only, and with sites too (TUSSAH_SCALE_SITES=1). What is compared is the timed part:
counted by valgrind, or, with --time, its time, the median of some runs in turn, without those that other
programs have disturbed. Programs whose
tasks are a few instructions are left out of the means: two looks at the clock take longer than
their spawns. For those, --time says how many nanoseconds a spawn takes more.
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

# Chosen beforehand: each task is a call, a comparison and an addition or two.
TINY_TASKS = {"fib", "nqueens", "fibrng"}
# What the papers report, geometric mean and largest (OpenCilk, 2023).
PUBLISHED = (1.48, 5.9)
KINDS = {"totals": "0", "sites": "1"}


def command_environment(sites):
    return {**os.environ, "CILK_NWORKERS": "1", "TUSSAH_SCALE_SITES": sites, "CILKSCALE_OUT": os.devnull}


def seconds(command, arguments, environment, disturbed):
    """Returns the time of the timed part."""

    def run():
        return toolchain.run(
            [*command, *arguments.split()],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    return float(re.search(r"^time ([0-9.]+) s$", alone(run, disturbed)[1].stderr, re.MULTILINE)[1])


def spawns(folder, command, arguments):
    """Returns how many tasks a run with sites says that it has."""
    out = folder / "sites.json"
    environment = {**command_environment("1"), "TUSSAH_SCALE_FORMAT": "json", "TUSSAH_SCALE_OUT": str(out)}
    seconds(command, arguments, environment, True)
    counts = re.findall(r'"kind": "spawn".*?"count": (\d+)', out.read_text(encoding="utf-8"))
    return sum(map(int, counts))


def timed(rounds, plain, tool, arguments, disturbed):
    """Returns the medians of the plain program and of each kind."""
    samples = {"plain": [], **{kind: [] for kind in KINDS}}
    for _ in range(rounds):
        samples["plain"].append(seconds(plain, arguments, command_environment("0"), disturbed))
        for kind, sites in KINDS.items():
            samples[kind].append(seconds(tool, arguments, command_environment(sites), disturbed))
    return {kind: statistics.median(times) for kind, times in samples.items()}


def counted(folder, plain, tool, arguments):
    row = {"plain": elision.count(plain, arguments, folder)}
    for kind, sites in KINDS.items():
        os.environ["TUSSAH_SCALE_SITES"] = sites
        row[kind] = elision.count(tool, arguments, folder)
    return row


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=3, limit=1.25)
    parser.add_argument("--time", action="store_true", help="measure time instead of counting instructions")
    parser.add_argument("--programs", metavar="NAME,...", help="only these")
    parser.add_argument("--disturbed", action="store_true", help="with --time: count all runs (with chrt -f)")
    options = parser.parse_args()
    chosen = options.programs.split(",") if options.programs else elision.INPUTS
    native = next(system for system in systems.SYSTEMS if system.name == "native")
    build = [
        systems.Tools(options.build_dir.resolve(), f"clang-{options.llvm}", [*elision.FLAGS, *flags])
        for flags in ([], ["-fcilktool=cilkscale"])
    ]
    ratios = {kind: [] for kind in KINDS}
    unit = "seconds" if options.time else "instructions"
    print(f"| program | {unit} | with totals | with sites | ns a spawn |\n| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        for program in [program for program in elision.wanted() if program.name in chosen]:
            if program.pedigrees and options.programs is None and program.name not in ("pi", "fibrng"):
                continue
            arguments = elision.INPUTS[program.name]
            commands = []
            for side, tools in zip(("plain", "tool"), build):
                folder = pathlib.Path(name, side, program.name)
                folder.mkdir(parents=True)
                commands.append(native.build(tools, program, folder))
            if options.time:
                arguments = " ".join(program.inputs["small"])
                row = timed(options.rounds, *commands, arguments, options.disturbed)
            else:
                row = counted(folder, *commands, arguments)
            ratio = {kind: row[kind] / row["plain"] for kind in KINDS}
            is_tiny = program.name in TINY_TASKS
            each = ""
            if options.time and is_tiny:
                tasks = spawns(folder, commands[1], arguments)
                each = f"{1e9 * (row['totals'] - row['plain']) / tasks:.0f}"
            for kind in KINDS:
                if not is_tiny:
                    ratios[kind].append(ratio[kind])
            plain = f"{row['plain']:.3f}" if options.time else f"{row['plain']:,}"
            print(f"| {program.name} | {plain} | {ratio['totals']:.3f} | {ratio['sites']:.3f} | {each} |", flush=True)
    means = {kind: statistics.geometric_mean(values) for kind, values in ratios.items() if values}
    if not means:
        return 0
    print(f"geometric mean without {', '.join(sorted(TINY_TASKS))}: totals {means['totals']:.3f}, sites {means['sites']:.3f}")
    print(f"published of OpenCilk's Cilkscale, with all its programs: {PUBLISHED[0]}, at most {PUBLISHED[1]}")
    return 0 if means["totals"] <= options.limit else 1


if __name__ == "__main__":
    sys.exit(main())
