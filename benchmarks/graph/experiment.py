"""The runs of the paper's experiment: which there are, how one is made, and the file that
keeps them, so that an interrupted experiment goes on where it was."""

import contextlib
import itertools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
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
# A program and its number of workers, which the first two have not.
SERIAL = ("stack", "limited")
ONE = ("cas", "fence", "short", "long", "backtrack", "backtrack-array", "long-swap")
TWO = ("short", "long", "backtrack", "backtrack-array", "long-swap", "shared")
# Columns of Figure 11.
COSTS = ("limited", "cas", "fence", "short", "long", "backtrack")

# Figure 10: sizes of graphs, full and quick.
SCALING = {
    "hypercube": (range(12, 21), range(8, 11)),
    "torus": ([64, 128, 256, 512, 1024, 2048], [16, 64, 512]),
}
SCALED = ("short", "long", "backtrack")
# What has aims against the program of Figure 4, and the graphs with one for two workers.
# Each takes turns with that program alone, so that a machine whose speed changes in
# seconds is as fast for both, and in more rounds than others have: ratios of single rounds
# spread over 20 %, so that with few of them chance would decide whether an aim is missed.
AIMED = ("long", "backtrack")
GAINING = ("random", "published", "hypercube")
# Figure 13: rows of the two meshes.
MESHES = (("1000 1000", "1000 3162"), ("20 20", "20 63"))
MESHED = ("cutoff", "long", "backtrack")

# Seconds for what is measured again by one command, so that it ends on a busy machine, too.
REPEAT_TIME = 100
# How often a batch is done at most, if something else uses the processors meanwhile.
ATTEMPTS = 4
# Rounds of a batch on a small graph, at least, and for how many milliseconds each program
# runs in one, in as many rounds as that takes: their times differ more.
SMALL_ROUNDS, SMALL_TIME = 3, 20

# A graph, and programs that run on it in turn, in so many batches. A batch has at least
# so many rounds, and each program runs for so many milliseconds in it. What it measures
# is kept or measured again as a whole.
Job = namedtuple("Job", "part kind size depth programs rounds time batches")
Run = namedtuple(
    "Run", "program workers seconds user vertices arcs tree stages overflowed arrays size"
)
LINE = re.compile(
    r"^program (\S+) workers (\d+) seconds (\S+) user (\S+) vertices (\d+) arcs (\d+) "
    r"tree (\d+) stages (\d+) overflowed (\d+) arrays (\d+) size (\d+)$"
)


def on(workers, programs):
    return tuple(f"{program}:{workers}" for program in programs)


def jobs(rounds, quick):
    """Returns all jobs. Programs run in so many rounds on a large graph."""
    every = []
    for graph in GRAPHS:
        size = graph.quick if quick else graph.size
        programs = (*SERIAL, *on(1, ONE), *on(2, TWO))
        every.append(Job("tables", graph.kind, size, BOUND, programs, 1, 0, rounds))
    for graph in GRAPHS:
        size = graph.quick if quick else graph.size
        for one in (*on(1, AIMED), *on(2, AIMED if graph.kind in GAINING else ())):
            every.append(Job("aims", graph.kind, size, BOUND, ("limited", one), 1, 0, 4 * rounds))
    for size in MESHES[quick]:
        programs = ("limited", *on(1, MESHED), *on(2, MESHED))
        every.append(Job("meshes", "meshes", size, CUT_OFF, programs, 1, 0, rounds))
    small = (1, 0, 1) if quick else (SMALL_ROUNDS, SMALL_TIME, 1)
    for kind, sizes in SCALING.items():
        for workers, size in itertools.product((1, 2), map(str, sizes[quick])):
            # With all on so many workers, none is the first one after a change of it.
            programs = on(workers, ("limited", *SCALED))
            every.append(Job("scaling", kind, size, BOUND, programs, *small))
            # One that overflows its stack takes the others with it.
            for one in on(workers, SCALED):
                every.append(Job("scaling", kind, size, UNBOUNDED, (one,), *small))
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


class OutOfTime(Exception):
    """The time of this run is over."""


