"""Reads examples.json, which describes the example programs.

For each program: its source file, what it shows (`about`), libraries to link,
whether it needs pedigrees, which the serial target then has too, the runs that tests make (with the least number of tasks that each creates), the
arguments for a demonstration that takes a second or so, and runs on bad input
with the start of the line that they must print.

In arguments, {name} is the path of data/name, {name*bytes} a file that repeats
data/name until it has so many bytes, and {out} a folder for results.
"""

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass
class Example:
    name: str
    source: Path
    about: str
    link: list = field(default_factory=list)
    pedigrees: bool = False
    tests: list = field(default_factory=list)
    demo: list = field(default_factory=list)
    errors: list = field(default_factory=list)

    @property
    def is_cxx(self):
        return self.source.suffix == ".cpp"


def load():
    """Returns all examples, in the order of the file."""
    table = json.loads((HERE / "examples.json").read_text(encoding="utf-8"))
    return [
        Example(**{**entry, "name": name, "source": HERE / entry["source"]})
        for name, entry in table.items()
    ]


def expand(arguments, out):
    """Returns `arguments` with the names in braces replaced. Files that have to
    be made are made in the folder `out`, which must exist."""

    def replace(match):
        name, size = match.group(1), match.group(2)
        if name == "out":
            return str(out)
        data = HERE / "data" / name
        if size is None:
            return str(data)
        repeated = Path(out) / f"{data.stem}-{size}{data.suffix}"
        if not repeated.exists():
            text = data.read_bytes()
            copies = int(size) // len(text) + 1
            partial = repeated.with_suffix(f".{os.getpid()}")
            partial.write_bytes((text * copies)[: int(size)])
            partial.replace(repeated)
        return str(repeated)

    return [re.sub(r"\{([\w.]+)(?:\*(\d+))?\}", replace, a) for a in arguments]
