"""Builds the manual's site, strictly; checks that it is complete and needs no network.

usage: build_site.py BUILD_FOLDER     with MkDocs in BUILD_FOLDER/manual
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What a browser loads by itself, in contrast to links.
LOADED = re.compile(r'<(?:script|img|iframe)[^>]*\ssrc="(https?:[^"]*)"|<link[^>]*rel="(?:stylesheet|preconnect|icon)"'
                    r'[^>]*href="(https?:[^"]*)"')  # fmt: skip


def main():
    tools = Path(sys.argv[1]) / "manual"
    if not (tools / "mkdocs").is_dir():
        print("no MkDocs; scripts/install-deps.sh docs gets it")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", folder],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(tools)},
        )  # fmt: skip
        if done.returncode:
            return 1
        pages = list(Path(folder).rglob("*.html"))
        wanted = len(list((ROOT / "docs").rglob("*.md")))
        wrong = [] if len(pages) > wanted else [f"{len(pages)} pages of {wanted}"]
        if not (Path(folder) / "search" / "search_index.json").exists():
            wrong.append("no search")
        for page in pages:
            text = page.read_text(encoding="utf-8")
            wrong += [f"{page.name} loads {a or b}" for a, b in LOADED.findall(text)]
            # A browser would end a line behind the hyphen.
            wrong += [f"{page.name} may divide {flag}" for flag in re.findall(r"<code>(-[a-zA-Z-]{,20})</code>", text)]
    print("\n".join(wrong) or f"{wanted} pages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
