#!/usr/bin/env python3
"""The experiment of "Parallel Graph Traversals using Work-Stealing Frameworks for
Many-core Platforms" (Hiraishi, Yasugi, Umatani, Yuasa, 2012) on this machine.

Runs the programs of benchmarks/graph/spanning on the paper's graphs, and writes Figures
10 to 13 and 6, Tables 2 and 3, and the comparison of section 5.2 to the standard output
and, with pictures, to index.html and *.svg in the folder of --out; with --update, also
most tables to docs/graph.md. Published values are beside those measured here. Programs
that are compared run in turn in one process, on small graphs in more rounds; times are
medians, and ratios medians of ratios. What was disturbed by other processes is measured
again, and the quietest kept. Each program's tree is checked.

Fails (exit code 1) if vertices, edges or allocations are not as in the paper, or if an
aim is missed: one worker takes at most 1.15 of the time of the serial program of Figure
4, two workers are at least 1.7 times as fast on random graphs and the hypercube. An
interrupted run is continued by the same command.
"""

import hashlib
import sys
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import experiment
import machine
import page
import published
import report
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


PAGE = toolchain.ROOT / "docs" / "graph.md"
BEGIN = "<!-- benchmarks/graph/paper.py --update -->\n"
# Of the page.
SHOWN = ("figure-10", "figure-11", "figure-12", "table-2", "table-3", "aims")

# How often a job is done at most, if something else uses the processors meanwhile.
ATTEMPTS = 4

# The program takes no more: main.cpp has the same number.
MOST_ROUNDS = 1000


def markdown(sections, quietness):
    """Returns the part of docs/graph.md that is measured."""
    facts = machine.facts()
    lines = [
        f"Measured on {facts['processors']} processors ({facts['processor']}), "
        f"{facts['system']}, Linux {facts['kernel']}. {quietness}\n"
    ]
    for section in sections:
        if section.name in SHOWN:
            lines += ["", f"**{section.title}.** {section.text}", ""]
            rule = ["---", *["---:"] * (len(section.head) - 1)]
            rows = (section.head, rule, *section.rows)
            lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([*lines, ""])


# Pictures with panels beside each other are wider than others.
WIDE = "svg { width: auto; max-width: 100% }"


def verdict(found, options):
    if options.quick:
        return "Small graphs, to try the programs: the times say nothing."
    return f"{len(found)} aims are missed." if found else "All aims are reached."


def write_page(folder, sections, found, options):
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
            parts.append(f'<div class="scroll">{section.picture}</div>\n')
            (folder / f"{section.name}.svg").write_text(section.picture, encoding="utf-8")
    facts = {**machine.facts(), "clang": options.llvm, "rounds, at least": options.rounds}
    rows = [(name, str(value)) for name, value in facts.items()]
    parts.append(page.section(Table("Machine", ("what", "here"), rows, words=True)))
    parts.append("</body></html>\n")
    (folder / "index.html").write_text("".join(parts), encoding="utf-8")


def main():
    parser = toolchain.parser(
        __doc__.splitlines()[0], rounds=3, limit=None, most_rounds=MOST_ROUNDS
    )
    parser.add_argument("--quick", action="store_true", help="small graphs, no aims")
    parser.add_argument("--out", type=Path, help="folder of results (BUILD_DIR/spanning-trees)")
    parser.add_argument("--update", action="store_true", help="write tables to docs/graph.md")
    parser.add_argument("--program", type=Path, help="do not compile, but use this one")
    options = parser.parse_args()
    if options.program and not options.program.is_file():
        raise SystemExit(f"error: no {options.program}; without --program it is compiled")
    if options.update and options.quick:
        raise SystemExit("error: docs/graph.md is not about small graphs; leave out --quick")
    folder = options.out or options.build_dir / "spanning-trees"
    folder.mkdir(parents=True, exist_ok=True)
    program = options.program or experiment.build(options, folder / "program")
    settings = {
        "quick": options.quick,
        "rounds": options.rounds,
        "program": hashlib.sha256(program.read_bytes()).hexdigest(),
    }
    record = experiment.Record(folder / "runs.jsonl", settings)
    every = experiment.jobs(options.rounds, options.quick)
    attempts = 1 if options.quick else ATTEMPTS
    measured = experiment.measure(program, record, every, attempts)
    results = report.Results(measured, options.quick)
    sections = report.sections(results)
    found = report.problems(results)
    if options.quick:
        # They are of large graphs.
        found = []
    write_text(sections)
    write_page(folder, sections, found, options)
    if options.update:
        part = markdown(sections, record.quietness())
        page = toolchain.replace_generated(PAGE.read_text(encoding="utf-8"), BEGIN, part)
        PAGE.write_text(page, encoding="utf-8")
    record.finish()
    print(f"\npictures are in {folder / 'index.html'}")
    for problem in found:
        print(f"error: {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
