#!/usr/bin/env python3
"""How much longer do programs take with the race detector, and with ThreadSanitizer?

Compiles the programs of `tussah bench` for the native target, with the race detector, and, for the target onetbb,
with ThreadSanitizer, and prints a table, which is written to --output after each program, so that a run that was
stopped goes on. Each number is the least of --rounds runs. Columns:

    plain     seconds on one worker, native, without a tool
    race      the same with -fsanitize=cilk, over plain
    tsan      with -fsanitize=thread and the target onetbb, over plain
    two       time on two workers over one with the detector, over the same without
    memory    peak memory with the detector over plain
    compile   processor time of the compiler with the flag over that without

Programs with pedigrees are left out: the detector refuses them. Those that do little but spawn, FIB_LIKE, are no part
of the means; of them the nanoseconds for each spawn count.
"""

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
COLUMNS = ("plain", "race", "tsan", "two", "memory", "compile")


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


def measure(options, program, folder):
    """Returns the row of a program, or what is wrong with it."""
    arguments = QUICK.get(program.name) if options.quick else None
    arguments = arguments or program.inputs["small"]
    plain, race, tsan = (folder / f"{program.name}{suffix}" for suffix in ("", "-race", "-tsan"))
    row = {}
    try:
        compile_plain = compile_program(options, program, plain, [])
        row["compile"] = compile_program(options, program, race, ["-fsanitize=cilk"]) / compile_plain
        row["plain"], memory_plain = run(plain, arguments, 1, options.rounds)
        seconds, memory = run(race, arguments, 1, options.rounds)
        row["race"], row["memory"] = seconds / row["plain"], memory / memory_plain
        two_plain, _ = run(plain, arguments, 2, options.rounds)
        two, _ = run(race, arguments, 2, options.rounds)
        row["two"] = (two / seconds) / (two_plain / row["plain"])
    except (RuntimeError, subprocess.CalledProcessError) as error:
        return {**row, "error": str(error)}
    try:
        compile_program(options, program, tsan, ["-fsanitize=thread", "-ftussah-target=onetbb"])
        row["tsan"] = run(tsan, arguments, 1, options.rounds)[0] / row["plain"]
    except (RuntimeError, subprocess.CalledProcessError):
        pass
    if program.name in FIB_LIKE:
        row["spawns"] = spawns_of_fib(int(arguments[0]))
    return row


def spawns_of_fib(n):
    """fib(n) spawns for each call with n >= 2: one less than the (n + 1)th number."""
    a, b = 0, 1
    for _ in range(n + 1):
        a, b = b, a + b
    return a - 1


def table(rows):
    lines = [f"{'program':16}" + "".join(f"{column:>10}" for column in COLUMNS)]
    for name, row in rows.items():
        cells = "".join(f"{row[c]:10.3f}" if c in row else f"{'-':>10}" for c in COLUMNS)
        end = f"  {row['error']}" if "error" in row else ""
        if "spawns" in row:
            end = f"  {row['plain'] * (row['race'] - 1) / row['spawns'] * 1e9:.0f} ns more for each spawn"
        lines.append(f"{name:16}{cells}{end}")
    for title, names in (("mean", rows), ("arrays", ARRAYS)):
        cells = ""
        for column in COLUMNS:
            values = [rows[n][column] for n in names if n in rows and n not in FIB_LIKE and column in rows[n]]
            is_mean = values and column != "plain"
            cells += f"{math.prod(values) ** (1 / len(values)):10.3f}" if is_mean else f"{'':>10}"
        lines.append(f"{title:16}{cells}")
    return "\n".join(lines)


def main():
    parser = toolchain.parser(__doc__, rounds=3, limit=8)
    parser.add_argument("--programs", help="names, with commas; all if left out")
    parser.add_argument("--quick", action="store_true", help="tiny inputs")
    parser.add_argument("--output", type=pathlib.Path, help="JSON file with the rows that are done")
    options = parser.parse_args()
    everything = suite.load()
    names = options.programs.split(",") if options.programs else list(everything)
    if unknown := [name for name in names if name not in everything]:
        sys.exit(f"run.py: no program '{unknown[0]}'; there are {', '.join(everything)}")
    rows = {}
    if options.output and options.output.exists():
        rows = json.loads(options.output.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            program = everything[name]
            if name in rows or program.language != "cilk" or program.pedigrees:
                continue
            rows[name] = measure(options, program, pathlib.Path(folder))
            print(table({name: rows[name]}).splitlines()[1], flush=True)
            if options.output:
                options.output.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(table(rows))
    races = [row["race"] for n, row in rows.items() if "race" in row and n not in FIB_LIKE]
    sys.exit(not races or math.prod(races) ** (1 / len(races)) > options.limit)


if __name__ == "__main__":
    main()
