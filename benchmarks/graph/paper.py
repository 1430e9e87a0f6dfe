#!/usr/bin/env python3
"""Measures the spanning trees of a paper again, and writes its figures and tables.

The paper is "Parallel Graph Traversals using Work-Stealing Frameworks for Many-core
Platforms" (Hiraishi, Yasugi, Umatani, Yuasa, 2012). Runs the programs of
benchmarks/graph/spanning on the paper's graphs, and writes Figures 10 to 13 and 6,
Tables 2 and 3, and the comparison of section 5.2 to the standard output and, with
pictures, to index.html and *.svg in the folder of --out; with --update, also to
docs/guides/graph.md. Published values are beside those measured here. A graph is made once;
programs that are compared run in turn on it in one process, on small graphs in more
rounds. Times are medians, and ratios medians of the ratios of runs of the same round,
but for T1 / T2 of Figure 13, which is the ratio of two medians. What was disturbed by
other processes is measured again, and the quietest kept; above the tables stands how
much remained disturbed, with a warning if it is too much. Each program's tree is
checked.

Fails (exit code 1) if vertices, edges or allocations are not as in the paper, or if an
aim is missed: one worker takes at most 1.15 of the time of the serial program of Figure
4, two workers are at least 1.7 times as fast on random graphs and the hypercube. A run
that was interrupted, or whose --minutes are over, is continued by the same command; what
was measured until then, to a round of all programs, is kept.
"""

import hashlib
import json
import sys
import time
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import experiment
import machine
import published
import report
import page  # isort: skip (report.py finds what it needs)
import render  # isort: skip
import toolchain
from tables import Table


def write_text(sections, out=sys.stdout):
    for section in sections:
        print(f"\n{section.title}\n  {section.text}", file=out)
        table = [list(map(str, row)) for row in (section.head, *section.rows)]
        widths = [max(map(len, column)) for column in zip(*table)]
        for row in table:
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
            print("  " + "  ".join(cells), file=out)


PAGE = toolchain.ROOT / "docs" / "guides" / "graph.md"
# Beside the page, for its pictures.
PICTURES = "graph"
# What they show, as charts.py describes it.
DATA = "figures.json"
BEGIN = "<!-- benchmarks/graph/paper.py --update -->\n"


def markdown(sections, facts):
    """Returns the part of docs/guides/graph.md that was measured on a machine with these facts."""
    lines = [
        f"Measured on {facts['processors']} processors ({facts['processor']}), "
        f"{facts['system']}, Linux {facts['kernel']}, clang {facts['clang']}."
    ]
    for section in sections:
        lines += ["", f"**{section.title}.** {section.text}", ""]
        if section.picture:
            lines += [f"![{section.title}]({PICTURES}/{section.name}.svg)", ""]
        rule = ["---", *["---:"] * (len(section.head) - 1)]
        rows = (section.head, rule, *section.rows)
        lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([*lines, ""])


# Pictures with panels beside each other are wider than others.
WIDE = "svg { width: auto; max-width: 100% }"


def write_pictures(folder, sections):
    """Writes what the pictures show, and then the pictures."""
    folder.mkdir(exist_ok=True)
    pictures = {section.name: section.picture for section in sections if section.picture}
    (folder / DATA).write_text(json.dumps(pictures) + "\n", encoding="utf-8")
    draw_pictures(folder)


def draw_pictures(folder):
    for name, picture in json.loads((folder / DATA).read_text(encoding="utf-8")).items():
        (folder / f"{name}.svg").write_text(render.svg(picture), encoding="utf-8")


def update_page(sections, facts):
    part = markdown(sections, facts)
    page = toolchain.replace_generated(PAGE.read_text(encoding="utf-8"), BEGIN, part)
    PAGE.write_text(page, encoding="utf-8")
    write_pictures(PAGE.parent / PICTURES, sections)


def verdict(found, options):
    if options.quick:
        return "Small graphs, to try the programs: the times say nothing."
    return f"{len(found)} aims are missed." if found else "All aims are reached."


