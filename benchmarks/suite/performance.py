#!/usr/bin/env python3
"""Writes the pages of docs/reference on performance from the samples beside them.

    performance.py [--from DIR] [--check]

performance.md has what matters of docs/reference/performance, performance-tables.md all that
was measured, and performance-outside.md the programs of other people, from
docs/reference/performance-outside. --from takes the samples of a finished run of
'tussah bench --out DIR' first, of whichever programs these are. --check writes nothing; the
exit code is 1 if a page is not what the samples say, or lacks a program of the paper, though
the run was not told which programs to measure. What else is older than the programs is a
warning, also on the page.
"""

import argparse
import shutil
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import programs  # noqa: E402
import tables  # noqa: E402
import render  # noqa: E402  (tables.py finds it)
from errors import UserError  # noqa: E402
from folder import read_samples, read_settings  # noqa: E402
from summary import Summary, counted  # noqa: E402

DOCS = programs.BENCHMARKS.parent / "docs" / "reference"
# The folders of samples, each of which has a page of its name.
OWN, OUTSIDE = "performance", "performance-outside"
TABLES = "performance-tables"
# The plots that the first page shows.
FIRST = 3
WIDTH = 120

# What is not there.
MANY = (
    "There are no results of a machine with many processors yet.\n"
    "[A bundle](../guides/benchmarks.md#on-another-machine-without-a-compiler) measures there without a compiler, "
    "for those\nwho have one.\n\n"
)
MEASURED = "## What was measured\n\n"
HOW = "[Benchmarks](../guides/benchmarks.md) says how it is measured, and how to do it again.\n\n"


def wrapped(parts):
    """Returns a page: its parts, one after the other, whose prose has lines of at most 120
    characters."""
    lines = []
    for line in "".join(parts).split("\n"):
        if len(line) <= WIDTH or line.startswith(("|", "!", "#", "<")):
            lines.append(line)
        else:
            indent = "  " if line.startswith("- ") else ""
            lines += textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def table(of):
    align = "---" if of.words else "---:"
    lines = ["| " + " | ".join(of.head) + " |", "| --- |" + f" {align} |" * (len(of.head) - 1)]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in of.rows]
    return "\n".join(lines) + "\n\n"


def section(of):
    return f"## {of.title}\n\n" + (f"{of.text}\n\n" if of.text else "") + table(of)


def head(title, name):
    return [
        f"<!-- Written by benchmarks/suite/performance.py from docs/reference/{name}/raw.csv. -->\n",
        f"# {title}\n\n",
    ]


def glance(summary):
    """Returns the means that matter most, as a table."""
    rows = tables.glance_rows(summary)
    if not rows:
        return ""
    beside = tables.beside_paper(summary)
    return (
        "How many times as fast native is: geometric means. In parentheses are 90 % confidence intervals.\n\n"
        + table(tables.Table("", ("native, compared with", "workers", "native's speed", "programs", tables.MEAN_OF_WORK), rows))
        + (f"The first row is what the keywords cost. {beside}.\n\n" if beside else "")
    )


def short(summary):
    """Returns what matters most, and what the means are of."""
    return [glance(summary), f"{tables.fib_like(summary)}\n\n" if tables.fib_like(summary) else ""]


def trust(summary):
    """Returns what was measured, and how far it can be trusted, as paragraphs."""
    left_out = f"Not measured: {', '.join(summary.without)}.\n\n" if summary.without else ""
    warning = f"**{outdated(summary)}**\n\n" if outdated(summary) else ""
    return [
        f"{tables.subtitle(summary)}\n{tables.TERMS}\n",
        HOW,
        f"**{tables.trust(summary)}** {tables.unsteady(summary)} {tables.verified(summary)}\n\n",
        f"**{tables.unended(summary)}**\n\n" if tables.unended(summary) else "",
        f"{tables.large(summary)}\n\n",
        warning,
        left_out,
        *map(section, tables.failed(summary)),
    ]


def plots(figures, name):
    """Returns plots, which are files in the folder of that name."""
    return [f"## {f.title}\n\n{f.text}\n\n![{f.title}]({name}/{f.name}.svg)\n\n" for f in figures]


def chosen(figures):
    """Returns the plots that answer what a reader asks first, and the others."""
    def rank(figure):
        order = ("efficiency", "speedup-2", "means")
        return order.index(figure.name) if figure.name in order else len(order)

    ordered = sorted(figures, key=rank)
    return ordered[:FIRST], [figure for figure in figures if figure not in ordered[:FIRST]]


def first_page(summary, figures, outside):
    """Returns the page that fits in a minute's look. `outside` is the summary of the programs of
    other people, or None."""
    parts = [*head("Performance", OWN), f"{tables.introduction(summary)}\n\n", *short(summary)]
    parts += plots(chosen(figures)[0], OWN)
    if outside:
        parts += [
            "## Programs of other people\n\n",
            f"Unchanged, from {counted(len(set(outside.outside.values())), 'repository', 'repositories')}; "
            f"[all that was measured of them]({OUTSIDE}.md).\n\n",
            glance(outside),
        ]
    parts += [MEASURED, *trust(summary), MANY, f"[All tables and plots]({TABLES}.md).\n"]
    return wrapped(parts)


