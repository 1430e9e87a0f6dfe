"""The page of `tussah scale --html`: one file that needs no network.

On top is what limits the program, in a sentence. Plots and the picture of tasks are SVG that
Vega-Lite has drawn; the script sorts the table, and makes the picture larger.
"""

import sys
from html import escape
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "plotting"))
import charts  # noqa: E402
import limits  # noqa: E402
import render  # noqa: E402
import theme  # noqa: E402
import tree  # noqa: E402
from pages import STYLE, banner  # noqa: E402

OWN_STYLE = """
body { max-width: 960px }
.limit { font-size: 1.25em; padding: .7em 1em; border-left: 8px solid #d55e00; background: var(--bad);
  overflow-wrap: anywhere }
.limit.good { border-color: #009e73; background: var(--good) }
.plots { columns: 26em } svg { max-width: 100% }
table { width: 100% } th button { all: unset; cursor: pointer; font-weight: bold }
th button:focus-visible { outline: 2px solid #0072b2 } th[aria-sort] button::after { content: " \\2195"; color: var(--muted) }
th[aria-sort=descending] button::after { content: " \\2193" } th[aria-sort=ascending] button::after { content: " \\2191" }
td:first-child { overflow-wrap: anywhere } code { font-size: .93em }
.zoom { overflow: hidden; border: 1px solid var(--grid); touch-action: pan-y } .zoom svg { cursor: grab }
.buttons button { font: inherit; min-width: 2.6em; padding: .3em .6em; margin-right: .3em; color: var(--text);
  background: var(--shade); border: 1px solid var(--grid) }
@media (max-width: 640px) {
  :not(.times) > * > tr { display: grid; grid-template-columns: repeat(5, 1fr); border-bottom: 1px solid var(--grid) }
  :not(.times) > * > tr > * { border: 0; padding: .2em .2em; font-size: .85em }
  :not(.times) > * > tr > :first-child { grid-column: 1 / -1 }
}
@media print { .buttons, script { display: none } body { max-width: none; padding: 0 } .zoom { border: 0 }
  figure, tr { break-inside: avoid } }
"""

SCRIPT = """
"use strict";
for (const head of document.querySelectorAll("th[aria-sort]"))
  head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") !== "descending";
    for (const other of head.parentNode.children) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const column = head.cellIndex, body = head.closest("table").tBodies[0];
    const key = row => row.cells[column].dataset.value;
    const rows = [...body.rows].sort((a, b) => {
      const x = key(a), y = key(b);
      const order = isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
      return down ? -order : order;
    });
    body.append(...rows);
  });
for (const mark of document.querySelectorAll("svg [aria-label]")) {
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = mark.getAttribute("aria-label");
  mark.append(title);
}
for (const place of document.querySelectorAll(".zoom")) {
  const svg = place.querySelector("svg"), all = svg.viewBox.baseVal;
  const whole = {x: all.x, y: all.y, width: all.width, height: all.height};
  let seen = {...whole};
  const show = (x, y, width, height) => {
    width = Math.min(width, whole.width); height = Math.min(height, whole.height);
    x = Math.max(whole.x, Math.min(x, whole.x + whole.width - width));
    y = Math.max(whole.y, Math.min(y, whole.y + whole.height - height));
    seen = {x, y, width, height};
    svg.setAttribute("viewBox", [x, y, width, height].join(" "));
  };
  // The size on the page stays.
  svg.style.aspectRatio = whole.width + " / " + whole.height;
  const zoom = (factor, u = 0.5, v = 0.5) => {
    const width = Math.min(seen.width / factor, whole.width), height = Math.min(seen.height / factor, whole.height);
    show(seen.x + u * (seen.width - width), seen.y + v * (seen.height - height), width, height);
  };
  const at = event => {
    const box = svg.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  };
  const [closer, farther, everything] = place.parentNode.querySelectorAll(".buttons button");
  closer.addEventListener("click", () => zoom(2));
  farther.addEventListener("click", () => zoom(0.5));
  everything.addEventListener("click", () => show(whole.x, whole.y, whole.width, whole.height));
  // With Ctrl, as maps do, so that the page can be scrolled over it.
  svg.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.25 : 0.8, ...at(event));
  }, {passive: false});
  svg.addEventListener("dblclick", event => zoom(2, ...at(event)));
  let from = null;
  svg.addEventListener("pointerdown", event => { from = at(event); svg.setPointerCapture(event.pointerId); });
  svg.addEventListener("pointerup", () => { from = null; });
  svg.addEventListener("pointermove", event => {
    if (!from) return;
    const [u, v] = at(event);
    show(seen.x + (from[0] - u) * seen.width, seen.y + (from[1] - v) * seen.height, seen.width, seen.height);
    from = [u, v];
  });
}
"""


def number(value, unit):
    """Writes a length with few digits."""
    if unit != "seconds":
        return f"{value:,.0f}"
    for name, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {name}"
    return f"{value * 1e9:.3g} ns"


def name_of(site):
    """Returns what a site is called in tables and legends."""
    if site["kind"] == "root":
        return "outside of spawns and loops"
    if not site.get("line"):
        return f"{site['kind']} in {site.get('function') or 'other places'}"
    return f"{site['kind']} at {Path(site['file']).name}:{site['line']} in {site['function']}"


