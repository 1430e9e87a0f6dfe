"""All races of a program, by brute force: each access is compared with each other one of its variable, by what comes
before it in the dag, what locks are held at both, and whether one is in an initialiser whose guard the other one has
passed. Which strand initializes is the schedule's choice: all that are possible are tried."""

from itertools import count, islice

from programs import ACCESSES, ATOMIC_ACCESSES, READS, UPDATE, VIEW_READ

# The root's views are the reducers themselves.
LEFTMOST = None


class Strand:
    """What comes before its next access: their numbers, and guards that were passed; the views that it has, and what
    locks it holds: pairs of lock and whether it is shared; the guards whose initialisers it is in. The number of the
    iteration, if it is one."""

    def __init__(self, before, views, locks, sections=(), iteration=None):
        self.before, self.views, self.locks, self.iteration = before, views, locks, iteration
        self.sections = sections


def excludes(locks, others):
    """Whether two strands with these locks wait for each other."""
    return any(a == b and not (a_shared and b_shared) for a, a_shared in locks for b, b_shared in others)


def conflict(kind, other):
    return not (kind in READS and other in READS) and not (kind in ATOMIC_ACCESSES and other in ATOMIC_ACCESSES)


class Oracle:
    """The races of a program, whoever initializes, and what accesses may be in parallel without a lock, whatever they
    do; and which variables always have a race."""

    def __init__(self, program):
        self.races, self.pairs, self.certain = set(), set(), None
        for run in runs(program):
            run.compare()
            self.races |= run.races
            self.pairs |= run.pairs
            racy = {race[0] for race in run.races}
            self.certain = racy if self.certain is None else self.certain & racy

    def racy(self):
        return {race[0] for race in self.races}

    def has_one_race(self):
        return len(self.racy()) == 1 and self.racy() == self.certain


def runs(program):
    """What may happen: for one guard after another, who initializes. Initialisers pass those that come later here."""
    waiting = [{}]
    while waiting:
        chosen = waiting.pop()
        run = Run(program, chosen)
        if len(chosen) == len(program.guards):
            if run.is_possible():
                yield run
            continue
        guard = list(reversed(program.guards))[len(chosen)]
        waiting += [{**chosen, guard: number} for number in run.candidates(guard)]


def is_small(program):
    """Whether all that may happen is tried soon."""
    return len(list(islice(runs(program), 13))) < 13


