"""Writes what run.py has measured to docs/guides/graph.md."""

import collections

import machine
import toolchain

PAGE = toolchain.ROOT / "docs" / "guides" / "graph.md"
BEGIN = "<!-- benchmarks/graph/run.py --update -->\n"
NAMES = {"boost": "Boost", "scipy": "SciPy", "networkit": "NetworKit", "igraph": "igraph"}

# The least times in seconds, on the graph of that name.
Comparison = collections.namedtuple("Comparison", "graph algorithm peer ours theirs")


def cell(found):
    return f"{found.theirs / found.ours:.1f}" if found else ""


def markdown(comparisons, workers):
    """Returns a table with a row for each algorithm on each graph."""
    facts = machine.facts()
    rows = collections.defaultdict(dict)
    for found in comparisons:
        rows[found.graph, found.algorithm][found.peer] = found
    lines = [
        f"Times of the peers by that of `tussah graph` on {workers} workers, the least of each, on "
        f"{facts['processors']} processors ({facts['processor']}), {facts['system']}, Linux "
        f"{facts['kernel']}. Tussah's time is measured anew beside each peer.",
        "",
        "| graph | algorithm | tussah, ms | " + " | ".join(NAMES.values()) + " |",
        "| --- | --- | ---: | " + " | ".join(["---:"] * len(NAMES)) + " |",
    ]
    for (graph, algorithm), peers in rows.items():
        times = [1e3 * found.ours for found in peers.values()]
        here = f"{min(times):.1f}–{max(times):.1f}"
        cells = [graph, algorithm, here, *(cell(peers.get(peer)) for peer in NAMES)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def update(comparisons, workers):
    page = PAGE.read_text(encoding="utf-8")
    part = markdown(comparisons, workers)
    PAGE.write_text(toolchain.replace_generated(page, BEGIN, part), encoding="utf-8")
