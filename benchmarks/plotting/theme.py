"""How everything looks that the project draws: light and dark, for any colour vision, on paper.

Colours of text and background are CSS variables, so that an SVG takes those of the page that it
is in, and a page those of the reader's system. An SVG that is a file has them itself.
"""

import colorsys

LIGHT = {
    "text": "#222222",
    "muted": "#5f5f5f",
    "grid": "#dddddd",
    "back": "#ffffff",
    "shade": "#f1f1f1",
    "good": "#eef8f4",
    "bad": "#fdf0e8",
}
DARK = {
    "text": "#e6e6e6",
    "muted": "#a8a8a8",
    "grid": "#444444",
    "back": "#1b1b1b",
    "shade": "#2a2a2a",
    "good": "#14312a",
    "bad": "#3a2418",
}


def variables(theme):
    return " ".join(f"--{name}: {colour};" for name, colour in theme.items())


# The rules that define the variables of `selector`; what is printed is always light.
def css(selector):
    return (
        f"{selector} {{ {variables(LIGHT)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ {selector} {{ {variables(DARK)} }} }}\n"
    )


def colour(name):
    """Returns one of the variables, as a colour of a plot."""
    return f"var(--{name},{LIGHT[name]})"


# Okabe and Ito: people with any colour vision can tell them apart.
BLUE, ORANGE, GREEN, PURPLE, RED, SKY, OLIVE, GREY = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#b0a000", "#8a8a8a",
)  # fmt: skip
# One after another, for what has no colour of its own.
CYCLE = (BLUE, ORANGE, GREEN, PURPLE, RED, SKY, OLIVE, GREY)

# What is written by hand for a system has a paler colour than the same source for it.
SYSTEMS = {
    "native": BLUE, "onetbb": ORANGE, "openmp": GREEN, "serial-gcc": GREY,
    "pedigrees": SKY, "onetbb-by-hand": "#f2c46d", "openmp-by-hand": "#66c9ab",
    "serial": "#777777", "go": PURPLE, "rayon": RED, "java": OLIVE, "library": "#a0522d", "cps": "#5a6fc0",
}  # fmt: skip
# Of systems that the user adds; further ones go round the circle of colours in steps
# that come back nowhere.
MORE_COLOURS = ("#7b3fa7", "#e0218a", "#4a7a00")
STEP = 0.381966


def of_systems(systems):
    """Returns a colour for each system, which it has in all plots."""
    own = [system for system in systems if system not in SYSTEMS]
    around = [colorsys.hls_to_rgb(STEP * i % 1, 0.5, 0.6) for i in range(len(own))]
    around = ["#" + "".join(f"{int(255 * part):02x}" for part in rgb) for rgb in around]
    return {**SYSTEMS, **dict(zip(own, [*MORE_COLOURS, *around]))}


FONT = "DejaVu Sans, Verdana, sans-serif"


def config():
    """Returns what all plots have in common, as Vega-Lite wants it."""
    text, muted, grid = colour("text"), colour("muted"), colour("grid")
    return {
        "background": colour("back"),
        "font": FONT,
        "padding": 8,
        "view": {"stroke": None},
        "title": {"color": text, "fontSize": 13, "anchor": "start", "frame": "bounds", "offset": 10,
                  "subtitleColor": muted},
        "axis": {"labelColor": muted, "titleColor": text, "gridColor": grid, "domainColor": grid,
                 "tickColor": grid, "labelFlush": False, "titleFontWeight": "normal", "labelFontSize": 11, "titleFontSize": 12},
        "legend": {"labelColor": text, "titleColor": text, "orient": "top", "labelFontSize": 12,
                   "labelLimit": 400, "symbolStrokeWidth": 2, "title": None},
        "header": {"labelColor": text, "titleColor": text},
        "text": {"color": text, "fill": text},
        "rule": {"color": muted},
        "line": {"strokeWidth": 2},
        "point": {"size": 50, "strokeWidth": 1.5},
    }  # fmt: skip
