"""Who may use which variable at a point of a generated function.

A generated program has no races because of this bookkeeping. A strand may write
to a variable that is FREE, and read one that is FREE or SHARED: a child that has
not been synced with reads it. A LENT variable is such a child's to write. A
reducer may be updated in each state, and read if it is FREE.
"""

from dataclasses import dataclass, field

FREE, SHARED, LENT = range(3)


@dataclass(eq=False)
class Variable:
    name: str
    type: object  # a Type; of a reducer its Reducer
    length: int = 0  # of an array, or what it has at least; 0 is none
    size: str = ""  # of an array: the text of its length
    constant: bool = False
    is_reducer: bool = False
    is_vla: bool = False
    has_range: bool = True  # of an array: is all of it
    depth: int = 0  # of the block that declares it; -1 for parameters
    aliases: list = field(default_factory=list)  # other names of it


@dataclass
class Use:
    """The state of a variable, and the sync region whose sync ends it. Uses of
    an outer region are not ended by the sync of an inner one."""

    state: int = FREE
    region: int = 0


@dataclass
class State:
    uses: dict = field(default_factory=dict)
    may_fail: bool = False  # a child that has not been synced with may throw
    # What a sync has ended uses of since the iteration around began: a use of it
    # now is another one than that with which the iteration began.
    freed: set = field(default_factory=set)

    def copy(self):
        uses = {v: Use(u.state, u.region) for v, u in self.uses.items()}
        return State(uses, self.may_fail, set(self.freed))

    def declare(self, variable):
        self.uses[variable] = Use()

    def forget(self, variables):
        for variable in variables:
            del self.uses[variable]

    def get(self, variable):
        return self.uses[variable].state

    def set(self, variable, state, region):
        """An outer region's claim is kept, as its sync comes later."""
        use = self.uses[variable]
        outer = min(use.region, region) if use.state != FREE else region
        self.uses[variable] = Use(max(use.state, state), outer)

    def sync(self, region):
        """Ends the uses by children that `region` has spawned."""
        for variable, use in self.uses.items():
            if use.state != FREE and use.region >= region:
                use.state = FREE
                self.freed.add(variable)

    def merge(self, other):
        """What is true on both of two ways to a point."""
        self.may_fail |= other.may_fail
        self.freed |= other.freed
        for variable, use in other.uses.items():
            if variable in self.uses and use.state != FREE:
                self.set(variable, use.state, use.region)

    def in_use(self):
        """What a sync may end the use of: not what the caller's strands use."""
        return [v for v, u in self.uses.items() if u.state != FREE and u.region >= 0]


@dataclass(frozen=True)
class Where:
    """What a function may do at a place."""

    may_throw: bool
    may_return: bool = True
    jumps: tuple = ()  # out of an iteration: break, continue
    changed: list = field(default_factory=list)  # sets, one for each try around
    # Reducers that are declared outside of this block are not updated: what
    # follows an exception is not executed in the serial program, and in the
    # parallel one perhaps is.
    reducers_from: int = -1
    # Whether an exception is being handled here, and by this strand.
    handles: bool = False
    strand_handles: bool = False
    # What iterations begin with, and in which region.
    loop_state: State = None
    loop_region: int = 0
