"""Reducers of generated functions. Any strand may update one. What a strand reads
depends on the schedule, unless it has no children: what follows a spawn may have
a new view."""

from prelude import REDUCERS
from state import FREE, LENT, Variable


def choose_reducer(random, is_cxx, with_library):
    """One of the reducers that a program may have."""
    return random.choice(
        [
            r
            for r in REDUCERS
            if (is_cxx or not r.cxx_only) and (with_library or not r.is_library)
        ]
    )


class Reducers:
    def all_reducers(self):
        return [v for v in self.state.uses if v.is_reducer]

    def updatable(self):
        return [v for v in self.all_reducers() if v.depth >= self.where.reducers_from]

    def readable_reducers(self):
        return [v for v in self.all_reducers() if self.state.get(v) == FREE]

    def leave_reducers_to(self, region):
        """Strands of another region, another iteration or children may update
        them, or this one have a view of its own."""
        for variable in self.all_reducers():
            self.state.set(variable, LENT, region)

    def declare_reducer(self):
        type = choose_reducer(self.random, self.program.is_cxx, self.program.with_library)
        variable = Variable(self.program.name("sum"), type, depth=self.depth, is_reducer=True)
        self.line(f"{type.name} {variable.name}{type.start};")
        self.state.declare(variable)

    def update_reducer(self):
        reducers = self.updatable()
        if not reducers:
            return self.declare_reducer()
        variable = self.random.choice(reducers)
        self.line(variable.type.update.format(r=variable.name, x=self.value(1)))
        return None

    def reducer_argument(self, type):
        """A reducer that the function updates."""
        reducers = [v for v in self.updatable() if v.type.name == type.name]
        variable = self.random.choice(reducers)
        if self.program.is_cxx:
            return variable.name
        return f"__builtin_addressof({variable.name})"
