#!/usr/bin/env python3
"""Writes what table.py --json has measured to docs/guides/cps.md, with a picture of the model.

    table_page.py [FILE]
"""

import argparse
import json
import pathlib
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import model
import render  # isort: skip (model.py finds it)
import table as measured
import toolchain

PAGE = toolchain.ROOT / "docs" / "guides" / "cps.md"
# Beside the page.
PICTURE, DATA = "cps/model.svg", "cps/model.json"
BEGIN = "<!-- benchmarks/cps/table_page.py -->\n"
MPIS = {"mpich": "MPICH", "openmpi": "Open MPI"}


def seconds(value):
    """A time with a unit in which it has few digits."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def table(head, rows):
    rule = ["---", *["---:"] * (len(head) - 1)]
    return ["| " + " | ".join(row) + " |" for row in (head, rule, *rows)]


def serial_rows(columns):
    """What one worker takes: here, and in the paper."""
    for name, column in columns.items():
        paper, one = column["paper"], column["ways"]["1 thread"]
        work, path = one["work"], one["t_inf"]
        yield [
            name,
            seconds(column["serial"]),
            seconds(work),
            f"{column['serial'] / work:.3f}",
            f"{paper['serial'] / paper['work']:.3f}",
            f"{seconds(path)} ({seconds(one['t_inf_least'])} to {seconds(one['t_inf_most'])})",
            f"{work / path:,.0f}",
            f"{paper['work'] / paper['path']:,.0f}",
            f"{one['t_inf_threads']:,}",
            f"{one['parallelism_in_threads']:,.0f}",
            f"{one['threads']:,}",
            f"{paper['threads']:,}",
            seconds(work / one["threads"]),
            seconds(paper["work"] / paper["threads"]),
        ]


def speed_up(column, one, two):
    """T1/T2. How much chess searches differs from run to run: T1 is that of the same."""
    ways = column["ways"]
    if two not in ways:
        return "-"
    first = ways[two]["work"] if column["program"] == "chess" else ways[one]["time"]
    return f"{first / ways[two]['time']:.2f}"


def steals(column, way):
    """A column may have been measured without an MPI."""
    figures = column["ways"].get(way)
    return f"{figures['steals_per_processor']:,.1f}" if figures else "-"


def parallel_rows(columns, mpis):
    """What two workers gain, as threads and as ranks; per worker what they need."""
    for name, column in columns.items():
        two = column["ways"]["2 threads"]
        paper = column["paper"]["on32"]
        yield [
            name,
            speed_up(column, "1 thread", "2 threads"),
            *(speed_up(column, f"1 rank ({mpi})", f"2 ranks ({mpi})") for mpi in mpis),
            f"{two['space_per_processor']:,.0f}",
            f"{paper['space']:g}",
            f"{two['steals_per_processor']:,.1f}",
            *(steals(column, f"2 ranks ({mpi})") for mpi in mpis),
            f"{paper['steals']:g}",
        ]


def communication_rows(samples):
    for sample in samples:
        path, steals = sample["t_inf"], sample["steals_per_processor"]
        yield [
            sample["shape"],
            seconds(sample["t_1"]),
            seconds(path),
            f"{sample['requests_per_processor']:,.0f}",
            f"{steals:,.1f}",
            f"{steals / path * 1e-3:.3f}",
        ]


def fewer(result):
    """Which columns have another number of runs."""
    others = {name: c["rounds"] for name, c in result["columns"].items() if c["rounds"] != result["rounds"]}
    return "".join(f", of {name} {rounds}" for name, rounds in others.items())


def wrapped(line):
    """Returns the lines of a paragraph or of an item of a list. Tables and pictures have one."""
    if line.startswith(("|", "![")):
        return line
    return textwrap.fill(
        line,
        width=120,
        subsequent_indent="  " if line.startswith("- ") else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def markdown(result):
    """Returns the generated part of the page."""
    columns, facts = result["columns"], result["machine"]
    columns = {c.name: columns[c.name] for c in measured.COLUMNS if c.name in columns}
    mpis = [mpi for mpi in MPIS if any(f"2 ranks ({mpi})" in c["ways"] for c in columns.values())]
    names = [MPIS[mpi] for mpi in mpis]
    fitted = result["model"]
    lines = [
        f"Measured on {facts['processors']} processors ({facts['processor']}), "
        f"{facts['system']}, Linux {facts['kernel']}; times are medians of "
        f"{result['rounds']} runs{fewer(result)}. The paper's figures are of a CM5 (SPARC processors of "
        "33 MHz), per processor those on 32.",
        "",
        "**One worker.** T_serial is the C++ function that is not parallel; chess searches "
        "more with more workers, so its T1 is the sum of its threads' times. Behind Tinf are its "
        "bounds; the path with the most threads may be another one.",
        "",
        *table(
            ["program", "T_serial", "T1", "T_serial/T1", "paper", "Tinf", "T1/Tinf", "paper",
             "Tinf in threads", "threads/Tinf", "threads", "paper", "thread length", "paper"],
            serial_rows(columns),
        ),
        "",
        "**Two workers.** T1/T2 as threads of one process, and as ranks with one worker each; "
        "the largest number of closures in a worker, and closures that a worker stole.",
        "",
        *table(
            ["program", "two threads", *(f"two ranks, {name}" for name in names), "space/proc.",
             "paper", "steals/proc., threads", *(f"ranks, {name}" for name in names), "paper"],
            parallel_rows(columns, mpis),
        ),
        "",
        "**Communication.** knary (k, n, r, iterations in a thread) on two threads. The bound of "
        "the paper's theorem is P Tinf: what is stolen grows with the critical path, not with the work.",
        "",
        *table(
            ["knary", "T1", "Tinf", "requests/proc.", "steals/proc.", "steals/(P Tinf), 1/ms"],
            communication_rows(result["communication"]),
        ),
        "",
        "**The model.** T_P = c_1 T_1/P + c_inf T_inf, knary on one and two threads and ranks, with "
        "95 % intervals. The number of processors makes the difference to the paper: on one, T_P is "
        "T_1 whatever T_inf is, so c_inf should be 0; and the times of all runs are near each other, "
        "so R^2 is small. The same trees on simulated processors, with the paper's times of threads "
        "and requests, show it.",
        "",
        f"- here: {fitted['text']}",
        *(f"- simulated, P = {p}: {text}" for p, text in fitted["simulated"].items()),
        f"- paper: {model.PAPER}",
        "",
        f"![Normalized speed-ups of knary, the bounds and the model]({PICTURE})",
        "",
    ]  # fmt: skip
    return "\n".join(map(wrapped, lines))


def read(file):
    """Returns what is in the file, if the page can be made of it."""
    try:
        result = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SystemExit(f"error: cannot read {file}: {error.strerror}") from None
    except ValueError:
        result = None
    if not isinstance(result, dict) or not {"quick", "columns", "model"} <= result.keys():
        raise SystemExit(f"error: {file} is not what table.py --json writes")
    if result["quick"]:
        raise SystemExit("error: docs/guides/cps.md is not about small sizes; measure without --quick")
    if missing := [c.name for c in measured.COLUMNS if c.name not in result["columns"]]:
        raise SystemExit(f"error: {file} has no {', '.join(missing)}; measure without --only")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path, nargs="?", metavar="FILE", help="without, the picture is drawn again")
    file = parser.parse_args().file
    if not file:
        draw()
        return 0
    result = read(file)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(toolchain.replace_generated(page, BEGIN, markdown(result)), encoding="utf-8")
    data = PAGE.parent / DATA
    data.parent.mkdir(exist_ok=True)
    data.write_text(json.dumps(result["model"]["picture"]) + "\n", encoding="utf-8")
    draw()
    return 0


def draw():
    picture = json.loads((PAGE.parent / DATA).read_text(encoding="utf-8"))
    (PAGE.parent / PICTURE).write_text(render.svg(picture), encoding="utf-8")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except render.Missing as error:
        sys.exit(f"error: {error}")
