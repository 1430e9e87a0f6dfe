"""The kinds of plots that pages of measurements have. A picture is a specification of Vega-Lite,
without what render.py adds to all."""

import math
from collections import namedtuple

import render
import theme

# A bar of this name is only an outline: a value that others have published.
OUTLINE = "published"
# Pixels: of what is inside the axes, of a bar, between groups.
WIDTH, BAR, GAP = 320, 11, 11


def values(rows):
    return {"values": list(rows)}


def quantity(field, title=None, **more):
    return {"field": field, "type": "quantitative", "title": title, **more}


def colours_of(series, names, colour):
    """Returns the fill and the stroke of bars; that of OUTLINE is not filled."""
    shown = [names.get(one, one) for one in series]
    fill = ["transparent" if one == OUTLINE else colour[one] for one in series]
    stroke = [theme.colour("text") if one == OUTLINE else colour[one] for one in series]
    legend = {"columns": 2 if max(map(len, shown), default=0) > 14 else 3, "symbolType": "square"}
    return {
        name: {"field": "name", "type": "nominal", "scale": {"domain": shown, "range": range_}, "legend": legend}
        for name, range_ in (("fill", fill), ("stroke", stroke))
    }


def place_bars(groups, series, value, names):
    """Returns a row for each bar, a row for each group, and the height of all."""
    bars, places, y = [], [], GAP / 2
    for group in groups:
        top = y
        for one in series:
            v = value(group, one)
            if not v:
                continue
            known = getattr(v, "known", False)
            bars.append({
                "group": group, "name": names.get(one, one), "value": float(v), "top": y, "bottom": y + BAR - 1,
                "centre": y + (BAR - 1) / 2, "said": f"{group}, {names.get(one, one)}: {float(v):.3f}",
                "low": v.low if known else None, "high": v.high if known else None,
                "end": max(float(v), v.high) if known else float(v),
            })  # fmt: skip
            y += BAR
        if y > top:
            places.append({"group": group, "middle": (top + y) / 2, "top": top - GAP / 2, "bottom": y + GAP / 2})
            y += GAP
    return bars, places, y - GAP / 2


def bars(groups, series, value, colour, line, names=None, means=1, title="", across=""):
    """Returns the picture with a group of horizontal bars for each of `groups`, and in each a bar
    for each of `series`, as long as `value(group, one)`, if that is not None, and with a
    thin line between its bounds, if it has some. `line` is where a dashed line is, and what
    is written at it. `names` are what the series are called, if not by themselves. The last
    `means` groups are set apart."""
    names = names or {}
    rows, places, height = place_bars(groups, series, value, names)
    shown = {row["name"] for row in rows}
    series = [one for one in series if names.get(one, one) in shown]
    top = max([*(row["value"] for row in rows), line[0]]) * 1.02
    for row in rows:
        row["end"] = min(row["end"], top)
        row["high"] = min(row["high"], top) if row["high"] else None
    apart = {*groups[len(groups) - means :]} if means else set()
    for place in places:
        place["apart"] = place["group"] in apart
    x = {"scale": {"domain": [0, top], "nice": False}}
    y = {"axis": None, "scale": {"domain": [0, height], "range": [0, height], "nice": False}}
    area = {"y": quantity("top", **y), "y2": {"field": "bottom"}}
    bold = {"test": "datum.apart", "value": "bold"}
    marked = {"value": line[0], "label": line[1]}
    layers = [
        {"data": values(p for p in places if p["apart"]),
         "mark": {"type": "rect", "fill": theme.colour("shade"), "aria": False},
         "encoding": {**area, "x": {"value": 0}, "x2": {"value": WIDTH}}},
        {"data": values(rows), "mark": {"type": "rect", "strokeWidth": 1},
         "encoding": {**area, "x": quantity("value", across, axis={"tickCount": 6, "grid": True}, **x),
                      "x2": {"datum": 0}, **colours_of(series, names, colour),
                      "description": {"field": "said"}}},
        {"data": values(row for row in rows if row["high"]), "mark": {"type": "rule", "opacity": 0.8, "color": theme.colour("text")},
         "encoding": {"x": quantity("low", across, **x), "x2": {"field": "high"}, "y": quantity("centre", **y)}},
        {"data": values(places), "mark": {"type": "text", "align": "right", "dx": -7, "fontSize": 12, "aria": False},
         "encoding": {"x": {"value": 0}, "y": quantity("middle", **y), "text": {"field": "group"},
                      "fontWeight": {"condition": bold, "value": "normal"}}},
        {"data": values([marked]), "mark": {"type": "rule", "strokeDash": [5, 3], "color": theme.colour("text"), "aria": False},
         "encoding": {"x": quantity("value", across, **x)}},
        # What is behind a number is lighter, so that it can be read where a line crosses it.
        *({"data": values(rows), "mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 10, "aria": False, **halo},
           "encoding": {"x": quantity("end", across, **x), "y": quantity("centre", **y),
                        "text": {"field": "value", "format": ".2f"}}}
          for halo in ({"stroke": theme.colour("back"), "strokeWidth": 4, "strokeOpacity": 0.8}, {})),
        {"data": values([marked]),
         "mark": {"type": "text", "dy": -8, "y": 0, "color": theme.colour("muted"), "fill": theme.colour("muted"), "aria": False},
         "encoding": {"x": quantity("value", across, **x), "y": {"value": 0}, "text": {"field": "label"}}},
    ]  # fmt: skip
    return {"title": render.title(title, WIDTH + 100), "width": WIDTH, "height": height, "layer": layers}


