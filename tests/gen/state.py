"""Who may use which variable at a point of a generated function.

A generated program has no races because of this bookkeeping. A strand may write
to a variable that is FREE, and read one that is FREE or SHARED: a child that has
not been synced with reads it. A LENT variable is such a child's to write.
"""

from dataclasses import dataclass, field

FREE, SHARED, LENT = range(3)


@dataclass(eq=False)
class Variable:
    name: str
    type: object
    length: int = 0  # of an array; 0 is none
    constant: bool = False


@dataclass
class Use:
    """The state of a variable, and the sync region whose sync ends it. Uses of
    an outer region are not ended by the sync of an inner one."""

    state: int = FREE
    region: int = 0


@dataclass
class State:
    uses: dict = field(default_factory=dict)

    def copy(self):
        return State({v: Use(u.state, u.region) for v, u in self.uses.items()})

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
        for use in self.uses.values():
            if use.state != FREE and use.region >= region:
                use.state = FREE

    def merge(self, other):
        """What is true on both of two ways to a point."""
        for variable, use in other.uses.items():
            if variable in self.uses and use.state != FREE:
                self.set(variable, use.state, use.region)

    def in_use(self):
        return [v for v, u in self.uses.items() if u.state != FREE]
