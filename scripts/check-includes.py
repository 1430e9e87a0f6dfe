"""Checks that each room includes only what ARCHITECTURE.md lets it: libraries not each
other, and in the compiler nothing that is above. Of LLVM's headers, too: the drivers use
none, and only the clang plugin uses clang's. And that the modules of a room include
each other in no circle.

usage: check-includes.py [ROOT]
"""

import pathlib
import re
import sys

# What each room may include besides itself, from the bottom up: a room can only name those
# above it in this table, so there is no circle.
BELOW = {
    "support/abi": [],
    "support": ["support/abi"],
    "jobs": ["support"],
    "cps": ["jobs", "support", "support/abi"],
    "backtrack": ["jobs", "support", "support/abi"],
    # tussah/search.hpp: games as searches see them.
    "language": ["support"],
    "graph": ["support", "language"],
    "runtime/abi": ["support/abi"],
    "runtime": ["runtime/abi", "support", "support/abi", "language"],
    "tools": ["runtime", "support/abi", "language"],
    # Of the tools, the format of recordings.
    "predict": ["tools", "support"],
    # Of the runtime, the format of timelines.
    "trace": ["runtime", "support"],
    "compiler/driver": ["support", "support/abi"],
    # include/tussah/pass.h: what the compiler is to other front ends.
    "pass": [],
    "compiler/compat": [],
    "compiler/tasks": ["compiler/compat"],
    "compiler/targets/lowering": [
        "compiler/tasks", "compiler/compat", "pass", "runtime/abi", "support/abi",
    ],
    "compiler/targets/optimizations": [
        "compiler/targets/lowering", "compiler/tasks", "compiler/compat", "pass",
    ],
    "compiler/targets/loops": [
        "compiler/targets/optimizations", "compiler/targets/lowering", "compiler/tasks",
        "compiler/compat", "pass",
    ],
    "compiler/targets/native": [
        "compiler/targets/loops", "compiler/targets/optimizations", "compiler/targets/lowering",
        "compiler/tasks", "compiler/compat", "pass",
    ],
    "compiler/targets/pedigrees": [
        "compiler/targets/lowering", "compiler/tasks", "compiler/compat", "pass",
    ],
    "compiler/hooks": [
        "compiler/targets/lowering", "compiler/tasks", "compiler/compat", "pass", "language",
    ],
    # Where the passes run.
    "compiler/targets": [
        "compiler/targets/native", "compiler/targets/loops", "compiler/targets/optimizations",
        "compiler/targets/pedigrees", "compiler/targets/lowering", "compiler/hooks",
        "compiler/tasks", "compiler/compat", "pass",
    ],
    "compiler/library": [
        "compiler/targets/lowering", "compiler/tasks", "compiler/compat", "pass",
    ],
    # Of the passes the keywords know the markers' names, and how to add them all.
    "compiler/keywords/shared": ["compiler/tasks", "compiler/compat"],
    "compiler/keywords/cilk1": ["compiler/keywords/shared", "compiler/compat"],
    "compiler/keywords/reducers": [
        "compiler/keywords/shared", "compiler/tasks", "compiler/compat",
    ],
    "compiler/keywords/forkjoin": [
        "compiler/keywords/shared", "compiler/tasks", "compiler/compat",
    ],
    "compiler/keywords": [
        "compiler/keywords/cilk1", "compiler/keywords/reducers", "compiler/keywords/forkjoin",
        "compiler/keywords/shared", "compiler/compat", "pass",
    ],
}

# What belongs to another room than its folder.
ELSEWHERE = {
    "include/tussah/cilk1.h": "cps",
    "include/tussah/pass.h": "pass",
    "include/tussah-c/pass.h": "pass",
    # The functions of the scheduler that are inlined into programs.
    "runtime/abi/native.c": "runtime",
}

# Folders of other projects' headers, and the rooms that may include them.
FOREIGN = {
    "llvm": ("compiler/", "pass"),
    "llvm-c": ("compiler/", "pass"),
    "clang": ("compiler/keywords", "compiler/compat"),
    "clang-c": (),
}
WITHOUT_FOREIGN = ("compiler/driver",)

SUFFIXES = {".c", ".cpp", ".h", ".hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def room_of(path):
    """The room that a file of the project belongs to: that of its folder, also of the one
    in include/tussah. `language` is the rest of include/: what Cilk programs have. Nothing
    for what is in no room; in the compiler each folder must be one."""
    name = path.as_posix()
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    parts = path.parts
    if parts[0] == "include":
        library = pathlib.Path(parts[2]).stem if parts[1] == "tussah" else ""
        return library if library in BELOW else "language"
    folder = "/".join(parts[:-1])
    while folder not in BELOW and "/" in folder and parts[0] != "compiler":
        folder = folder.rpartition("/")[0]
    return folder if folder in BELOW else None


def included(root, path, quote, name):
    """The file of the project that an include means, or nothing."""
    # What is in support/abi is installed beside the headers of runtime/abi.
    folders = [root / "include", root, root / "support" / "abi"]
    if quote == '"':
        folders.insert(0, path.parent)
    for folder in folders:
        file = (folder / name).resolve()
        if file.is_file() and file.is_relative_to(root):
            return file.relative_to(root)
    return None


def module_of(path, room):
    """The module of a file in a room: a source file, the header of its name, and what of
    both is in include/tussah."""
    parts = path.with_suffix("").parts
    if parts[:2] == ("include", "tussah") and room in BELOW:
        parts = parts[2:]
    return "/".join(parts)


def may_include_foreign(room, folder):
    return room not in WITHOUT_FOREIGN and room.startswith(FOREIGN[folder])


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
    """What is wrong, and then how many files each room has."""
    counts = dict.fromkeys(BELOW, 0)
    # A source file with the header of its name is a module.
    modules = {room: {} for room in BELOW}
    found = []
    tops = sorted({room.split("/")[0] for room in BELOW} | {"include"})
    for path in (path for top in tops for path in sorted((root / top).rglob("*"))):
        if path.suffix not in SUFFIXES:
            continue
        relative = path.relative_to(root)
        room = room_of(relative)
        if room is None:
            if relative.parts[0] == "compiler":
                found.append(f"{relative} is in no room; see BELOW in scripts/check-includes.py")
            continue
        counts[room] += 1
        for quote, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            target = included(root, path, quote, name)
            other = room_of(target) if target else None
            if other == room:
                module, below = module_of(relative, room), module_of(target, room)
                modules[room].setdefault(module, set()).update({below} - {module})
            if other and other not in (room, *BELOW[room]):
                others = " and ".join(BELOW[room]) or "nothing"
                found.append(
                    f"{relative} includes {target}, but {room} may have {others} besides itself"
                )
            folder = name.split("/")[0]
            if not target and folder in FOREIGN and not may_include_foreign(room, folder):
                found.append(f"{relative} includes {name}, but {room} may have nothing of {folder}")
    for room, known in modules.items():
        if one := circle(known):
            found.append(f"{room} has a circle of includes: {' -> '.join(map(str, one))}")
    return found, counts


def check_order():
    """The table itself has no circle."""
    known = set()
    for room, others in BELOW.items():
        for other in others:
            if other not in known:
                sys.exit(f"check-includes.py: error: {room} names {other}, which is not below it")
        known.add(room)


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else default
    check_order()
    found, counts = problems(root)
    # Only rooms that somebody still makes may be empty.
    found += [
        f"{room} has no file; is {root} the project's folder?"
        for room, count in counts.items()
        if not count and room != "compiler/hooks"
    ]
    for problem in found:
        print("check-includes.py: error: " + problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
