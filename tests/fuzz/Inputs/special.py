"""special.py BIN-DIR: gives each reader of files what is no usual file, and checks that it ends with one line.

A folder, a device that never ends, an empty one, a file of 1 TB without contents, a link that leads to itself, a FIFO
that nobody writes to: each reader has to refuse these, or to find nothing in them, in time and with little memory. A
FIFO that nobody writes to may be waited for where a pipe makes sense, so that a signal ends it.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(sys.argv[1])
LIB = BIN.parent / "lib" / "tussah"

PROGRAM = """
#include <cilk/cilk.h>
static int x;
static void add(void) { ++x; }
int main(void) { cilk_spawn add(); add(); cilk_sync; return 0; }
"""


def readers(folder):
    """Names, and commands in which {} is the file."""
    source = folder / "program.c"
    source.write_text(PROGRAM, encoding="ascii")
    checked = folder / "checked"
    subprocess.run([BIN / "tussah-clang", "-fsanitize=cilk", "-g", source, "-o", checked], check=True)
    tussah = str(BIN / "tussah")
    driver = str(BIN / "tussah-clang")
    return {
        "graph": [tussah, "graph", "components", "--format=el", "{}"],
        "graph-binary": [tussah, "graph", "components", "--format=sg", "{}"],
        "recording": [tussah, "predict", "--recording={}"],
        "dag": [tussah, "predict", "--dag={}"],
        "trace": [tussah, "trace", "--recording={}", f"--output={folder}/out.json"],
        "baseline": [tussah, "race", "--baseline={}", "--", str(checked)],
        "suppressions": [tussah, "race", "--suppressions={}", "--", str(checked)],
        "target": [driver, "-c", "-ftussah-target=./{}.bc", str(source), "-o", str(folder / "out.o")],
        "response-file": [driver, "-c", "@{}", str(source), "-o", str(folder / "out.o")],
    }


def special_files(folder):
    huge = folder / "huge"
    with open(huge, "wb") as file:
        os.truncate(file.fileno(), 1 << 40)
    loop = folder / "loop"
    loop.symlink_to(loop)
    directory = folder / "directory"
    directory.mkdir()
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    return {
        "folder": directory,
        "endless": Path("/dev/zero"),
        "empty": Path("/dev/null"),
        "huge": huge,
        "loop": loop,
        "fifo": fifo,
    }


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))


def run(name, command, kind, path):
    """What is wrong with how the reader has ended; or None."""
    command = [part.replace("{}", str(path)) for part in command]
    if name == "target":
        link = path.parent / f"{path.name}.bc" if path.parent.name != "dev" else None
        if link is None:
            link = Path(command[-1]).parent / f"{path.name}.bc"
        if not link.is_symlink():
            link.symlink_to(path)
        command[2] = f"-ftussah-target={link}"
    try:
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                timeout=1 if kind == "fifo" else 100, preexec_fn=limit, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return None if kind == "fifo" else "does not end"
    if result.returncode < 0:
        return f"signal {-result.returncode}"
    # The program has a race, so it is reported if the file says nothing.
    if result.returncode in (0, 66):
        return None
    lines = [line for line in result.stderr.splitlines() if "error: " in line or "cannot not open" in line]
    return None if lines else f"code {result.returncode}, {result.stderr[-200:]!r}"


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        special = special_files(folder)
        for reader, command in readers(folder).items():
            for kind, path in special.items():
                # What the driver cannot read is left to clang, which reads until the memory is full.
                if reader == "response-file" and kind in ("endless", "huge"):
                    continue
                why = run(reader, command, kind, path)
                if why:
                    print(f"{reader} {kind}: {why}", flush=True)
                    bad += 1
    print("nothing is wrong" if not bad else f"{bad} readers are wrong")


main()