def all_tables(summary, figures):
    """Returns the page behind the first: the other plots, and all tables."""
    parts = [*head("Performance: all tables", OWN), f"What [Performance]({OWN}.md) is made of.\n\n", *trust(summary)]
    parts += [*plots(chosen(figures)[1], OWN), *map(section, tables.sections(summary)), published(summary)]
    return wrapped(parts)


def outside_page(summary, figures):
    """Returns the page on the programs of other people."""
    parts = [*head("Performance of other people's programs", OUTSIDE), f"{tables.introduction(summary)}\n\n"]
    parts += [*short(summary), *plots(chosen(figures)[0], OUTSIDE), MEASURED, *trust(summary)]
    parts += [*plots(chosen(figures)[1], OUTSIDE), *map(section, tables.sections(summary)), published(summary)]
    return wrapped(parts)


def published(summary):
    return f"Published numbers: {summary.published['source']} ({summary.published['machine']}).\n"


def outdated(summary):
    """Returns which programs are not those of now, as a sentence, or nothing."""
    if summary.outside:
        return ""
    everything, settings = programs.of_run(summary.settings), summary.settings
    size = settings["size"]
    other = [name for name, arguments in settings["programs"].items()
             if name not in everything or everything[name].inputs.get(size) != arguments]  # fmt: skip
    new = [name for name in everything if name not in (*settings["programs"], *summary.without)]
    parts = [(other, "have other inputs, or are not there any more"), (new, "are new, or were not asked for")]
    said = [f"{', '.join(names)} {what}" for names, what in parts if names]
    return f"These samples are older than the programs: {'; '.join(said)}." if said else ""


def missing(summary):
    """Returns the paper's programs that a run lacks which was to measure all. Of old runs
    that is not known."""
    if summary.settings.get("chosen", True):
        return []
    return [name for name in summary.published["figure 6"] if name not in summary.programs]


def take(run, docs):
    """Takes the samples of a finished run to their folder."""
    if not (run / "summary.json").exists():
        raise UserError(f"no finished run in '{run}'")
    folder = docs / (OUTSIDE if read_settings(run).get("outside") else OWN)
    folder.mkdir(exist_ok=True)
    for name in ("raw.csv", "settings.json"):
        shutil.copy(run / name, folder)


def read(folder):
    """Returns the summary of the samples in a folder, or None if there is no such folder."""
    if not folder.exists():
        return None
    return Summary(read_settings(folder), read_samples(folder / "raw.csv"), programs.published())


def pages(docs):
    """Returns the text of each file that is made of the samples, and the summary of the own
    programs, or None."""
    own, outside = read(docs / OWN), read(docs / OUTSIDE)
    if not own and not outside:
        raise UserError(f"no samples in '{docs / OWN}'; --from DIR takes those of a run")
    files = {}
    for summary, name in ((own, OWN), (outside, OUTSIDE)):
        figures = tables.figures(summary) if summary else []
        files.update((docs / name / f"{figure.name}.svg", render.svg(figure.picture)) for figure in figures)
        if summary and summary is own:
            files[docs / f"{OWN}.md"] = first_page(own, figures, outside)
            files[docs / f"{TABLES}.md"] = all_tables(own, figures)
        elif summary:
            files[docs / f"{OUTSIDE}.md"] = outside_page(outside, figures)
    return files, own


def check(files, stale, own):
    """Says what is wrong with the pages. Returns the exit code."""
    wrong = [path for path, text in files.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]  # fmt: skip
    for path in wrong + stale:
        print(f"performance.py: error: {path.name} is not what raw.csv says; run performance.py")
    lacking = missing(own) if own else []
    if lacking:
        print(f"performance.py: error: the page lacks {', '.join(lacking)}; measure longer, and run performance.py --from")
    if own and outdated(own):
        print(f"performance.py: warning: {outdated(own)}")
    return 1 if wrong + stale + lacking else 0


def update(options):
    """Writes the pages and their plots, or checks them. Returns the exit code."""
    if options.run:
        take(options.run, options.docs)
    files, own = pages(options.docs)
    drawn = [path for name in (OWN, OUTSIDE) for path in sorted((options.docs / name).glob("*.svg"))]
    stale = [path for path in drawn if path not in files]
    if options.check:
        return check(files, stale, own)
    for path in stale:
        path.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="run", type=Path, metavar="DIR")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--docs", type=Path, default=DOCS, help=argparse.SUPPRESS)
    try:
        return update(parser.parse_args())
    except UserError as error:
        message = error
    except render.Missing as error:
        message = error
    except OSError as error:
        message = f"cannot use '{error.filename}': {error.strerror}"
    print(f"performance.py: error: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
