"""The tree of tasks of a small run, as a picture: when each would run with enough processors.

tools/scale/tree.h says what is recorded. A task is as wide as its longest path, and under the
one that it is a part of; what is in the longest path of the program is marked.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "plotting"))
import theme  # noqa: E402

# What a picture can show; compiler/driver/Scale.cpp asks for as much.
MOST = 2500
WIDTH, HEIGHT = 860, 520
OTHERS = "others"


class Tree:
    """The nodes of a record, by their numbers."""

    def __init__(self, record):
        self.site, self.begin, self.end, self.work, self.parts = {}, {}, {}, {}, {}
        self.parent, self.joins = {}, {}
        for node, parent, site, begin, end, work in record["nodes"]:
            self.site[node], self.begin[node], self.end[node], self.work[node] = site, begin, end, work
            self.parent[node] = parent
            self.parts.setdefault(parent, []).append(node)
        for node, end in record["joins"]:
            self.joins.setdefault(node, []).append(end)

    def path(self):
        """Yields (node, begin, end): the strands of the longest path, from its end on."""
        todo = [(1, self.end[1], self.begin[1])]
        while todo:
            node, now, first = todo.pop()
            joins = {end for end in self.joins.get(node, ()) if end <= now}
            # Without those that took no time: the path is the same, and it would go on to where it is.
            ended = [p for p in self.parts.get(node, ()) if self.end[p] in joins and self.begin[p] < self.end[p]]
            part = max(ended, key=lambda p: self.end[p], default=None)
            if part is None:
                yield node, first, now
                continue
            end = self.end[part]
            if end < now:
                yield node, end, now
            todo.append((node, self.begin[part], first))
            todo.append((part, end, self.begin[part]))

    def rows(self):
        """Returns the row of each node, so that none is on another, and the number of rows."""
        row, height = {1: 0}, {}

        def depth_first():
            todo, order = [1], []
            while todo:
                node = todo.pop()
                order.append(node)
                todo += self.parts.get(node, ())
            return order

        order = depth_first()
        offset = {}
        for node in reversed(order):
            placed = []  # (begin, end, top, bottom) of the parts so far
            for part in sorted(self.parts.get(node, ()), key=lambda p: (self.begin[p], p)):
                begin, end, high = self.begin[part], self.end[part], height[part]
                at = 1
                for _, _, top, bottom in sorted(
                    (p for p in placed if p[0] < end and begin < p[1]), key=lambda p: p[2]
                ):
                    if at + high <= top:
                        break
                    at = max(at, bottom)
                offset[part] = at
                placed.append((begin, end, at, at + high))
            height[node] = max((p[3] for p in placed), default=1)
        for node in order:
            for part in self.parts.get(node, ()):
                row[part] = row[node] + offset[part]
        return row, height[1]


def quantity(field, title, domain):
    return {"field": field, "type": "quantitative", "title": title, "scale": {"domain": domain, "nice": False, "zero": False}}


def picture(record, names, unit, number):
    """Returns the picture of a record, or None if it has too many tasks, or none. `names` are
    those of sites, in the order of what they hold of the span; `number` writes a length."""
    if record["begun"] > min(MOST, len(record["nodes"])) or record["begun"] < 2:
        return None
    tree = Tree(record)
    row, count = tree.rows()
    known = list(names)[: len(theme.CYCLE) - 1]
    kinds = [names[site] for site in known if site in tree.site.values()] + [OTHERS]
    colours = [theme.CYCLE[known.index(site)] for site in known if site in tree.site.values()] + [theme.GREY]
    tasks = [
        {"begin": tree.begin[node], "end": tree.end[node], "top": row[node], "bottom": row[node] + 0.86,
         "site": names[tree.site[node]] if tree.site[node] in known else OTHERS,
         "said": f"{names.get(tree.site[node], OTHERS)}: work {number(tree.work[node])}, longest path {number(tree.end[node] - tree.begin[node])}"}
        for node in tree.site
    ]  # fmt: skip
    path = [{"begin": begin, "end": end, "at": row[node] + 0.43} for node, begin, end in tree.path() if end > begin]
    shown = {task["site"] for task in tasks}
    pairs = [(kind, colour) for kind, colour in zip(kinds, colours) if kind in shown]
    x = quantity("begin", f"{unit}, with enough processors", [tree.begin[1], tree.end[1]])
    down = [0, count]
    y = {**quantity("top", None, down), "axis": None}
    y["scale"] = {**y["scale"], "reverse": True}
    return {
        "title": {"text": "Each task, when it would run with enough processors",
                  "subtitle": "The line is the longest path: to shorten it is all that helps on many processors"},
        "width": WIDTH, "height": max(60, min(HEIGHT, 22 * count)),
        "layer": [
            {"data": {"values": tasks}, "mark": {"type": "rect", "stroke": theme.colour("back"), "strokeWidth": 0.3},
             "encoding": {"x": x, "x2": {"field": "end"}, "y": y, "y2": {"field": "bottom"}, "description": {"field": "said"},
                          "fill": {"field": "site", "type": "nominal",
                                   "scale": {"domain": [kind for kind, _ in pairs], "range": [colour for _, colour in pairs]},
                                   "legend": {"columns": 1}}}},
            {"data": {"values": path}, "mark": {"type": "rule", "strokeWidth": 2.5, "color": theme.colour("text"), "aria": False},
             "encoding": {"x": x, "x2": {"field": "end"}, "y": {**y, "field": "at"}}},
        ],
    }  # fmt: skip
