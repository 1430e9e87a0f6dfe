"""tussah scale --measure: how a program scales, and what limits it.

The program is compiled three times: as it is, as its serial elision, and with Cilkscale. The
first runs on 1 to P workers, some times each; the last says what its dag allows.
"""

import argparse
import csv
import difflib
import json
import os
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import fit  # noqa: E402
import limits  # noqa: E402
import records  # noqa: E402
import tree  # noqa: E402
from records import UsageError, UserError  # noqa: E402

# What the command is called. In the wheel (python/) it is another one.
PROGRAM = "tussah scale --measure"
# As a shell says of SIGINT.
INTERRUPTED = 130


def compile_program(compiler, flags, source, program):
    command = [compiler, "-O2", *flags, "-o", str(program), "--", source]
    if subprocess.run(command).returncode:
        raise UserError("the program does not compile")


def cores():
    """Returns the processors that may be used, the first of each physical core before the
    others."""
    topology = Path("/sys/devices/system/cpu")
    first, others, seen = [], [], set()
    for cpu in sorted(os.sched_getaffinity(0)):
        try:
            core = tuple((topology / f"cpu{cpu}/topology/{name}").read_text() for name in ("physical_package_id", "core_id"))
        except OSError:
            core = cpu
        (others if core in seen else first).append(cpu)
        seen.add(core)
    return first + others


