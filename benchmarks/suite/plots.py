"""Plots as SVG, which a browser shows without anything else."""

from html import escape

# Colours that people with any colour vision can tell apart (Okabe and Ito).
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8a8a",
           "#b8a800", "#000000")  # fmt: skip
BAR, GAP, HEIGHT = 13, 22, 230
LEFT, TOP, BOTTOM = 46, 34, 112


def colours(systems):
    """Returns a colour for each system, which it has in all plots."""
    return {system: COLOURS[i % len(COLOURS)] for i, system in enumerate(systems)}


def step_of(top):
    """Returns the distance of the grid's lines."""
    return next((s for s in (0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50) if top / s <= 8), 100)


def bars(groups, series, value, colour, marker=None, line=1, legend=False):
    """Returns an SVG with a group of bars for each of `groups`, and in each a bar for
    each of `series`, as high as `value(group, one)`, if that is not None. The last group
    has its values written at the bars. `marker(group)` is the height of a diamond,
    `line` that of a dashed line. If `legend`, the names of the colours are above."""
    values = {(g, s): value(g, s) for g in groups for s in series}
    marks = {g: marker(g) for g in groups} if marker else {}
    present = [v for v in (*values.values(), *marks.values()) if v]
    top = max([*present, line]) * 1.08
    # A bar that is not there takes no place.
    shown = {g: [s for s in series if values[g, s]] for g in groups}
    widths = [max(len(shown[g]), 2) * BAR + GAP for g in groups]
    names = sum(8 * len(one) + 30 for one in series) if legend else 0
    width = LEFT + max(sum(widths) + 40, names)

    def y(v):
        return TOP + HEIGHT * (1 - v / top)

    parts = []
    step = step_of(top)
    for i in range(int(top / step) + 1):
        at = y(i * step)
        parts.append(f'<line x1="{LEFT}" x2="{width - 40}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(text(LEFT - 6, at + 4, f"{i * step:.4g}", "end"))
    if legend:
        at = LEFT
        for one in series:
            parts.append(f'<rect x="{at}" y="6" width="11" height="11" fill="{colour[one]}"/>')
            parts.append(text(at + 15, 16, one, "start"))
            at += 8 * len(one) + 30
    x = LEFT + GAP / 2
    for group, group_width in zip(groups, widths):
        last = group == groups[-1]
        if last:
            parts.append(f'<rect x="{x - GAP / 2 + 2:.1f}" y="{TOP}" width="{group_width + 2:.1f}" '
                         f'height="{HEIGHT}" fill="#f1f1f1"/>')  # fmt: skip
        for i, one in enumerate(shown[group]):
            v, left = values[group, one], x + i * BAR
            parts.append(
                f'<rect x="{left:.1f}" y="{y(v):.1f}" width="{BAR - 1}" height="{TOP + HEIGHT - y(v):.1f}" '
                f'fill="{colour[one]}"><title>{escape(group)}, {escape(one)}: {v:.3f}</title></rect>'
            )
            if last:
                parts.append(turned(left + BAR - 3, y(v) - 4, f"{v:.2f}", "start"))
        middle = x + (group_width - GAP) / 2
        if marks.get(group):
            at = y(marks[group])
            parts.append(
                f'<path d="M{middle:.1f} {at - 6:.1f}l5 6l-5 6l-5 -6z" fill="#fff" stroke="#000" stroke-width="1.5">'
                f"<title>{escape(group)}, published: {marks[group]:.3f}</title></path>"
            )
        parts.append(turned(middle + 4, TOP + HEIGHT + 8, group, "end", last))
        x += group_width
    at = y(line)
    parts.append(f'<line x1="{LEFT}" x2="{width - 40}" y1="{at:.1f}" y2="{at:.1f}" stroke="#000" '
                 'stroke-dasharray="5 3"/>')  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {TOP + HEIGHT + BOTTOM}" '
        f'width="{width:.0f}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def text(x, y, content, anchor):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def turned(x, y, content, anchor, bold=False):
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text transform="translate({x:.1f} {y:.1f}) rotate(-60)" text-anchor="{anchor}"'
        f"{weight}>{escape(content)}</text>"
    )


def html_legend(names, colour, marker=""):
    """Returns HTML that says which colour is what."""
    items = [f'<span><i style="background:{colour[name]}"></i>{escape(name)}</span>' for name in names]
    if marker:
        items.append(f"<span>&#9671; {escape(marker)}</span>")
    return f'<p class="legend">{"".join(items)}</p>\n'
