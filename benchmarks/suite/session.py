"""Building the programs, and taking the samples."""

import itertools
import math
import os
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import noise
from errors import UserError
from folder import Cell, Sample
from systems import Missing, environment

# Disturbed samples are taken again, each twice at most, but not more than this share of
# all.
RETAKEN = 0.25


class Session:
    """Builds the programs, and takes the samples, as many as `clock` allows. `cells` are
    all cells, in the order of the programs."""

    def __init__(self, folder, tools, programs, systems, settings, clock):
        self.folder, self.tools, self.clock = folder, tools, clock
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
        unique = {s.build_key(p): (p, s) for p, s in pairs}
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            results = pool.map(lambda pair: self.build_one(*pair), unique.values())
            built = dict(zip(unique, results))
        for program, system in pairs:
            command, note = built[system.build_key(program)]
            if note and system.name == "serial":
                raise UserError(f"the serial elision of {program.name} {note}")
            if note:
                self.notes[f"{program.name} {system.name}"] = note
                continue
            self.commands[program.name, system.name] = [*command, *system.arguments(program)]
            self.cells += [
                Cell(program.name, system.name, n) for n in system.counts(self.workers)
            ]
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
            raise UserError(f"the serial elision of {name}: {error}")
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
        except OSError as error:
            return 0.0, "", f"cannot be run: {error.strerror}"
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
        failed is not run again. If time is short, programs are left out of the first
        trial, and there are fewer trials; one that was begun is made whole. Returns the
        programs that were left out."""
        self.samples, self.checksums, self.left_out = samples, {}, []
        self.done = {(sample.cell, sample.trial) for sample in samples}
        self.failed = {sample.cell for sample in samples if sample.error}
        self.retakes = int(RETAKEN * len(self.cells) * self.trials)
        self.progress = Progress(samples, self.clock.left)
        last, begun = self.trials, max([1, *(sample.trial for sample in samples)])
        for trial in range(1, self.trials + 1):
            if trial > begun:
                fitting = self.clock.trials(self.progress.expected(self.alive()))
                last = int(min(last, trial - 1 + fitting))
            if trial > last:
                print(f"time was enough for {last} of {self.trials} trials")
                break
            self.progress.expect([c for t in range(trial, last + 1) for c in self.waiting(t)])
            blocks = itertools.groupby(self.waiting(trial), lambda cell: cell.program)
            for program, cells in blocks:
                self.measure_program(program, list(cells), trial)
        self.progress.end()
        return self.left_out

    def alive(self):
        """Returns the cells of a trial that is still to come."""
        return [c for c in self.cells if c not in self.failed and c.program not in self.left_out]

    def waiting(self, trial):
        """Returns the cells that are to be measured in a trial, in that order."""
        return [c for c in order(self.alive(), trial) if (c, trial) not in self.done]

    def measure_program(self, name, cells, trial):
        """Takes the samples of a program in a trial, if there is time: in a first trial
        its serial elision, which ran for its result, says how long that takes. A program
        that has samples is never left out: the page would show some systems of it."""
        begun = any(sample.program == name for sample in self.samples)
        optional = trial == 1 and self.samples and not begun
        seconds = 0
        if name not in self.checksums and not (optional and self.clock.left() < 0):
            begin = self.clock.now()
            self.checksums[name] = self.reference(name)
            seconds = (self.clock.now() - begin) * len(cells)
        if optional and not self.clock.trials(seconds):
            self.left_out.append(name)
            for cell in cells:
                self.progress.drop(cell)
            return
        for cell in cells:
            sample, again = least_disturbed(
                lambda cell=cell: self.sample(cell, trial, self.checksums[name]),
                min(self.retakes, 2) if self.clock.left() > 0 else 0,
            )
            self.retakes -= again
            self.folder.add(sample)
            self.samples.append(sample)
            self.progress.step(sample)
            if sample.error:
                self.failed.add(cell)
                self.progress.drop(cell)


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


def order(cells, trial):
    """Returns the cells in the order of a trial: program by program, so that what is
    compared runs one after the other, and the systems in another order each time, so
    that none is always first."""
    shuffled = list(cells)
    random.Random(trial).shuffle(shuffled)
    programs = list(dict.fromkeys(cell.program for cell in cells))
    return sorted(shuffled, key=lambda cell: programs.index(cell.program))


class Progress:
    """A line that says how far the run is and how long it will take, `most()` seconds at
    most: on a terminal one that changes, in a file one for each cell."""

    def __init__(self, samples, most=lambda: math.inf, out=None):
        self.waiting, self.done, self.most, self.out = [], len(samples), most, out or sys.stdout
        self.walls, self.last = {}, ""
        for sample in samples:
            self.walls.setdefault(sample.cell, sample.wall)

    def expect(self, cells):
        """Says which cells are to come, each as often as it is measured."""
        self.waiting = cells

    def expected(self, cells):
        """The expected seconds for these: cells that have not run take the mean of the
        others."""
        mean = sum(self.walls.values()) / len(self.walls)
        return sum(self.walls.get(cell, mean) for cell in cells)

    def drop(self, cell):
        """Says that a cell is not to come any more."""
        self.waiting = [other for other in self.waiting if other != cell]

    def step(self, sample):
        self.walls[sample.cell] = sample.wall
        self.waiting.remove(sample.cell)
        self.done += 1
        left = round(max(min(self.expected(self.waiting), self.most()), 0))
        what = sample.error or f"{sample.seconds:.3f} s"
        line = (
            f"[{self.done}/{self.done + len(self.waiting)}, {left // 60}:{left % 60:02} left] "
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