def run(program, arguments, workers, environment):
    """Returns the time of a run on so many workers, each on a core of its own if there are as
    many."""
    begin = time.monotonic()
    places = set(cores()[:workers])
    result = subprocess.run(
        [str(program), *arguments],
        env={**os.environ, "CILK_NWORKERS": str(workers), **environment},
        preexec_fn=lambda: os.sched_setaffinity(0, places),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    elapsed = time.monotonic() - begin
    if result.returncode:
        said = result.stderr.strip().splitlines()
        code = result.returncode
        how = f"fails with exit code {code}" if code > 0 else f"is ended by signal {-code} ({signal.strsignal(-code)})"
        raise UserError(f"the program {how}" + (f": {said[-1]}" if said else ""))
    return elapsed


class Progress:
    """A line on a terminal that says how far the measurement is."""

    def __init__(self, runs):
        self.runs, self.done = runs, 0
        # The line is cleared by an escape sequence, which a dumb terminal shows.
        self.is_shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def show(self, what):
        self.done += 1
        if self.is_shown:
            print(f"\r\x1b[Krun {self.done} of {self.runs}: {what}", end="", file=sys.stderr, flush=True)

    def clear(self):
        if self.is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def repeat(chosen, what, *how):
    """Returns the median, the least and the greatest time of some runs."""
    samples = []
    for _ in range(chosen.runs):
        chosen.progress.show(what)
        samples.append(run(*how))
    return statistics.median(samples), min(samples), max(samples)


def dag(program, arguments, workers, folder):
    """Returns what Cilkscale measures on so many workers."""
    out = Path(folder, "dag.json")
    run(
        program,
        arguments,
        workers,
        {
            "TUSSAH_SCALE_FORMAT": "json",
            "TUSSAH_SCALE_SITES": "1",
            "TUSSAH_SCALE_OUT": str(out),
            "TUSSAH_SCALE_TREE": str(tree.MOST),
        },
    )
    return records.read(out)


def divided(one, many):
    """Returns the dag of the run on many workers, in the time that its work takes on one: there,
    loops are not divided, so that their spans would be as long as their work."""
    scale = one["work"] / many["work"] if many["work"] else 1.0
    lengths = ("work", "span", "burdened_span", "fine_span", "on_span", "span_if_half", "span_if_free")

    def scaled(part):
        return {key: value * scale if key in lengths else value for key, value in part.items()}

    return {**scaled(many), "sites": [scaled(site) for site in many["sites"]]}


def table(data):
    """Yields the lines of the report."""
    one, t1 = data["one"], data["times"][1][0]
    if data["serial"]:
        serial = data["serial"][0]
        yield f"serial time {serial:.4g} s, on one worker {t1:.4g} s: efficiency {serial / t1:.2f}"
    work, span = one["work"], one["span"]
    if span:
        yield (
            f"work {work:.4g} s, span {span:.4g} s, parallelism {work / span:.1f}, "
            f"burdened {work / one['burdened_span']:.1f}"
        )
    head, *rows = times(data)
    widths = (7, 10, 10, 10, 10, 20, 10, 10)
    for row in (head, *rows):
        yield " ".join(cell.rjust(width) for cell, width in zip(row, widths))
    yield limits.verdict(data)


def times(data):
    """Yields the rows of the table of times, the head first."""
    one, t1 = data["one"], data["times"][1][0]
    work, span = one["work"], one["span"]
    yield ("workers", "time s", "spread s", "speed-up", "efficiency", "bounds: linear", "span", "burdened")
    for workers, (median, least, greatest) in sorted(data["times"].items()):
        bounds = [workers] * 3
        if span:
            # Brent: T_P <= T_1 / P + T_inf, and no speed-up is more than the parallelism.
            bounds = [workers, min(workers, work / span), work / (work / workers + one["burdened_span"])]
        yield (
            str(workers), f"{median:.4g}", f"{greatest - least:.2g}", f"{t1 / median:.2f}", f"{t1 / median / workers:.2f}",
            *(f"{bound:.2f}" for bound in bounds),
        )  # fmt: skip


def law(inputs):
    """Returns the fit of T_P = c1 T_1 / P + c_inf T_inf to what was measured with each input, or
    None, and the line about it."""
    points = [
        fit.Point(data["times"][1][0] / workers, data["one"]["span"], median)
        for data in inputs
        for workers, (median, *_) in data["times"].items()
    ]
    try:
        found = fit.fit(points)
    except fit.Missing as error:
        return None, str(error)
    if not found:
        return None, (
            f"no fit of T_P = c1 T_1 / P + c_inf T_inf: {len(points)} points, which should be {fit.FEWEST} or more, of "
            "programs with different parallelism; add --input, or more --workers"
        )
    return found, (
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
                # After an interruption, the last input may lack some.
                + [data["times"][count][0] if count in data["times"] else "" for count in counts]
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
    parser = records.OptionParser(prog=PROGRAM, description=__doc__.splitlines()[0])
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
    parser.add_argument("--html", metavar="FILE", help="write a page with plots")
    script = parser.add_argument_group("as the script of OpenCilk's Cilkscale has it")
    script.add_argument("-c", dest="tool", metavar="PROGRAM", help="compiled with -fcilktool=cilkscale")
    script.add_argument("-b", dest="plain", metavar="PROGRAM", help="compiled without")
    script.add_argument("-cpus", "--cpu-counts", dest="workers", type=numbers, default=argparse.SUPPRESS, metavar="N,...")
    script.add_argument("-ocsv", "--output-csv", dest="output", default=argparse.SUPPRESS, metavar="FILE")
    script.add_argument("-oplot", "--output-plot", dest="plot", metavar="FILE", help=".svg, .png or .pdf")
    script.add_argument("-rplot", "--rows-to-plot", dest="rows", default="all", metavar="all", help="there is one row for each input")
    script.add_argument("-a", "--args", dest="arguments", nargs=argparse.REMAINDER, default=[], help="of the program")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="[compiler flags] FILE [arguments]")
    chosen, flags = parser.parse_known_args()
    # Those of the compiler. What looks like an option of this command, or is where no compiler runs, is a mistake.
    for flag in flags:
        name = flag.split("=")[0]
        if chosen.tool or chosen.plain or difflib.get_close_matches(name, parser._option_string_actions):
            parser.error(f"unrecognized arguments: {flag}")
    chosen.rest[:0] = flags
    return chosen


def is_source(word):
    return Path(word).suffix in (".c", ".cc", ".cpp", ".cxx", ".C") and not word.startswith("-")


def split(rest):
    """Returns the flags, the source and the arguments of the program."""
    for index, word in enumerate(rest):
        if is_source(word):
            if not os.path.isfile(word):
                raise UserError(f"no such file: '{word}'")
            return rest[:index], word, rest[index + 1 :]
    raise UsageError(f"no source file; usage: {PROGRAM} [compiler flags] FILE [arguments]")


def measure_input(chosen, programs, arguments, folder, data):
    """Adds to `data` as it measures, the dag first: an interruption leaves what is known then."""
    data.update(tag=" ".join(arguments), serial=None, times={})
    most = max(2, *chosen.workers)
    chosen.progress.show("the dag")
    data["many"] = dag(programs["tool"], arguments, most, folder)
    chosen.progress.show("the dag, on one worker")
    data["one"] = divided(dag(programs["tool"], arguments, 1, folder), data["many"])
    if "serial" in programs:
        data["serial"] = repeat(chosen, "the serial elision", programs["serial"], arguments, 1, {})
    for workers in chosen.workers:
        what = f"{workers} worker{'s' if workers > 1 else ''}"
        data["times"][workers] = repeat(chosen, what, programs["plain"], arguments, workers, {})


def measure_inputs(chosen, programs, arguments, folder, inputs):
    """Adds to `inputs` what is measured with each input of the program."""
    each = [shlex.split(text) for text in chosen.input or []] or [arguments]
    kinds = len(chosen.workers) + ("serial" in programs)
    chosen.progress = Progress(len(each) * (2 + kinds * chosen.runs))
    try:
        for one in each:
            inputs.append({})
            measure_input(chosen, programs, one, folder, inputs[-1])
    finally:
        chosen.progress.clear()


def measure(chosen, folder, inputs):
    """Adds to `inputs` what is measured with each input."""
    if chosen.tool or chosen.plain:
        measure_inputs(chosen, binaries(chosen), [*chosen.arguments, *chosen.rest], folder, inputs)
        return
    if not chosen.compiler:
        raise UsageError("no tussah-clang in PATH to compile with; give two programs by -c and -b")
    flags, source, arguments = split([word for word in chosen.rest if word != "--"])
    compiler = chosen.compiler + ("" if source.endswith(".c") else "++")
    programs = {name: Path(folder, name) for name in ("plain", "serial", "tool")}
    extra = {"plain": [], "serial": ["-ftussah-target=serial"], "tool": ["-fcilktool=cilkscale"]}
    for name, program in programs.items():
        compile_program(compiler, [*flags, *extra[name]], source, program)
    measure_inputs(chosen, programs, arguments, folder, inputs)


def binaries(chosen):
    """Returns the two programs, if they are compiled."""
    if not (chosen.tool and chosen.plain):
        raise UserError("one program is missing; give that with the tool by -c, and that without by -b")
    programs = {"plain": Path(chosen.plain).resolve(), "tool": Path(chosen.tool).resolve()}
    for program in programs.values():
        if not os.access(program, os.X_OK) or not program.is_file():
            raise UserError(f"cannot run the program '{program}'")
    if b"libtussah-scale.so" not in programs["tool"].read_bytes():
        raise UserError(f"'{chosen.tool}' does not measure itself; compile and link it with -fcilktool=cilkscale")
    return programs


def name_of(chosen):
    return Path(chosen.plain).name if chosen.plain else next(Path(word).stem for word in chosen.rest if is_source(word))


def write_files(chosen, inputs, fitted, line):
    """Writes the files that were asked for. Returns the exit code."""
    code = 0
    if chosen.output:
        try:
            write_csv(inputs, chosen.output)
        except OSError as error:
            print(f"tussah: error: cannot write '{chosen.output}': {error.strerror}", file=sys.stderr)
            code = 1
    if chosen.plot:
        code |= records.write_plot(chosen.plot, lambda pages: {"hconcat": pages.measured_plots(inputs[-1])})
    if chosen.html:
        rows = [list(times(data)) for data in inputs]
        code |= records.write_page(
            chosen.html, lambda pages: pages.of_measurements(name_of(chosen), inputs, fitted, line, rows)
        )
    return code


def interrupt(*_):
    """A request to end is as an interruption from the keyboard."""
    raise KeyboardInterrupt


def main():
    chosen = options()
    inputs, code = [], 0
    signal.signal(signal.SIGTERM, interrupt)
    try:
        records.require_writable(chosen.output, chosen.html, chosen.plot)
        with tempfile.TemporaryDirectory() as folder:
            measure(chosen, folder, inputs)
    except (UserError, OSError) as error:
        print(f"tussah: error: {error}", file=sys.stderr)
        return getattr(error, "code", 1)
    except KeyboardInterrupt:
        inputs, code = [data for data in inputs if data.get("times")], INTERRUPTED
        print("tussah: note: interrupted; what follows was measured before", file=sys.stderr)
        if not inputs:
            print("tussah: error: not all runs on one worker had ended", file=sys.stderr)
            return code
    fitted, line = law(inputs)
    for data in inputs:
        if data["tag"]:
            print(f"with {data['tag']}:")
        print("\n".join(table(data)))
    print(line)
    written = write_files(chosen, inputs, fitted, line)
    return code or written


if __name__ == "__main__":
    sys.exit(main())
