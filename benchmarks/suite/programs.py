"""The programs that are measured: what programs.json says of them."""

import json
from dataclasses import dataclass, field
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
FOLDER = BENCHMARKS / "programs"
# All programs include example.h, which is there.
INCLUDES = BENCHMARKS.parent / "examples"
SIZES = ("small", "default", "paper")


@dataclass(frozen=True)
class Program:
    """A program that prints its result, or a checksum of it, which does not depend on
    the schedule, and on the standard error the time of its parallel part. Fields are
    those of programs.json, which docs/benchmarks.md explains."""

    name: str
    source: Path
    about: str
    inputs: dict
    pedigrees: bool = False
    published: str = ""
    language: str = "cilk"
    archives: list = field(default_factory=list)
    uses: dict = field(default_factory=dict)
    result: str = r"^checksum (\w+)$"
    library: dict = field(default_factory=dict)
    tests: list = field(default_factory=list)
    errors: list = field(default_factory=list)

    @property
    def sources(self):
        """The files of the program: `source`, or those in it if that is a folder."""
        return sorted(self.source.glob("*.cpp")) if self.source.is_dir() else [self.source]

    @property
    def is_cxx(self):
        return self.sources[0].suffix == ".cpp"

    def counterpart(self, name):
        """Returns the file of that name in the program's folder of counterparts, or
        None if it has none."""
        for folder in (BENCHMARKS / "counterparts" / self.name, BENCHMARKS / "targets"):
            path = folder / name.replace("PROGRAM", self.name)
            if path.exists():
                return path
        return None


def load(registry=FOLDER / "programs.json"):
    """Returns all programs by name, in the order of the file."""
    table = json.loads(Path(registry).read_text(encoding="utf-8"))
    folder = Path(registry).resolve().parent
    programs = {}
    for name, entry in table.items():
        paths = {"source": folder / entry["source"]}
        if library := entry.get("library"):
            paths["library"] = {**library, "source": folder / library["source"]}
        programs[name] = Program(**{**entry, **paths, "name": name})
    return programs


def published():
    """Returns the papers' times in seconds: published.json, which says what is what."""
    return json.loads((FOLDER / "published.json").read_text(encoding="utf-8"))
