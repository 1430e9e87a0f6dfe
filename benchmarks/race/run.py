#!/usr/bin/env python3
"""How much longer do programs take with the race detector, and with ThreadSanitizer?

Compiles the programs of `tussah bench` for the native target, with the race detector, and, for the target onetbb,
with ThreadSanitizer, and prints a table. Each number is the least of --rounds runs. It is written to --output as soon
as it is measured, so that a run that was stopped goes on there. Columns:

    plain     seconds on one worker, native, without a tool
    race      the same with -fsanitize=cilk, over plain
    tsan      with -fsanitize=thread and the target onetbb, over plain
    two       time on two workers over one with the detector, over the same without
    MB        peak memory with the detector
    memory    that over its limit, which is five times the memory without plus 64 MB
    compile   processor time of the compiler with the flag over that without
    spawn     nanoseconds that the detector adds for each spawn, of those that do little but spawn (FIB_LIKE)

Programs with pedigrees are left out: the detector refuses them. Those of FIB_LIKE are no part of the means. The exit
code is 0 if all that GOALS asks holds.
"""

import argparse
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import programs as suite
import toolchain

ARRAYS = ("heat", "matmul", "rectmul", "lu", "cholesky", "fft", "strassen")
FIB_LIKE = ("fib",)
# Small enough for a detector that takes a hundred times as long.
QUICK = {
    "fib": ["27"],
    "cilksort": ["300000"],
    "heat": ["512", "512", "40"],
    "matmul": ["256"],
    "nqueens": ["8"],
    "rectmul": ["256", "256", "256"],
    "cholesky": ["400", "800"],
    "fft": ["262144"],
    "lu": ["256"],
    "qsort": ["300000"],
    "strassen": ["256"],
}
FLAGS = ["-O3", "-march=native", "-g1"]
TIME = re.compile(r"^time ([0-9.]+) s$", re.MULTILINE)
MEMORY = re.compile(r"^memory ([0-9]+)$", re.MULTILINE)
COLUMNS = {"plain": 3, "race": 2, "tsan": 2, "two": 3, "MB": 0, "memory": 3, "compile": 2, "spawn": 1}
MEANS = ("race", "tsan", "two", "memory", "compile")
# What it must reach: the mean of a column, and the most of one of ARRAYS.
GOALS = {"race": 8, "two": 1.15, "memory": 1, "compile": 1.6}
ARRAY_GOAL = 5
# --large: the plain program takes at least so long, if it takes no more than this with the detector.
LARGE_SECONDS, MOST_SECONDS = 0.3, 60
MORE_KB = 64 << 10


