#!/usr/bin/env python3
"""Table 4 of Blumofe et al. (PPoPP 1995), again, and the model of its section 5.

Runs the programs of the table on one and two workers of one process and, for each MPI
that is asked for, on one and two ranks of one worker; prints what they took beside
what the paper publishes for 1, 32 and 256 processors of a CM5; and fits the model
T_P = c1 T1/P + cinf Tinf to knary with several parallelisms. The programs check their
results. T_serial, T1 and T_P are medians of runs without measurement; Tinf, threads,
space, requests and steals are those of a run with it. For chess, T1 is the sum of the
threads' times, as in the paper: how much it searches depends on P.

    table.py [--quick] [--only NAME] [--mpi mpich|openmpi|none] [--csv FILE] [--json FILE [--add]]
             [--plot FILE]
"""

import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import machine
import model
import render  # isort: skip (model.py finds it)
import toolchain

EXAMPLES = toolchain.ROOT / "examples" / "cps"
LAUNCHERS = {
    "mpich": ["mpirun.mpich", "-bind-to", "core"],
    "openmpi": ["mpirun.openmpi", "--oversubscribe"],
}

# Of some number of processors: the time and, per processor, space, requests and steals.
# The work and the critical path are those of the run on one, but for chess.
Parallel = collections.namedtuple("Parallel", "time space requests steals work path")
Paper = collections.namedtuple("Paper", "serial work path threads on32 on256")
# `arguments` and `quick` are those of the program; `paper` has the published column.
Column = collections.namedtuple("Column", "name program arguments quick paper")


def read_columns():
    """Returns the columns of Table 4, with the published figures, from a file."""
    columns = []
    with open(HERE / "paper.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            work, path = float(row["work"]), float(row["path"])
            parallel = [
                Parallel(
                    *(float(row[f"{p}: {name}"]) for name in Parallel._fields[:4]),
                    float(row.get(f"{p}: work") or work),
                    float(row.get(f"{p}: path") or path),
                )
                for p in (32, 256)
            ]
            paper = Paper(float(row["serial"]), work, path, int(row["threads"]), *parallel)
            columns.append(
                Column(row["name"], row["program"], row["arguments"], row["quick"], paper)
            )
    return columns


COLUMNS = read_columns()
# k, n, r, iterations: from much parallelism to hardly any.
SWEEP = tuple(f"{k} {n} {r} 4000" for k, n, r in
              ((4, 8, 0), (4, 8, 1), (4, 8, 2), (4, 8, 3), (4, 8, 4), (3, 9, 1), (3, 9, 2), (2, 13, 1)))  # fmt: skip
QUICK_SWEEP = ("4 8 0 4000", "4 8 2 4000", "4 8 3 4000", "4 8 4 4000", "3 9 2 4000")


def sources(program):
    """The source files, or nothing if this program is not there."""
    folder = EXAMPLES / program
    return sorted(folder.glob("*.cpp")) or [
        file for file in [EXAMPLES / f"{program}.cpp"] if file.exists()
    ]


class Programs:
    """The programs, built in a folder, and their runs."""

    def __init__(self, options, folder, names):
        self.folder = folder

        def build(name):
            toolchain.build_example(options, folder / name, ["cps"], sources(name), "c++20")

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(build, names))

    def run(self, program, arguments, prefix=(), environment=None):
        """Returns the seconds, and the statistics if --stats=json is an argument."""
        process = subprocess.run(
            [*prefix, str(self.folder / program), *arguments],
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
        )
        output = process.stdout + process.stderr
        time = re.search(r"^time ([0-9.]+) s$", output, re.MULTILINE)
        if process.returncode != 0 or not time:
            raise SystemExit(f"error: {program} {' '.join(arguments)} failed: {output.strip()}")
        measured = re.search(r'^\{"processors".*\}$', output, re.MULTILINE)
        return float(time[1]), json.loads(measured[0]) if measured else None


class Way:
    """How a program runs on P processors: as threads, or as ranks of an MPI."""

    def __init__(self, processors, mpi=None):
        self.processors, self.mpi = processors, mpi
        self.name = f"{processors} {'rank' if mpi else 'thread'}{'s' * (processors > 1)}"
        if mpi:
            self.name += f" ({mpi})"

    def run(self, programs, program, arguments, measure=False):
        stats = ["--stats=json"] if measure else []
        if not self.mpi:
            workers = ["--workers", str(self.processors)]
            return programs.run(program, [*arguments, *workers, *stats])
        environment = {
            "CILK_NWORKERS": "1",
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        }
        prefix = [*LAUNCHERS[self.mpi], "-n", str(self.processors)]
        return programs.run(program, [*arguments, *stats], prefix, environment)


def median_time(rounds, run):
    return statistics.median(run()[0] for _ in range(rounds))


