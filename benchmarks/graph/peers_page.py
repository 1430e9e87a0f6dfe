"""Writes what run.py has measured to docs/guides/graph.md."""

import collections
import textwrap

import machine
import toolchain

PAGE = toolchain.ROOT / "docs" / "guides" / "graph.md"
BEGIN = "<!-- benchmarks/graph/run.py --update -->\n"
NAMES = {
    "boost": "Boost",
    "scipy": "SciPy",
    "networkit": "NetworKit",
    "igraph": "igraph",
    "graph_tool": "graph-tool",
    "gap": "GAP",
    "gbbs": "GBBS",
}


class Comparison(
    collections.namedtuple("Comparison", "graph algorithm peer workers ours theirs")
):
    """The least times in seconds, on the graph of that name."""

    def ratio(self):
        return self.theirs / max(self.ours, 1e-9)

    def faster(self):
        return self.theirs > self.ours


def cell(found):
    """Losses are in bold."""
    if not found:
        return ""
    text = f"{found.ratio():.2g}" if found.ratio() < 1 else f"{found.ratio():.1f}"
    return text if found.faster() else f"**{text}**"


def of_each(comparisons, names):
    """Returns a row that says on how much tussah is faster than each peer."""
    cells = []
    for peer in names:
        of_peer = [found for found in comparisons if found.peer == peer]
        faster = sum(found.faster() for found in of_peer)
        cells.append(f"{faster} of {len(of_peer)}")
    return "| tussah is faster on | | | | " + " | ".join(cells) + " |"


def markdown(comparisons):
    """Returns a table with a row for each algorithm on each graph with so many workers,
    and a column for each peer that was there."""
    facts = machine.facts()
    rows = collections.defaultdict(dict)
    for found in comparisons:
        rows[found.graph, found.algorithm, found.workers][found.peer] = found
    names = [peer for peer in NAMES if any(found.peer == peer for found in comparisons)]
    introduction = (
        f"Times of the peers by that of `tussah graph`, the least of each, on "
        f"{facts['processors']} processors ({facts['processor']}), {facts['system']}, Linux "
        f"{facts['kernel']}. Tussah's time is measured anew beside each peer."
    )
    lines = [
        *textwrap.wrap(introduction, 120, break_long_words=False, break_on_hyphens=False),
        "",
        "| graph | algorithm | workers | tussah, ms | "
        + " | ".join(NAMES[peer] for peer in names)
        + " |",
        "| --- | --- | ---: | ---: | " + " | ".join(["---:"] * len(names)) + " |",
    ]
    for (graph, algorithm, workers), peers in rows.items():
        times = [1e3 * found.ours for found in peers.values()]
        here = f"{min(times):.1f}–{max(times):.1f}"
        cells = [graph, algorithm, str(workers), here, *(cell(peers.get(peer)) for peer in names)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, of_each(comparisons, names), ""])


def update(comparisons):
    page = PAGE.read_text(encoding="utf-8")
    part = markdown(comparisons)
    PAGE.write_text(toolchain.replace_generated(page, BEGIN, part), encoding="utf-8")
