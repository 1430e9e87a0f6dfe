"""Looks at the page of a run in Chromium: on a phone nothing sticks out, a click sorts the table,
another one makes the picture of tasks larger, and nothing comes from the network.

    look.py PAGE FOLDER [PICTURES]

With a third argument pictures of the page are left in FOLDER."""

import html
import json
import re
import subprocess
import sys
from pathlib import Path

page, folder, *pictures = sys.argv[1:]
text = Path(page).read_text(encoding="utf-8")
FOLDER = Path(folder).resolve()
LOOK = """
const said = {wide: document.documentElement.scrollWidth - innerWidth, errors};
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
const light = colour => colour.match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + +part, 0) / 3;
const back = light(getComputedStyle(document.body).backgroundColor);
said.dark = back < 128;
said.unseen = [...document.querySelectorAll("h1, h2, p, td, th, text:not([stroke])")].filter(
  one => Math.abs(light(one.tagName == "text" ? getComputedStyle(one).fill : getComputedStyle(one).color) - back) < 70
).map(one => one.textContent);
parent.document.body.textContent = JSON.stringify(said);
"""


def browse(content, width, dark, *options):
    """Lets Chromium show a page in a frame of that width, as its windows have a least one."""
    file = FOLDER / f"frame-{width}.html"
    file.write_text(
        f'<body style="margin:0"><iframe srcdoc="{html.escape(content)}" width="{width}" height="2600" '
        'style="border:0"></iframe></body>', encoding="utf-8",
    )  # fmt: skip
    return subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--user-data-dir={FOLDER}/profile", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
         *options, file.as_uri()],
        capture_output=True, text=True, timeout=120,
    ).stdout  # fmt: skip


for address in re.findall(r'(?:src|href)="([^"]*)"|url\(', text):
    assert not re.match("https?:|//", address), address
look = text.replace("<head>", "<head><script>const errors = []; onerror = what => { errors.push(what); };</script>")
look = look.replace("</body>", f"<script>{LOOK}</script></body>")
for width, dark in ((1100, False), (400, True)):
    dom = browse(look, width, dark, "--dump-dom")
    said = json.loads(html.unescape(re.search(r"<body[^>]*>(\{.*\})", dom, re.DOTALL)[1]))
    assert said["errors"] == [] and said["wide"] <= 0 and said["dark"] == dark and said["unseen"] == [], said
    assert said["before"] == "loop at page.c:15 in main", said
    assert said["descending"] == "loop at page.c:15 in main" and said["ascending"] == ["outside of spawns and loops", "ascending"], said
    assert said["zoom"] == 2, said
for width, dark in [(1100, False), (400, True), (1100, True)] if pictures else []:
    browse(text, width, dark, f"--screenshot={FOLDER}/{width}-{'dark' if dark else 'light'}.png", f"--window-size={max(width, 500)},2600")
print("all can be seen and clicked")
