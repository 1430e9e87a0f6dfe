"""Checks that the rooms of libraries include only what ARCHITECTURE.md lets them: cps,
backtrack, graph and runtime not each other, jobs and support nothing above them. And that
the modules of the native runtime include each other in no circle.

usage: check-includes.py [ROOT]
"""

import pathlib
import re
import sys

# What each room may include, besides itself.
BELOW = {
    "support": [],
    "jobs": ["support"],
    "cps": ["jobs", "support"],
    "backtrack": ["jobs", "support"],
    "graph": ["support", "language"],
    "runtime": ["support", "language"],
}
# Rooms whose modules, a source file with the header of its name, form no circle.
LAYERED = ("runtime",)
SUFFIXES = {".c", ".cpp", ".h", ".hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def room_of(path):
    """The room that a file of the project belongs to: that of its folder, also of the one
    in include/tussah. `language` is the rest of include/: what Cilk programs have."""
    parts = path.parts
    if parts[0] == "include":
        if parts[1] != "tussah":
            return "language"
        # cilk1.h is cps for C.
        name = {"cilk1.h": "cps"}.get(parts[2], pathlib.Path(parts[2]).stem)
        return name if name in BELOW else "language"
    return parts[0]


def included(root, path, quote, name):
    """The file of the project that an include means, or null."""
    folders = [root / "include", root]
    if quote == '"':
        folders.insert(0, path.parent)
    for folder in folders:
        file = (folder / name).resolve()
        if file.is_file() and file.is_relative_to(root):
            return file.relative_to(root)
    return None


def circle(modules):
    """Modules of which each includes the next one, and the last one the first; null if
    there are none. `modules` maps each module to those that it includes."""
    state = {}  # a module is missing before its visit, and True after it

    def visit(module, path):
        if state.get(module):
            return None
        if module in path:
            return [*path[path.index(module) :], module]
        for below in sorted(modules.get(module, ())):
            if found := visit(below, [*path, module]):
                return found
        state[module] = True
        return None

    for module in sorted(modules):
        if found := visit(module, []):
            return found
    return None


def problems(root):
    count = 0
    modules = {room: {} for room in LAYERED}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if path.suffix not in SUFFIXES or relative.parts[0] not in (*BELOW, "include"):
            continue
        room = room_of(relative)
        if room not in BELOW:
            continue
        count += 1
        for quote, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            target = included(root, path, quote, name)
            if room in LAYERED and target and room_of(target) == room:
                module, below = relative.with_suffix(""), target.with_suffix("")
                modules[room].setdefault(module, set()).update({below} - {module})
            if target and room_of(target) not in (room, *BELOW[room]):
                others = " and ".join(BELOW[room]) or "nothing"
                yield f"{relative} includes {target}, but {room} may have {others} besides itself"
    for room in LAYERED:
        if found := circle(modules[room]):
            yield f"{room} has a circle of includes: {' -> '.join(map(str, found))}"
    if count < 50:
        yield f"{root} has {count} files of these rooms; is it the project's folder?"


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else default
    found = list(problems(root))
    for problem in found:
        print("check-includes.py: error: " + problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
