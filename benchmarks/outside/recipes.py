"""What the user says about other people's programs: the file of recipes."""

import dataclasses
import hashlib
import json
import pathlib
import re
import tomllib


class UserError(Exception):
    """A command cannot do what it was asked to; the text says why, in one line."""


# The keys of a program, with the type of each; README.md says what they mean.
KEYS = {
    "name": str,
    "in": str,
    "each": str,
    "except": list,
    "needs": list,
    "build": str,
    "run": str,
    "check": str,
    "drop": list,
    "mask": list,
    "sort": bool,
    "exit": int,
    "compile_only": str,
    "cause": str,
    "build_seconds": int,
    "run_seconds": int,
    "env": dict,
    "inputs": dict,
}
# What `tussah bench --corpus` asks besides, of which nothing that the corpus finds out depends;
# docs/guides/benchmarks.md says what they mean.
TIMING = {"time": str, "group": str, "published": str, "fib_like": bool, "systems": list}
KEYS |= TIMING
# The inputs that a program can have, the smallest first.
SIZES = ("small", "medium", "default", "paper")
SYSTEM_KEYS = {"name": str, "about": str, "compiler": str, "target": str, "serial": bool, "env": dict}
REPOSITORY_KEYS = {**KEYS, "folder": str, "revision": str, "program": list}
DEFAULTS = {"in": ".", "exit": 0, "build_seconds": 600, "run_seconds": 60}


def flat(name):
    """A name that no two programs share, as one of a folder."""
    return name.replace("+", "++").replace("/", "+")


def digest(value):
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


@dataclasses.dataclass(frozen=True)
class Program:
    """A program of a repository. `recipe` has the values of KEYS that it was given."""

    name: str
    recipe: dict

    def __getattr__(self, key):
        if key not in KEYS:
            raise AttributeError(key)
        return self.recipe.get(key, DEFAULTS.get(key))

    @property
    def folder(self):
        return self.recipe.get("in", ".")

    def variables(self, tree, sources, output):
        """What the commands find in their environment: `tree` is a copy of the repository,
        `sources` the folder of all, and what they build is to become `output`."""
        file = self.each or ""
        stem = file.rpartition("/")[2].rpartition(".")[0]
        own = {"SOURCE": str(tree), "SOURCES": str(sources), "OUT": str(output), "FILE": file, "STEM": stem}
        own |= {"INPUT": self.input(SIZES[0])}
        return own | {key: str(value) for key, value in (self.env or {}).items()}

    def input(self, size):
        """The input of a size: if there is none, that of the next smaller size that has one,
        or of the smallest."""
        inputs = self.inputs or {}
        upto = [name for name in SIZES[: SIZES.index(size) + 1] if name in inputs]
        found = upto[-1:] or [name for name in SIZES if name in inputs][:1]
        return inputs[found[0]] if found else ""

    @property
    def drops(self):
        return [re.compile(text) for text in self.drop or []]

    @property
    def masks(self):
        return [re.compile(text) for text in self.mask or []]

    @property
    def key(self):
        """Another one after each change that can change a result."""
        counts = {key: value for key, value in self.recipe.items() if key not in ("cause", *TIMING)}
        return digest([self.name, counts])

    @property
    def build_key(self):
        """The same for what the build alone depends on."""
        return digest([self.name, self.build, self.folder, self.each, self.env])


@dataclasses.dataclass(frozen=True)
class Repository:
    name: str
    source: pathlib.Path
    revision: str
    programs: list


def read_all(paths, sources):
    """Returns the repositories of all these files of recipes."""
    result = [entry for path in paths for entry in read(path, sources)]
    names = [entry.name for entry in result]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"two repositories '{name}'; put their programs into one")
    return result


def read(path, sources):
    """Returns the repositories of a file of recipes, whose folders are in `sources`."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read '{path}': {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    unknown = data.keys() - {"repository", "default", "system"}
    if unknown:
        raise UserError(f"{path}: '{min(unknown)}' is not a key; there are default, repository, system")
    common = data.get("default", {})
    check_keys(path, "default", common, KEYS)
    result = [repository(path, entry, common, sources) for entry in data.get("repository", [])]
    if not result:
        raise UserError(f"{path}: no [[repository]]; tests/corpus/README.md shows one")
    return result


def systems(path):
    """Returns what a file of recipes, which was read, says of systems."""
    result = tomllib.loads(path.read_text(encoding="utf-8")).get("system", [])
    for entry in result:
        if "name" not in entry:
            raise UserError(f"{path}: a system has no name")
        check_keys(path, entry["name"], entry, SYSTEM_KEYS)
        if entry.get("compiler", "elision") not in ("elision", "tussah"):
            raise UserError(f"{path}: {entry['name']}: compiler must be elision or tussah")
    return result


def check_keys(path, where, entry, keys):
    for key, value in entry.items():
        if key not in keys:
            raise UserError(f"{path}: {where}: '{key}' is not a key; there are {', '.join(keys)}")
        if type(value) is not keys[key]:
            raise UserError(f"{path}: {where}: '{key}' must be of type {keys[key].__name__}")
    for size, text in entry.get("inputs", {}).items():
        if size not in SIZES:
            raise UserError(f"{path}: {where}: no size '{size}' of inputs; there are {', '.join(SIZES)}")
        if not isinstance(text, str):
            raise UserError(f"{path}: {where}: the input '{size}' must be a text")
    for text in [*entry.get("drop", []), *entry.get("mask", [])]:
        try:
            re.compile(text)
        except re.error as error:
            raise UserError(f"{path}: {where}: '{text}' is no expression: {error}") from None


def repository(path, entry, common, sources):
    """Returns one repository, with each program that its recipes stand for."""
    if "name" not in entry:
        raise UserError(f"{path}: a repository has no name")
    name = entry["name"]
    check_keys(path, name, entry, REPOSITORY_KEYS)
    source = sources / entry.get("folder", name.replace("/", "+"))
    if not source.is_dir():
        raise UserError(f"{name}: no folder '{source}'; say where it is with folder = \"...\"")
    own = {k: v for k, v in entry.items() if k not in ("name", "folder", "revision", "program")}
    programs = []
    for recipe in entry.get("program", []):
        check_keys(path, name, recipe, KEYS)
        programs += expand(path, name, source, {**common, **own, **recipe})
    seen = set()
    for program in programs:
        if program.name in seen:
            raise UserError(f"{path}: {name}: two programs '{program.name}'")
        seen.add(program.name)
    return Repository(name, source, entry.get("revision", "unknown"), programs)


def expand(path, name, source, recipe):
    """Returns the programs of a recipe: one, or one for each file that `each` means."""
    if "build" not in recipe:
        raise UserError(f"{path}: {name}: a program has no build")
    if "run" not in recipe and "compile_only" not in recipe:
        raise UserError(f"{path}: {name}: a program has neither run nor compile_only")
    if "each" not in recipe:
        if "name" not in recipe:
            raise UserError(f"{path}: {name}: a program has neither name nor each")
        return [Program(recipe["name"], recipe)]
    folder = source / recipe.get("in", ".")
    excluded = {file for text in recipe.get("except", []) for file in folder.glob(text)}
    files = sorted(set(folder.glob(recipe["each"])) - excluded)
    if not files:
        raise UserError(f"{path}: {name}: no file is '{recipe['each']}' in '{folder}'")
    result = []
    for file in files:
        relative = file.relative_to(folder)
        title = (pathlib.Path(recipe.get("in", ".")) / relative).as_posix()
        result.append(Program(title, {**recipe, "each": str(relative)}))
    return result