def time_and_measure(options, programs, way, program, arguments):
    """Returns the median time of runs, and the statistics of one more, which takes longer."""
    _, measured = way.run(programs, program, arguments, measure=True)
    # The host of a virtual machine may have paused it.
    if measured["t_inf"] > 2 * measured["t_inf_least"]:
        _, again = way.run(programs, program, arguments, measure=True)
        measured = min(measured, again, key=lambda run: run["t_inf"])
    return median_time(options.rounds, lambda: way.run(programs, program, arguments)), measured


def measure(programs, column, ways, options):
    """Returns the figures of one column."""
    arguments = (column.quick if options.quick else column.arguments).split()
    serial = median_time(
        options.rounds, lambda: programs.run(column.program, [*arguments, "--serial"])
    )
    figures = {"program": column.program, "arguments": " ".join(arguments)}
    figures["rounds"] = options.rounds
    figures |= {"serial": serial, "ways": {}}
    for way in ways:
        time, measured = time_and_measure(options, programs, way, column.program, arguments)
        kept = ("threads", "thread_length", "t_inf", "t_inf_least", "t_inf_most")
        kept += ("t_inf_threads", "parallelism_in_threads", "disturbed", "space_per_processor")
        kept += ("requests_per_processor", "steals_per_processor")
        # The time of threads that are timestamped has the clock's readings in it, so
        # the ordinary T1 is that of the run on one processor.
        is_chess = column.program == "chess"
        work = measured["t_1"] if is_chess else figures.get("work", time)
        figures.setdefault("work", work)
        figures["ways"][way.name] = {
            "processors": way.processors,
            "time": time,
            "work": work,
            **{name: measured[name] for name in kept},
        }
    return figures


def rows(column, figures, ways):
    """Yields the name of each row, this machine's figure and the paper's, as text."""
    paper = column.paper
    first = figures["ways"][ways[0].name]
    work, path = first["work"], first["t_inf"]
    yield "T_serial", f"{figures['serial']:.4g}", f"{paper.serial:g}"
    yield "T1", f"{work:.4g}", f"{paper.work:g}"
    yield "T_serial/T1", f"{figures['serial'] / work:.4f}", f"{paper.serial / paper.work:.4f}"
    yield "Tinf", f"{path:.3g}", f"{paper.path:g}"
    yield "  from, to", f"{first['t_inf_least']:.3g}, {first['t_inf_most']:.2g}", ""
    yield "T1/Tinf", f"{work / path:.0f}", f"{paper.work / paper.path:.0f}"
    yield "Tinf in threads", f"{first['t_inf_threads']}", ""
    yield "threads/Tinf", f"{first['parallelism_in_threads']:.0f}", ""
    yield "threads", f"{first['threads']}", f"{paper.threads}"
    yield "thread length, us", f"{work / first['threads'] * 1e6:.4g}", f"{paper.work / paper.threads * 1e6:.4g}"  # fmt: skip
    for way in ways[1:]:
        w = figures["ways"][way.name]
        figures_of_way = ("time", "space_per_processor", "requests_per_processor",
                          "steals_per_processor", "work", "t_inf")  # fmt: skip
        here = Parallel(*(w[name] for name in figures_of_way))
        yield from parallel_rows(way.name, w["processors"], here, False)
    yield from parallel_rows("32 processors", 32, paper.on32, True)
    yield from parallel_rows("256 processors", 256, paper.on256, True)


def parallel_rows(name, processors, p, is_paper):
    for row, value in (
        ("T_P", f"{p.time:.4g}"),
        ("T1/P + Tinf", f"{p.work / processors + p.path:.4g}"),
        ("T1/T_P", f"{p.work / p.time:.4g}"),
        ("T1/(P T_P)", f"{p.work / p.time / processors:.4f}"),
        ("space/proc.", f"{p.space:g}"),
        ("requests/proc.", f"{p.requests:g}"),
        ("steals/proc.", f"{p.steals:g}"),
    ):
        yield f"{name}: {row}", "" if is_paper else value, value if is_paper else ""


def show(columns, all_figures, ways):
    """Prints the table: under each column this machine's figure, and the paper's."""
    table = [list(rows(c, f, ways)) for c, f in zip(columns, all_figures)]
    labels = [row[0] for row in table[0]]
    width = max(map(len, labels))
    print(" " * width + "".join(f"{c.name:>24}" for c in columns))
    print(" " * width + f"{'here':>12}{'paper':>12}" * len(columns))
    for label, *cells in zip(labels, *table):
        print(f"{label:{width}}" + "".join(f"{here:>12}{paper:>12}" for _, here, paper in cells))
    return [
        {"column": c.name, "row": label, "here": here, "paper": paper}
        for c, cells in zip(columns, table)
        for label, here, paper in cells
    ]


def sweep(programs, options, ways):
    """Fits the model to knary."""
    samples, communication = [], []
    for shape in QUICK_SWEEP if options.quick else SWEEP:
        arguments = shape.split()
        work, measured = time_and_measure(options, programs, ways[0], "knary", arguments)
        _, on_two = ways[1].run(programs, "knary", arguments, measure=True)
        communication.append((shape, work, on_two))
        for way in ways:
            time = median_time(options.rounds, lambda: way.run(programs, "knary", arguments))
            samples.append(model.Sample(work, measured["t_inf"], way.processors, time))
    show_communication(communication)
    return model.fit(samples), samples, communication


