"""Plots of lines, side by side, as SVG."""

import math
from collections import namedtuple
from html import escape

from plots import text

# A panel's curves share its points on the x axis. A point is (label, value), the value
# None where there is none: a cross is drawn at the upper edge.
Panel = namedtuple("Panel", "title curves")
Curve = namedtuple("Curve", "name colour points dashed", defaults=(False,))

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, ROW = 300, 240, 62, 34, 56, 20
# Panels side by side.
SHARE = 3


def linear(panels, across, up):
    """Returns an SVG whose upward axis begins with 0."""
    top = max(value for value in values(panels)) * 1.1
    step = next(s for s in (0.25, 0.5, 1, 2, 5, 10, 100) if top / s <= 8 or s == 100)
    ticks = [(i * step, f"{i * step:g}") for i in range(int(top / step) + 1)]
    return svg(panels, across, up, lambda v: v / top, ticks)


def logarithmic(panels, across, up, none):
    """Returns an SVG with powers of ten. `none` says what a cross means."""
    low = math.floor(math.log10(min(values(panels))))
    high = math.ceil(math.log10(max(values(panels)))) + 0.25
    ticks = [(10.0**e, f"{10.0**e:g}") for e in range(low, int(high) + 1)]
    return svg(panels, across, up, lambda v: (math.log10(v) - low) / (high - low), ticks, none)


def values(panels):
    return [v for panel in panels for curve in panel.curves for _, v in curve.points if v]


def svg(panels, across, up, place, ticks, none=""):
    """`place` says how high a value is, from 0 to 1."""
    curves = panels[0].curves
    columns = min(len(panels), SHARE)
    key = -(-(len(curves) + bool(none)) // columns) * ROW + 10
    rows = -(-len(panels) // columns)
    width, height = columns * (LEFT + WIDTH) + 20, key + rows * (TOP + HEIGHT + BOTTOM)
    parts = []
    for i, name in enumerate([*(curve.name for curve in curves), none]):
        x, y = LEFT + i % columns * (LEFT + WIDTH), 16 + i // columns * ROW
        parts.append(text(x + 34, y + 4, name, "start"))
        if i < len(curves):
            parts.append(stroke([(x, y), (x + 26, y)], curves[i]))
            parts.append(mark(x + 13, y, curves[i], name))
        elif none:
            parts.append(cross(x + 13, y, "#000", none))
    for i, panel in enumerate(panels):
        x = i % columns * (LEFT + WIDTH)
        y = key + i // columns * (TOP + HEIGHT + BOTTOM)
        parts.append(f'<g transform="translate({x} {y})">{draw(panel, across, up, place, ticks)}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(parts)}</svg>\n"
    )


def draw(panel, across, up, place, ticks):
    labels = [label for label, _ in panel.curves[0].points]

    def y(share):
        return TOP + HEIGHT * (1 - share)

    def x(label):
        return LEFT + WIDTH * (labels.index(label) + 0.5) / len(labels)

    parts = [text(LEFT + WIDTH / 2, TOP - 12, panel.title, "middle")]
    for value, label in ticks:
        at = y(place(value))
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(text(LEFT - 6, at + 4, label, "end"))
    parts += [text(x(label), TOP + HEIGHT + 18, label, "middle") for label in labels]
    parts.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 36, across, "middle"))
    parts.append(
        f'<text transform="translate(14 {TOP + HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(up)}</text>"
    )
    for number, curve in enumerate(panel.curves):
        there = [(x(label), y(place(v)), v) for label, v in curve.points if v is not None]
        parts.append(stroke([(a, b) for a, b, _ in there], curve))
        parts += [mark(a, b, curve, f"{curve.name}: {v:.4g}") for a, b, v in there]
        # Side by side, if several are missing.
        beside = 8 * (number - len(panel.curves) + 2)
        parts += [
            cross(x(label) + beside, TOP + 5, curve.colour, f"{curve.name}: none")
            for label, v in curve.points
            if v is None
        ]
    return "".join(parts)


def cross(x, y, colour, title):
    return (
        f'<path d="M{x - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6" stroke="{colour}" stroke-width="2">'
        f"<title>{escape(title)}</title></path>"
    )


def stroke(points, curve):
    dashes = ' stroke-dasharray="5 4"' if curve.dashed else ""
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{line}" fill="none" stroke="{curve.colour}" stroke-width="2"{dashes}/>'


def mark(x, y, curve, title):
    fill = "#fff" if curve.dashed else curve.colour
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{fill}" stroke="{curve.colour}" '
        f'stroke-width="1.5"><title>{escape(title)}</title></circle>'
    )
