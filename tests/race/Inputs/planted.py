"""Programs without a race, and with one that is put there."""

from oracle import Oracle, is_small
from programs import ACCESSES, FAKE_LOCKS, READ, UPDATE, VARIABLE_ACCESSES, VIEW_READ, WRITE, Program


def number_accesses(program):
    for number, access in enumerate(program.accesses()):
        access[2] = number


def rename(program, access):
    """Gives the access a variable of its own."""
    access[1] = f"{program.name}_v{len(program.variables)}"
    program.variables.append(access[1])


def remove_races(program):
    """Each access that races gets a variable of its own, and only reads it if it races with itself. Strands that read a
    reducer where others may change it change it, too."""
    accesses = program.accesses()
    number_accesses(program)
    while races := sorted(Oracle(program).races):
        for name, first, second in races:
            if name in program.reducers:
                for number, _ in (first, second):
                    accesses[number][0] = UPDATE
                continue
            access = accesses[second[0]]
            if first[0] == second[0]:
                access[0] = READ
            rename(program, access)


class Planter:
    """Ways to put a race into a program without one. Each returns whether exactly one variable has a race then; if not,
    the program is as it was."""

    def __init__(self, program):
        self.program, self.rng = program, program.rng
        self.accesses = program.accesses()

    def is_planted(self):
        return Oracle(self.program).has_one_race()

    def attempt(self, statements, change):
        """Undoes the change of the statements if it plants no race."""
        old = [list(s) for s in statements]
        variables = len(self.program.variables)
        change()
        if self.is_planted():
            return True
        del self.program.variables[variables:]
        for s, before in zip(statements, old):
            s[:] = before
        return False

    def pairs(self):
        """Accesses of variables that may be in parallel without a common lock."""
        found = []
        for (first, _), (second, _) in sorted(Oracle(self.program).pairs):
            pair = self.accesses[first], self.accesses[second]
            if all(access[0] in VARIABLE_ACCESSES for access in pair):
                found.append(pair)
        self.rng.shuffle(found)
        return found

    def of_two(self):
        """Two accesses in parallel use a new variable, and one writes it."""
        for first, second in self.pairs()[:1]:

            def change(first=first, second=second):
                rename(self.program, first)
                second[1] = first[1]
                self.rng.choice([first, second])[0] = WRITE

            return self.attempt([first, second], change)
        return False

    def of_more(self):
        """An access in parallel uses the variable of another one, which others may use as well."""
        for first, second in self.pairs()[:8]:

            def change(first=first, second=second):
                second[1] = first[1]
                self.rng.choice([first, second])[0] = WRITE

            if self.attempt([first, second], change):
                return True
        return False

    def of_locks(self):
        """Something is done under another lock, or as one of several readers."""
        statements = [s for s in self.program.statements() if s[0] == "lock"]
        self.rng.shuffle(statements)
        for s in statements[:8]:

            def change(s=s):
                s[2], s[3] = self.rng.choice(self.locks_for(s)), True

            if self.attempt([s], change):
                return True
        return False

    def locks_for(self, statement):
        """Locks that may be taken there: itself, those that nothing waits for, and all, if no other is held then."""
        locks = self.program.locks
        inner = [s for s in self.program.statements() if s[0] == "lock" and statement in s[1]]
        is_leaf = all(s[0] in ACCESSES for s in statement[1])
        is_alone = is_leaf and all(locks[s[2]] in FAKE_LOCKS for s in inner)
        return [lock for lock, kind in locks.items() if is_alone or lock == statement[2] or kind in FAKE_LOCKS]

    def of_guards(self):
        """Something waits for another initialiser."""
        passes = [s for s in self.program.statements() if s[0] == "pass"]
        other = f"{self.program.name}_g{len(self.program.guards)}"
        self.program.guards[other], self.program.initialisers[other] = "pthread_once", []
        self.rng.shuffle(passes)
        for s in passes[:8]:

            def change(s=s):
                s[1] = other

            if self.attempt([s], change):
                return True
        return False

    def of_reducer(self):
        """A strand reads a reducer where another one may change it."""
        updates = [access for access in self.accesses if access[0] == UPDATE]
        self.rng.shuffle(updates)
        for access in updates[:8]:

            def change(access=access):
                access[0] = VIEW_READ

            if self.attempt([access], change):
                return True
        return False

    def of_atomics(self):
        """One of the atomic accesses becomes a plain one."""
        atomic = [access for access in self.accesses if access[0].startswith("atomic")]
        self.rng.shuffle(atomic)
        for access in atomic[:8]:

            def change(access=access):
                access[0] = access[0].replace("atomic ", "")

            if self.attempt([access], change):
                return True
        return False


def plant_race(program):
    """Returns how it was planted, or nothing if that cannot be."""
    number_accesses(program)
    planter = Planter(program)
    ways = ["two", "more", "locks", "guards", "reducer", "atomics"]
    program.rng.shuffle(ways)
    # Few programs have statements for these.
    ways.sort(key=lambda way: way not in ("locks", "guards", "reducer") or program.rng.random() < 0.5)
    return next((way for way in ways if getattr(planter, f"of_{way}")()), None)


def make_planted(rng, count):
    """Programs without a race and with one, in turn, and how many of these were made in which way."""
    programs, ways = [], {}
    while len(programs) < count:
        program = Program(f"p{len(programs)}", rng)
        if not is_small(program):
            continue
        remove_races(program)
        if len(programs) % 2 == 1:
            way = plant_race(program)
            if not way:
                continue
            ways[way] = ways.get(way, 0) + 1
        number_accesses(program)
        assert all(access[0] in ACCESSES for access in program.accesses())
        oracle = Oracle(program)
        if len(oracle.racy()) != len(programs) % 2 or oracle.racy() != oracle.certain:
            raise AssertionError("a program has not what was planted")
        programs.append(program)
    return programs, ways