def show_communication(samples):
    """Prints what bounds communication: the paper's theorem says that it grows with P
    and Tinf, however much work there is."""
    print("\nknary on two threads: communication is O(P Tinf) closures, whatever T1")
    print("  k n r iterations        T1 ms    Tinf ms   requests     steals  steals/(P Tinf), 1/ms")
    for shape, work, figures in samples:
        path, steals = figures["t_inf"] * 1e3, figures["steals_per_processor"]
        print(
            f"  {shape:16} {work * 1e3:12.1f} {path:10.3f} {figures['requests_per_processor']:10.0f}"
            f" {steals:10.1f} {steals / path:10.3f}"
        )


def parse():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=None, limit=None)
    parser.add_argument("--quick", action="store_true", help="small sizes, one run of each")
    toolchain.add_only(parser)
    parser.add_argument("--mpi", choices=[*LAUNCHERS, "none"], action="append")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument(
        "--add", action="store_true", help="keep the columns that the file of --json has already"
    )
    parser.add_argument(
        "--plot", type=pathlib.Path, help="an SVG of the normalized speed-ups, as figure 5"
    )
    options = parser.parse_args()
    options.rounds = options.rounds or (1 if options.quick else 3)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    if options.mpi is None:
        options.mpi = [m for m, launcher in LAUNCHERS.items() if shutil.which(launcher[0])]
    options.mpi = [m for m in options.mpi if m != "none"]
    for mpi in options.mpi:
        if not shutil.which(LAUNCHERS[mpi][0]):
            parser.error(f"there is no {LAUNCHERS[mpi][0]}")
    columns = {column.name: column for column in COLUMNS}
    options.columns = list(toolchain.chosen(parser, options, columns).values())
    return options


def kept_columns(options):
    """What an earlier call has measured."""
    if not options.add or not options.json or not options.json.exists():
        return {}
    return json.loads(options.json.read_text(encoding="utf-8"))["columns"]


def simulated(options):
    """The fit on as few processors as here, and on as many as in the paper."""
    shapes = QUICK_SWEEP if options.quick else SWEEP
    fits = {}
    for processors in ([1, 2], [2**i for i in range(9)]):
        found = model.simulate(options.build_dir / "bin", shapes, processors)
        if found:
            fits[f"1 to {processors[-1]}"] = model.describe(found)
    return fits


def describe(options, columns, all_figures, fitted, samples, communication, simulations):
    """Returns all that was measured, for table_page.py and others."""

    def published(paper):
        on32, on256 = paper.on32._asdict(), paper.on256._asdict()
        return {**paper._asdict(), "on32": on32, "on256": on256}

    return {
        "machine": machine.facts(),
        "quick": options.quick,
        "rounds": options.rounds,
        "columns": {
            **kept_columns(options),
            **{
                column.name: {**figures, "paper": published(column.paper)}
                for column, figures in zip(columns, all_figures)
            },
        },
        "communication": [
            {"shape": shape, **on_two, "t_1": work} for shape, work, on_two in communication
        ],
        "model": {
            **fitted._asdict(),
            "text": model.describe(fitted),
            "simulated": simulations,
            "picture": model.plot(samples, fitted),
            "runs": [s._asdict() for s in samples],
        },
    }


def main():
    options = parse()
    columns = [c for c in options.columns if sources(c.program)]
    for column in options.columns:
        if column not in columns:
            print(f"no {column.name}: there is no program in {EXAMPLES / column.program}")
    ways = [Way(1), Way(2)] + [Way(p, mpi) for mpi in options.mpi for p in (1, 2)]
    with tempfile.TemporaryDirectory() as folder:
        names = sorted({c.program for c in columns} | {"knary"})
        programs = Programs(options, pathlib.Path(folder), names)
        figures = [measure(programs, column, ways, options) for column in columns]
        table = show(columns, figures, ways)
        fitted, samples, communication = sweep(programs, options, ways)
    print("\nT_P = c1 T1/P + cinf Tinf, knary, 95 % intervals")
    print("  here:", model.describe(fitted))
    print("  paper:", model.PAPER)
    simulations = simulated(options)
    for processors, text in simulations.items():
        print(f"  simulated, {processors} of the paper's processors:", text)
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(
                file, ["column", "row", "here", "paper"], lineterminator="\n"
            )
            writer.writeheader()
            writer.writerows(table)
    if options.json:
        result = describe(
            options, columns, figures, fitted, samples, communication, simulations
        )
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    if options.plot:
        try:
            options.plot.write_text(render.svg(model.plot(samples, fitted)), encoding="utf-8")
        except render.Missing as error:
            sys.exit(f"error: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