# A panel's curves share its points on the x axis. A point is (label, value), the value
# None where there is none: a cross is drawn at the upper edge.
Panel = namedtuple("Panel", "title curves")
Curve = namedtuple("Curve", "name colour points dashed", defaults=(False,))


def linear(panels, across, up, title=""):
    """Returns the picture of curves in panels whose upward axis begins with 0."""
    top = max(found(panels))
    return curves(panels, across, up, {"scale": {"domain": [0, top * 1.05], "nice": True}}, title)


def logarithmic(panels, across, up, none, title=""):
    """Returns the picture of curves in panels with powers of ten. `none` says what a cross means."""
    return curves(panels, across, up, log_scale(*decades(found(panels))), title, none)


def found(panels):
    return [v for panel in panels for curve in panel.curves for _, v in curve.points if v]


def panel_of(panel, across, up, scale, looks):
    rows = [
        {"x": label, "y": v, "name": curve.name, "dashed": curve.dashed,
         "said": f"{panel.title}, {curve.name}, {label}: " + (f"{v:.4g}" if v is not None else "none")}
        for curve in panel.curves
        for label, v in curve.points
    ]  # fmt: skip
    order = list(dict.fromkeys(row["x"] for row in rows))
    x = {"field": "x", "type": "ordinal", "sort": order, "title": across, "axis": {"labelAngle": 0, "grid": False}}
    y = quantity("y", up, **scale)
    there = [row for row in rows if row["y"] is not None]
    place = {"x": x, "y": y, "description": {"field": "said"}}
    layers = [{"data": values(there), "mark": "line", "encoding": {"x": x, "y": y, **looks}}]
    for dashed in (False, True):
        marks = values(row for row in there if row["dashed"] == dashed)
        fill = {"fill": theme.colour("back")} if dashed else {"filled": True}
        layers.append({"data": marks, "mark": {"type": "point", "opacity": 1, **fill},
                       "encoding": {**place, "color": looks["color"]}})  # fmt: skip
    absent = [row for row in rows if row["y"] is None]
    if absent:
        # Side by side, if several are missing.
        cross = {"type": "point", "shape": "M-.5,-.5L.5,.5M.5,-.5L-.5,.5", "size": 90, "strokeWidth": 2, "opacity": 1}
        beside = {"field": "name", "type": "nominal", "sort": [curve.name for curve in panel.curves]}
        layers.append({"data": values(absent), "mark": cross,
                       "encoding": {**place, "y": {"value": 6}, "color": looks["color"], "xOffset": beside}})  # fmt: skip
    heading = {"text": panel.title, "anchor": "middle", "frame": "group", "fontWeight": "normal"}
    return {"title": heading, "width": 250, "height": 220, "layer": layers}


