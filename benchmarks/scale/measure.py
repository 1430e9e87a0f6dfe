"""tussah scale --measure: how a program scales, and what limits it.

The program is compiled three times: as it is, as its serial elision, and with Cilkscale. The
first runs on 1 to P workers, some times each; the last says what its dag allows.
"""

import argparse
import csv
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import fit  # noqa: E402

# What follows from measurements is said in words from here on.
SLOW_SPAWNS = 1.5  # T_1 / T_serial
MORE_WORK = 1.2  # work on P workers / work on one
SMALL_TASKS = 2.0  # parallelism / burdened parallelism
ENOUGH = 4.0  # parallelism / P: then the span costs at most a quarter of the time
GOOD = 0.8  # speed-up / P


class UserError(Exception):
    """One line for the user."""

    code = 1


class UsageError(UserError):
    """The command line is wrong, whatever is in the files."""

    code = 2


def compile_program(compiler, flags, source, program):
    command = [compiler, "-O2", *flags, "-o", str(program), "--", source]
    if subprocess.run(command).returncode:
        raise UserError("the program does not compile")


def run(program, arguments, environment):
    """Returns the time of a run."""
    begin = time.monotonic()
    result = subprocess.run(
        [str(program), *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    elapsed = time.monotonic() - begin
    if result.returncode:
        said = result.stderr.strip().splitlines()
        raise UserError(f"the program fails with exit code {result.returncode}" + (f": {said[-1]}" if said else ""))
    return elapsed


def repeat(times, *what):
    """Returns the median and the spread of some runs."""
    samples = [run(*what) for _ in range(times)]
    return statistics.median(samples), max(samples) - min(samples)


def dag(program, arguments, workers, folder):
    """Returns what Cilkscale measures on so many workers."""
    out = Path(folder, "dag.json")
    run(
        program,
        arguments,
        {
            "CILK_NWORKERS": str(workers),
            "TUSSAH_SCALE_FORMAT": "json",
            "TUSSAH_SCALE_SITES": "1",
            "TUSSAH_SCALE_OUT": str(out),
        },
    )
    found = json.loads(out.read_text(encoding="utf-8"))
    whole = found["regions"][-1]
    return {**whole, "sites": found["sites"]}


def place(site):
    if site["kind"] == "root":
        return "the part outside of spawns and loops"
    where = f"the {site['kind']}"
    return where + (f" at {site['file']}:{site['line']}" if site.get("line") else "")


def verdict(data):
    """Returns the sentence that says what limits the program."""
    workers = max(data["times"])
    if not any(site["kind"] in ("spawn", "loop") for site in data["one"]["sites"]):
        return "The program spawns nothing, so it runs on one worker."
    one, many = data["one"], data["many"]
    t1, tp = data["times"][1][0], data["times"][workers][0]
    parallelism = one["work"] / one["span"] if one["span"] else 0
    burdened = one["work"] / one["burdened_span"] if one["burdened_span"] else 0
    if parallelism < ENOUGH * workers:
        holder = max(one["sites"], key=lambda site: site["on_span"])
        share = 100 * holder["on_span"] / one["span"]
        return (
            f"Too little parallelism: {parallelism:.1f}, which should be several times the number of workers, "
            f"{workers}. {share:.0f} % of the span is in {place(holder)}."
        )
    if parallelism > SMALL_TASKS * burdened and burdened < ENOUGH * workers:
        return (
            f"Tasks are too small: with what steals cost, the parallelism is {burdened:.1f} instead of "
            f"{parallelism:.1f}. Give each task more to do."
        )
    if t1 > SLOW_SPAWNS * data["serial"][0]:
        return (
            f"Tasks are too small: the program takes {t1 / data['serial'][0]:.1f} times as long on one worker as "
            "without keywords. Stop spawning at larger pieces."
        )
    if many["work"] > MORE_WORK * one["work"]:
        return (
            f"The same work takes {many['work'] / one['work']:.1f} times as long on {workers} workers as on one: they "
            "wait for memory, or for each other's caches."
        )
    if workers > 1 and t1 / tp < GOOD * workers:
        return (
            "The dag allows more than the machine gives: processors are shared with other programs, or time passes "
            "outside of the program's strands."
        )
    return f"Nothing limits the program on {workers} worker{'s' * (workers > 1)}."


def table(data):
    """Yields the lines of the report."""
    one, serial = data["one"], data["serial"][0]
    t1 = data["times"][1][0]
    yield f"serial time {serial:.4g} s, on one worker {t1:.4g} s: efficiency {serial / t1:.2f}"
    work, span = one["work"], one["span"]
    if span:
        yield (
            f"work {work:.4g} s, span {span:.4g} s, parallelism {work / span:.1f}, "
            f"burdened {work / one['burdened_span']:.1f}"
        )
    yield "workers     time s   spread s   speed-up      bounds: linear       span   burdened"
    for workers, (median, spread) in sorted(data["times"].items()):
        bounds = [workers] * 3
        if span:
            # Brent: T_P <= T_1 / P + T_inf, and no speed-up is more than the parallelism.
            bounds = [workers, min(workers, work / span), work / (work / workers + one["burdened_span"])]
        yield (
            f"{workers:7d} {median:10.4g} {spread:10.2g} {t1 / median:10.2f} "
            f"{bounds[0]:20.2f} {bounds[1]:10.2f} {bounds[2]:10.2f}"
        )
    yield verdict(data)


def law(inputs):
    """Returns the line about T_P = c1 T_1 / P + c_inf T_inf, for what was measured with each input."""
    points = [
        fit.Point(data["times"][1][0] / workers, data["one"]["span"], median)
        for data in inputs
        for workers, (median, _) in data["times"].items()
    ]
    found = fit.fit(points)
    if not found:
        return (
            f"no fit of T_P = c1 T_1 / P + c_inf T_inf: {len(points)} points, which should be {fit.FEWEST} or more, of "
            "programs with different parallelism; add --input, or more --workers"
        )
    return (
        f"T_P = {found.c1:.3f} ± {found.c1_error:.3f} T_1 / P + {found.c_inf:.3f} ± {found.c_inf_error:.3f} T_inf "
        f"(95 %), R² {found.r_squared:.4f}, mean relative error {100 * found.mean_relative_error:.1f} %"
    )


def write_csv(inputs, path):
    """Columns as Cilkscale's script has them: those of the tool, then a time for each number of workers."""
    counts = sorted(inputs[0]["times"])
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(
            ["tag", "work (seconds)", "span (seconds)", "parallelism", "burdened_span (seconds)"]
            + ["burdened_parallelism", *(f"{count}c time (seconds)" for count in counts)]
        )
        for data in inputs:
            one = data["one"]
            parallelism = [one["work"] / one[key] if one[key] else 0 for key in ("span", "burdened_span")]
            out.writerow(
                [data["tag"], one["work"], one["span"], parallelism[0], one["burdened_span"], parallelism[1]]
                + [data["times"][count][0] for count in counts]
            )


def numbers(text):
    counts = sorted({int(word) for word in text.split(",") if word.isdecimal()} | {1})
    if not all(word.isdecimal() for word in text.split(",")) or counts[0] < 1 or counts[-1] > 1024:
        raise argparse.ArgumentTypeError(f"'{text}' are no numbers of workers from 1 to 1024")
    return counts


def count(text):
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 to 1000")
    return int(text)


def options():
    parser = argparse.ArgumentParser(prog="tussah scale --measure", description=__doc__.splitlines()[0])
    processors = len(os.sched_getaffinity(0))
    parser.add_argument("--compiler", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--workers", type=numbers, default=list(range(1, processors + 1)), metavar="N,...")
    parser.add_argument("--runs", type=count, default=3, metavar="N", help="of each; the median counts")
    parser.add_argument(
        "--input",
        action="append",
        metavar="'ARGUMENTS'",
        help="of the program, in place of those at the end; may be repeated, for a fit",
    )
    parser.add_argument("--output", metavar="FILE", help="write CSV, with a time for each number of workers")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="[compiler flags] FILE [arguments]")
    return parser.parse_args()


def split(rest):
    """Returns the flags, the source and the arguments of the program."""
    for index, word in enumerate(rest):
        if Path(word).suffix in (".c", ".cc", ".cpp", ".cxx", ".C") and not word.startswith("-"):
            if not os.path.isfile(word):
                raise UserError(f"no such file: '{word}'")
            return rest[:index], word, rest[index + 1 :]
    raise UsageError("no source file; usage: tussah scale --measure [compiler flags] FILE [arguments]")


def measure_input(chosen, programs, arguments, folder):
    data = {
        "tag": " ".join(arguments),
        "serial": repeat(chosen.runs, programs["serial"], arguments, {}),
        "times": {},
    }
    for workers in chosen.workers:
        environment = {"CILK_NWORKERS": str(workers)}
        data["times"][workers] = repeat(chosen.runs, programs["plain"], arguments, environment)
    data["one"] = dag(programs["tool"], arguments, 1, folder)
    data["many"] = dag(programs["tool"], arguments, max(chosen.workers), folder)
    return data


def measure(chosen, folder):
    """Returns what is measured with each input."""
    flags, source, arguments = split([word for word in chosen.rest if word != "--"])
    compiler = chosen.compiler + ("" if source.endswith(".c") else "++")
    programs = {name: Path(folder, name) for name in ("plain", "serial", "tool")}
    extra = {"plain": [], "serial": ["-ftussah-target=serial"], "tool": ["-fcilktool=cilkscale"]}
    for name, program in programs.items():
        compile_program(compiler, [*flags, *extra[name]], source, program)
    inputs = [shlex.split(text) for text in chosen.input or []] or [arguments]
    return [measure_input(chosen, programs, one, folder) for one in inputs]


def main():
    chosen = options()
    try:
        with tempfile.TemporaryDirectory() as folder:
            inputs = measure(chosen, folder)
        if chosen.output:
            write_csv(inputs, chosen.output)
    except (UserError, OSError) as error:
        print(f"tussah: error: {error}", file=sys.stderr)
        return getattr(error, "code", 1)
    for data in inputs:
        if data["tag"]:
            print(f"with {data['tag']}:")
        print("\n".join(table(data)))
    print(law(inputs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