class Spanning:
    """A process with the program and a job's graph, which waits to be asked for batches.
    It is stopped when `deadline`, by time.monotonic(), has come. With `backwards`, its first
    round is in the opposite order."""

    def __init__(self, program, job, backwards, deadline=None):
        self.job, self.stopped, self.timer = job, False, None
        self.errors = tempfile.TemporaryFile("w+")
        # The program turns the order round with each round.
        programs = job.programs[:: -1 if backwards else 1]
        self.process = subprocess.Popen(
            [str(program.resolve()), str(job.depth), ",".join(programs), job.kind]
            + job.size.split(),
            env={**os.environ, "CILK_STACKSIZE": str(STACK)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            preexec_fn=limit_stack,
        )
        if deadline is not None:
            left = max(deadline - time.monotonic(), 0)
            self.timer = threading.Timer(left, self.stop)
            self.timer.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.timer:
            self.timer.cancel()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.errors.close()

    def stop(self):
        self.stopped = True
        self.process.kill()

    def wait_until_ready(self):
        if self.process.stdout.readline() != "ready\n":
            self.fail()

    def ask(self):
        """Returns the runs of a batch; None if the stack has overflown, which only happens
        without a bound."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(f"{self.job.rounds} {self.job.time}\n")
            self.process.stdin.flush()
        runs = []
        for line in self.process.stdout:
            if line == "end\n":
                return runs
            match = LINE.fullmatch(line.rstrip("\n"))
            if not match:
                if line.endswith("\n"):
                    raise SystemExit(f"error: {self.process.args[0]}: it wrote '{line.strip()}'")
                # It was killed meanwhile.
                break
            name, workers, seconds, user, *counts = match.groups()
            runs.append(
                Run(name, int(workers), float(seconds), float(user), *map(int, counts))
            )
        self.process.wait()
        overflown = self.process.returncode == -signal.SIGSEGV
        if overflown and self.job.depth == UNBOUNDED and not self.stopped:
            return None
        return self.fail()

    def fail(self):
        self.process.wait()
        if self.stopped:
            raise OutOfTime
        self.errors.seek(0)
        error = self.errors.read().strip() or f"ended with {self.process.returncode}"
        raise SystemExit(f"error: {' '.join(self.process.args)}: {error}")


# What was measured at once: no runs if the stack has overflown; what share of a processor
# others used meanwhile, and how many seconds it took.
Batch = namedtuple("Batch", "runs others seconds")


class Record:
    """The batches that were measured, in a file with a line for each, after one with the
    settings; when all are, and the report is written, with one more at the end."""

    END = "finished"

    def __init__(self, path, settings=None):
        """Goes on with what is in the file if it has these settings and is not finished;
        without settings, takes it as it is, to report it again. What is there of another
        experiment gets another name: one for what is finished, one for what is not."""
        self.path, self.settings = Path(path), settings
        self.batches, self.repeated = {}, 0
        lines = []
        if self.path.exists():
            lines = self.path.read_text(encoding="utf-8").split("\n")
        elif settings is None:
            raise SystemExit(f"error: no {path}; nothing was measured")
        if settings is None:
            self.settings = self.settings_in(lines[0])
            self.keep_lines(line for line in lines[:-1] if line != self.END)
            return
        head = json.dumps(settings)
        # What follows the last end of line was being written when it ended.
        if len(lines) > 1 and lines[0] == head and self.END not in lines:
            self.keep_lines(lines[:-1])
            self.write(lines[:-1])
            return
        if lines:
            kind = "old" if self.END in lines else "unfinished"
            self.path.replace(self.path.with_suffix(f".{kind}.jsonl"))
        self.write([head])

    def write(self, lines):
        """Replaces the file as a whole, so that nothing is lost if this is interrupted."""
        part = self.path.with_suffix(".part.jsonl")
        part.write_text("\n".join([*lines, ""]), encoding="utf-8")
        part.replace(self.path)

    def settings_in(self, line):
        try:
            settings = json.loads(line)
            settings["machine"].items()
        except (ValueError, KeyError, TypeError, AttributeError):
            raise SystemExit(
                f"error: {self.path}:1: expected the settings of the run and its machine"
            ) from None
        return settings

    def keep_lines(self, lines):
        for number, line in enumerate(lines, 1):
            try:
                if number > 1:
                    self.keep(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise SystemExit(
                    f"error: {self.path}:{number}: expected the runs of a batch; mend the "
                    "line, or remove the file to measure all again"
                ) from None

    def keep(self, line):
        runs = line["runs"] and [Run(*run) for run in line["runs"]]
        batch = Batch(runs, line["others"], line["seconds"])
        self.batches.setdefault(json.dumps(line["job"]), []).append(batch)

    def add(self, job, batch):
        line = {"job": key(job), "runs": batch.runs, "others": round(batch.others, 3)}
        line["seconds"] = round(batch.seconds, 3)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.keep(json.loads(json.dumps(line)))
        if noise.disturbed(batch.others):
            self.repeated += batch.seconds

    def of(self, job):
        return self.batches.get(json.dumps(key(job)), [])

    def has_overflown(self, job):
        return any(batch.runs is None for batch in self.of(job))

    def is_done(self, job, attempts):
        """What was disturbed is measured again, so often at most, and as long as what was
        repeated since this record was opened has not taken its time."""
        if self.has_overflown(job):
            return True
        count, chosen = len(self.of(job)), self.chosen(job)
        may_repeat = count < attempts * job.batches and self.repeated < REPEAT_TIME
        quiet = not any(noise.disturbed(batch.others) for batch in chosen)
        return count >= job.batches and (quiet or not may_repeat)

    def is_next_backwards(self, job):
        """Whether the batches in this order are fewer."""
        backwards = sum(is_backwards(job, batch) for batch in self.of(job))
        return 2 * backwards < len(self.of(job))

    def chosen(self, job):
        """Returns the batches that count, in the order of their making: of both orders of
        programs the same number, as it matters which one is before another. Those are all
        that were not disturbed, or as many as there should be, the quietest."""
        every = self.of(job)
        orders = [], []
        for number in sorted(range(len(every)), key=lambda i: every[i].others):
            orders[is_backwards(job, every[number])].append(number)
        quiet = min(
            sum(not noise.disturbed(every[number].others) for number in order)
            for order in orders
        )
        half = max(quiet, job.batches // 2)
        found = [number for order in orders for number in order[:half]]
        # One more if they are odd, and what an interruption may have left.
        rest = sorted(
            (number for order in orders for number in order[half:]),
            key=lambda i: every[i].others,
        )
        found += rest[: max(job.batches - len(found), 0)]
        return [every[number] for number in sorted(found)]

    def runs(self, job):
        """Returns the runs of a job's programs; None if a stack has overflown."""
        if self.has_overflown(job):
            return None
        return [run for batch in self.chosen(job) for run in batch.runs]

    def others(self, every):
        """Returns for each part of the jobs what share of a processor others used during
        each of the batches that count. Those that overflow a stack have no times."""
        found = {}
        for job in every:
            if not self.has_overflown(job):
                shares = [batch.others for batch in self.chosen(job)]
                found.setdefault(job.part, []).extend(shares)
        return found

    def finish(self):
        """What is measured next is another experiment."""
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(self.END + "\n")


def is_backwards(job, batch):
    """Whether the programs of a batch ran in the opposite order, in its first round."""
    if not batch.runs:
        return False
    first = batch.runs[0]
    return job.programs[0] not in (first.program, f"{first.program}:{first.workers}")


def key(job):
    """How many batches it should have is no part of what they are."""
    return list(job._replace(batches=None))


def measure_batch(spanning):
    """Returns a batch."""
    watch = noise.Watch(
        others=lambda: noise.others() - toolchain.running_seconds(spanning.process)
    )
    runs = spanning.ask()
    seconds, others = watch.stop()
    return Batch(runs, others, seconds)


def measure(program, record, every, attempts, deadline=None):
    """Measures what is not in the record, until the deadline."""
    for number, job in enumerate(every, 1):
        if record.is_done(job, attempts):
            continue
        try:
            backwards = record.is_next_backwards(job)
            with Spanning(program, job, backwards, deadline) as spanning:
                spanning.wait_until_ready()
                while not record.is_done(job, attempts):
                    record.add(job, measure_batch(spanning))
        except OutOfTime:
            return
        depth = "unbounded" if job.depth == UNBOUNDED else f"depth {job.depth}"
        print(f"[{number}/{len(every)}] {job.kind} {job.size}, {depth}, ", end="")
        print(f"{', '.join(job.programs)}: {outcome(record.of(job))}", flush=True)


def outcome(batches):
    if batches[-1].runs is None:
        return "stack overflow"
    disturbed = sum(noise.disturbed(batch.others) for batch in batches)
    text = f"{sum(batch.seconds for batch in batches):.1f} s"
    return f"{text}, {disturbed} of {len(batches)} batches disturbed" if disturbed else text
