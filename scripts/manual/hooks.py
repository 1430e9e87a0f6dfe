"""What MkDocs does not do with the manual by itself.

Pages link to files of the sources, which are no pages. The site gets a copy of each as a
text, so that no link is dead, on whatever machine the site is.

Browsers end a line behind each hyphen, also that of a flag. Short code gets a class, by which
style.css keeps it in one line; long code must be divided on a phone.
"""

import posixpath
import re
from html import unescape
from pathlib import Path

from mkdocs.structure.files import File

# Code in a sentence or table; that of blocks is behind a tag of its own.
CODE = re.compile(r"(?<!</span>)<code>([^<]+)</code>")
SHORT = 28
LINK = re.compile(r"\]\(((?:\.\./)+[^)#\s]+)(#[^)]*)?\)")


def outside(page, link):
    """Returns the path of what a page of docs/ links to, from the sources' folder; None if
    it is in docs/."""
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), link))
    return None if path.startswith(("docs/", "../")) else path


def on_files(files, config):
    root = Path(config.config_file_path).parent
    wanted = set()
    for page in files.documentation_pages():
        for link, _ in LINK.findall(page.content_string):
            wanted.add(outside(page.src_uri, link))
    for path in sorted(wanted - {None}):
        if (root / path).is_file():
            files.append(File.generated(config, f"source/{path}.txt", abs_src_path=str(root / path)))
    return files


def on_page_markdown(markdown, page, config, files):
    def mended(match):
        path = outside(page.file.src_uri, match[1])
        if path is None:
            return match[0]
        up = "../" * page.file.src_uri.count("/")
        return f"]({up}source/{path}.txt)"

    return LINK.sub(mended, markdown)


def on_page_content(html, page, config, files):
    def kept(match):
        return f'<code class="short">{match[1]}</code>' if len(unescape(match[1])) <= SHORT else match[0]

    return CODE.sub(kept, html)