def processor_time(command):
    """Runs a command that must succeed, and returns the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compile_program(options, program, binary, flags):
    name = "tussah-clang++" if program.is_cxx else "tussah-clang"
    libraries = [options.build_dir / "lib/tussah" / archive for archive in program.archives]
    standard = ["-std=c++20"] if program.is_cxx else []
    command = [options.build_dir / "bin" / name, f"--tussah-clang=/usr/bin/clang-{options.llvm}"]
    command += [*FLAGS, *standard, *flags, f"-I{suite.INCLUDES}", f"-I{suite.FOLDER}"]
    return processor_time([*command, *program.sources, *libraries, "-lm", "-o", binary])


def run(binary, arguments, workers, rounds):
    """Returns the least seconds of the parallel part, and the least peak memory in KB."""
    seconds, memory = [], []
    environment = dict(os.environ, CILK_NWORKERS=str(workers), TSAN_OPTIONS="report_bugs=0")
    for _ in range(rounds):
        with tempfile.TemporaryFile("w+") as errors:
            # Not the memory that wait4 says here: a process begins with that of its parent, Python.
            command = ["/usr/bin/time", "-q", "-f", "memory %M", binary, *arguments]
            code = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=errors, env=environment).returncode
            errors.seek(0)
            text = errors.read()
        time = TIME.search(text)
        peak = MEMORY.search(text)
        if code not in (0, 66) or not time or not peak:
            raise RuntimeError(f"exit code {code}: {text.strip()[:200]}")
        seconds.append(max(float(time[1]), 1e-6))
        memory.append(int(peak[1]))
    return min(seconds), min(memory)


class Measurement:
    """Measures what the row of a program does not have yet."""

    FLAGS_OF = {
        "plain": [],
        "race": ["-fsanitize=cilk"],
        "tsan": ["-fsanitize=thread", "-ftussah-target=onetbb"],
    }

    def __init__(self, options, program, row, folder, save):
        self.options, self.program, self.row = options, program, row
        self.folder, self.save = folder, save
        self.seconds = {}

    def binary(self, kind):
        """Returns the program of a kind, which is compiled when it is needed."""
        binary = self.folder / f"{self.program.name}-{kind}"
        if not binary.exists():
            self.seconds[kind] = compile_program(self.options, self.program, binary, self.FLAGS_OF[kind])
        return binary

    def run(self, kind, workers, rounds=None):
        return run(self.binary(kind), self.row["arguments"], workers, rounds or self.options.rounds)

    def add(self, name, measure):
        """Adds to the row what `measure` returns, unless it is there."""
        if name not in self.row:
            self.row[name] = measure()
            self.save()

    def choose_input(self):
        """Returns arguments: with --large, of the smallest input that takes long enough."""
        inputs = self.program.inputs
        if self.options.quick:
            return QUICK.get(self.program.name, inputs["small"])
        chosen = inputs["small"]
        for size in suite.SIZES if self.options.large else ():
            self.row["arguments"] = inputs[size]
            plain, _ = self.run("plain", 1, 1)
            # Most take about ten times as long.
            if 10 * plain > MOST_SECONDS:
                break
            chosen = inputs[size]
            if plain >= LARGE_SECONDS:
                break
        self.row.pop("arguments", None)
        return chosen

    def compile_both(self):
        for kind in ("plain", "race"):
            (self.folder / f"{self.program.name}-{kind}").unlink(missing_ok=True)
            self.binary(kind)
        return self.seconds["race"] / self.seconds["plain"]

    def measure(self):
        row = self.row
        try:
            self.add("arguments", self.choose_input)
            self.add("compile", self.compile_both)
            self.add("plain runs", lambda: self.run("plain", 1))
            self.add("race runs", lambda: self.run("race", 1))
            self.add("plain on two", lambda: self.run("plain", 2)[0])
            self.add("race on two", lambda: self.run("race", 2)[0])
        except (RuntimeError, subprocess.CalledProcessError) as error:
            row["error"] = str(error)
            self.save()
            return
        (row["plain"], memory), (seconds, row_memory) = row["plain runs"], row["race runs"]
        row["race"], row["MB"] = seconds / row["plain"], row_memory / 1024
        row["memory"] = row_memory / (5 * memory + MORE_KB)
        row["two"] = (row["race on two"] / seconds) / (row["plain on two"] / row["plain"])
        if self.program.name in FIB_LIKE:
            spawns = spawns_of_fib(int(row["arguments"][0]))
            row["spawn"] = row["plain"] * (row["race"] - 1) / spawns * 1e9
        try:
            self.add("tsan", lambda: self.run("tsan", 1)[0] / row["plain"])
        except (RuntimeError, subprocess.CalledProcessError):
            pass  # not all run with that target
        row["done"] = True
        self.save()


def spawns_of_fib(n):
    """fib(n) spawns for each call with n >= 2: one less than the (n + 1)th number."""
    a, b = 0, 1
    for _ in range(n + 1):
        a, b = b, a + b
    return a - 1


def geometric_mean(values):
    return math.prod(values) ** (1 / len(values))


def line_of(title, row, end=""):
    cells = "".join(f"{row[c]:10.{digits}f}" if c in row else f"{'-':>10}" for c, digits in COLUMNS.items())
    return f"{title:16}{cells}{end}"


def means_of(rows, names):
    """Returns the row of the means of programs."""
    means = {}
    for column in MEANS:
        if values := [rows[name][column] for name in names if column in rows.get(name, {})]:
            means[column] = geometric_mean(values)
    return means


def table(rows):
    """Returns the lines of the table, and whether all goals are reached."""
    lines = [f"{'program':16}" + "".join(f"{column:>10}" for column in COLUMNS)]
    lines += [line_of(name, row, f"  {row['error']}" if "error" in row else "") for name, row in rows.items()]
    means = means_of(rows, [name for name in rows if name not in FIB_LIKE])
    lines += [line_of("mean", means), line_of("arrays", means_of(rows, ARRAYS))]
    is_good = all("error" not in row for row in rows.values())
    for column, goal in GOALS.items():
        if column in means:
            is_reached = means[column] <= goal
            is_good &= is_reached
            lines.append(f"mean of {column}: {means[column]:.2f}, at most {goal}: {'yes' if is_reached else 'no'}")
    if over := [name for name in ARRAYS if rows.get(name, {}).get("race", 0) > ARRAY_GOAL]:
        is_good = False
        lines.append(f"arrays over {ARRAY_GOAL}: {', '.join(over)}")
    return lines, is_good


def main():
    parser = toolchain.parser(__doc__, rounds=3, limit=None)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--programs", help="names, with commas; all if left out")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="tiny inputs")
    size.add_argument(
        "--large", action="store_true", help=f"inputs that take {LARGE_SECONDS} s without a tool, if they can be checked"
    )
    parser.add_argument("--output", type=pathlib.Path, help="JSON file with what has been measured")
    options = parser.parse_args()
    everything = suite.load()
    names = options.programs.split(",") if options.programs else list(everything)
    if unknown := [name for name in names if name not in everything]:
        sys.exit(f"run.py: no program '{unknown[0]}'; there are {', '.join(everything)}")
    rows = {}
    if options.output and options.output.exists():
        rows = json.loads(options.output.read_text(encoding="utf-8"))

    def save():
        if options.output:
            options.output.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")

    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            program = everything[name]
            if program.language != "cilk" or program.pedigrees:
                continue
            row = rows.setdefault(name, {})
            row.pop("error", None)
            if "done" not in row:
                Measurement(options, program, row, pathlib.Path(folder), save).measure()
            print(line_of(name, row, f"  {row['error']}" if "error" in row else ""), flush=True)
    lines, is_good = table(rows)
    print("\n" + "\n".join(lines))
    sys.exit(not is_good)


if __name__ == "__main__":
    main()
