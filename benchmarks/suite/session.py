"""Taking the samples."""

import contextlib
import math
import random
import subprocess

import noise
from budget import FOR_PAIRS, GOOD, LONG, LONGEST, MAIN, PAIR, Pace, gain
from building import Builder, TimeOver, run_group
from folder import Cell, Sample
from progress import Progress
from systems import OWN, environment

# Disturbed samples are taken again, each twice at most, but not more than this share of
# those that there are.
RETAKEN = 0.25
# How many seconds longer than a run a sample may take that was begun in time.
GRACE = 5
# What takes so many times as long as the serial program, or as it took before itself, does
# not end: tasks of other systems take hundreds of times as long as a serial call.
HANGS, HANGS_AGAIN = 1000, 100
# Seconds that a process takes in any case.
LEAST = 0.005
# What an interrupted run has of a trial of a program is taken again, if that takes at most so
# many seconds: what disturbs a machine for a short time matters less to what takes longer.
AGAIN = 60


class TooLong(TimeOver):
    """A run was stopped after so many `seconds`, the most that it may take."""

    def __init__(self, seconds):
        super().__init__(seconds)
        self.seconds = seconds


class Session:
    """Builds the programs, and takes the samples, as many as `clock` allows: first a trial
    of each program, which is built then, after that trials of all, and, if the time is
    limited, at the end trials of what goals are about, and of those programs whose figures
    are the least certain.

    `samples` are those of before, to which all others are added; `left_out` says what
    there was no time for."""

    def __init__(self, folder, tools, programs, systems, settings, clock, samples):
        self.folder, self.clock, self.samples = folder, clock, samples
        self.settings = settings
        self.programs = {program.name: program for program in programs}
        self.systems = systems
        self.size, self.timeout = settings["size"], settings["timeout"]
        self.trials, self.workers = settings["trials"], settings["workers"]
        # What a program is measured with, if it is.
        self.wanted = {*MAIN, *settings.get("asked", ())}
        self.builder = Builder(folder.programs, tools)
        self.pace = Pace(self.size)
        self.commands, self.checksums, self.left_out = {}, {}, []
        # For what the time was over when it ran.
        self.out_of_time = set()
        # What is measured, by program.
        self.cells = {}
        self.done = {(sample.cell, sample.trial) for sample in samples}
        # Of which program a run was interrupted in which trial, if there was one.
        self.cut = (samples[-1].program, samples[-1].trial) if samples else None
        self.failed = {sample.cell for sample in samples if sample.error}
        # How long the serial program of each program took.
        self.references = {}
        # What takes too much of the time, and was stopped after so many seconds.
        self.dropped = {Cell(*cell): seconds for *cell, seconds in settings.get("did not end", ())}
        # The seconds of the last sample of each cell, and of the shortest.
        self.walls, self.shortest = {}, {}
        for sample in samples:
            self.pace.sample.add(sample.wall)
            self.note_wall(sample)
        self.progress = Progress(len(samples), self.clock.left)
        self.retaken = 0

    def measure(self):
        """Takes the samples that are not there. A cell that failed is not run again."""
        coming = {name: self.cells_of(p, self.fitting(p)) for name, p in self.programs.items()}
        # If the time is not enough, those that no goal is about are left out.
        later = sorted(self.programs.values(), key=lambda program: not program.has_goals)
        while later:
            program = later.pop(0)
            self.begin(program, later)
            coming[program.name] = self.cells.get(program.name, [])
            self.expect(coming)
            if program.name in self.cells:
                self.measure_program(program.name, 1)
            self.note_left_out(program)
        self.all_trials()
        if self.clock.is_limited:
            self.pair_trials()
            self.more_trials()
            self.long_trials()
        self.progress.end()

    def expect(self, cells):
        """Tells the progress which samples are to come, at most as many as there is time for.
        `cells` are those of each program."""
        row = [cell for program in cells.values() for cell in program]
        coming, seconds, left = [], 0, self.clock.left()
        for trial in range(1, self.trials + 1):
            new = [cell for cell in row if self.is_waiting(cell, trial)]
            seconds += self.expected(new)
            if trial > 1 and seconds > left:
                break
            coming += new
        self.progress.expect(coming)

    def expected(self, cells):
        """Returns how many seconds these are expected to take."""
        return sum(self.walls.get(cell, self.pace.sample.value) for cell in cells)

    def is_waiting(self, cell, trial):
        if self.is_gone(cell) or (cell, trial) in self.done:
            return False
        if trial == 1:
            return True
        return not self.is_long(cell)

    def is_gone(self, cell):
        """Whether a cell comes no more."""
        return cell in self.failed or cell in self.dropped or cell in self.out_of_time

    def is_long(self, cell):
        """Whether a cell takes so much of the time that it is measured once at first. One
        sample that took long does not make it so."""
        return cell.system not in MAIN and self.shortest.get(cell, 0) > self.clock.share(LONG)

    def waiting(self, name, trial):
        """Returns the cells of a program that are to be measured in a trial."""
        return [cell for cell in self.cells[name] if self.is_waiting(cell, trial)]

    def fitting(self, program):
        """Returns the systems for which there is a source of the program."""
        return [system for system in self.systems if system.has(program)]

    def cells_of(self, program, systems):
        return [Cell(program.name, s.name, n) for s in systems for n in s.counts(self.workers)]

    def begin(self, program, later):
        """Builds a program, and says what of it is measured: as many systems as there is time
        for, the main ones and those that were asked for if it is enough for these, others if it
        is also enough for these of the programs that come `later`."""
        if Cell(program.name, "serial", 1) in self.failed:
            return
        chosen = self.affordable(program, later, self.fitting(program))
        if chosen:
            # The builder says why there is no program for the others.
            others = [s for s in self.systems if program.language in s.languages and not s.has(program)]
            commands = self.build(program, [*chosen, *others])
            chosen = [system for system in chosen if system.name in commands]
        found = any(system.name == "serial" for system in chosen)
        seconds = self.refer(program.name) if found else None
        if seconds is not None:
            chosen = self.affordable(program, later, chosen, seconds)
            if chosen:
                self.cells[program.name] = self.cells_of(program, chosen)
                self.prepare(program, chosen)
        self.save()

    def save(self):
        """Keeps for a run that goes on what no sample says: what did not end, and how many
        seconds other things than samples took."""
        self.settings["did not end"] = [[c.program, c.system, c.workers, s] for c, s in self.dropped.items()]
        walls = sum(sample.wall for sample in self.samples)
        self.settings["besides"] = round(self.clock.used() - walls, 1)
        self.folder.save(self.settings)

    def affordable(self, program, later, systems, seconds=None):
        """Returns those of the systems of a program for which there is time; `seconds` is
        how long a sample takes, if that is known. What has samples stays: a run that was
        interrupted goes on."""
        begun = {sample.system for sample in self.samples if sample.program == program.name}
        chosen = [s for s in systems if s.name in self.wanted or s.name in begun]
        # One program at least is measured.
        if self.samples and not begun and not self.clock.allows(self.cost(program, chosen, seconds)):
            return []
        reserved = sum(self.cost(p, [s for s in self.fitting(p) if s.name in self.wanted]) for p in later)
        for system in systems:
            if system not in chosen:
                if self.clock.allows(reserved + self.cost(program, [*chosen, system], seconds)):
                    chosen.append(system)
        return [system for system in systems if system in chosen]

    def cost(self, program, systems, seconds=None):
        """Returns how long the first trial of a program is expected to take; only its samples
        if it is known how long one takes."""
        samples = len(self.cells_of(program, systems))
        if seconds is not None:
            return samples * seconds
        return self.pace.first_trial(self.builder.compiled(program, systems), samples)

    def build(self, program, systems):
        """Builds a program, and learns how long that takes. Returns the systems of which
        there is one, with the commands."""
        self.progress.say(f"building {program.name}")
        compiled, begin = self.builder.compiled(program, systems), self.clock.now()
        commands = self.builder.build(program, systems)
        self.pace.file.add(self.clock.now() - begin, compiled)
        note = self.builder.notes.get((program.name, "serial"))
        if note:
            self.add(Sample(program.name, "serial", 1, 1, error=note))
        self.commands.update(((program.name, name), command) for name, command in commands.items())
        return commands

    def refer(self, name):
        """Runs the serial elision of a program, whose checksum all runs of it must print.
        Returns the seconds that it took, or None if there is no checksum."""
        begin = self.clock.now()
        try:
            _, self.checksums[name], error = self.execute(Cell(name, "serial", 1))
        except TimeOver:
            return None
        if error:
            self.add(Sample(name, "serial", 1, 1, error=error))
            return None
        self.references[name] = self.clock.now() - begin
        return self.references[name]

    def prepare(self, program, systems):
        """Runs what leaves something for later runs, and is no sample."""
        for cell in self.cells_of(program, [system for system in systems if system.prepares(program)]):
            if not self.is_gone(cell):
                self.progress.say(f"preparing {cell}")
                # What is wrong is seen in the next run.
                with contextlib.suppress(TimeOver):
                    self.execute(cell, is_first=True)

    def note_left_out(self, program):
        """Notes for what there was no time."""
        measured = {sample.system for sample in self.samples if sample.program == program.name}
        missing = [s.name for s in self.fitting(program)
                   if s.name not in measured and (program.name, s.name) not in self.builder.notes]  # fmt: skip
        if not measured:
            self.left_out.append(program.name)
        elif Cell(program.name, "serial", 1) not in self.failed:
            # Cells that took too long are named.
            named = [*self.dropped, *self.out_of_time]
            dropped = {cell.system for cell in named if cell.program == program.name}
            self.left_out += [f"{program.name} {system}" for system in missing if system not in dropped]

    def all_trials(self):
        """Takes further trials of all programs, as many as make good medians if the time is
        limited. What was begun before an interruption is made whole."""
        for trial in range(2, 1 + (min(GOOD, self.trials) if self.clock.is_limited else self.trials)):
            self.expect(self.cells)
            seconds = sum(self.expected(self.waiting(name, trial)) for name in self.cells)
            begun = {sample.program for sample in self.samples if sample.trial == trial}
            if not begun and not self.clock.allows(seconds):
                return
            for name in self.cells:
                # A trial may take longer than the one before.
                if name in begun or self.clock.left() > 0:
                    self.measure_program(name, trial)

    def pair_trials(self):
        """Takes trials, whose numbers are behind those of all, of serial and native on one
        worker alone, all programs in turn, in a part of the time that is left."""
        pairs = [[cell for cell in row if cell.system in PAIR and cell.workers == 1] for row in self.cells.values()]
        pairs = [pair for pair in pairs if len(pair) == len(PAIR)]
        end = (1 - FOR_PAIRS) * self.clock.left()
        for trial in range(self.trials + 1, self.trials + 1 + self.settings.get("pairs", 0)):
            waiting = [[cell for cell in pair if not self.is_gone(cell) and (cell, trial) not in self.done] for pair in pairs]
            self.progress.expect([cell for cells in waiting for cell in cells])
            for cells in filter(None, waiting):
                cells = self.whole(cells, trial)
                seconds = self.expected(cells)
                if self.clock.left() - seconds < end or not self.clock.allows(seconds):
                    return
                for cell in order(cells, trial):
                    self.measure_cell(cell, trial)

    def more_trials(self):
        """Takes trials of single programs, each where it says the most."""
        while True:
            self.expect(self.cells)
            found = []
            for name in self.cells:
                trial = next((t for t in range(1, self.trials + 1) if self.waiting(name, t)), None)
                seconds = self.expected(self.waiting(name, trial)) if trial else math.inf
                if trial and self.clock.allows(seconds):
                    found.append((gain(self.ratios(name), seconds), -trial, name))
            if not found:
                return
            _, trial, name = max(found)
            self.measure_program(name, -trial)

    def long_trials(self):
        """Takes trials of what takes long, when there is nothing else to do: as many as make
        good medians, first of what takes the least."""
        cells = [cell for row in self.cells.values() for cell in row if self.is_long(cell)]
        for cell in sorted(cells, key=self.shortest.get):
            for trial in range(2, min(GOOD, self.trials) + 1):
                waits = not self.is_gone(cell) and (cell, trial) not in self.done
                if waits and self.clock.allows(self.walls[cell]):
                    self.progress.expect([cell])
                    self.measure_cell(cell, trial)

    def ratios(self, name):
        """Returns, for each cell of a program, the ratios of the serial time to its own."""
        times = {}
        for sample in self.samples:
            if sample.program == name and not sample.error:
                times.setdefault(sample.cell, {})[sample.trial] = sample.seconds
        serial = times.pop(Cell(name, "serial", 1), {})
        return [[serial[t] / own[t] for t in own if t in serial] for own in times.values()]

    def trials_taken(self):
        """Returns the least and the largest number of trials that programs have, or None if
        all have as many as were wanted."""
        if not any(self.waiting(name, self.trials) for name in self.cells):
            return None
        taken = dict.fromkeys(self.cells, 0)
        for sample in self.samples:
            if sample.program in taken and sample.trial <= self.trials:
                taken[sample.program] = max(taken[sample.program], sample.trial)
        return min(taken.values()), max(taken.values())

    def measure_program(self, name, trial):
        """Takes the samples of a program in a trial."""
        for cell in order(self.whole(self.waiting(name, trial), trial), trial):
            if self.clock.left() > 0 or cell.system in MAIN:
                self.measure_cell(cell, trial)

    def whole(self, waiting, trial):
        """Returns the cells of a program that are to be measured in a trial: those that wait,
        and if it was interrupted in the middle of them, all. What is compared with each other
        runs within a short time, but an interruption may last for days."""
        if not waiting or self.cut != (waiting[0].program, trial):
            return waiting
        self.cut = None
        old = [s for s in self.samples if (s.program, s.trial) == (waiting[0].program, trial) and not s.error]
        every = [*waiting, *(sample.cell for sample in old)]
        if sum(sample.wall for sample in old) > AGAIN or not self.clock.allows(self.expected(every)):
            return waiting
        self.samples[:] = [sample for sample in self.samples if sample not in old]
        self.folder.replace(self.samples)
        self.done -= {(sample.cell, trial) for sample in old}
        self.progress.forget([sample.cell for sample in old])
        # That they were taken once has taken time.
        self.save()
        return every

    def measure_cell(self, cell, trial):
        """Takes a sample, unless it takes too long."""
        # On a machine that is always busy it is of no use to take all again.
        allowed = int(RETAKEN * (len(self.samples) + 1)) - self.retaken
        allowed = min(max(allowed, 0), 2) if self.clock.left() > 0 else 0
        try:
            sample, again = least_disturbed(lambda: self.judged_sample(cell, trial), allowed)
        except TooLong as stopped:
            self.dropped[cell] = round(stopped.seconds, 1)
            self.progress.drop(cell)
            self.save()
        except TimeOver:
            self.out_of_time.add(cell)
            # The time may be over in a later trial as well.
            if cell not in self.walls:
                self.left_out.append(str(cell))
            self.progress.drop(cell)
        else:
            self.retaken += again
            self.pace.sample.add(sample.wall)
            self.add(sample)

    def judged_sample(self, cell, trial):
        """Takes a sample. If the run was stopped, the sample says so if it would not have
        ended; otherwise this raises TooLong, or TimeOver if the time of the run is over."""
        try:
            return self.sample(cell, trial, self.checksums[cell.program])
        except TooLong as stopped:
            if self.hangs(cell, stopped.seconds):
                error = f"did not end in {stopped.seconds:.0f} s"
                return Sample(cell.program, cell.system, cell.workers, trial, 0.0, stopped.seconds, error=error)
            if self.clock.left() <= 0:
                raise TimeOver from None
            raise

    def hangs(self, cell, seconds):
        """Whether a program by Tussah that was stopped after so many seconds is wrong, and
        not only slow."""
        if cell.system not in OWN:
            return False
        usual = HANGS * max(self.references.get(cell.program, math.inf), LEAST)
        before = HANGS_AGAIN * max(self.shortest.get(cell, math.inf), LEAST)
        return seconds >= min(usual, before)

    def add(self, sample):
        self.folder.add(sample)
        self.samples.append(sample)
        self.done.add((sample.cell, sample.trial))
        self.note_wall(sample)
        if sample.error:
            self.failed.add(sample.cell)
        self.progress.step(sample, self.expected)

    def note_wall(self, sample):
        """Learns how long a cell takes."""
        self.walls[sample.cell] = sample.wall
        self.shortest[sample.cell] = min(sample.wall, self.shortest.get(sample.cell, math.inf))

    def execute(self, cell, is_first=False):
        """Runs a program once. Returns the time of its parallel part, its checksum, and what
        went wrong, if something did. Raises TooLong if it was stopped before it had as much
        time as a program may take at most, which those of other than the main systems only
        have if this is the first of several runs."""
        command = [*self.commands[cell.program, cell.system]]
        command += self.programs[cell.program].inputs[self.size]
        limit = min(self.timeout, max(self.clock.left(), 0) + GRACE)
        if cell.system not in MAIN and not is_first:
            limit = min(limit, self.clock.share(LONGEST))
        try:
            run = run_group(command, {**environment(cell.workers), "BENCHMARK_GRAPHS": str(self.folder.graphs)}, limit)
        except subprocess.TimeoutExpired:
            if limit < self.timeout:
                raise TooLong(limit) from None
            return 0.0, "", f"did not end in {self.timeout} s"
        except OSError as error:
            return 0.0, "", f"cannot be run: {error.strerror}"
        system = next(system for system in self.systems if system.name == cell.system)
        return self.programs[cell.program].outcome(run, system, cell.workers)

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