def curves(panels, across, up, scale, title, none=""):
    known = list(dict.fromkeys((c.name, c.colour, c.dashed) for panel in panels for c in panel.curves))
    shown = [name for name, _, _ in known]
    legend = {"columns": min(3, len(panels)), "symbolSize": 400, "symbolType": "stroke"}
    looks = {
        channel: {"field": "name", "type": "nominal", "scale": {"domain": shown, "range": each}, "legend": legend}
        for channel, each in (
            ("color", [colour for _, colour, _ in known]),
            ("strokeDash", [[5, 4] if dashed else [1, 0] for _, _, dashed in known]),
        )
    }
    titled = render.title(title, 300 * min(3, len(panels)))
    if none:
        titled["subtitle"] = f"× {none}"
    return {
        "title": titled,
        "columns": 3,
        "concat": [panel_of(panel, across, up, scale, looks) for panel in panels],
        "resolve": {"scale": {"color": "shared", "strokeDash": "shared"}},
    }


def decades(values_):
    """Returns the powers of ten that enclose some numbers, as exponents."""
    return math.floor(math.log10(min(values_))), math.ceil(math.log10(max(values_)))


def log_scale(low, high):
    """Returns the scale and axis of powers of ten, all from 10^low to 10^high."""
    ticks = [10.0**e for e in range(low, high + 1)]
    return {"scale": {"type": "log", "domain": [ticks[0], ticks[-1]], "nice": False},
            "axis": {"values": ticks, "labelExpr": "format(datum.value, '~g')"}}  # fmt: skip


# Of a run on so many processors: P / (T1 / Tinf) and Tinf / T_P.
Normalised = namedtuple("Normalised", "processors x y")


def normalised(runs, c1, c_inf, title):
    """Returns the picture of Figure 5 of the first paper on Cilk: for each run the
    speed-up over the number of processors, both divided by the parallelism; the two bounds,
    and T_P = c1 T_1 / P + c_inf T_inf as a line, if c1 is not None."""
    points = [
        {"x": run.x, "y": run.y, "P": run.processors,
         "said": f"P = {run.processors}: {run.processors * run.y / run.x:.3g} times as fast as T1"}
        for run in runs
    ]  # fmt: skip
    low, high = decades([run.x for run in runs] + [run.y for run in runs] + [0.1, 10.0])
    top = decades([run.y for run in runs] + [1.0])[1]
    least, most = 10.0**low, 10.0**high
    kinds = ["bounds: P and T1 / Tinf"]
    lines = [{"x": x, "y": min(x, 1.0), "kind": kinds[0]} for x in (least, 1.0, most)]
    if c1 is not None:
        kinds.append("model: c1 T1 / P + cinf Tinf")
        steps = [10.0 ** (low + (high - low) * i / 60) for i in range(61)]
        # Where the model is in the plot; a bad fit may have negative coefficients.
        times = [(x, c1 / x + c_inf) for x in steps]
        lines += [{"x": x, "y": 1 / t, "kind": kinds[1]} for x, t in times if 10.0**-top <= t <= 1 / least]
    x = quantity("x", "P / (T1 / Tinf)", **log_scale(low, high))
    y = quantity("y", "Tinf / T_P", **log_scale(low, top))
    line_scale = {"domain": kinds, "range": [theme.colour("muted"), theme.RED][: len(kinds)]}
    counts = sorted({run.processors for run in runs})
    point_scale = {"domain": counts, "range": [theme.CYCLE[i % len(theme.CYCLE)] for i in range(len(counts))]}
    return {
        "title": render.title(title, 440), "width": 380, "height": 380 * (top - low) / (high - low),
        "resolve": {"scale": {"color": "independent"}},
        "layer": [
            {"data": values(lines), "mark": {"type": "line", "strokeDash": [5, 3]},
             "encoding": {"x": x, "y": y,
                          "color": {"field": "kind", "type": "nominal", "scale": line_scale,
                                    "legend": {"symbolType": "stroke", "columns": 1}}}},
            {"data": values(points), "mark": {"type": "point", "filled": True, "opacity": 0.9},
             "encoding": {"x": x, "y": y, "description": {"field": "said"}, "tooltip": {"field": "said"},
                          "color": {"field": "P", "type": "ordinal", "scale": point_scale,
                                    "legend": {"title": "processors, P", "orient": "top"}}}},
        ],
    }  # fmt: skip
