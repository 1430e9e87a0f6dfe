"""The programs of other people, unchanged: a file of recipes outside of this repository says how
they are built, run and checked. Those recipes are measured that say how long the work took:
`time`. docs/guides/benchmarks.md says what is in such a file."""

import hashlib
import os
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import machine
import options
import programs
import systems
from compilers import Missing
from errors import UserError
from workload import find_clang, processors

sys.path.insert(0, str(programs.BENCHMARKS / "outside"))
import comparing  # noqa: E402
import recipes  # noqa: E402
import steps  # noqa: E402
from wrappers import Compilers  # noqa: E402

RECIPES = "recipes.toml"
LANGUAGE = "outside"
# The systems that every recipe can be built for: the compiler, and the target of Tussah.
SYSTEMS = {
    "serial": ("elision", None, "the serial elision, by plain clang"),
    "native": ("tussah", "native", "Tussah's own runtime"),
    "onetbb": ("tussah", "onetbb", "the same source, as tasks of oneTBB"),
    "openmp": ("tussah", "openmp", "the same source, as OpenMP tasks"),
}
# In place of the expression that finds the seconds: those of the whole process.
WALL = "wall"
# The recipe's command finds the input, which a shell has as its arguments, in this variable.
INPUT = 'export INPUT="$*"\n'


@dataclass(frozen=True)
class Place:
    """Where the commands of a recipe run for a system, where what they make is, and their
    environment, of which `own` is not that of this process."""

    folder: Path
    output: Path
    environment: dict
    own: dict


@dataclass(frozen=True)
class OutsideSystem(systems.System):
    """A system whose programs are built by the commands of recipes, with a compiler and a target
    of Tussah. Those that a file of recipes adds have the programs that name them."""

    languages: tuple = (LANGUAGE,)
    compiler: str = "elision"
    target: str = None
    env: dict = field(default_factory=dict)
    is_added: bool = False

    def has(self, program):
        return not self.is_added or self.name in (program.recipe.systems or [])

    def build_key(self, program):
        return self.name, program.name


@dataclass(frozen=True)
class OutsideProgram:
    """A program of a repository, as programs.Program. `places` says where it is built, by system,
    `reference` has the elision's run, when it has run."""

    name: str
    repository: recipes.Repository
    recipe: recipes.Program
    inputs: dict
    has_goals: bool = True
    language: str = LANGUAGE
    sources: tuple = ("",)
    places: dict = field(default_factory=dict)
    reference: list = field(default_factory=list)

    @property
    def about(self):
        return f"{self.recipe.name} of {self.repository.name}, {self.repository.revision}"

    def outcome(self, run, system, workers):
        """Returns what a run, which was not stopped, says: the seconds, nothing in place of a
        checksum, and what is wrong, if something is."""
        place = self.places[system.name]
        output = place.output / f"run.{workers}"
        output.write_text(run.stdout, encoding="utf-8")
        found = comparing.Run(workers, steps.Outcome(run.code, run.seconds, 0.0), output)
        if not self.reference:
            # The elision is the first that runs.
            output = output.rename(place.output / "elision")
            self.reference.append(comparing.Run(0, found.outcome, output))
            found = self.reference[0]
        wrong = comparing.fault(self.recipe, found, self.reference[0], place.folder, place.environment)
        if wrong:
            said = run.stderr.strip().splitlines() if run.code else []
            return 0.0, "", wrong + "".join(f": {line}" for line in said[-1:])
        if self.recipe.time == WALL:
            return run.seconds, "", ""
        times = re.findall(self.recipe.time, f"{run.stdout}\n{run.stderr}", re.MULTILINE)
        if not times:
            return 0.0, "", f"nothing that it wrote is a time: '{self.recipe.time}'"
        try:
            return max(sum(map(float, times)), 1e-6), "", ""
        except ValueError:
            return 0.0, "", f"no number is the time '{times[-1]}'"


class Outside:
    """The programs of a file of recipes, as Suite."""

    added = []

    def __init__(self, chosen):
        self.options, self.folder = chosen, chosen.corpus
        for name in ("system", "flags", "bundle"):
            if getattr(chosen, name):
                raise UserError(f"--{name} is for this project's own programs, not for --corpus")
        self.paths = chosen.recipes or [self.folder / RECIPES]
        if not self.folder.is_dir():
            raise UserError(f"no folder '{self.folder}' with sources")
        try:
            found = recipes.read_all(self.paths, self.folder.resolve())
            more = [entry for path in self.paths for entry in recipes.systems(path)]
        except recipes.UserError as error:
            raise UserError(str(error)) from None
        self.systems = all_systems(more)
        self.programs = timed_programs(found, self.systems)

    def workers(self, crowd):
        """Returns with how many workers programs are measured, if nobody says."""
        return sorted({1, processors(), min(crowd * processors(), options.MOST_WORKERS)})

    def flags(self):
        """Recipes say what compilers get."""
        return []

    def settings(self):
        """Returns what settings.json says of such a run besides."""
        recipe_of = {name: program.recipe for name, program in self.programs.items()}
        # fmt: off
        return {
            "outside": {name: f"{program.repository.name}, {program.repository.revision}"
                        for name, program in self.programs.items()},
            "groups": {name: recipe.group or self.programs[name].repository.name for name, recipe in recipe_of.items()},
            "published": {name: recipe.published for name, recipe in recipe_of.items() if recipe.published},
            "fib-like": [name for name, recipe in recipe_of.items() if recipe.fib_like],
        }
        # fmt: on

    def tools(self, flags):
        return OutsideTools(self.options.installation.resolve(), find_clang(), flags)

    def identity(self, tools, chosen, out):
        digest = hashlib.sha256(tools.digest(out).encode())
        for path in self.paths:
            digest.update(path.read_bytes())
        return {"versions": machine.versions(tools, {}), "digest": digest.hexdigest()[:16]}


