"""The programs that are measured: what programs.json says of them."""

import json
import re
from dataclasses import dataclass, field, fields
from pathlib import Path

from errors import UserError

BENCHMARKS = Path(__file__).resolve().parent.parent
FOLDER = BENCHMARKS / "programs"
REGISTRY = FOLDER / "programs.json"
# All programs include example.h, which is there.
INCLUDES = BENCHMARKS.parent / "examples"
SIZES = ("small", "medium", "default", "paper")
# What programs and systems may be called: there are folders of these names.
NAME = r"[A-Za-z0-9_][A-Za-z0-9_.-]*"
LANGUAGES = ("cilk", "cps")
# In place of the name of a file: what is written with a library.
LIBRARY = "library"
JSON = {str: "a string", bool: "true or false", dict: "an object", list: "a list"}


@dataclass(frozen=True)
class Program:
    """A program that prints its result, or a checksum of it, which does not depend on
    the schedule, and on the standard error the time of its parallel part. Fields are
    those of programs.json, which docs/guides/benchmarks.md explains."""

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

    @property
    def has_goals(self):
        """Whether there are goals for it: programs of the paper, and those that were written
        for other systems by hand."""
        return bool(self.published or self.counterpart("PROGRAM.cpp"))

    def outcome(self, run, system, workers):
        """Returns what a run, which was not stopped, says: the seconds of the parallel part, the
        checksum that others must have, and what is wrong, if something is."""
        time_line = re.search(r"^time ([0-9.]+) s$", run.stderr, re.MULTILINE)
        checksum = re.search(self.result, run.stdout, re.MULTILINE)
        if run.code != 0 or not time_line or not checksum:
            lines = [line for line in run.stderr.splitlines() if not line.startswith("time ")]
            said = f": {lines[0]}" if lines else ""
            end = f"exit code {run.code}" if run.code else "no checksum or time"
            return 0.0, "", end + said
        # A time of less than the microseconds that are printed is none to divide by.
        return max(float(time_line[1]), 1e-6), checksum[1], ""

    def counterpart(self, name):
        """Returns the file of that name in the program's folder of counterparts, or
        None if it has none."""
        if name == LIBRARY:
            return self.library.get("source")
        for folder in (BENCHMARKS / "counterparts" / self.name, BENCHMARKS / "targets"):
            path = folder / name.replace("PROGRAM", self.name)
            if path.exists():
                return path
        return None


def load(registry=REGISTRY):
    """Returns all programs by name, in the order of the file."""
    try:
        table = json.loads(Path(registry).read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read '{registry}': {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"'{registry}' is not JSON: {str(error)[:1].lower()}{str(error)[1:]}") from None
    if not isinstance(table, dict) or not table:
        raise UserError(f"'{registry}' must be an object with an entry for each program")
    folder = Path(registry).resolve().parent
    programs = {}
    for name, entry in table.items():
        wrong = mistake(name, entry, folder)
        if wrong:
            raise UserError(f"'{registry}': program '{name}': {wrong}")
        paths = {"source": folder / entry["source"], "inputs": with_medium(entry["inputs"])}
        if library := entry.get("library"):
            paths["library"] = {**library, "source": folder / library["source"]}
        programs[name] = Program(**{**entry, **paths, "name": name})
    return programs


def of_run(settings):
    """Returns the programs of which a run has measured some."""
    return load(settings.get("registry", REGISTRY))


def with_medium(inputs):
    """Returns inputs of all sizes: lists of programs of others may have no medium ones."""
    return {size: inputs.get(size, inputs["small"]) for size in SIZES}


def mistake(name, entry, folder):
    """Returns what is wrong with an entry of the list of programs, if something is."""
    if not re.fullmatch(NAME, name):
        return "a name must consist of letters, digits, '-', '_' and '.'"
    if not isinstance(entry, dict):
        return "its entry must be an object"
    kinds = {field.name: str if field.type is Path else field.type for field in fields(Program)}
    del kinds["name"]
    for key, value in entry.items():
        if key not in kinds:
            return f"there is no '{key}'"
        if not isinstance(value, kinds[key]):
            return f"'{key}' must be {JSON[kinds[key]]}"
    for key in ("source", "about", "inputs"):
        if key not in entry:
            return f"'{key}' is missing"
    for size in SIZES:
        if size == "medium" and size not in entry["inputs"]:
            continue
        arguments = entry["inputs"].get(size)
        if not isinstance(arguments, list) or not all(isinstance(a, str) for a in arguments):
            return f"'inputs' must have a list of arguments for '{size}'"
    library = entry.get("library")
    if library is not None and not isinstance(library.get("source"), str):
        return "'library' must have the name of a file as 'source'"
    if entry.get("language", "cilk") not in LANGUAGES:
        return f"'language' must be one of {', '.join(LANGUAGES)}"
    if not (folder / entry["source"]).exists():
        return f"there is no file '{entry['source']}'"
    return None


def published():
    """Returns the papers' times in seconds: published.json, which says what is what."""
    return json.loads((FOLDER / "published.json").read_text(encoding="utf-8"))