def least_disturbed(take, allowed):
    """Calls `take` until its sample is not disturbed, or has failed, but at most `allowed`
    times more than once. Returns the failed or the least disturbed sample, and how many
    were taken again."""
    best, again = take(), 0
    while noise.disturbed(best.others) and not best.error and again < allowed:
        again += 1
        try:
            sample = take()
        except TimeOver:
            break
        if sample.error or sample.others < best.others:
            best = sample
    return best, again


def order(cells, trial):
    """Returns the cells of a program in the order of a trial: another one each time, so that
    no system is always first. What is compared with each other runs within a short time, as
    much that slows down a machine lasts less than a second: cells with the same number of
    workers together, native in their middle, and serial beside it."""
    shuffled = list(cells)
    random.Random(trial).shuffle(shuffled)
    rows = {}
    for cell in shuffled:
        rows.setdefault(cell.workers, []).append(cell)
    ordered = [cell for row in rows.values() for cell in around_main(row, trial)]
    # If the time is over in the first one, these are there.
    return sorted(ordered, key=lambda cell: trial == 1 and cell.system not in MAIN)


def around_main(row, trial):
    """Returns the cells with those of the main systems in the middle; beside a single other
    one, in some trials before and in some behind it."""
    main = [cell for cell in row if cell.system in MAIN]
    others = [cell for cell in row if cell.system not in MAIN]
    middle = (len(others) + trial % 2) // 2
    return [*others[:middle], *main, *others[middle:]]
