#!/usr/bin/env python3
"""Writes docs/reference/performance.md from the samples in docs/reference/performance.

    performance.py [--from DIR] [--check]

--from takes the samples of a finished run of 'tussah bench --out DIR' first. --check
writes nothing; the exit code is 1 if the page is not what the samples say, or lacks a
program of the paper, though the run was not told which programs to measure. What else is
older than the programs is a warning, also on the page.
"""

import argparse
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import programs  # noqa: E402
import tables  # noqa: E402
import render  # noqa: E402  (tables.py finds it)
from errors import UserError  # noqa: E402
from folder import read_samples, read_settings  # noqa: E402
from summary import Summary  # noqa: E402

DOCS = programs.BENCHMARKS.parent / "docs" / "reference"


# What is not there.
MANY = (
    "There are no results of a machine with many processors yet. [A bundle](../guides/benchmarks.md#on-another-machine-without-a-compiler)\n"
    "measures there without a compiler, for those who have one.\n\n"
)


def section(of):
    align = "---" if of.words else "---:"
    lines = ["| " + " | ".join(of.head) + " |", "| --- |" + f" {align} |" * (len(of.head) - 1)]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in of.rows]
    return f"## {of.title}\n\n" + (f"{of.text}\n\n" if of.text else "") + "\n".join(lines) + "\n\n"


def markdown(summary, figures):
    """Returns the page; the plots are files beside it."""
    left_out = f"Not measured: {', '.join(summary.without)}.\n\n" if summary.without else ""
    warning = f"**{outdated(summary)}**\n\n" if outdated(summary) else ""
    published = summary.published
    parts = [
        "<!-- Written by benchmarks/suite/performance.py from docs/reference/performance/raw.csv. -->\n",
        "# Performance\n\n",
        f"{tables.introduction(summary)}\n\n{tables.subtitle(summary)}\n{tables.TERMS}\n",
        "[benchmarks.md](../guides/benchmarks.md) says how it is measured, and how to do it again.\n\n",
        MANY,
        f"**{tables.trust(summary)}** {tables.unsteady(summary)} {tables.verified(summary)}\n\n",
        f"**{tables.unended(summary)}**\n\n" if tables.unended(summary) else "",
        f"{tables.large(summary)}\n\n",
        warning,
        left_out,
        *map(section, tables.failed(summary)),
        f"Native in short, geometric means. {tables.fib_like(summary)}\n\n",
        *(f"- **{value}** {text}\n" for value, text in tables.glance(summary)),
        "\n",
    ]
    for figure in figures:
        image = f"![{figure.title}](performance/{figure.name}.svg)"
        parts.append(f"## {figure.title}\n\n{figure.text}\n\n{image}\n\n")
    parts += map(section, tables.sections(summary))
    parts.append(f"Published numbers: {published['source']} ({published['machine']}).\n")
    return "".join(parts)


def outdated(summary):
    """Returns which programs are not those of now, as a sentence, or nothing."""
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


def update(options):
    """Writes the page and its plots, or checks them. Returns the exit code."""
    folder = options.docs / "performance"
    if options.run:
        if not (options.run / "summary.json").exists():
            raise UserError(f"no finished run in '{options.run}'")
        folder.mkdir(exist_ok=True)
        for name in ("raw.csv", "settings.json"):
            shutil.copy(options.run / name, folder)
    elif not folder.exists():
        raise UserError(f"no samples in '{folder}'; --from DIR takes those of a run")
    summary = Summary(read_settings(folder), read_samples(folder / "raw.csv"), programs.published())
    figures = tables.figures(summary)
    files = {folder / f"{figure.name}.svg": render.svg(figure.picture) for figure in figures}
    files[options.docs / "performance.md"] = markdown(summary, figures)
    stale = [path for path in sorted(folder.glob("*.svg")) if path not in files]
    if options.check:
        wrong = [path for path, text in files.items()
                 if not path.exists() or path.read_text(encoding="utf-8") != text]  # fmt: skip
        for path in wrong + stale:
            print(f"performance.py: error: {path.name} is not what raw.csv says; run performance.py")
        lacking = missing(summary)
        if lacking:
            print(f"performance.py: error: the page lacks {', '.join(lacking)}; measure longer, and run performance.py --from")
        if outdated(summary):
            print(f"performance.py: warning: {outdated(summary)}")
        return 1 if wrong + stale + lacking else 0
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
