#!/usr/bin/env python3
"""Checks that memory which threads share is accessed through runtime/atomic.h alone.

    check_shared.py [--clang CLANG] [FOLDER...]

x86-64, and an emulator on it, hide what a plain access of a shared word breaks. Each C
file of the folders (runtime/scheduler, runtime/os, tools/race) is compiled to
unoptimized intermediate code with type-based alias information. It tells, of each load
and store, which member of which structure is accessed. One that is not atomic, and
whose member is a struct atomic_word, is an error; so are atomic operations of the
compiler's own in these files. Smaller words in tables of the race detector have no
type of their own, and are not seen.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("runtime/scheduler", "runtime/os", "tools/race")
SHARED = "atomic_word"

NODE = re.compile(r'^!(\d+) = !\{(.*)\}$')
ACCESS = re.compile(r"^\s*(?:%\S+ = )?(load|store)\b(?! atomic)(?: volatile)? .*!tbaa !(\d+)")
BUILT_IN = re.compile(r"__atomic_\w+|__sync_\w+|_Atomic|<stdatomic\.h>")


def parse(text):
    nodes = {}
    for line in text.splitlines():
        found = NODE.match(line)
        if found:
            parts = re.findall(r'!"[^"]*"|![0-9]+|i64 -?\d+', found[2])
            nodes[found[1]] = parts
    return nodes


def member_at(nodes, node, offset):
    """The names of the structures around the byte, from outer to inner ones."""
    parts = nodes.get(node, ())
    if not parts or not parts[0].startswith('!"'):
        return
    yield parts[0][2:-1]
    members = [(kind[1:], int(at.split()[1])) for kind, at in zip(parts[1::2], parts[2::2])]
    around = [member for member in members if member[1] <= offset]
    if around:
        kind, begin = around[-1]
        yield from member_at(nodes, kind, offset - begin)


def plain_accesses(text):
    """Yields a line for each access that should be atomic."""
    nodes = parse(text)
    function = "?"
    for line in text.splitlines():
        if line.startswith("define"):
            function = re.search(r"@([\w.]+)", line)[1]
        found = ACCESS.match(line)
        if not found:
            continue
        tag = nodes.get(found[2], ())
        if len(tag) < 3 or not tag[2].startswith("i64"):
            continue
        names = list(member_at(nodes, tag[0][1:], int(tag[2].split()[1])))
        if SHARED in names:
            yield f"{function}: a plain {found[1]} of a shared word ({' > '.join(names)})"


def compile_file(clang, source):
    command = [clang, "-std=gnu11", "-O1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-D_GNU_SOURCE=1",
               "-fexceptions", "-w", "-I", ROOT / "runtime" / "scheduler" / "x86_64", "-I", ROOT, source,
               "-o", "-"]  # fmt: skip
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"check_shared.py: {source} does not compile: {result.stderr.splitlines()[0]}")
    return result.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=f"default: {', '.join(FOLDERS)}")
    parser.add_argument("--clang", default="clang-22")
    options = parser.parse_args()
    count = failed = atomic = 0
    for folder in options.folders or FOLDERS:
        for source in sorted((ROOT / folder).glob("*.c")):
            if source.name == "hooks.c":
                continue  # bitcode for programs, with memory of threads
            text = compile_file(options.clang, source)
            count += 1
            atomic += len(re.findall(r"\b(?:load atomic|store atomic|atomicrmw|cmpxchg)\b", text))
            for name in BUILT_IN.findall(source.read_text()):
                failed += 1
                print(f"{source}: {name} beside runtime/atomic.h")
            for line in plain_accesses(text):
                failed += 1
                print(f"{source}: {line}")
    print(f"{count} files with {atomic} atomic operations, {failed} violations")
    return 1 if failed or not atomic else 0


if __name__ == "__main__":
    sys.exit(main())
