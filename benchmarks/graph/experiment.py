"""The runs of the paper's experiment: which there are, how one is made, and the file that
keeps them, so that an interrupted experiment goes on where it was."""

import itertools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import noise
import published
import toolchain

BOUND = 30
UNBOUNDED = 1 << 30
# Section 7.3.
CUT_OFF = 10
STACK = 8 << 20
SOURCES = ("main", "graph", "serial", "short", "long", "shared", "cutoff", "backtrack")

# A graph of Tables 2 and 3, with sizes for a full and for a quick run. Edges may differ
# from the published ones by the tolerance.
Graph = namedtuple("Graph", "name kind size quick tolerance published")
GRAPHS = (
    Graph("Random", "random", "4000000 2", "4000 2", 1e-4, published.RANDOM),
    Graph("Random15", "published", "4000000 2", "4000 2", 0, published.RANDOM),
    Graph("Hypercube", "hypercube", "21", "10", 0, published.HYPERCUBE),
    Graph("2D-torus", "torus", "4000", "60", 0, published.TORUS),
    Graph("Bintree", "bintree", "24", "11", 0, published.BINTREE),
)
ONE = (
    "stack", "limited", "cas", "fence", "short", "long", "backtrack", "backtrack-array",
    "long-swap",
)  # fmt: skip
TWO = (
    "stack", "limited", "short", "long", "backtrack", "backtrack-array", "long-swap", "shared",
)  # fmt: skip
# Columns of Figure 11.
COSTS = ("limited", "cas", "fence", "short", "long", "backtrack")

# Figure 10: sizes of graphs, full and quick.
SCALING = {
    "hypercube": (range(12, 21), range(8, 11)),
    "torus": ([64, 128, 256, 512, 1024, 2048], [16, 64, 512]),
}
SCALED = ("short", "long", "backtrack")
# Figure 13: rows of the two meshes.
MESHES = (("1000 1000", "1000 3162"), ("20 20", "20 63"))
MESHED = ("limited", "cutoff", "long", "backtrack")

# For so long each program of a job runs at least, in milliseconds, in as many rounds as
# that takes: the times of small graphs differ more. The parts of the report have their own.
LEAST_TIMES = {"tables": 2000, "scaling": 20, "meshes": 300}

# Seconds for all that is measured again, so that the whole ends on a busy machine, too.
REPEAT_TIME = 100

Job = namedtuple("Job", "part kind size depth workers rounds time programs")
Run = namedtuple(
    "Run", "program seconds user vertices arcs tree stages overflowed arrays size"
)
LINE = re.compile(
    r"^program (\S+) round \d+ seconds (\S+) user (\S+) vertices (\d+) arcs (\d+) tree (\d+) "
    r"stages (\d+) overflowed (\d+) arrays (\d+) size (\d+)$",
    re.MULTILINE,
)


def jobs(rounds, quick):
    """Returns all jobs; each makes a graph and runs some programs on it in turn, at least
    so many rounds."""
    every = []

    def add(part, kind, size, depth, workers, programs):
        least = rounds if part == "tables" else min(rounds, 3)
        least_time = 0 if quick else LEAST_TIMES[part]
        every.append(Job(part, kind, size, depth, workers, least, least_time, programs))

    for graph in GRAPHS:
        for workers, programs in ((1, ONE), (2, TWO)):
            size = graph.quick if quick else graph.size
            add("tables", graph.kind, size, BOUND, workers, programs)
    for kind, sizes in SCALING.items():
        for workers, size in itertools.product((1, 2), map(str, sizes[quick])):
            add("scaling", kind, size, BOUND, workers, ("limited", *SCALED))
            # One that overflows its stack takes the others with it.
            for one in SCALED:
                add("scaling", kind, size, UNBOUNDED, workers, (one,))
    for size in MESHES[quick]:
        for workers in (1, 2):
            add("meshes", "meshes", size, CUT_OFF, workers, MESHED)
    return every


def build(options, folder):
    """Compiles the program in a folder, and returns its path."""
    folder.mkdir(exist_ok=True)
    _, driver = toolchain.compilers(options)
    libraries = [
        str(options.build_dir / "lib" / "tussah" / f"libtussah-{name}.a")
        for name in ("graph", "backtrack")
    ]
    command = [*driver, "-std=c++17", "-O2", "-Wall", "-Wextra"]
    objects = [str(folder / f"{name}.o") for name in SOURCES]
    builds = [
        subprocess.Popen([*command, "-c", str(HERE / "spanning" / f"{name}.cpp"), "-o", file])
        for name, file in zip(SOURCES, objects)
    ]
    if any([process.wait() for process in builds]):
        raise SystemExit("error: the program cannot be compiled")
    program = folder / "spanning"
    toolchain.run([*command, *objects, *libraries, "-pthread", "-o", str(program)])
    return program


