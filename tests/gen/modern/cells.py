"""Who may use which object at a point of a generated function, and where its
pointers lead.

A cell is an object, or a part of one. A program has no races, because a strand
reads a cell only while no other strand may write to it (FREE or SHARED), and
writes to it only while no other strand may use it (FREE). What a child has used
it keeps until the sync of its region: what it wrote is LENT, what it read is
SHARED. Each access that is written into the text is noted here first, whatever
name or pointer it goes through: `leads` says of each pointer which cells it may
lead to. Taking an address is no access. An object that is gone, or of which
nothing is known, is NOWHERE: no pointer that may lead there is followed.
"""

from dataclasses import dataclass, field

FREE, SHARED, LENT = range(3)


@dataclass(eq=False)
class Cell:
    """`text` names it; a cell without text is reached by pointers only."""

    text: str
    kind: object
    depth: int  # of the block that declares it; -1 for parameters and globals
    constant: bool = False
    parts: list = field(default_factory=list)
    shape: bool = False  # has something of its own that leads to the parts
    path: tuple = ()  # the shapes that are read on the way to it
    root: object = None
    bits: tuple = ()  # names of bit-fields that this cell consists of
    outlives: bool = False  # its block: memory from alloca
    born: int = 0  # which one of the function's
    is_shy: bool = False  # the strand that declares it leaves its name to children

    def leaves(self):
        own = [] if self.parts and not self.shape else [self]
        return own + [leaf for part in self.parts for leaf in part.leaves()]

    def moving(self):
        """What is another object after an assignment to this one."""
        for part in self.parts:
            if self.shape:
                yield part
                yield from part.all_parts()
            else:
                yield from part.moving()

    def all_parts(self):
        for part in self.parts:
            yield part
            yield from part.all_parts()


NOWHERE = Cell("", None, 0)
NOTHING = Cell("", None, 0)  # where a null pointer leads


def cell(text, kind, depth, **more):
    """A cell with all its parts."""
    made = Cell(text, kind, depth, **more)
    made.root = made.root or made
    made.shape = kind.has_shape
    path = made.path + ((made,) if made.shape else ())
    below = {"constant": made.constant, "path": path, "root": made.root}
    if text:
        made.parts = [cell(p.format(text), k, depth, **below) for p, k in kind.parts]
        if kind.bits:
            bits = Cell("", None, depth, bits=tuple(f"{text}.b{i}" for i in range(len(kind.bits))),
                        **below)  # fmt: skip
            made.parts.append(bits)
    return made


@dataclass
class Use:
    state: int = FREE
    region: int = 0


@dataclass(eq=False)
class Effects:
    """What a strand has done with cells that others know too."""

    reads: set = field(default_factory=set)
    writes: set = field(default_factory=set)
    names: set = field(default_factory=set)


@dataclass
class State:
    uses: dict = field(default_factory=dict)  # of leaves
    leads: dict = field(default_factory=dict)  # of cells with pointers
    named: dict = field(default_factory=dict)  # roots that children name: region
    cells: list = field(default_factory=list)  # roots, in order
    frozen: frozenset = frozenset()  # leaves and roots that no sync in a loop returns
    children: int = 0  # regions with children, as bits

    def copy(self):
        return State(
            dict(self.uses), dict(self.leads), dict(self.named), list(self.cells), self.frozen,
            self.children,
        )  # fmt: skip

    def declare(self, root, leads=None):
        self.cells.append(root)
        for leaf in root.leaves():
            self.uses[leaf] = Use()
        for part in (root, *root.all_parts()):
            if part.kind and (part.kind.leads_to or part.kind.name == "Node"):
                self.leads[part] = frozenset(leads or (NOTHING,))

    def forget(self, roots):
        """The objects end."""
        gone = set(roots)
        for root in roots:
            for part in (root, *root.all_parts()):
                gone.add(part)
                self.uses.pop(part, None)
                self.leads.pop(part, None)
            self.named.pop(root, None)
        self.cells = [c for c in self.cells if c not in gone]
        self.lose(gone)

    def lose(self, gone):
        """Pointers to these cells lead nowhere."""
        for holder, cells in self.leads.items():
            if not cells.isdisjoint(gone):
                self.leads[holder] = (cells - gone) | {NOWHERE}

    def state(self, leaf):
        use = self.uses.get(leaf)
        return use.state if use else LENT

    def claim(self, effects, region):
        """A child of `region` has been spawned."""
        for leaf in effects.reads:
            self.use(leaf, SHARED, region)
        for leaf in effects.writes:
            self.use(leaf, LENT, region)
        for root in effects.names:
            if root in self.named:
                self.named[root] = min(self.named[root], region)
            elif root in self.cells:
                self.named[root] = region
        self.children |= 1 << region

    def use(self, leaf, state, region):
        """An outer region's claim is kept, as its sync comes later."""
        old = self.uses.get(leaf)
        if old is None:
            return
        outer = min(old.region, region) if old.state != FREE else region
        self.uses[leaf] = Use(max(old.state, state), outer)

    def sync(self, region):
        for leaf, use in self.uses.items():
            if use.state != FREE and use.region >= region and leaf not in self.frozen:
                self.uses[leaf] = Use()
        self.named = {
            root: r for root, r in self.named.items() if r < region or root in self.frozen
        }
        self.children &= (1 << region) - 1

    def merge(self, other):
        """What is true on both of two ways to a point."""
        self.children |= other.children
        for leaf, use in other.uses.items():
            if leaf in self.uses and use.state != FREE:
                self.use(leaf, use.state, use.region)
        for root, region in other.named.items():
            if root in self.cells:
                self.named[root] = min(region, self.named.get(root, region))
        for holder in list(self.leads):
            self.leads[holder] |= other.leads.get(holder, frozenset())

    def reach(self, cells):
        """All cells that pointers lead to from these."""
        found, todo = set(), list(cells)
        while todo:
            at = todo.pop()
            if at in found:
                continue
            found.add(at)
            for part in (at, *at.all_parts()):
                todo += self.leads.get(part, ())
        return found

    def in_use(self):
        return {leaf for leaf, use in self.uses.items() if use.state != FREE and use.region >= 0}
