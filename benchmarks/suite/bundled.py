"""Measuring on a machine that has no compiler: this runs in a bundle, whose programs
bundle.py has built elsewhere."""

import dataclasses
import json
import os

import machine
import programs
import systems
from building import Commands
from compilers import Missing
from errors import UserError
from workload import processors

MANIFEST, REGISTRY, LIBRARIES = "manifest.json", "programs.json", "lib"
# What /proc/cpuinfo must say of a processor so that it executes what a compiler makes with
# -march= and this name.
V2 = ("cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3")
V3 = (*V2, "abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave")
LEVELS = {
    "x86-64": (),
    "x86-64-v2": V2,
    "x86-64-v3": V3,
    "x86-64-v4": (*V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
}


def start(folder, entry):
    """Returns the command that starts a program of the bundle in `folder`, of which its
    manifest has this entry. What is not static runs with the C library of the bundle."""
    path = os.path.join(folder, entry["file"])
    loader = entry.get("loader")
    if not loader:
        return [path, *entry["arguments"]]
    libraries = os.path.join(folder, LIBRARIES)
    return [os.path.join(libraries, loader), "--library-path", libraries, path, *entry["arguments"]]


class Bundled:
    """The programs of a bundle, as Suite."""

    added = []

    def __init__(self, chosen):
        self.folder = chosen.bundled
        for name in ("system", "flags", "bundle", "corpus"):
            if getattr(chosen, name):
                raise UserError(f"a bundle has no compiler, so that --{name} cannot be given here")
        try:
            self.manifest = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except ValueError:
            raise UserError(f"'{self.folder / MANIFEST}' is damaged; unpack the bundle again") from None
        self.level = fitting(self.manifest["levels"])
        registry = self.folder / REGISTRY
        available = programs.load(registry if registry.exists() else programs.REGISTRY)
        self.programs = {name: available[name] for name in self.manifest["programs"]}
        self.systems = {name: self.system(name, entry) for name, entry in self.manifest["systems"].items()}

    def system(self, name, entry):
        """Returns a system that builds nothing."""
        commands = self.manifest["commands"][self.level].get(name, {})

        def find(tools, program, folder):
            if entry["by_hand"]:
                # If there is none, this says so.
                systems.counterpart(program, entry["by_hand"])
            found = commands[program.name]
            if "missing" in found:
                raise Missing(found["missing"])
            return start(self.folder, found)

        fields = {**entry, "languages": tuple(entry["languages"])}
        return systems.System(name, build=find, **fields)

    def workers(self, crowd):
        """Returns 1, 2, 4, ..., and all processors."""
        most = processors()
        return sorted({most, *(2**i for i in range(most.bit_length()) if 2**i <= most)})

    def flags(self):
        return self.manifest["levels"][self.level]["flags"]

    def settings(self):
        return {"bundle": {"level": self.level, "made": self.manifest["made"]}}

    def tools(self, flags):
        return systems.Tools(self.folder, "", flags, Commands())

    def identity(self, tools, chosen, out):
        return {"versions": self.manifest["versions"], "digest": self.manifest["digest"]}


def fitting(levels):
    """Returns the first of the levels that this processor executes."""
    found = set(machine.read("/proc/cpuinfo", r"^flags\s*: (.*)$").split())
    lacking = []
    for name, level in levels.items():
        lacking = [flag for flag in level["needs"] if flag not in found]
        if not lacking:
            return name
    raise UserError(f"this processor has no {lacking[0]}, which the programs of the bundle need; make another one with other --flags")


def description(system):
    """Returns what the manifest says of a system."""
    fields = {field.name: getattr(system, field.name) for field in dataclasses.fields(system)}
    return {name: value for name, value in fields.items() if name not in ("name", "build")}
