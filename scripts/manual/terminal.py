"""Makes docs/start/terminal.svg, the picture of a terminal in the README, of what the commands really print.

usage: terminal.py BIN

Needs rich (python3 -m pip install rich). Run it again when what the commands print has changed.
"""

import os
import pty
import re
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = 104
RACY = """#include <cilk/cilk.h>
int count;
int main() {
  cilk_for (int i = 0; i < 1000; ++i)
    if (i % 3 == 0)
      ++count;
  return count == 0;
}
"""
COMMANDS = [
    "tussah run primes.cpp",
    "cat -n count.cpp",
    "tussah race count.cpp",
    "tussah scale --count=instructions primes.cpp",
]
COLOURS = TerminalTheme(
    (30, 32, 36), (220, 220, 220),
    [(30, 32, 36), (240, 113, 120), (152, 195, 121), (229, 192, 123), (97, 175, 239), (198, 146, 233), (86, 182, 194), (220, 220, 220)],
)  # fmt: skip
# Without rich's fonts from the network.
FORMAT = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; font-variant-east-asian: full-width }}
.{unique_id}-title {{ font-size: 16px; font-family: "DejaVu Sans", Verdana, sans-serif }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def said(command, folder, bin_folder):
    """What a command writes on a terminal, with its colours."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(PATH=f"{bin_folder}:{os.environ['PATH']}", CILK_NWORKERS="2", COLUMNS=str(COLUMNS), TERM="xterm-256color")
        os.execvp("sh", ["sh", "-c", command])
    text = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        text += part
    os.waitpid(pid, 0)
    return text.decode().replace("\r\n", "\n")


def main():
    bin_folder = Path(sys.argv[1]).resolve()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"), force_terminal=True)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "primes.cpp").write_text(re.search(r"```cpp\n(.*?)```", readme, re.DOTALL)[1], encoding="utf-8")
        Path(folder, "count.cpp").write_text(RACY, encoding="utf-8")
        for command in COMMANDS:
            console.print(Text.assemble(("$ ", "green"), (command, "bold")))
            console.print(Text.from_ansi(said(command, folder, bin_folder).rstrip("\n")))
            console.print()
    svg = console.export_svg(title="Tussah", theme=COLOURS, code_format=FORMAT, unique_id="terminal")
    (ROOT / "docs" / "start" / "terminal.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
