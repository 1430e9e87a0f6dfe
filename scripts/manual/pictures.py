"""Draws the pictures of docs/start/mental-model.md.

usage: pictures.py [FOLDER]     writes into docs/start by default
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "start"
LIGHT, STRONG, INK, LINE = "#d9efec", "#00897b", "#1b2a29", "#546e6a"


def box(x, y, w, h, text, strong=False):
    fill, ink = (STRONG, "#fff") if strong else (LIGHT, INK)
    return (f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="6" fill="{fill}"/>'
            f'<text x="{x + w / 2}" y="{y + h / 2 + 5}" text-anchor="middle" fill="{ink}">{text}</text>')  # fmt: skip


def arrow(x1, y1, x2, y2, strong=False):
    colour, width = (STRONG, 3) if strong else (LINE, 1.5)
    head = "strong" if strong else "thin"
    return (f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}" '
            f'marker-end="url(#{head})"/>')  # fmt: skip


def note(x, y, text, anchor="middle"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{LINE}" font-size="13">{text}</text>'


def picture(width, height, title, *parts):
    def head(name, colour, size):
        return (f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="{size}" markerHeight="{size}" '
                f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>')  # fmt: skip

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="14">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<defs>{head("thin", LINE, 7)}{head("strong", STRONG, 4)}</defs>',
        *parts,
        "</svg>\n",
    ]
    return "\n".join(lines)


def strands():
    return picture(
        640, 190, "The strands of a program with one spawn and one sync",
        box(20, 70, 120, 44, "before"), box(240, 20, 150, 44, "left()"), box(240, 120, 150, 44, "right()"),
        box(490, 70, 130, 44, "printf(a + b)"),
        arrow(140, 86, 236, 44), arrow(140, 98, 236, 140), arrow(390, 44, 486, 86), arrow(390, 140, 486, 98),
        note(188, 46, "spawn"), note(190, 152, "continuation"), note(440, 46, "sync"),
    )  # fmt: skip


def stealing():
    return picture(
        640, 200, "A worker executes the child, and another steals the continuation",
        note(20, 56, "worker 0", "start"), note(20, 146, "worker 1", "start"),
        box(100, 30, 100, 44, "before"), box(204, 30, 230, 44, "left(), called at once", True),
        box(100, 120, 150, 44, "nothing to do"), box(290, 120, 170, 44, "right(), stolen", True),
        box(500, 120, 120, 44, "after the sync"),
        arrow(215, 76, 286, 130), arrow(434, 60, 496, 124), arrow(460, 142, 496, 142),
        note(226, 108, "steal", "end"), note(484, 84, "joins", "start"), note(320, 190, "time goes to the right"),
    )  # fmt: skip


def work_span():
    # Name: place, time, on the longest path.
    boxes = {"a": (20, 110, 1, True), "b": (130, 40, 2, False), "c": (130, 180, 3, True), "d": (250, 10, 3, False),
             "e": (250, 75, 2, False), "f": (250, 145, 1, False), "g": (250, 215, 4, True), "h": (380, 40, 2, False),
             "i": (500, 110, 2, True)}  # fmt: skip
    arrows = ["ab", "ac", "bd", "be", "cf", "cg", "dh", "eh", "fi", "gi", "hi"]
    parts = []
    for start, end in arrows:
        (x1, y1, _, s1), (x2, y2, _, s2) = boxes[start], boxes[end]
        parts.append(arrow(x1 + 74, y1 + 20, x2 - 3, y2 + 20, s1 and s2))
    parts += [box(x, y, 74, 40, str(time), strong) for x, y, time, strong in boxes.values()]
    work = sum(time for _, _, time, _ in boxes.values())
    span = sum(time for _, _, time, strong in boxes.values() if strong)
    assert (work, span) == (20, 10), "the page says so"
    return picture(
        600, 290, "Strands with their times, and the longest path", *parts,
        note(300, 280, f"work: {work}, all boxes. span: {span}, the dark path. parallelism: {work / span:g}"),
    )  # fmt: skip


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for name, drawn in (("strands", strands()), ("stealing", stealing()), ("work-span", work_span())):
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
