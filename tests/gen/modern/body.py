"""The body of a generated function: its text, and the accesses that are noted in
its state. What the other files of this folder write is added by inheritance."""

from contextlib import contextmanager
from dataclasses import replace

from .aliases import Aliases
from .cells import FREE, NOTHING, NOWHERE, SHARED, Effects, State, cell
from .expressions import Expressions
from .failures import Failures
from .kinds import hash_of, make
from .loops import Loops
from .reducers import Reducers
from .state import Where
from .statements import Statements
from .tasks import Tasks


class Body(Expressions, Reducers, Aliases, Tasks, Statements, Loops, Failures):
    def __init__(self, program, function):
        self.program = program
        self.is_cxx = program.is_cxx
        self.random = program.random
        self.function = function
        self.state = State()
        self.recorders = []
        self.lines = []
        self.depth = 0
        self.region = 0
        self.region_depths = [0]
        self.trips = 1
        self.births = 0
        self.where = Where(
            function.throws,
            reducers_from=0 if function.throws else -1,
            named_only=function.throws,
        )
        self.reducers = []
        self.handles = ""  # what a handler reads
        self.function_block = 0  # depth of the block at whose end alloca's memory goes
        for parameter in function.parameters:
            parameter.enter(self)

    # What is written

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, options):
        return self.random.choice(options)

    def name(self, prefix):
        return self.program.name(prefix)

    def make(self, kind, text):
        return make(kind, text, self.is_cxx)

    @contextmanager
    def block(self, head="", end="}"):
        self.line((head + " {").lstrip())
        self.depth += 1
        before, reducers = set(self.state.cells), len(self.reducers)
        yield
        self.end_block(before, reducers)
        self.depth -= 1
        self.line(end)

    def own_cells(self, before):
        return [
            c
            for c in self.state.cells
            if c not in before and not (c.outlives and c.depth < self.depth)
        ]

    def end_block(self, before, reducers):
        """Ends the objects that a block has declared, and its reducers."""
        own = self.own_cells(before)
        if self.busy(own) or (len(self.reducers) > reducers and self.state.children):
            self.sync()
        del self.reducers[reducers:]
        self.state.forget(own)
        for root in self.state.cells:
            if root not in before and root.outlives:
                for part in (root, *root.all_parts()):
                    part.text = ""

    def busy(self, roots):
        """Whether children use or name one of these."""
        return any(
            root in self.state.named or any(self.state.state(leaf) != FREE for leaf in root.leaves())
            for root in roots
        )

    def sync(self):
        self.line("cilk_sync;")
        self.state.sync(self.region)

    @contextmanager
    def sync_region(self):
        """The block that follows has a sync of its own at its end."""
        if self.where.may_throw or self.where.may_return or self.where.jumps:
            self.protect()
        self.region += 1
        self.region_depths.append(self.depth + 1)
        yield
        self.region_depths.pop()
        self.state.sync(self.region)
        self.region -= 1

    @contextmanager
    def strand(self, share=70, jumps=()):
        """What runs beside what follows: it may write to some of what is free."""
        outer = self.where
        free = [leaf for leaf in self.state.uses if self.may_write(leaf)]
        chosen = frozenset(leaf for leaf in free if self.chance(share))
        for root in self.state.cells:
            # Most often all of an object or nothing.
            leaves = root.leaves()
            if len(leaves) > 1 and self.chance(60):
                chosen -= set(leaves)
                if self.chance(share):
                    chosen |= {leaf for leaf in leaves if self.may_write(leaf)}
        self.where = replace(
            outer, may_return=False, jumps=jumps, strand=self.births, writable=chosen
        )
        with self.sync_region(), self.record() as effects:
            yield effects
        self.where = outer

    @contextmanager
    def record(self):
        effects = Effects()
        self.recorders.append(effects)
        yield effects
        self.recorders.remove(effects)

    def protect(self):
        """Before what may leave the function or a `try` block: what children use
        must not be destroyed before the sync at the end of their region."""
        for root in self.state.cells:
            regions = [self.state.uses[leaf].region for leaf in root.leaves()
                       if self.state.state(leaf) != FREE]  # fmt: skip
            regions += [self.state.named[root]] if root in self.state.named else []
            for region in regions:
                if region >= self.region and root.depth > self.region_depths[region]:
                    return self.sync()
        depth = self.region_depths[self.region]
        if self.state.children >> self.region and any(r.depth > depth for r in self.reducers):
            return self.sync()
        return None

    # Cells

    def declare(self, text, kind, leads=None, **more):
        self.births += 1
        more.setdefault("depth", self.depth)
        made = cell(text, kind, born=self.births, **more)
        self.state.declare(made, leads)
        return made

    def needs(self, of):
        return [*of.leaves(), *of.path]

    def may_read(self, leaf):
        return self.state.state(leaf) <= SHARED

    def may_write(self, leaf):
        if self.state.state(leaf) != FREE or leaf.constant:
            return False
        where = self.where
        if where.writable is None or leaf.root.born > where.strand:
            return True
        return leaf in where.writable

    def readable(self, of):
        return of is not NOWHERE and all(map(self.may_read, self.needs(of)))

    def writable(self, of):
        return (
            of is not NOWHERE
            and bool(of.text or not self.where.named_only)
            and all(map(self.may_write, of.leaves()))
            and all(map(self.may_read, of.path))
        )

    def note_read(self, of):
        for effects in self.recorders:
            effects.reads.update(self.needs(of))
            effects.names.add(of.root)

    def note_write(self, of, whole=True):
        """`whole`: what the object has become may be other objects."""
        for effects in self.recorders:
            effects.writes.update(of.leaves())
            effects.reads.update(of.path)
            effects.names.add(of.root)
        if whole:
            self.state.lose(set(of.moving()))
            for part in (of, *of.all_parts()):
                if part in self.state.leads and part.kind.name == "Node":
                    self.state.leads[part] = frozenset({NOTHING})

    def note_name(self, of):
        for effects in self.recorders:
            effects.names.add(of.root)
            effects.reads.update(of.path)

    def all_cells(self):
        for root in self.state.cells:
            if root.text and not (root.is_shy and root.born > self.where.strand):
                yield root
                yield from root.all_parts()

    def find(self, test, kind=None):
        """Cells with a name and a kind, of which `test` is true."""
        return [
            c for c in self.all_cells() if c.kind and (kind is None or c.kind == kind) and test(c)
        ]

    def values(self, test, kind=None):
        """Those that are no pointers."""
        return [c for c in self.find(test, kind) if not c.kind.leads_to]

    def nameless(self, test):
        """Those that have no name of their own, but a pointer leads to."""
        return [
            c
            for c in self.state.cells
            if not c.text and c.kind and not c.kind.leads_to and test(c) and self.other_names(c)
        ]

    def hash(self, of):
        """An expression for what is in a cell, which is read."""
        text = self.read_text(of)
        return hash_of(of.kind, text, self.is_cxx)

    def read_text(self, of):
        self.note_read(of)
        return self.text(of)

    def text(self, of):
        """One of the names that lead to the cell."""
        if self.chance(60) and of.text:
            return of.text
        names = self.other_names(of)
        if not names:
            return of.text
        holder, text = self.pick(names)
        self.note_read(holder)
        return text

    # The whole

    def statement(self):
        if self.where.may_throw:
            self.protect()
        choices = self.productions()
        self.random.choices(list(choices), list(choices.values()))[0]()

    def statements(self, most=None):
        for _ in range(self.random.randrange(1, most or self.program.size.statements)):
            self.statement()

    def everything(self):
        """Folds all that may be read at the end."""
        text = "(uint64_t)1"
        cells = [c for c in self.values(self.readable) if not c.path and not c.kind.is_array]
        cells = [c for c in cells if c.root is c or c.root.kind.is_array]
        for of in cells[-9:] + self.nameless(self.readable):
            text = f"mix({text}, {self.hash(of)})"
        for holder in self.followable()[-4:]:
            text = f"mix({text}, {self.fold(holder)})"
        return text

    def write(self):
        if self.function.recursive:
            self.line("if (depth == 0)")
            self.depth += 1
            self.return_statement(1)
            self.depth -= 1
        for _ in range(2):
            self.statements()
        if self.chance(85):
            self.sync()
        if self.chance(30):
            self.line(f"clobber({self.random.randrange(256)});")
        self.return_statement(2)
        return "\n".join(self.lines)
