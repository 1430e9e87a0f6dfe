"""A run: what is to be measured, the samples that there are, and taking the others."""

import csv
import json
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import noise
from systems import Missing, environment

# Disturbed samples are taken again, each twice at most, but not more than this share of
# all.
RETAKEN = 0.25


@dataclass(frozen=True)
class Cell:
    """What is measured once in each trial."""

    program: str
    system: str
    workers: int

    def __str__(self):
        return f"{self.program} {self.system} on {self.workers}"


@dataclass
class Sample:
    """A row of raw.csv. `seconds` is the time of the parallel part, `wall` that of the
    whole process, `others` how many processors other processes used meanwhile. If
    `error` is not empty, it says why there is no time."""

    program: str
    system: str
    workers: int
    trial: int
    seconds: float = 0.0
    wall: float = 0.0
    others: float = 0.0
    error: str = ""

    @property
    def cell(self):
        return Cell(self.program, self.system, self.workers)


COLUMNS = [field.name for field in fields(Sample)]


class Folder:
    """The folder of a run: settings.json, and raw.csv, to which every sample is added
    as soon as it is there, so that nothing is lost if the run is interrupted."""

    def __init__(self, path):
        self.path = Path(path)
        self.raw = self.path / "raw.csv"
        self.settings = self.path / "settings.json"
        self.programs = self.path / "programs"

    def open(self, settings):
        """Makes the folder ready for a run with `settings`. Returns the samples of an
        interrupted run with the same settings; any other run is moved aside."""
        # Others have a settings.json, too.
        if self.settings.exists() and self.raw.exists():
            before = read_settings(self.path)
            finished = (self.path / "summary.json").exists()
            if not finished and {**before, "date": settings["date"]} == settings:
                return read_samples(self.raw)
            self.move_aside("finished" if finished else "other settings")
        elif self.path.exists() and any(self.path.iterdir()):
            raise SystemExit(
                f"tussah bench: error: '{self.path}' is not empty, and has no results of "
                "'tussah bench'; choose another --out"
            )
        self.path.mkdir(parents=True, exist_ok=True)
        temporary = self.settings.with_suffix(".new")
        temporary.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
        with open(self.raw, "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerow(COLUMNS)
        temporary.replace(self.settings)
        return []

    def move_aside(self, why):
        number = 1
        while (old := self.path.with_name(f"{self.path.name}.{number}")).exists():
            number += 1
        self.path.rename(old)
        print(f"the results in '{self.path}' ({why}) are in '{old}' now")

    def add(self, sample):
        with open(self.raw, "a", encoding="utf-8", newline="") as file:
            csv.DictWriter(file, COLUMNS).writerow(asdict(sample))


def read_settings(path):
    return json.loads((Path(path) / "settings.json").read_text(encoding="utf-8"))


def read_samples(path):
    """Returns the samples in a raw.csv. A last line that is not whole is left out, and
    removed: the run was interrupted while it was written."""
    text = Path(path).read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        Path(path).write_text(whole, encoding="utf-8")
    convert = {field.name: field.type for field in fields(Sample)}
    rows = csv.DictReader(whole.splitlines())
    return [Sample(**{name: convert[name](row[name]) for name in COLUMNS}) for row in rows]


class Session:
    """Builds the programs, and takes the samples. `cells` are all cells, in the order
    of the programs."""

    def __init__(self, folder, tools, programs, systems, settings):
        self.folder, self.tools = folder, tools
        self.programs = {program.name: program for program in programs}
        self.systems = {system.name: system for system in systems}
        self.size, self.timeout = settings["size"], settings["timeout"]
        self.trials, self.workers = settings["trials"], settings["workers"]
        self.commands, self.notes = {}, {}
        # Where programs leave graphs that take longer to make than to measure on.
        self.graphs = folder.programs / "graphs"
        self.cells = []

    def build(self):
        """Builds every program for every system; `notes` says what could not be."""
        shutil.rmtree(self.folder.programs, ignore_errors=True)
        self.graphs.mkdir(parents=True)
        pairs = [(p, s) for p in self.programs.values() for s in self.systems.values()
                 if p.language in s.languages]  # fmt: skip
        print(f"building {len(self.programs)} programs for {len(self.systems)} systems", flush=True)
        # Programs that differ in their input only are built once.
        unique = {build_key(*pair): pair for pair in pairs}
        with ThreadPoolExecutor(max_workers=2) as pool:
            results = pool.map(lambda pair: self.build_one(*pair), unique.values())
            built = dict(zip(unique, results))
        for program, system in pairs:
            command, note = built[build_key(program, system)]
            if note and system.name == "serial":
                raise SystemExit(
                    f"tussah bench: error: the serial elision of {program.name} {note}"
                )
            if note:
                self.notes[f"{program.name} {system.name}"] = note
                continue
            self.commands[program.name, system.name] = command
            counts = (1,) if system.serial else self.workers
            self.cells += [Cell(program.name, system.name, n) for n in counts]
        for note, programs in self.grouped_notes().items():
            print(f"  not measured: {note} ({programs})")

    def build_one(self, program, system):
        """Returns the command that runs the program, and why there is none."""
        folder = self.folder.programs / system.name / program.name
        folder.mkdir(parents=True)
        try:
            return system.build(self.tools, program, folder), ""
        except Missing as missing:
            return None, str(missing)

    def grouped_notes(self):
        """Returns the programs that each system cannot build, by system and reason."""
        grouped = {}
        for name, note in self.notes.items():
            program, system = name.split()
            grouped.setdefault(f"{system}: {note}", []).append(program)
        return {note: ", ".join(programs) for note, programs in grouped.items()}

    def reference(self, name):
        """Returns the checksum that all runs of a program must print: that of its
        serial elision."""
        _, checksum, error = self.execute(Cell(name, "serial", 1))
        if error:
            raise SystemExit(f"tussah bench: error: the serial elision of {name}: {error}")
        return checksum

    def execute(self, cell):
        """Runs a program once. Returns the time of its parallel part, its checksum,
        and what went wrong, if something did."""
        command = [*self.commands[cell.program, cell.system]]
        command += self.programs[cell.program].inputs[self.size]
        try:
            result = subprocess.run(
                command,
                env={**environment(cell.workers), "BENCHMARK_GRAPHS": str(self.graphs)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=self.timeout,
            )
        except subprocess.TimeoutExpired:
            return 0.0, "", f"did not end in {self.timeout} s"
        time_line = re.search(r"^time ([0-9.]+) s$", result.stderr, re.MULTILINE)
        pattern = self.programs[cell.program].result
        checksum = re.search(pattern, result.stdout, re.MULTILINE)
        if result.returncode != 0 or not time_line or not checksum:
            lines = [line for line in result.stderr.splitlines() if not line.startswith("time ")]
            said = f": {lines[0]}" if lines else ""
            end = f"exit code {result.returncode}" if result.returncode else "no checksum or time"
            return 0.0, "", end + said
        # A time of less than the microseconds that are printed is none to divide by.
        return max(float(time_line[1]), 1e-6), checksum[1], ""

    def sample(self, cell, trial, checksum):
        watch = noise.Watch()
        seconds, found, error = self.execute(cell)
        wall, others = watch.stop()
        if not error and found != checksum:
            error = f"wrong result: checksum {found}, not {checksum}"
        # What was measured is not worth more digits.
        return Sample(
            cell.program, cell.system, cell.workers, trial,
            0.0 if error else seconds, round(wall, 6), round(others, 4), error,
        )  # fmt: skip

    def measure(self, samples):
        """Takes the samples that are not in `samples` and adds them there. A cell that
        failed is not run again."""
        done = {(sample.cell, sample.trial) for sample in samples}
        failed = {sample.cell for sample in samples if sample.error}
        plan = [
            (cell, trial)
            for trial in range(1, self.trials + 1)
            for cell in order(self.cells, trial)
            if (cell, trial) not in done
        ]
        progress = Progress(plan, samples)
        retakes = int(RETAKEN * len(self.cells) * self.trials)
        checksums = {}
        for cell, trial in plan:
            if cell in failed:
                progress.skip(cell)
                continue
            if cell.program not in checksums:
                checksums[cell.program] = self.reference(cell.program)
            sample, again = least_disturbed(
                lambda cell=cell, trial=trial: self.sample(cell, trial, checksums[cell.program]),
                min(retakes, 2),
            )
            retakes -= again
            self.folder.add(sample)
            samples.append(sample)
            progress.step(sample)
            if sample.error:
                failed.add(cell)
        progress.end()


def least_disturbed(take, allowed):
    """Calls `take` until its sample is not disturbed, or has failed, but at most `allowed`
    times more than once. Returns the failed or the least disturbed sample, and how many
    were taken again."""
    best, again = take(), 0
    while noise.disturbed(best.others) and not best.error and again < allowed:
        again += 1
        sample = take()
        if sample.error or sample.others < best.others:
            best = sample
    return best, again


def build_key(program, system):
    """The same for what has the same build. Counterparts belong to a name."""
    return system.name, program.name if system.by_hand else (program.source, program.pedigrees)


def order(cells, trial):
    """Returns the cells in the order of a trial: program by program, so that what is
    compared runs one after the other, and the systems in another order each time, so
    that none is always first."""
    shuffled = list(cells)
    random.Random(trial).shuffle(shuffled)
    programs = list(dict.fromkeys(cell.program for cell in cells))
    return sorted(shuffled, key=lambda cell: programs.index(cell.program))


class Progress:
    """A line that says how far the run is and how long it will take: on a terminal one
    that changes, in a file one for each cell."""

    def __init__(self, plan, samples, out=sys.stdout):
        self.waiting, self.out = [cell for cell, _ in plan], out
        self.done, self.total = len(samples), len(samples) + len(plan)
        self.walls, self.last = {}, ""
        for sample in samples:
            self.walls.setdefault(sample.cell, sample.wall)

    def left(self):
        """The expected seconds: cells that have not run take the mean of the others."""
        mean = sum(self.walls.values()) / len(self.walls)
        return sum(self.walls.get(cell, mean) for cell in self.waiting)

    def skip(self, cell):
        self.waiting.remove(cell)
        self.done += 1

    def step(self, sample):
        self.walls[sample.cell] = sample.wall
        self.skip(sample.cell)
        left = round(self.left())
        what = sample.error or f"{sample.seconds:.3f} s"
        line = (
            f"[{self.done}/{self.total}, {left // 60}:{left % 60:02} left] "
            f"{sample.cell}: {what}"
        )
        if self.out.isatty() and not sample.error:
            print("\r" + line.ljust(len(self.last)), end="", file=self.out, flush=True)
            self.last = line
        else:
            self.end()
            print(line, file=self.out, flush=True)

    def end(self):
        if self.last:
            print(file=self.out)
            self.last = ""
