"""What a run chooses from: the programs and systems of the suite. A bundle has others."""

import os
import re
import shlex
import shutil

import machine
import options
import programs
import systems
from errors import UserError

FLAGS = "-O3 -march=native"


def processors():
    return len(os.sched_getaffinity(0))


class Suite:
    """The programs of programs.json, or of --registry, and all systems, those of --system
    behind the others."""

    def __init__(self, chosen):
        self.options = chosen
        self.programs = programs.load(chosen.registry)
        self.added = own_systems(chosen)
        self.systems = {system.name: system for system in [*systems.SYSTEMS, *self.added]}

    def workers(self, crowd):
        """Returns with how many workers programs are measured, if nobody says."""
        return sorted({1, processors(), min(crowd * processors(), options.MOST_WORKERS)})

    def flags(self):
        """Returns what all compilers get."""
        text = FLAGS if self.options.flags is None else self.options.flags
        return options.split("--flags", text)

    def settings(self):
        """Returns what settings.json says of such a run besides."""
        if self.options.registry.resolve() == programs.REGISTRY:
            return {}
        return {"registry": str(self.options.registry.resolve())}

    def tools(self, flags):
        """Returns what builds the programs."""
        return systems.Tools(self.options.installation.resolve(), find_clang(), flags)

    def identity(self, tools, chosen, out):
        """Returns what tells runs with other compilers and programs apart. `chosen` are the
        systems, `out` is the folder of results."""
        added = {s.name: systems.compiler_of(shlex.split(s.about)) for s in chosen if s in self.added}
        return {"versions": machine.versions(tools, added), "digest": tools.digest(out)}


def own_systems(chosen):
    """Returns the systems of --system."""
    found = []
    for text in chosen.system:
        name, separator, command = text.partition("=")
        if not separator or not re.fullmatch(programs.NAME, name) or not command.strip():
            raise UserError(f"--system must be NAME='COMMAND', not '{text}'")
        words = options.split(f"the command of --system {name}", command)
        if any(name == system.name for system in [*systems.SYSTEMS, *found]):
            raise UserError(f"there is already a system '{name}'")
        found.append(systems.System(name, command, systems.custom(words)))
    return found


def find_clang():
    """Returns the clang whose serial elision is the base: that of tussah-clang."""
    name = os.environ.get("TUSSAH_CLANG")
    for candidate in [name] if name else ["clang-22", "clang-19"]:
        path = shutil.which(candidate)
        if path:
            return path
    raise UserError("no clang; see 'tussah doctor'")