def limit_stack():
    """Called in a new process: the stack of its first thread, and no core files."""
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def execute(program, job):
    """Returns the runs of a job; None if its stack has overflown, which only happens
    without a bound."""
    process = subprocess.run(
        [str(program.resolve()), str(job.rounds), str(job.time), str(job.depth)]
        + [",".join(job.programs), job.kind, *job.size.split()],
        env={**os.environ, "CILK_NWORKERS": str(job.workers), "CILK_STACKSIZE": str(STACK)},
        capture_output=True,
        text=True,
        preexec_fn=limit_stack,
    )
    if process.returncode == -signal.SIGSEGV and job.depth == UNBOUNDED:
        return None
    if process.returncode != 0:
        raise SystemExit(f"error: {' '.join(process.args)}: {process.stderr.strip()}")
    return [
        Run(name, float(seconds), float(user), *map(int, counts))
        for name, seconds, user, *counts in LINE.findall(process.stdout)
    ]


class Record:
    """The jobs that are done, in a file with a line for each, after one with the
    settings; when all are, and the report is written, with one more at the end."""

    END = "finished"

    def __init__(self, path, settings):
        self.path, self.done, self.busy = Path(path), {}, []
        head = json.dumps(settings)
        if self.path.exists():
            lines = self.path.read_text(encoding="utf-8").split("\n")
            # What follows the last end of line was being written when it ended.
            if lines[0] == head and len(lines) > 1 and self.END not in lines:
                for number, line in enumerate(lines[1:-1], 2):
                    try:
                        self.keep(json.loads(line))
                    except (ValueError, KeyError, TypeError):
                        raise SystemExit(
                            f"error: {path}:{number}: expected the runs of a job; mend the line, "
                            "or remove the file to measure all again"
                        ) from None
                self.path.write_text("\n".join([*lines[:-1], ""]), encoding="utf-8")
                return
            self.path.replace(self.path.with_suffix(".old.jsonl"))
        self.path.write_text(head + "\n", encoding="utf-8")

    def keep(self, line):
        runs = line["runs"]
        self.done[key(line["job"])] = runs and [Run(*run) for run in runs]
        self.busy.append(line["others"])

    def add(self, job, runs, busy):
        line = {"job": list(job), "runs": runs, "others": round(busy, 3)}
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.keep(json.loads(json.dumps(line)))

    def quietness(self):
        """A sentence about what other processes did meanwhile."""
        disturbed = sum(map(noise.disturbed, self.busy))
        return (
            f"In {disturbed} of {len(self.busy)} jobs other processes used more than "
            f"{noise.SHARE:.0%} of a processor, {max(self.busy, default=0):.0%} at most."
        )

    def finish(self):
        """What is measured next is another experiment."""
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(self.END + "\n")


def key(job):
    return json.dumps(list(job))


def execute_quietly(program, job, attempts):
    """Executes a job until nothing else has used the processors meanwhile, or that
    often. Returns what the quietest one gave, its time, and what others used."""
    best = None
    for _ in range(attempts):
        watch = noise.Watch()
        runs = execute(program, job)
        wall, busy = watch.stop()
        if best is None or busy < best[2]:
            best = runs, wall, busy
        if not noise.disturbed(busy):
            break
    return best


def measure(program, record, every, attempts):
    """Executes what is not in the record, each job so often at most, and once if what was
    repeated has taken its time. Returns the runs of all jobs, by job."""
    left = REPEAT_TIME
    for number, job in enumerate(every, 1):
        if key(job) in record.done:
            continue
        begin = time.monotonic()
        runs, wall, busy = execute_quietly(program, job, attempts if left > 0 else 1)
        left -= time.monotonic() - begin - wall
        record.add(job, runs, busy)
        depth = "unbounded" if job.depth == UNBOUNDED else f"depth {job.depth}"
        disturbed = f", others used {busy:.0%} of a processor" if noise.disturbed(busy) else ""
        what = "stack overflow" if runs is None else f"{wall:.1f} s{disturbed}"
        print(
            f"[{number}/{len(every)}] {job.kind} {job.size}, {', '.join(job.programs)}, {depth}, "
            f"P = {job.workers}: {what}",
            flush=True,
        )
    return {job: record.done[key(job)] for job in every}