class Run:
    """An execution in which `chosen` says for guards which of the strands that pass it initializes."""

    def __init__(self, program, chosen):
        self.program, self.chosen, self.races, self.pairs = program, chosen, set(), set()
        self.accesses, self.passes, self.numbers = [], {}, count()
        self.ordinals = {guard: count() for guard in program.guards}
        # What initialisers have passed.
        self.gained = {guard: set() for guard in program.guards}
        self.run(program.functions[program.main], Strand(frozenset(), LEFTMOST, ()))

    def candidates(self, guard):
        """Who may initialize: no other strand that passes comes before. Without one, the guard is not passed."""
        passes = {number: before for number, (of, before) in self.passes.items() if of == guard}
        return [number for number, before in passes.items() if not before & passes.keys()] or [None]

    def is_possible(self):
        """Whether no strand waits for itself."""
        done = set()
        while True:
            more = {
                number
                for number, (guard, before) in self.passes.items()
                if number not in done
                and before & self.passes.keys() <= done
                and self.chosen[guard] in (number, *done)
            }
            if not more:
                return len(done) == len(self.passes)
            done |= more

    def passed(self, before):
        """The guards that a strand has passed, with what their initialisers have."""
        passed, found = set(), {guard for guard in self.gained if guard in before}
        while found - passed:
            passed |= found
            found = set().union(*[self.gained[guard] for guard in passed])
        return passed

    def compare(self):
        passed = [self.passed(access[4]) for access in self.accesses]
        for this, (kind, name, line, locks, before, sections, _) in enumerate(self.accesses):
            for that, (other_kind, other, other_line, other_locks, _, others, number) in enumerate(self.accesses[:this]):
                if number in before or excludes(locks, other_locks):
                    continue
                if passed[this].intersection(others) or passed[that].intersection(sections):
                    continue
                pair = tuple(sorted([(line, kind), (other_line, other_kind)]))
                self.pairs.add(pair)
                if other == name and conflict(kind, other_kind):
                    self.races.add((name, *pair))

    def access(self, access, strand):
        kind, name, line = access
        number = next(self.numbers)
        self.accesses.append((kind, name, line, strand.locks, strand.before, strand.sections, number))
        strand.before |= {number}
        if kind in (UPDATE, VIEW_READ):
            self.view(name, strand)

    def pass_guard(self, guard, strand):
        # Numbers of accesses depend on who initializes other guards.
        number = guard, next(self.ordinals[guard])
        self.passes[number] = guard, strand.before
        if self.chosen.get(guard) == number:
            strand.sections = (*strand.sections, guard)
            self.run(self.program.initialisers[guard], strand)
            strand.sections = strand.sections[:-1]
        strand.before |= {number, guard}
        for section in strand.sections:
            self.gained[section].add(guard)

    def view(self, reducer, strand):
        """A strand without a view makes one."""
        if strand.views is LEFTMOST or reducer in strand.views:
            return
        identity = self.program.reducers[reducer][0]
        if identity:
            self.access(identity, strand)
        strand.views = strand.views | {reducer}

    def reduce(self, strand, parts):
        """The strand behind a sync or loop has its views of before, and unites the others with them."""
        for part in parts:
            for reducer in sorted(part):
                if strand.views is not LEFTMOST and reducer not in strand.views:
                    strand.views = strand.views | {reducer}
                elif self.program.reducers[reducer][1]:
                    self.access(self.program.reducers[reducer][1], strand)

    def run(self, statements, strand):
        """A sync scope. What follows is what the strand is then."""
        self.sync(strand, *self.block(statements, strand, set(), []))

    def sync(self, strand, waiting, parts):
        if parts:
            first, *others = [*parts, strand.views]
            strand.views = first
            strand.before |= waiting
            self.reduce(strand, others)

    def block(self, statements, strand, waiting, parts):
        for s in statements:
            if s[0] == "leave":
                if s[1] == strand.iteration:
                    break
                continue
            waiting, parts = self.statement(s, strand, waiting, parts)
        return waiting, parts

    def statement(self, s, strand, waiting, parts):
        """Returns what is waited for, and the views before each spawn."""
        functions = self.program.functions
        if s[0] in ACCESSES:
            self.access(s, strand)
        elif s[0] == "sync":
            self.sync(strand, waiting, parts)
            return set(), []
        elif s[0] == "pass":
            self.pass_guard(s[1], strand)
        elif s[0] == "spawn":
            task = Strand(strand.before, strand.views, (), strand.sections)
            self.run(functions[s[1]], task)
            strand.views = frozenset()
            return waiting | task.before, [*parts, task.views]
        elif s[0] == "call":
            self.run(functions[s[1]], strand)
        elif s[0] == "scope":
            self.run(s[1], strand)
        elif s[0] == "for":
            iterations = [
                Strand(strand.before, frozenset(), (), strand.sections, number) for number in range(s[2])
            ]
            for iteration in iterations:
                self.run(s[1], iteration)
            strand.before = strand.before.union(*[i.before for i in iterations])
            self.reduce(strand, [i.views for i in iterations])
        else:
            held = strand.locks
            lock = "atomic section" if self.program.locks[s[2]] == "atomic section" else s[2]
            strand.locks = (*held, (lock, self.program.is_shared(s)))
            waiting, parts = self.block(s[1], strand, waiting, parts)
            strand.locks = held
        return waiting, parts
