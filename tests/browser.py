"""Shows pages in Chromium as wide as a desktop's window and as a phone's, light and dark, and lets a script look at
them."""

import html
import json
import re
import subprocess

# What all pages must not have: what sticks out to the right, and text that is as its background.
BEGIN = "const errors = []; onerror = what => { errors.push(what); };"
COMMON = """
const said = {wide: document.documentElement.scrollWidth - innerWidth, errors};
const light = colour => colour.match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + +part, 0) / 3;
const back = light(getComputedStyle(document.body).backgroundColor);
said.dark = back < 128;
said.unseen = [...document.querySelectorAll("h1, h2, h3, p, td, th, li, pre, text:not([stroke])")].filter(
  one => Math.abs(light(one.tagName == "text" ? getComputedStyle(one).fill : getComputedStyle(one).color) - back) < 70
).map(one => one.textContent);
"""
END = "parent.document.body.textContent = JSON.stringify(said);"


def browse(folder, content, width, dark, *options, height=2600):
    """Lets Chromium show a page in a frame of that width, as its windows have a least one. Returns what it then
    consists of."""
    file = folder / f"frame-{width}.html"
    file.write_text(
        f'<body style="margin:0"><iframe srcdoc="{html.escape(content)}" width="{width}" height="{height}" '
        'style="border:0"></iframe></body>', encoding="utf-8",
    )  # fmt: skip
    return subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--user-data-dir={folder}/profile", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
         *options, file.as_uri()],
        capture_output=True, text=True, timeout=120,
    ).stdout  # fmt: skip


def look(folder, text, width, dark, script=""):
    """Returns what a script says of a page: members of `said`, which must have no faults that all pages could have."""
    for address in re.findall(r'(?:src|href)="([^"]*)"|url\(', text):
        assert not re.match("https?:|//", address), address
    content = text.replace("<head>", f"<head><script>{BEGIN}</script>", 1)
    content = content.replace("</body>", f"<script>{COMMON}{script}{END}</script></body>")
    dom = browse(folder, content, width, dark, "--dump-dom")
    found = re.search(r"<body[^>]*>(\{.*\})", dom, re.DOTALL)
    assert found, f"the browser says nothing: {dom}"
    said = json.loads(html.unescape(found[1]))
    assert said["errors"] == [] and said["wide"] <= 0 and said["dark"] == dark and said["unseen"] == [], said
    return said


def take_pictures(folder, text):
    """For people: leaves in the folder what the page looks like."""
    for width, dark in [(1100, False), (400, True), (1100, True)]:
        picture = f"{folder}/{width}-{'dark' if dark else 'light'}.png"
        browse(folder, text, width, dark, f"--screenshot={picture}", f"--window-size={max(width, 500)},2600")
