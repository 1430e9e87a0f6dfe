#!/usr/bin/env python3
"""Table 4 of Blumofe et al. (PPoPP 1995), again, and the model of its section 5.

Runs the programs of the table on one and two workers of one process and, for each MPI
that is asked for, on one and two ranks of one worker; prints what they took beside
what the paper publishes for 1, 32 and 256 processors of a CM5; and fits the model
T_P = c1 T1/P + cinf Tinf to knary with several parallelisms. The programs check their
results. T_serial, T1 and T_P are medians of runs without measurement; Tinf, threads,
space, requests and steals are those of a run with it. For chess, T1 is the sum of the
threads' times, as in the paper: how much it searches depends on P.

    table.py [--quick] [--only NAME] [--mpi mpich|openmpi|none] [--csv FILE] [--json FILE]
"""

import collections
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
sys.path.insert(0, str(HERE.parent))
import model
import toolchain

EXAMPLES = toolchain.ROOT / "examples" / "cps"
LAUNCHERS = {
    "mpich": ["mpirun.mpich", "-bind-to", "core"],
    "openmpi": ["mpirun.openmpi", "--oversubscribe"],
}

# `arguments` and `quick` are those of the program; `paper` has the published column.
Column = collections.namedtuple("Column", "name program arguments quick paper")
# T_P, space, requests and steals per processor; None where the paper has none.
Parallel = collections.namedtuple("Parallel", "time space requests steals")
Paper = collections.namedtuple("Paper", "serial work path threads on32 on256")

COLUMNS = (
    Column(
        "fib(33)", "fib", "33", "25",
        Paper(8.487, 73.16, 0.000326, 17108660, Parallel(2.298, 70, 185.8, 56.63),
              Parallel(0.2892, 66, 73.66, 24.10)),
    ),
    Column(
        "queens(15)", "queens", "15 7", "11 7",
        Paper(252.1, 254.6, 0.0345, 210740, Parallel(8.012, 95, 48.0, 18.47),
              Parallel(1.045, 76, 80.40, 21.20)),
    ),
    Column(
        "pfold(3,3,4)", "pfold", "3 3 4", "3 3 3 1",
        Paper(615.15, 647.8, 0.04354, 9515098, Parallel(20.26, 47, 88.6, 26.06),
              Parallel(2.590, 47, 97.79, 23.05)),
    ),
    Column(
        "ray(500,500)", "ray", "500 500", "100 100",
        Paper(729.2, 732.5, 0.0415, 424475, Parallel(21.68, 39, 218.1, 79.25),
              Parallel(2.765, 32, 82.75, 18.34)),
    ),
    Column(
        "knary(10,5,2)", "knary", "5 10 2", "5 7 2",
        Paper(288.6, 314.6, 4.458, 5859374, Parallel(15.13, 41, 92639, 18031),
              Parallel(8.590, 48, 151803, 6378)),
    ),
    Column(
        "knary(10,4,1)", "knary", "4 10 1", "4 7 1",
        Paper(40.993, 45.43, 0.255, 873812, Parallel(1.633, 42, 3127, 1034),
              Parallel(0.4636, 40, 7527, 550)),
    ),
    # Its program is there or not; the paper's *Socrates did other work on 256
    # processors: 7023 s, and 51,685,823 threads.
    Column(
        "chess", "chess", "search 10", "search 5",
        Paper(1665, 3644, 3.134, 26151774, Parallel(126.1, 386, 23484, 2395),
              Parallel(34.32, 405, 30646, 1540)),
    ),
)
# k, n, r, iterations: from much parallelism to hardly any.
SWEEP = tuple(f"{k} {n} {r} 4000" for k, n, r in
              ((4, 8, 0), (4, 8, 1), (4, 8, 2), (4, 8, 3), (4, 8, 4), (3, 9, 1), (3, 9, 2), (2, 13, 1)))  # fmt: skip