def percent(part, whole):
    return 100 * part / whole if whole else 0.0


def site_table(one):
    """Returns the table of call sites, which a click on a head sorts."""
    heads = ("site", "times", "work", "on span", "span if twice as fast", "span if no time")
    cells = "".join(
        f'<th scope="col" aria-sort="{"descending" if name == "on span" else "none"}"><button>{name}</button></th>'
        for name in heads
    )
    rows = []
    for site in one["sites"]:
        shares = [percent(site["work"], one["work"])]
        shares += [percent(site[key], one["span"]) for key in ("on_span", "span_if_half", "span_if_free")]
        values = [f'<td data-value="{site["count"]}">{site["count"] or "":,}</td>' if site["count"] else '<td data-value="0"></td>']
        values += [f'<td data-value="{share:.6f}">{share:.1f} %</td>' for share in shares]
        name = escape(name_of(site))
        rows.append(f'<tr><td data-value="{name}">{name}</td>{"".join(values)}</tr>')
    return f"<table><thead><tr>{cells}</tr></thead>\n<tbody>{chr(10).join(rows)}</tbody></table>\n"


def cards(pairs):
    return '<div class="cards">' + "".join(f"<div><b>{escape(v)}</b>{escape(what)}</div>" for v, what in pairs) + "</div>\n"


def summary_cards(one, unit):
    return cards([
        (number(one["work"], unit), "work: the time of all strands" if unit == "seconds" else "work, in instructions"),
        (number(one["span"], unit), "span: the longest path, for any number of workers"),
        (f"{limits.ratio(one['work'], one['span']):.2f}", "parallelism: work / span, the most that the program can gain"),
        (f"{limits.ratio(one['work'], one['burdened_span']):.2f}", "parallelism with what steals cost on the longest path"),
    ])  # fmt: skip


def bounds(one, counts):
    """Yields (name, workers, speed-up) of what no run can be faster than."""
    for p in counts:
        yield "linear", p, p
        if one["span"]:
            # No speed-up is more than the parallelism; Brent: T_P <= T_1 / P + T_inf.
            yield "span", p, min(p, one["work"] / one["span"])
            yield "burdened span", p, one["work"] / (one["work"] / p + one["burdened_span"])


LOOKS = {"measured": (theme.BLUE, [1, 0]), "linear": (theme.GREY, [2, 3]), "span": (theme.RED, [7, 4]),
         "burdened span": (theme.ORANGE, [7, 3, 2, 3])}  # fmt: skip


