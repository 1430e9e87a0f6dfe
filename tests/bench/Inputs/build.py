"""Builds all programs of the suite for a system, and prints each that cannot be built, and
how many there are of the others.

build.py SUITE INSTALLATION SYSTEM
"""

import sys
import tempfile
from pathlib import Path

suite, installation, name = sys.argv[1:]
sys.path.insert(0, suite)
import programs  # noqa: E402
import systems  # noqa: E402
from building import Builder  # noqa: E402

system = next(system for system in systems.SYSTEMS if system.name == name)
with tempfile.TemporaryDirectory() as folder:
    builder = Builder(Path(folder), systems.Tools(Path(installation).resolve(), "clang", ["-O0"]))
    built = [program for program in programs.load().values() if builder.build(program, [system])]
for note, names in builder.grouped_notes().items():
    print(f"{note} ({names})")
print(f"{len(built)} programs")
