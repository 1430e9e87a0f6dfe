"""Looks at the page of a run in Chromium: on a phone nothing sticks out, a click sorts the table,
another one makes the picture of tasks larger, and nothing comes from the network.

    look.py PAGE FOLDER [PICTURES]

With a third argument pictures of the page are left in FOLDER."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
import browser  # noqa: E402

page, folder, *pictures = sys.argv[1:]
text = Path(page).read_text(encoding="utf-8")
FOLDER = Path(folder).resolve()
LOOK = """
const first = () => document.querySelector("tbody tr").cells[0].textContent;
const heads = [...document.querySelectorAll("th[aria-sort]")];
said.before = first();
const work = heads.find(head => head.textContent === "work");
work.querySelector("button").click();
said.descending = first();
work.querySelector("button").click();
said.ascending = [first(), work.getAttribute("aria-sort")];
const svg = document.querySelector(".zoom svg"), whole = svg.viewBox.baseVal.width;
document.querySelector(".buttons button").click();
said.zoom = whole / svg.viewBox.baseVal.width;
"""


for width, dark in ((1100, False), (400, True)):
    said = browser.look(FOLDER, text, width, dark, LOOK)
    assert said["before"] == "loop at page.c:15 in main", said
    assert said["descending"] == "loop at page.c:15 in main" and said["ascending"] == ["outside of spawns and loops", "ascending"], said
    assert said["zoom"] == 2, said
if pictures:
    browser.take_pictures(FOLDER, text)
print("all can be seen and clicked")