def write_page(folder, sections, facts, found, options):
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Spanning trees</title><style>{page.STYLE}{WIDE}</style></head><body>\n",
        "<h1>Spanning trees</h1>\n<p>Hiraishi, Yasugi, Umatani, Yuasa, “Parallel Graph Traversals "
        "using Work-Stealing Frameworks for Many-core Platforms” (2012), measured again. Published "
        f"values, in the columns called paper, are of {escape(published.MACHINE)}.</p>\n",
        *(page.banner(problem, False) for problem in found),
        page.banner(verdict(found, options), not found and not options.quick),
    ]
    for section in sections:
        parts.append(page.section(Table(section.title, section.head, section.rows, section.text)))
        if section.picture:
            parts.append(f'<div class="scroll">{drawn(section.picture)}</div>\n')
    rows = list(facts.items())
    parts.append(page.section(Table("Machine", ("what", "here"), rows, words=True)))
    parts.append("</body></html>\n")
    (folder / "index.html").write_text("".join(parts), encoding="utf-8")


def drawn(picture):
    try:
        return render.svg(picture)
    except render.Missing as error:
        return page.banner(str(error), False)


def minutes(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise SystemExit(f"error: --minutes must be a number above 0, not '{text}'")
    return value


def arguments():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=6, limit=None)
    parser.add_argument("--quick", action="store_true", help="small graphs, no aims")
    parser.add_argument("--out", type=Path, help="folder of results (BUILD_DIR/spanning-trees)")
    parser.add_argument("--update", action="store_true", help="write docs/guides/graph.md, too")
    parser.add_argument("--program", type=Path, help="do not compile, but use this one")
    parser.add_argument(
        "--minutes", type=minutes, help="measure for so long; the same command goes on later"
    )
    parser.add_argument(
        "--report", action="store_true", help="measure nothing, but report the last run again"
    )
    parser.add_argument(
        "--redraw", action="store_true", help="measure nothing, but draw the pictures of docs/guides/graph.md again"
    )
    options = parser.parse_args()
    if options.program and not options.program.is_file():
        raise SystemExit(f"error: no {options.program}; without --program it is compiled")
    if options.update and options.quick:
        raise SystemExit("error: docs/guides/graph.md is not about small graphs; leave out --quick")
    options.out = options.out or options.build_dir / "spanning-trees"
    return options


def measure(options, every, attempts):
    """Returns the record of all jobs."""
    deadline = time.monotonic() + 60 * options.minutes if options.minutes else None
    program = options.program or experiment.build(options, options.out / "program")
    settings = {
        "quick": options.quick,
        "program": hashlib.sha256(program.read_bytes()).hexdigest(),
        "machine": {**machine.facts(), "clang": options.llvm},
    }
    record = experiment.Record(options.out / "runs.jsonl", settings)
    experiment.measure(program, record, every, attempts, deadline)
    return record


def main():
    options = arguments()
    if options.redraw:
        draw_pictures(PAGE.parent / PICTURES)
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    every = experiment.jobs(options.rounds, options.quick)
    # A report takes what there is.
    attempts = 1 if options.quick or options.report else experiment.ATTEMPTS
    if options.report:
        record = experiment.Record(options.out / "runs.jsonl")
    else:
        record = measure(options, every, attempts)
    left = sum(not record.is_done(job, attempts) for job in every)
    if left:
        what = "they were not measured" if options.report else "the same command goes on"
        raise SystemExit(f"error: {left} of {len(every)} jobs are left: {what}")
    results = report.Results({job: record.runs(job) for job in every}, options.quick)
    sections = [report.quietness(record.others(every)), *report.sections(results)]
    # The aims are of large graphs.
    found = [] if options.quick else report.problems(results)
    write_text(sections)
    # It may be reported elsewhere.
    facts = record.settings["machine"]
    write_page(options.out, sections, facts, found, options)
    if options.update:
        update_page(sections, facts)
    if not options.report:
        record.finish()
    write_pictures(options.out, sections)
    print(f"\npictures are in {options.out / 'index.html'}")
    for problem in found:
        print(f"error: {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except render.Missing as error:
        sys.exit(f"error: {error}")