def all_systems(more):
    """Returns the systems of all recipes, and those that a file of recipes adds, by name."""
    found = {}

    def builder(name):
        return lambda tools, program, folder: build(found[name], tools, program, folder)

    for name, (compiler, target, about) in SYSTEMS.items():
        found[name] = OutsideSystem(name, about, builder(name), serial=name == "serial", compiler=compiler, target=target)
    for entry in more:
        name = entry["name"]
        if not re.fullmatch(programs.NAME, name):
            raise UserError(f"system '{name}': a name must consist of letters, digits, '-', '_' and '.'")
        if name in found:
            raise UserError(f"there is already a system '{name}'")
        found[name] = OutsideSystem(
            name, entry.get("about", "as the recipes say"), builder(name), serial=entry.get("serial", False), is_added=True,
            compiler=entry.get("compiler", "elision"), target=entry.get("target"), env=entry.get("env", {}),
        )  # fmt: skip
    return found


def timed_programs(repositories, known):
    """Returns the programs that can be measured, by name."""
    found = {}
    for repository in repositories:
        for recipe in repository.programs:
            if recipe.time is None or recipe.compile_only is not None:
                continue
            name = recipes.flat(recipe.name)
            where = f"{repository.name}: '{recipe.name}'"
            if name in found:
                raise UserError(f"{where}: another repository has such a program; give one of them another name")
            check(where, recipe, known)
            found[name] = OutsideProgram(name, repository, recipe, inputs_of(recipe))
    if not found:
        raise UserError(f"no program says how long its work took: time = \"wall\", or an expression")
    return found


def check(where, recipe, known):
    """Raises an error if a recipe says something about time that cannot be."""
    try:
        groups = 1 if recipe.time == WALL else re.compile(recipe.time).groups
    except re.error as error:
        raise UserError(f"{where}: time: '{recipe.time}' is no expression: {error}") from None
    if groups != 1:
        raise UserError(f"{where}: time: '{recipe.time}' must have one group, which are the seconds")
    for name in recipe.systems or []:
        if name not in known:
            raise UserError(f"{where}: no system '{name}'; there are {', '.join(known)}")
    if recipe.published and recipe.published not in programs.published()["figure 6"]:
        raise UserError(f"{where}: nothing is published of '{recipe.published}'")


def inputs_of(recipe):
    """Returns the words of the input of each size."""
    return {size: recipe.input(size).split() for size in programs.SIZES}


@dataclass
class OutsideTools(systems.Tools):
    """What builds the programs of recipes: the compilers of each target, and a copy of each
    repository for each system, which builds may write into."""

    def compilers(self, folder, system):
        return Compilers(folder / "compilers", self.installation, self.clang, system.target)

    def place(self, program, system, folder):
        """Returns where a program is built in the folder of a system."""
        tree = folder / recipes.flat(program.repository.name)
        if not tree.exists():
            shutil.copytree(program.repository.source, tree, symlinks=True)
        output = folder / "out" / program.name
        output.mkdir(parents=True)
        environment = {
            **self.compilers(folder, system).environment(system.compiler),
            **program.recipe.variables(tree, program.repository.source.parent, output / "program"), "SYSTEM": system.name, **system.env,
        }  # fmt: skip
        own = {key: value for key, value in environment.items() if key not in os.environ or os.environ[key] != value}
        return Place(tree / program.recipe.folder, output, environment, own)


def build(system, tools, program, folder):
    """Builds a program, and returns the command that runs it."""
    place = program.places[system.name] = tools.place(program, system, folder.parent)
    for needed in program.recipe.needs or []:
        if not (program.repository.source / needed).exists():
            raise Missing(f"{needed} is not there")
    code, lines = tools.commands.run(["/bin/bash", "-c", program.recipe.build], place.folder, **place.own)
    if code != 0:
        wrong = [line for line in lines if re.search("error|undefined reference|cannot find", line, re.IGNORECASE)]
        raise Missing(f"does not compile: {(wrong or lines or ['no message'])[0].strip()}")
    variables = [f"{key}={value}" for key, value in place.own.items()]
    return ["env", "-C", str(place.folder), *variables, "/bin/bash", "-c", INPUT + program.recipe.run, "bash"]