def curves(rows, up, title, measured):
    """Returns a picture of what is measured, and of bounds, by the number of workers."""
    names = [name for name in LOOKS if name in {row["name"] for row in rows}]
    counts = sorted({row["workers"] for row in rows})
    x = {"field": "workers", "type": "quantitative", "title": "workers",
         "scale": {"type": "log", "base": 2, "nice": False} if counts[-1] > 16 else {"nice": False, "zero": False},
         "axis": {"values": counts, "format": "d", "grid": False}}  # fmt: skip
    y = {"field": "value", "type": "quantitative", "title": up, "scale": {"zero": True}}
    legend = {"columns": 2, "symbolType": "stroke", "symbolSize": 400}
    looks = {
        channel: {"field": "name", "type": "nominal", "legend": legend,
                  "scale": {"domain": names, "range": [LOOKS[name][at] for name in names]}}
        for at, channel in enumerate(("color", "strokeDash"))
    }  # fmt: skip
    said = {"field": "said"}
    layers = [{"data": {"values": rows}, "mark": "line", "encoding": {"x": x, "y": y, **looks}}]
    if measured:
        points = [row for row in rows if row["name"] == "measured"]
        layers += [
            {"data": {"values": points}, "mark": {"type": "rule", "strokeWidth": 2, "color": theme.BLUE, "aria": False},
             "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}}},
            {"data": {"values": points}, "mark": {"type": "point", "filled": True, "opacity": 1, "color": theme.BLUE},
             "encoding": {"x": x, "y": y, "description": said}},
        ]  # fmt: skip
    return {"title": render.title(title, 340), "width": 330, "height": 250, "layer": layers}


def speed_up_of_dag(one):
    """Returns what the dag allows on any number of workers."""
    most = 4
    while most < 4 * limits.ratio(one["work"], one["span"]) and most < 1024:
        most *= 2
    counts = [2**i for i in range(most.bit_length())]
    top = 1.5 * limits.ratio(one["work"], one["span"])
    rows = [{"name": name, "workers": p, "value": v} for name, p, v in bounds(one, counts) if name != "linear" or v <= max(top, 2)]
    return curves(rows, "speed-up", f"No more than {limits.ratio(one['work'], one['span']):.3g} times as fast, on any number of workers", False)


def measured_plots(data):
    """Returns the pictures of times and speed-ups of a program that was measured."""
    times, one = data["times"], data["one"]
    t1 = times[1][0]
    bound = list(bounds(one, sorted(times)))
    shown = [
        {"name": "measured", "workers": p, "value": t, "low": low, "high": high,
         "said": f"{p} workers: {t:.4g} s, {t1 / t:.3g} times as fast as one"}
        for p, (t, low, high) in sorted(times.items())
    ]  # fmt: skip
    last = max(times)
    time_rows = shown + [{"name": name, "workers": p, "value": t1 / v} for name, p, v in bound]
    speed_rows = [{**row, "value": t1 / row["value"], "low": t1 / row["high"], "high": t1 / row["low"]} for row in shown]
    speed_rows += [{"name": name, "workers": p, "value": v} for name, p, v in bound]
    return [
        curves(time_rows, "seconds", f"{t1:.3g} s on one worker, {times[last][0]:.3g} s on {last}", True),
        curves(speed_rows, "speed-up", f"{t1 / times[last][0]:.2f} times as fast on {last} workers", True),
    ]


def law_plot(inputs, fitted):
    """Returns the plot of Figure 5 of the first paper on Cilk."""
    runs = [
        charts.Normalised(p, p * data["one"]["span"] / data["times"][1][0], data["one"]["span"] / time[0])
        for data in inputs
        for p, time in data["times"].items()
        if data["one"]["span"]
    ]
    if not runs:
        return None
    c1, c_inf = (fitted.c1, fitted.c_inf) if fitted else (None, None)
    said = "Runs against the law T_P = c1 T1 / P + cinf Tinf" if fitted else "Runs against the two bounds"
    return charts.normalised(runs, c1, c_inf, said)


def figures(pictures):
    drawn = "".join(f"<figure>{render.svg(picture)}</figure>\n" for picture in pictures if picture)
    return f'<div class="plots">{drawn}</div>\n'


def task_picture(one):
    """Returns the picture of tasks that can be made larger, or why there is none."""
    record = one.get("tree")
    if not record:
        return ""
    head = "<h2>Tasks</h2>\n"
    names = {site["id"]: name_of(site) for site in one["sites"]}
    picture = tree.picture(record, names, one["unit"], lambda value: number(value, one["unit"]))
    if not picture:
        return head + (
            f"<p>The run had {record['begun'] - 1:,} tasks, loops and iterations; a picture shows at most {tree.MOST:,}. "
            "Try a smaller input.</p>\n"
            if record["begun"] > 1 else "<p>The run had no tasks.</p>\n"
        )  # fmt: skip
    return head + (
        '<figure><div class="buttons"><button aria-label="larger">+</button><button aria-label="smaller">−</button>'
        "<button>all</button> drag to move, Ctrl and the wheel or a double click to see more</div>\n"
        f'<div class="zoom">{render.svg(picture)}</div></figure>\n'
    )


def whole(title, parts):
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{OWN_STYLE}</style></head><body>\n"
        f"{''.join(parts)}<script>{SCRIPT}</script>\n</body></html>\n"
    )


def limit(sentence):
    good = " good" if sentence.startswith("Nothing") else ""
    return f'<p class="limit{good}">{escape(sentence)}</p>\n'


SITES = (
    "<h2>Where the span is</h2>\n<p>To make a site faster that has no part of the span changes nothing on many workers. "
    "<em>Span if twice as fast</em> and <em>if no time</em> are computed anew for the whole dag: another path may then be "
    "the longest.</p>\n"
)
CUT = "The program ended in a task or loop: what ran in parallel is left out."


def of_run(program, one, workers):
    """Returns the page of one run with Cilkscale."""
    parts = [f"<h1>How {escape(program)} scales</h1>\n", limit(limits.of_run(one, workers)), summary_cards(one, one["unit"])]
    if one["sites"]:
        parts += [SITES, site_table(one)]
    if one["span"]:
        parts.append("<h2>What its dag allows</h2>\n" + figures([speed_up_of_dag(one)]))
    parts.append(task_picture(one))
    return whole(f"How {program} scales", parts)


def of_measurements(program, inputs, fitted, law, rows):
    """Returns the page of a program that was measured, with one or more inputs; `rows` are
    the rows of its table of times, the head first, for each input."""
    parts = [f"<h1>How {escape(program)} scales</h1>\n", *(limit(limits.verdict(data)) for data in inputs[-1:])]
    parts.append(summary_cards(inputs[-1]["one"], "seconds"))
    for data, table in zip(inputs, rows):
        if data["tag"] or len(inputs) > 1:
            parts.append(f"<h2>With {escape(data['tag']) or 'no arguments'}</h2>\n{limit(limits.verdict(data)) if data is not inputs[-1] else ''}")
        parts.append(figures(measured_plots(data)))
        head, *lines = table
        parts.append(
            '<div class="scroll"><table class="times"><tr>' + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>\n"
            + "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>\n" for line in lines) + "</table></div>\n"
        )  # fmt: skip
    if inputs[-1]["one"]["sites"]:
        parts += [SITES, site_table(inputs[-1]["one"])]
    parts += ["<h2>The law of the first paper on Cilk</h2>\n", banner(law, bool(fitted)), figures([law_plot(inputs, fitted)])]
    parts.append(task_picture(inputs[-1]["one"]))
    return whole(f"How {program} scales", parts)
