#!/usr/bin/env python3
"""Writes docs/performance.md from the samples in docs/performance.

    performance.py [--from DIR] [--check]

--from takes the samples of a finished run of 'tussah bench --out DIR' first. --check
writes nothing; the exit code is 1 if the page is not what the samples say.
"""

import argparse
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import page  # noqa: E402
import programs  # noqa: E402
import tables  # noqa: E402
from session import read_samples, read_settings  # noqa: E402
from summary import Summary  # noqa: E402

DOCS = programs.BENCHMARKS.parent / "docs"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n\n"


def section(title, head, rows, text=""):
    if not rows:
        return ""
    return f"## {title}\n\n" + (f"{text}\n\n" if text else "") + table(head, rows)


def markdown(summary, figures):
    """Returns the page; the plots are files beside it."""
    settings = summary.settings
    parts = [
        "<!-- Written by benchmarks/suite/performance.py from docs/performance/raw.csv. -->\n",
        "# Performance\n\n",
        f"{page.subtitle(settings)} {page.TERMS}\n[benchmarks.md](benchmarks.md) says how it is measured, and how to do it again.\n\n",
        f"**{tables.trust(summary)}** {tables.verified(summary)}\n\n",
        section("What failed", ("measurement", "why"), tables.failures(summary)),
        section("Goals", ("what", "measured", "goal", "reached"), tables.goal_rows(summary)),
        section("Where another system is faster by more than 3 %",
                ("program", "system", "workers", "its time / native's"), tables.beaten_rows(summary)),
    ]  # fmt: skip
    for name, title, text, systems, marker, _ in figures:
        note = f" Diamonds: {marker}." if marker else ""
        parts.append(f"## {title}\n\n{text}{note}\n\n![{title}](performance/{name}.svg)\n\n")
    parts += [
        section("Other systems against native", page.MEAN_HEAD, tables.mean_rows(summary),
                "Geometric means. Above 1, native is faster."),
        section("Pedigrees, on one worker", page.PEDIGREE_HEAD, tables.pedigree_rows(summary)),
        section("Random numbers, on one worker", page.GENERATOR_HEAD, tables.generator_rows(summary)),
        section("All times, in seconds", ["program", *page.column_names(summary)],
                tables.time_rows(summary), "Medians, and half of the range of the middle half."),
        section("Systems", ("system", "what it is"),
                [(name, of["about"]) for name, of in settings["systems"].items()]),
        section("Machine", ("", ""), [*settings["machine"].items(), *settings["versions"].items()]),
        f"Published numbers: {summary.published['source']} ({summary.published['machine']}).\n",
    ]  # fmt: skip
    return "".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="run", type=Path, metavar="DIR")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--docs", type=Path, default=DOCS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = options.docs / "performance"
    if options.run:
        if not (options.run / "summary.json").exists():
            sys.exit(f"performance.py: error: no finished run in '{options.run}'")
        folder.mkdir(exist_ok=True)
        for name in ("raw.csv", "settings.json"):
            shutil.copy(options.run / name, folder)
    summary = Summary(read_settings(folder), read_samples(folder / "raw.csv"), programs.published())
    _, figures = tables.figures(summary, legend=True)
    files = {folder / f"{figure[0]}.svg": figure[-1] for figure in figures}
    files[options.docs / "performance.md"] = markdown(summary, figures)
    stale = [path for path in folder.glob("*.svg") if path not in files]
    if options.check:
        wrong = [path for path, text in files.items()
                 if not path.exists() or path.read_text(encoding="utf-8") != text]  # fmt: skip
        for path in wrong + stale:
            print(f"performance.py: error: {path.name} is not what raw.csv says; run performance.py")
        return 1 if wrong + stale else 0
    for path in stale:
        path.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
