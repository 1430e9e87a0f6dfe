"""All races of a program, by brute force: each access is compared with each other one of its variable, by what comes
before it in the dag, and what locks are held at both."""

from programs import ACCESSES, ATOMIC_ACCESSES, READS, UPDATE, VIEW_READ

# The root's views are the reducers themselves.
LEFTMOST = None


class Strand:
    """What comes before its next access, the views that it has, and what locks it holds: pairs of lock and whether it
    is shared. The number of the iteration, if it is one."""

    def __init__(self, before, views, locks, iteration=None):
        self.before, self.views, self.locks, self.iteration = before, views, locks, iteration


def excludes(locks, others):
    """Whether two strands with these locks wait for each other."""
    return any(a == b and not (a_shared and b_shared) for a, a_shared in locks for b, b_shared in others)


def conflict(kind, other):
    return not (kind in READS and other in READS) and not (kind in ATOMIC_ACCESSES and other in ATOMIC_ACCESSES)


class Oracle:
    """The races of a program, and what accesses may be in parallel without a lock, whatever they do."""

    def __init__(self, program):
        self.program, self.accesses, self.races, self.pairs = program, [], set(), set()
        self.run(program.functions[program.main], Strand(frozenset(), LEFTMOST, ()))

    def racy(self):
        return {race[0] for race in self.races}

    def access(self, access, strand):
        kind, name, line = access
        for number, (other_kind, other, other_line, other_locks) in enumerate(self.accesses):
            if number in strand.before or excludes(strand.locks, other_locks):
                continue
            pair = tuple(sorted([(line, kind), (other_line, other_kind)]))
            self.pairs.add(pair)
            if other == name and conflict(kind, other_kind):
                self.races.add((name, *pair))
        self.accesses.append((kind, name, line, strand.locks))
        strand.before |= {len(self.accesses) - 1}
        if kind in (UPDATE, VIEW_READ):
            self.view(name, strand)

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
        elif s[0] == "spawn":
            task = Strand(strand.before, strand.views, ())
            self.run(functions[s[1]], task)
            strand.views = frozenset()
            return waiting | task.before, [*parts, task.views]
        elif s[0] == "call":
            self.run(functions[s[1]], strand)
        elif s[0] == "scope":
            self.run(s[1], strand)
        elif s[0] == "for":
            iterations = [Strand(strand.before, frozenset(), (), number) for number in range(s[2])]
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