QUICK_SWEEP = ("4 5 0 4000", "4 5 2 4000", "4 5 3 4000", "4 5 4 4000", "3 6 2 4000")


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
        stock, _ = toolchain.compilers(options)
        libraries = options.build_dir / "lib" / "tussah"
        if not (libraries / "libtussah-cps.a").exists():
            raise SystemExit("error: no libtussah-cps.a; run 'make build'")
        link = [str(libraries / "libtussah-cps.a"), "-pthread", f"-Wl,-rpath,{libraries}"]
        for name in names:
            uses_png = "#include <png.h>" in "".join(f.read_text() for f in sources(name))
            has_png = uses_png and self.accepts(stock, "#include <png.h>")
            toolchain.run(
                [*stock, "-std=c++20", "-O3", *map(str, sources(name)), *link]
                + (["-lpng"] if has_png else [])
                + ["-o", str(folder / name)]
            )

    @staticmethod
    def accepts(stock, text):
        command = [*stock, "-fsyntax-only", "-x", "c++", "-"]
        return subprocess.run(command, input=text, text=True, capture_output=True).returncode == 0

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


def measure(programs, column, ways, options):
    """Returns the figures of one column."""
    arguments = (column.quick if options.quick else column.arguments).split()
    serial = median_time(
        options.rounds, lambda: programs.run(column.program, [*arguments, "--serial"])
    )
    figures = {"arguments": " ".join(arguments), "serial": serial, "ways": {}}
    for way in ways:
        time = median_time(options.rounds, lambda: way.run(programs, column.program, arguments))
        _, measured = way.run(programs, column.program, arguments, measure=True)
        kept = ("threads", "thread_length", "t_inf", "space_per_processor")
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
    yield "T1/Tinf", f"{work / path:.0f}", f"{paper.work / paper.path:.0f}"
    yield "threads", f"{first['threads']}", f"{paper.threads}"
    yield "thread length, us", f"{work / first['threads'] * 1e6:.4g}", f"{paper.work / paper.threads * 1e6:.4g}"  # fmt: skip
    for way in ways[1:]:
        w = figures["ways"][way.name]
        yield from parallel_rows(
            way.name, w["processors"], w["work"], w["t_inf"],
            Parallel(w["time"], w["space_per_processor"], w["requests_per_processor"],
                     w["steals_per_processor"]), False)  # fmt: skip
    yield from parallel_rows("32 processors", 32, paper.work, paper.path, paper.on32, True)
    work256 = 7023 if column.program == "chess" else paper.work
    path256 = 3.24 if column.program == "chess" else paper.path
    yield from parallel_rows("256 processors", 256, work256, path256, paper.on256, True)


def parallel_rows(name, processors, work, path, p, is_paper):
    for row, value in (
        ("T_P", f"{p.time:.4g}"),
        ("T1/P + Tinf", f"{work / processors + path:.4g}"),
        ("T1/T_P", f"{work / p.time:.4g}"),
        ("T1/(P T_P)", f"{work / p.time / processors:.4f}"),
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
    samples = []
    for shape in QUICK_SWEEP if options.quick else SWEEP:
        arguments = shape.split()
        work = median_time(options.rounds, lambda: ways[0].run(programs, "knary", arguments))
        _, measured = ways[0].run(programs, "knary", arguments, measure=True)
        for way in ways:
            time = median_time(options.rounds, lambda: way.run(programs, "knary", arguments))
            samples.append(model.Sample(work, measured["t_inf"], way.processors, time))
    return model.fit(samples), samples


def parse():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=None, limit=None)
    parser.add_argument("--quick", action="store_true", help="small sizes, one run of each")
    parser.add_argument(
        "--only", action="append", help="the column whose name begins so; may be repeated"
    )
    parser.add_argument("--mpi", choices=[*LAUNCHERS, "none"], action="append")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
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
    wanted = tuple(options.only or [""])
    options.columns = [c for c in COLUMNS if c.name.startswith(wanted)]
    if not options.columns:
        parser.error(f"no column begins with {' or '.join(wanted)}")
    return options


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
        fitted, samples = sweep(programs, options, ways)
    print("\nT_P = c1 T1/P + cinf Tinf, knary, 95 % intervals")
    print("  here:", model.describe(fitted))
    print("  paper:", model.PAPER)
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(
                file, ["column", "row", "here", "paper"], lineterminator="\n"
            )
            writer.writeheader()
            writer.writerows(table)
    if options.json:
        result = {
            "columns": {
                c.name: {**f, "paper": c.paper._asdict()} for c, f in zip(columns, figures)
            },
            "model": {**fitted._asdict(), "runs": [s._asdict() for s in samples]},
        }
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
