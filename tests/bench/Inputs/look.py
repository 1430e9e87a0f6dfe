"""Shows the page of a made-up run in Chromium, as wide as a desktop's window and as a
phone's, light and dark, and looks for text that cannot be read.

    look.py SUITE FOLDER CHROMIUM

Leaves the page, and the pictures if there is a further argument, in FOLDER."""

import json
import random
import re
import subprocess
import sys
from html import escape, unescape
from pathlib import Path

suite, name, chromium, *pictures = sys.argv[1:]
FOLDER = Path(name).resolve()
sys.path.insert(0, suite)
import page  # noqa: E402
import programs  # noqa: E402
import systems  # noqa: E402
from folder import Sample  # noqa: E402
from summary import Summary  # noqa: E402

# What a page must not have, found by the browser itself: parts that stick out to the right,
# text of plots that is outside of the plot or on other text, text that is as its background.
LOOK = """
const found = [];
const wide = document.documentElement.scrollWidth - innerWidth;
if (wide > 0) found.push("the page is " + wide + " pixels too wide");
for (const svg of document.querySelectorAll("svg")) {
  const title = svg.closest("figure").querySelector("h3").textContent;
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text:not([stroke])")].map(t => [t.textContent, t.getBoundingClientRect()]);
  texts.forEach(([name, box], i) => {
    if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
      found.push(title + ": '" + name + "' is cut off");
    for (const [other, its] of texts.slice(i + 1))
      if (box.left < its.right && its.left < box.right && box.top + 2 < its.bottom && its.top + 2 < box.bottom)
        found.push(title + ": '" + name + "' is on '" + other + "'");
  });
}
const light = colour => colour.match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + +part, 0) / 3;
const back = light(getComputedStyle(document.body).backgroundColor);
for (const text of document.querySelectorAll("h1, h2, h3, p, td, th, text, b, summary")) {
  const style = getComputedStyle(text);
  const own = light(text.tagName == "text" ? style.fill : style.color);
  if (Math.abs(own - back) < 70) found.push("'" + text.textContent + "' cannot be seen");
}
parent.document.body.textContent = JSON.stringify({found, dark: back < 128, width: innerWidth});
"""


def samples(settings):
    """Returns made-up samples: every system is slower by its place in the list, every other
    program is noisy, and oneTBB is faster with the second one."""
    chance = random.Random(1)
    for p, program in enumerate(settings["programs"]):
        for s, (system, about) in enumerate(settings["systems"].items()):
            for workers in [1] if about["serial"] else settings["workers"]:
                for trial in (1, 2, 3, 4, 5):
                    noise = 0.3 if p % 2 else 0.03
                    seconds = (1 + p / 9) * (1 + s / 7) / min(workers, 2) * chance.uniform(1 - noise, 1 + noise)
                    seconds *= 0.5 if (p, system) == (1, "onetbb") else 1
                    yield Sample(program, system, workers, trial, seconds, seconds)


def write_page():
    everything = programs.load()
    settings = {
        "size": "small", "trials": 5, "minutes": 4.5, "workers": [1, 2, 16], "flags": ["-O3"],
        "programs": {program.name: program.inputs["small"] for program in everything.values()},
        "about": {program.name: program.about for program in everything.values()},
        "systems": {system.name: {"about": system.about, "serial": system.serial,
                                  "by hand": bool(system.by_hand)} for system in systems.SYSTEMS},
        "machine": {"processor": "made up", "processors": "2"}, "versions": {"clang": "22"},
        "date": "2026-01-01",
    }  # fmt: skip
    text = page.html(Summary(settings, list(samples(settings)), programs.published()))
    (FOLDER / "index.html").write_text(text, encoding="utf-8")
    return text


def browse(text, width, dark, *options):
    """Lets Chromium show a page in a frame of that width, since its windows have a least
    one, and returns what the frame then consists of."""
    file = FOLDER / f"{width}.html"
    file.write_text(
        f'<body style="margin:0"><iframe srcdoc="{escape(text)}" width="{width}" height="9000" '
        'style="border:0"></iframe></body>', encoding="utf-8",
    )  # fmt: skip
    result = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--user-data-dir={FOLDER}/profile", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
         *options, file.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return result.stdout


def look(text, width, dark):
    """Returns what cannot be read."""
    dom = browse(text.replace("</body>", f"<script>{LOOK}</script></body>"), width, dark, "--dump-dom")
    match = re.search(r"<body[^>]*>(\{.*\})", dom, re.DOTALL)
    assert match, f"the browser says nothing: {dom}"
    said = json.loads(unescape(match[1]))
    assert (said["width"], said["dark"]) == (width, dark), said
    return [f"{width} pixels, {'dark' if dark else 'light'}: {what}" for what in said["found"]]


text = write_page()
# Two are enough to try every style.
found = look(text, 1280, False) + look(text, 390, True)
for width, dark in [(1280, False), (390, True), (1280, True)] if pictures else []:
    browse(text, width, dark, f"--screenshot={FOLDER}/{width}-{'dark' if dark else 'light'}.png",
           f"--window-size={max(width, 500)},9000")  # fmt: skip
print("\n".join(found) or "all can be read")
sys.exit(1 if found else 0)
