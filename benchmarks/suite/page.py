"""The HTML page of a run: one file, without scripts, that needs no network."""

from html import escape

import plots
import tables

STYLE = """
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 1180px; padding: 0 1em; color: #222 }
h1 { margin-bottom: .2em } h2 { margin-top: 2em; border-bottom: 1px solid #ccc }
table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums }
td, th { padding: .2em .8em; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap }
td:first-child, th:first-child { text-align: left; white-space: normal }
.scroll { overflow-x: auto }
.good, .bad { padding: .5em 1em; border-left: 6px solid #009e73; background: #eef8f4 }
.bad { border-color: #d55e00; background: #fdf0e8 }
.legend span { margin-right: 1.6em; white-space: nowrap }
.legend i { display: inline-block; width: .9em; height: .9em; margin-right: .4em }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1.5em } dd { margin: 0 }
"""


def table(head, rows):
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>\n" for row in rows
    )
    return f'<div class="scroll"><table><tr>{cells}</tr>\n{lines}</table></div>\n'


def section(title, head, rows, text=""):
    """Returns a section with a table, or nothing if it has no rows."""
    if not rows:
        return ""
    note = f"<p>{escape(text)}</p>\n" if text else ""
    return f"<h2>{escape(title)}</h2>\n{note}{table(head, rows)}"


def definitions(pairs):
    return "<dl>" + "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(str(value))}</dd>" for name, value in pairs
    ) + "</dl>\n"  # fmt: skip


def banner(text, good):
    return f'<p class="{"good" if good else "bad"}">{escape(text)}</p>\n'


def html(summary):
    """Returns the whole page."""
    settings = summary.settings
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        f"<title>Tussah benchmarks</title><style>{STYLE}</style></head><body>\n",
        "<h1>Tussah benchmarks</h1>\n",
        f"<p>{escape(subtitle(settings))}</p>\n",
        f"<p>{escape(TERMS)}</p>\n",
        banner(tables.trust(summary), not summary.busy),
        banner(tables.verified(summary), not summary.errors),
        section("What failed", ("measurement", "why"), tables.failures(summary)),
        section("Goals", ("", "measured", "goal", "reached"), tables.goal_rows(summary)),
        section(
            "Where another system is faster", ("program", "system", "workers", "its time / native's"),
            tables.beaten_rows(summary), "By more than 3 %.",
        ),  # fmt: skip
    ]
    colour, figures = tables.figures(summary)
    for _, title, text, systems, marker, svg in figures:
        parts.append(f"<h2>{escape(title)}</h2>\n<p>{escape(text)}</p>\n")
        parts.append(plots.html_legend(systems, colour, marker))
        parts.append(f'<div class="scroll">{svg}</div>\n')
    parts.append(
        section(
            "Other systems against native", MEAN_HEAD, tables.mean_rows(summary),
            "Geometric means. Above 1, native is faster. The paper's column is OpenCilk's "
            "advantage on the same programs, from the same source.",
        )  # fmt: skip
    )
    parts.append(
        section("Pedigrees, on one worker", PEDIGREE_HEAD, tables.pedigree_rows(summary))
    )
    parts.append(
        section("Random numbers, on one worker", GENERATOR_HEAD, tables.generator_rows(summary))
    )
    parts.append(
        section(
            "All times, in seconds", ["program", *column_names(summary)], tables.time_rows(summary),
            "Medians; behind ± half of the range in which the middle half of the runs is. "
            "All samples are in raw.csv.",
        )  # fmt: skip
    )
    programs = [(name, " ".join(arguments) or "-", settings["about"][name])
                for name, arguments in settings["programs"].items()]  # fmt: skip
    parts.append(section("Programs", ("program", "input", "what it does"), programs))
    parts.append("<h2>Systems</h2>\n")
    parts.append(definitions((name, of["about"]) for name, of in settings["systems"].items()))
    parts.append("<h2>Machine</h2>\n")
    parts.append(definitions([*settings["machine"].items(), *settings["versions"].items()]))
    parts.append(f"<p>Published numbers: {escape(summary.published['source'])} "
                 f"({escape(summary.published['machine'])}).</p>\n</body></html>\n")  # fmt: skip
    return "".join(parts)


MEAN_HEAD = ("system", "workers", "its time / native's", "programs", "paper, 1 worker")
PEDIGREE_HEAD = ("program", "without (s)", "with (s)", "ratio", "paper")
GENERATOR_HEAD = ("program", "DotMix (s)", "built in (s)", "ratio", "paper")


TERMS = (
    "T_S is the time of the serial elision, the program without its keywords; T_P is its "
    "time on P workers. Systems take turns, and ratios are medians over the trials."
)


def subtitle(settings):
    workers = ", ".join(map(str, settings["workers"]))
    return (
        f"{len(settings['programs'])} programs in size '{settings['size']}', on {workers} workers, "
        f"{settings['trials']} alternating trials of each, flags {' '.join(settings['flags'])}, "
        f"on {settings['date']}."
    )


def column_names(summary):
    return [
        f"{system} {workers}" if system in summary.parallel else system
        for system, workers in tables.time_columns(summary)
    ]
