"""Looks at a page of races in Chromium, as on a desktop, and as on a phone in the dark: nothing sticks out, each race
has one picture, which is whole and can be read.

    look.py PAGE RACES FOLDER [PICTURES]

With a further argument pictures of the page are left in FOLDER."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
import browser  # noqa: E402

page, races, folder, *pictures = sys.argv[1:]
text = Path(page).read_text(encoding="utf-8")
FOLDER = Path(folder).resolve()
LOOK = """
said.title = document.querySelector("h1").textContent;
said.pictures = 0;
said.cut = [];
said.small = [];
for (const svg of document.querySelectorAll("svg")) {
  const frame = svg.getBoundingClientRect();
  if (!frame.width) continue;
  ++said.pictures;
  const section = svg.closest("section").getBoundingClientRect();
  if (frame.left < section.left || frame.right > section.right) said.cut.push("a picture");
  const boxes = [...svg.querySelectorAll("rect")].map(one => one.getBoundingClientRect());
  for (const box of boxes)
    if (box.right > frame.right + 1 || box.bottom > frame.bottom + 1) said.cut.push("a box");
  svg.querySelectorAll("text").forEach((one, i) => {
    const its = one.getBoundingClientRect();
    if (its.right > boxes[i].right || its.bottom > boxes[i].bottom + 1) said.cut.push(one.textContent);
    if (its.height < 10) said.small.push(one.textContent);
  });
}
"""

for width, dark in ((1100, False), (400, True)):
    said = browser.look(FOLDER, text, width, dark, LOOK)
    assert said["cut"] == [] and said["small"] == [] and said["pictures"] == int(races), said
    assert said["title"] == f"{races} distinct race" + ("" if races == "1" else "s"), said
if pictures:
    browser.take_pictures(FOLDER, text)
print("all can be read")
