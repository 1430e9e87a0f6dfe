"""The HTML page of a run: one file, without scripts, that needs no network."""

from html import escape

import tables
import render  # isort: skip (tables.py finds both)
from pages import STYLE, banner


def table(of):
    """Returns a table; one whose cells are no numbers is read from the left."""
    cells = "".join(f"<th>{escape(name)}</th>" for name in of.head)
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>\n" for row in of.rows
    )
    kind = ' class="text"' if of.words else ""
    return f'<div class="scroll"><table{kind}><tr>{cells}</tr>\n{lines}</table></div>\n'


def section(of):
    """Returns a section with a table."""
    title = f"<h2>{escape(of.title)}</h2>"
    body = (f"<p>{escape(of.text)}</p>\n" if of.text else "") + table(of)
    if of.folded:
        return f"<details><summary>{title}</summary>\n{body}</details>\n"
    return f"{title}\n{body}"


def figure(of):
    """Returns a plot; its place says what is missing, if something is."""
    try:
        drawn = render.svg(of.picture)
    except render.Missing as error:
        drawn = f'<p class="bad">{escape(str(error))}</p>'
    return (
        f"<figure><figcaption><h3>{escape(of.title)}</h3><p>{escape(of.text)}</p></figcaption>\n"
        f"{drawn}</figure>\n"
    )


def html(summary):
    """Returns the whole page."""
    cards = "".join(f"<div><b>{escape(value)}</b>{escape(text)}</div>" for value, text in tables.glance(summary))
    figures = "".join(map(figure, tables.figures(summary)))
    published = summary.published
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Tussah benchmarks</title><style>{STYLE}</style></head><body>\n",
        "<h1>Tussah benchmarks</h1>\n",
        f"<p>{escape(tables.introduction(summary))}</p>\n<p>{escape(tables.subtitle(summary))}</p>\n",
        banner(tables.trust(summary), not summary.busy),
        *(banner(text, False) for text in (tables.unsteady(summary), tables.unended(summary)) if text),
        banner(tables.verified(summary), not summary.errors),
        f"<p>{escape(tables.large(summary))}</p>\n",
        *map(section, tables.failed(summary)),
        f"<p>Not measured: {escape(', '.join(summary.without))}.</p>\n" if summary.without else "",
        f'<h2>Native in short</h2>\n<p>Geometric means. {escape(tables.fib_like(summary))}</p>\n<div class="cards">{cards}</div>\n' if cards else "",
        f'<h2>Plots</h2>\n<p>{escape(tables.TERMS)}</p>\n<div class="plots">{figures}</div>\n',
        *map(section, tables.sections(summary)),
        f"<p>All samples are in raw.csv. Published numbers: {escape(published['source'])} "
        f"({escape(published['machine'])}).</p>\n</body></html>\n",
    ]
    return "".join(parts)
