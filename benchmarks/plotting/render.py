"""Draws with Vega-Lite, by vl-convert: one package, without a browser and without the network."""

import re
import sys
import textwrap
from pathlib import Path

import theme

# scripts/install-deps.sh has the same one; another draws the same plots in other words.
PACKAGE = "vl-convert-python==1.9.0.post1"
# Where scripts/install-deps.sh puts it for a source tree.
OWN = Path(__file__).resolve().parent.parent.parent / "build" / "plotting"
# Of Vega-Lite.
VERSION = "5.21"


class Missing(Exception):
    """The package is not there; one line for the user."""


def library():
    """Returns the package."""
    if OWN.is_dir() and str(OWN) not in sys.path:
        sys.path.append(str(OWN))
    try:
        import vl_convert
    except ImportError as error:
        raise Missing(f"plots need {PACKAGE}; python3 -m pip install {PACKAGE}") from error
    return vl_convert


def is_there():
    try:
        library()
    except Missing:
        return False
    return True


def whole(spec):
    """Returns the specification with what all have in common."""
    return {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "config": theme.config(), **spec}


def title(text, width):
    """Returns a title that says what is found, in lines for a plot of that width in pixels."""
    return {"text": textwrap.wrap(text, max(20, int(width / 7.7)))}


def svg(spec):
    """Returns a plot as SVG, with colours for light and dark pages and as wide as there is
    room."""
    drawn = library().vegalite_to_svg(whole(spec), vl_version=VERSION)
    width = re.search(r'viewBox="0 0 ([0-9.]+)', drawn)[1]
    head = f'<svg role="img" width="{width}" style="max-width:100%;height:auto"'
    drawn = re.sub(r' (width|height)="[0-9.]+"', "", drawn[: drawn.index(">")], count=2) + drawn[drawn.index(">") :]
    drawn = drawn.replace("<svg", head, 1)
    end = drawn.index(">") + 1
    return f"{drawn[:end]}<style>{theme.css('svg')}</style>{drawn[end:]}\n"


def plain(drawn, of):
    """Returns an SVG with the colours of a theme, for what knows no variables."""
    return re.sub(r"var\(--([a-z]+),#[0-9a-f]+\)", lambda match: of[match[1]], drawn)


def png(drawn, dark=False, scale=2.0):
    """Returns an SVG as a picture of pixels, to look at."""
    return library().svg_to_png(plain(drawn, theme.DARK if dark else theme.LIGHT), scale=scale)


def pdf(drawn):
    """Returns an SVG as PDF."""
    return library().svg_to_pdf(plain(drawn, theme.LIGHT))
