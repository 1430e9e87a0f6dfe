"""How many instructions do the keywords cost in the programs of the papers?

valgrind's callgrind counts those of the timed part on one worker, of the program by
Tussah for `native` and of its serial elision by the stock clang. elision.json has what
was counted, and docs/guides/benchmarks.md the table that is made of it.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import programs  # noqa: E402
import systems  # noqa: E402
import toolchain  # noqa: E402

COUNTED = HERE / "elision.json"
PAGE = toolchain.ROOT / "docs" / "guides" / "benchmarks.md"
BEGIN = "<!-- benchmarks/instructions/run.py -->\n"
# valgrind knows no AVX-512.
FLAGS = ["-O3", "-march=x86-64-v3"]
# From 1 to 182 million instructions, so that all take few minutes.
GRAPH = "rmat 5000 50000"
INPUTS = {
    "fib": "27",
    "cilksort": "300000",
    "heat": "512 512 50",
    "matmul": "256",
    "nqueens": "9",
    "rectmul": "512 512 256",
    "cholesky": "1000 2000",
    "fft": "200000",
    "lu": "256",
    "qsort": "300000",
    "strassen": "512",
    "minife": "16",
    "fibrng": "22",
    "pi": "1000000",
    "bfs": f"bfs {GRAPH} 20",
    "kcore": f"kcore {GRAPH} 1",
    "triangle": f"triangle {GRAPH} 1",
    "pagerank": f"pagerank {GRAPH} 1",
    "spanning-random": "spanning random 20000 2 3",
    "spanning-torus": "spanning torus 150 0 3",
    "mis": f"mis {GRAPH}",
    "sf": f"sf {GRAPH}",
}


def wanted():
    """The programs with keywords; those that differ in the generator of random numbers only
    are left out."""
    everything = programs.load().values()
    return [p for p in everything if p.language == "cilk" and not p.name.endswith("-dotmix")]


def count(command, arguments, folder):
    """Returns how many instructions are executed between the two times at which a program
    looks at the clock."""
    out = folder / "callgrind.out"
    for old in folder.glob(f"{out.name}*"):
        old.unlink()
    toolchain.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-before=timespec_get"]
        + [*command, *arguments.split()],
        env={**os.environ, "CILK_NWORKERS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # Before, between, and after them.
    parts = sorted(folder.glob(f"{out.name}.*"))
    if len(parts) != 2:
        raise SystemExit(f"error: {command[0]} looks at the clock {len(parts)} times, not twice")
    return int(re.search(r"^summary: (\d+)", parts[1].read_text(), re.MULTILINE)[1])


def measure(options):
    """Counts, of all programs or those of --programs, and returns what elision.json says."""
    chosen = options.programs.split(",") if options.programs else INPUTS
    tools = systems.Tools(options.build_dir.resolve(), f"clang-{options.llvm}", FLAGS)
    built = {system.name: system for system in systems.SYSTEMS if system.name in ("serial", "native")}
    counted = {}
    with tempfile.TemporaryDirectory() as name:
        for program in [program for program in wanted() if program.name in chosen]:
            row = counted[program.name] = {"input": INPUTS[program.name]}
            for system in built.values():
                folder = pathlib.Path(name, system.name, program.name)
                folder.mkdir(parents=True)
                command = system.build(tools, program, folder)
                row[system.name] = count(command, row["input"], folder)
            print(table({program.name: row})[-1], flush=True)
    return {"llvm": options.llvm, "flags": " ".join(FLAGS), "programs": counted}


def table(counted):
    """Returns the lines of a table."""
    lines = ["| program | input | serial | native | ratio |", "| --- | --- | ---: | ---: | ---: |"]
    for name, row in counted.items():
        serial, native = row["serial"], row["native"]
        lines.append(f"| {name} | {row['input']} | {serial:,} | {native:,} | {native / serial:.3f} |")
    return lines


def section(stored):
    """Returns what the page says."""
    text = (
        "Instructions of the timed part on one worker by those of the serial program (`valgrind --tool=callgrind`, "
        f"clang {stored['llvm']}, `{stored['flags']}`)."
    )
    return "\n".join([text, "", *table(stored["programs"])]) + "\n"


def mistakes(stored, page):
    """Returns what is wrong with what is stored, or with the page."""
    inputs = {name: row["input"] for name, row in stored["programs"].items()}
    if inputs != {program.name: INPUTS.get(program.name) for program in wanted()}:
        yield f"{COUNTED.name} has other programs or inputs; run.py --elision --update counts them"
    if written(stored, page) != page:
        yield f"{PAGE.name} is not what {COUNTED.name} says; run.py --elision --update writes it"


def written(stored, page):
    """Returns the page with the section in its place."""
    return toolchain.replace_generated(page, BEGIN, section(stored))


def main(options):
    """Counts, or checks what was counted; returns the exit code."""
    page = PAGE.read_text(encoding="utf-8")
    if options.check:
        stored = json.loads(COUNTED.read_text(encoding="utf-8"))
        wrong = list(mistakes(stored, page))
        for mistake in wrong:
            print(f"run.py: error: {mistake}")
        return 1 if wrong else 0
    stored = measure(options)
    if options.update:
        COUNTED.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")
        PAGE.write_text(written(stored, page), encoding="utf-8")
    return 0
