"""Plots as SVG, which a browser shows without anything else: as a file, or in a page
whose colours of text and background it takes (the CSS variables --text, --muted, --grid
and --back)."""

import colorsys
from html import escape

# People with any colour vision can tell those apart that are in one plot (Okabe and Ito).
# What is written by hand for a system has a paler colour than the same source for it.
COLOURS = {
    "native": "#0072b2", "onetbb": "#e69f00", "openmp": "#009e73", "serial-gcc": "#8a8a8a",
    "pedigrees": "#56b4e9", "onetbb-by-hand": "#f2c46d", "openmp-by-hand": "#66c9ab",
    "serial": "#444444", "go": "#cc79a7", "rayon": "#d55e00", "java": "#b0a000", "library": "#a0522d", "cps": "#5a6fc0",
}  # fmt: skip
# Of systems that the user adds; further ones go round the circle of colours in steps
# that come back nowhere.
MORE_COLOURS = ("#7b3fa7", "#e0218a", "#4a7a00")
STEP = 0.381966

# In pixels; a phone shows them a little smaller. Letters are this wide on average, in a
# wide font as DejaVu Sans, which is what a plain Debian has; bold ones are wider.
WIDTH, BAR, GAP, LINE, LETTER, BOLD = 420, 11, 11, 18, 7.4, 8.3
RIGHT = 42
# A bar of this name is only an outline: a value that others have published.
OUTLINE = "published"


def colours(systems):
    """Returns a colour for each system, which it has in all plots."""
    own = [system for system in systems if system not in COLOURS]
    around = [colorsys.hls_to_rgb(STEP * i % 1, 0.5, 0.6) for i in range(len(own))]
    around = ["#" + "".join(f"{int(255 * part):02x}" for part in rgb) for rgb in around]
    return {**COLOURS, **dict(zip(own, [*MORE_COLOURS, *around]))}


def step_of(top):
    """Returns the distance of the grid's lines."""
    return next((s for s in (0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50) if top / s <= 6), 100)


def bars(groups, series, value, colour, line, names=None, means=1):
    """Returns an SVG with a group of horizontal bars for each of `groups`, and in each a
    bar for each of `series`, as long as `value(group, one)`, if that is not None, and with a
    thin line between its bounds, if it has some. `line` is
    where a dashed line is, and what is written at it. `names` are what the series are
    called, if not by themselves. The last `means` groups are set apart."""
    names = names or {}
    values = {(g, s): value(g, s) for g in groups for s in series}
    apart = {*groups[len(groups) - means :]}
    groups = [g for g in groups if any(values[g, s] for s in series)]
    series = [s for s in series if any(values[g, s] for g in groups)]
    left = 12 + max(((BOLD if g in apart else LETTER) * len(g) for g in groups), default=LETTER)
    top_value = max([*filter(None, values.values()), line[0]]) * 1.02
    parts = []
    legend_height = legend(parts, series, names, colour)
    top = legend_height + 2 * LINE

    def x(v):
        return left + (WIDTH - RIGHT - left) * v / top_value

    heights = {g: GAP + BAR * sum(1 for s in series if values[g, s]) for g in groups}
    bottom = top + sum(heights.values()) + GAP / 2
    if shaded := sum(heights[g] for g in groups if g in apart):
        background(parts, bottom - shaded - GAP / 2, shaded + GAP / 2)
    axis(parts, x, top_value, line, top, bottom)
    y = top + GAP / 2
    for group in groups:
        shown = [s for s in series if values[group, s]]
        middle = y + (heights[group] - GAP) / 2 + 4
        parts.append(text(left - 7, middle, group, "end", "var(--text,#222)", group in apart))
        for i, one in enumerate(shown):
            v = values[group, one]
            bar(parts, left, y + i * BAR, x(v) - left, f"{group}, {names.get(one, one)}: {v:.3f}",
                None if one == OUTLINE else colour[one])  # fmt: skip
            end = whisker(parts, x, v, top_value, y + i * BAR)
            parts.append(text(end + 4, y + i * BAR + 9, f"{v:.2f}", "start", "var(--text,#222)", size=10))
        y += heights[group]
    height = bottom + LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="540" '
        f'font-family="sans-serif" font-size="12" role="img">'
        f'<rect width="100%" height="100%" fill="var(--back,#fff)"/>{"".join(parts)}</svg>\n'
    )


def legend(parts, series, names, colour):
    """Adds what the colours mean, and returns the height of that."""
    x, y = 4, 4
    for one in series:
        name = names.get(one, one)
        width = 26 + LETTER * len(name)
        if x > 4 and x + width > WIDTH:
            x, y = 4, y + LINE
        bar(parts, x, y + 1, 12, "", None if one == OUTLINE else colour[one])
        parts.append(text(x + 17, y + 11, name, "start", "var(--text,#222)"))
        x += width
    return y + LINE


def background(parts, y, height):
    parts.append(f'<rect x="0" y="{y:.1f}" width="{WIDTH}" height="{height:.1f}" fill="var(--shade,#f1f1f1)"/>')


def axis(parts, x, top_value, line, top, bottom):
    """Adds the grid, its numbers below, and the dashed line with its name above."""
    step = step_of(top_value)
    for i in range(int(top_value / step) + 1):
        at = x(i * step)
        parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top}" y2="{bottom:.1f}" stroke="var(--grid,#ddd)"/>')
        parts.append(text(at, bottom + 13, f"{i * step:.4g}", "middle", "var(--muted,#666)"))
    at, (_, name) = x(line[0]), line
    parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top - 4}" y2="{bottom:.1f}" '
                 'stroke="var(--text,#222)" stroke-dasharray="5 3"/>')  # fmt: skip
    # Where there is room for it.
    half = LETTER * len(name) / 2
    parts.append(text(min(max(at, half + 2), WIDTH - half - 2), top - 9, name, "middle", "var(--muted,#666)"))


def bar(parts, x, y, width, title, fill):
    look = f'fill="{fill}"' if fill else 'fill="none" stroke="var(--text,#222)"'
    inset = 0 if fill else 0.5
    parts.append(
        f'<rect x="{x + inset:.1f}" y="{y + inset:.1f}" width="{max(width - 2 * inset, 0.5):.1f}" '
        f'height="{BAR - 1 - 2 * inset}" {look}>'
        + (f"<title>{escape(title)}</title>" if title else "") + "</rect>"
    )  # fmt: skip


def whisker(parts, x, value, top_value, y):
    """Adds a line between the bounds of a value, as far as the plot goes, and returns where
    what is drawn of the value ends."""
    if not getattr(value, "known", False):
        return x(value)
    low, high, middle = x(value.low), x(min(value.high, top_value)), y + (BAR - 1) / 2
    parts.append(f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="var(--text,#222)" stroke-opacity="0.7"/>')
    return max(x(value), high)


def text(x, y, content, anchor, fill="var(--text,#222)", bold=False, size=None):
    """Returns text that can be read where a line crosses it."""
    more = (' font-weight="bold"' if bold else "") + (f' font-size="{size}"' if size else "")
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more} fill="{fill}" '
        f'stroke="var(--back,#fff)" stroke-width="4" paint-order="stroke">{escape(content)}</text>'
    )
