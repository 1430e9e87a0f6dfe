"""The body of a generated function: variables, values, calls. What the other
files of this folder write is added by inheritance."""

from contextlib import contextmanager
from dataclasses import replace

from loops import Loops
from prelude import BITS, LARGE, U32, U64
from reducers import Reducers
from state import FREE, LENT, SHARED, State, Variable, Where
from statements import Statements


class Body(Reducers, Statements, Loops):
    def __init__(self, program, function):
        self.program = program
        self.random = program.random
        self.function = function
        self.state = State()
        self.lines = []
        self.depth = 0  # of blocks
        self.region = 0  # depth of sync regions
        self.region_depths = [0]  # of the block of each region
        self.trips = 1  # of the loops around
        self.where = Where(function.throws, reducers_from=0 if function.throws else -1)
        for parameter in function.parameters:
            parameter.variable.constant = parameter.mode == "in"
            parameter.variable.depth = -1
            self.state.declare(parameter.variable)
        for reducer in program.reducers:
            if reducer in function.reducers:
                self.state.declare(reducer)
        if not function.is_first:
            self.leave_reducers_to(-1)
        self.budget = program.budget

    # What is written

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    @contextmanager
    def block(self, head, end="}"):
        """A block, at whose end its variables are no longer in use. Where one
        statement may stand, and is one line, the braces may be left out."""
        self.line((head + " {").lstrip())
        first = len(self.lines)
        self.depth += 1
        outside = set(self.state.uses)
        yield
        declares = self.leave(outside)
        self.depth -= 1
        is_statement = head.startswith(("if", "for", "while", "cilk_for", "cilk_scope"))
        if is_statement and end == "}" and not declares and self.chance(50):
            if len(self.lines) == first + 1 and self.lines[first].endswith(";"):
                self.lines[first - 1] = "  " * (self.depth + 1) + head
                return
        self.line(end)

    def leave(self, outside):
        """Ends a block; returns whether it declares something."""
        own = [v for v in self.state.uses if v not in outside]
        if any(v in own for v in self.state.in_use()):
            self.sync()
        self.state.forget(own)
        names = 0
        for variable in self.state.uses:
            names += len(variable.aliases)
            variable.aliases = [(n, depth) for n, depth in variable.aliases if depth < self.depth]
            names -= len(variable.aliases)
        return bool(own) or names > 0

    def sync(self):
        self.line("cilk_sync;")
        self.state.sync(self.region)
        self.state.may_fail = False

    @contextmanager
    def sync_region(self):
        """The block that follows has a sync of its own at its end."""
        if self.where.may_throw or self.where.may_return or self.where.jumps:
            self.protect()
        self.region += 1
        self.region_depths.append(self.depth + 1)
        may_fail, self.state.may_fail = self.state.may_fail, False
        yield
        self.state.may_fail = may_fail
        self.region_depths.pop()
        self.state.sync(self.region)
        self.region -= 1

    @contextmanager
    def strand(self, jumps=()):
        """A sync region that control leaves at its end, by exceptions, and by
        `jumps`."""
        outer = self.where
        self.where = replace(outer, may_return=False, jumps=(), strand_handles=False)
        with self.sync_region():
            self.where = replace(self.where, jumps=jumps)
            yield
        self.where = outer

    def exposed(self):
        """What children use, and would be destroyed before the sync at the end
        of their region if control left the function or `try` block now."""
        return [
            variable
            for variable, use in self.state.uses.items()
            if use.state != FREE and variable.depth > self.region_depths[use.region]
        ]

    def protect(self):
        """Before what may leave. What regions around this one have exposed, it
        has been synced with where this one begins, or it cannot be left."""
        if any(self.state.uses[v].region >= self.region for v in self.exposed()):
            self.sync()

    # Variables and values

    def variables(self, state, type=None, array=False):
        """Those that may be used when they are in `state` at most."""
        return [
            v
            for v, use in self.state.uses.items()
            if use.state <= state
            and bool(v.length) == array
            and not v.is_reducer
            and (type is None or v.type == type)
        ]

    def writable(self, type=None, array=False):
        return [v for v in self.variables(FREE, type, array) if not v.constant]

    def place(self, variable):
        """One of its names."""
        if variable.aliases and self.chance(50):
            return self.random.choice(variable.aliases)[0]
        return variable.name

    def change(self, variable):
        for changed in self.where.changed:
            changed.add(variable)

    def lend(self, variable):
        self.change(variable)
        self.state.set(variable, LENT, self.region)

    def declare(self, type, value):
        """Writes the declaration of a new variable of this block."""
        variable = Variable(self.program.name("v"), type, depth=self.depth)
        self.line(f"{type.name} {variable.name} = {value};")
        self.state.declare(variable)
        return variable

    def declare_alias(self):
        """Another name of a variable of this block or one around it."""
        variables = [v for v in self.writable() if v.depth >= 0]
        if not variables:
            return
        variable = self.random.choice(variables)
        name = self.program.name("r")
        if self.program.is_cxx:
            self.line(f"{variable.type.name} &{name} = {variable.name};")
        else:
            self.line(f"{variable.type.name} *const {name} = &{variable.name};")
            name = f"(*{name})"
        variable.aliases.append((name, self.depth))

    def declare_array(self):
        results = [f.result for f in self.program.functions if f.result]
        types = results if results and self.chance(40) else self.program.types
        type = self.random.choice([t for t in types if t.name != "Object"] or [U64])
        if self.chance(40) and not type.is_object:
            return self.declare_memory(type)
        length = self.random.randrange(2, 9)
        name = self.program.name("a")
        values = ", ".join(type.make(self.number()) for _ in range(length))
        self.line(f"{type.name} {name}[{length}] = {{{values}}};")
        return self.add_array(Variable(name, type, length, str(length), depth=self.depth))

    def declare_memory(self, type):
        """2 to 5 elements in an array of variable length, or so many at the begin of
        a larger one, or in memory of the stack without a name."""
        name, size = self.program.name("a"), self.program.name("n")
        kind = self.random.choice(["vla", "vla", "large", "alloca"])
        text = {
            "vla": f"{type.name} {name}[{size}];",
            "large": f"{type.name} {name}[{size} + sizeof(Large[100]) / sizeof({type.name})];",
            "alloca": f"{type.name} *const {name} = ({type.name} *)"
            f"__builtin_alloca_with_align({size} * sizeof({type.name}), 512);",
        }[kind]
        if kind == "large":
            # In C a constant has to be one of these.
            self.line(f"enum {{ {size} = {self.random.randrange(2, 6)} }};")
        else:
            self.line(f"const int {size} = 2 + (int)({self.value(1)} % 4);")
        self.line(text)
        value = type.make(f"{self.atom()} + i")
        self.line(f"for (int i = 0; i < {size}; ++i)")
        self.line(f"  {name}[i] = {value};")
        variable = Variable(name, type, 2, size, depth=self.depth, is_vla=True)
        variable.has_range = kind == "vla"
        return self.add_array(variable)

    def add_array(self, variable):
        self.state.declare(variable)
        return variable

    def number(self):
        return self.random.choice(
            [str(self.random.randrange(10)), hex(self.random.getrandbits(32)) + "u"]
        )

    def element(self, variable, is_spawn):
        """A place of an array, by an index in its bounds. A call might change
        what the index is computed from, and C does not say which comes first."""
        if is_spawn and self.chance(60):
            return f"{variable.name}[({self.value(0)}) % {variable.size}]"
        return f"{variable.name}[{self.random.randrange(variable.length)}]"

    def atom(self):
        scalars, arrays = self.variables(SHARED), self.variables(SHARED, array=True)
        kind = self.random.randrange(20)
        if kind < 14 and scalars:
            variable = self.random.choice(scalars)
            return variable.type.read(self.place(variable))
        if kind < 16 and arrays:
            variable = self.random.choice(arrays)
            place = f"{variable.name}[{self.random.randrange(variable.length)}]"
            return variable.type.read(place)
        if kind < 17 and (readable := self.readable_reducers()):
            variable = self.random.choice(readable)
            return variable.type.read.format(r=variable.name)
        if kind < 18 and self.where.handles:
            return "caught().value" if self.where.strand_handles and self.chance(60) else "e.value"
        return f"(uint64_t){self.number()}"

    def value(self, depth=2):
        """An expression of type uint64_t."""
        if depth == 0 or self.chance(30):
            return self.atom()
        a, b = self.value(depth - 1), self.value(depth - 1)
        kind = self.random.randrange(8)
        if self.where.may_throw and self.chance(8):
            return f"risk({a}, {self.random.choice([3, 7, 20])})"
        if kind == 0:
            return f"mix({a}, {b})"
        if kind == 1:
            return f"({a} >> ({b} & 63))"
        if kind == 2:
            return f"({self.condition()} ? {a} : {b})"
        if kind == 3:
            return f"({a} / ({b} | 1))"
        return f"({a} {self.random.choice('+-*^&|')} {b})"

    def condition(self):
        comparison = self.random.choice(["<", ">=", "==", "!="])
        if self.chance(50):
            modulus = self.random.randrange(2, 6)
            return f"{self.atom()} % {modulus} {comparison} {self.random.randrange(modulus)}"
        return f"{self.atom()} {comparison} {self.atom()}"

    # Calls

    def callees(self):
        """Functions that may be called here, as often as the loops say."""
        for function in self.program.functions:
            if function.calls_at(1) * self.trips <= self.budget - self.function.calls:
                if self.allowed(function):
                    yield function
        own = self.function
        if own.recursive and own.self_calls + self.trips <= 3 and self.allowed(own):
            yield own

    def allowed(self, function):
        if function.throws and not self.where.may_throw:
            return False
        if not function.reducers.issubset(self.updatable()):
            return False
        return function.reducer_types().issubset(v.type.name for v in self.updatable())

    def depth_for(self, function):
        """An argument for the parameter `depth`, and what it costs is noted."""
        if function is self.function:
            function.self_calls += self.trips
            return "depth - 1"
        depth = self.random.randrange(1, function.depth_limit + 1) if function.recursive else 1
        while depth > 1 and (
            function.calls_at(depth) * self.trips > self.budget - self.function.calls
        ):
            depth -= 1
        self.function.calls += function.calls_at(depth) * self.trips
        return str(depth)

    def arguments(self, function, is_spawn):
        """The arguments' texts. What a child uses is not the caller's then."""
        texts, held, shared = {}, [], []
        order = sorted(function.parameters, key=lambda p: p.mode != "out")
        for parameter in order:
            type = parameter.variable.type
            if parameter.variable.name == "depth":
                texts[parameter.variable] = self.depth_for(function)
            elif parameter.mode == "value":
                texts[parameter.variable] = type.make(self.value())
            elif parameter.mode == "reducer":
                texts[parameter.variable] = self.reducer_argument(type)
            elif parameter.mode == "out":
                place = self.out_place(type, held)
                texts[parameter.variable] = self.program.reference(self.place(place))
                held.append(place)
                self.change(place)
                if is_spawn:
                    self.lend(place)
                else:
                    # Nothing else of this call may look at it.
                    self.state.set(place, LENT, self.region)
            else:
                texts[parameter.variable] = self.in_place(type, shared)
        for variable in shared:
            if is_spawn:
                self.state.set(variable, SHARED, self.region)
        if not is_spawn:
            for variable in held:
                self.state.uses[variable].state = FREE
        return [texts[p.variable] for p in function.parameters]

    def out_place(self, type, held):
        """A variable that the function may assign, perhaps a new one."""
        places = [v for v in self.writable(type) if v not in held]
        if places and self.chance(70):
            return self.random.choice(places)
        return self.declare(type, type.make(self.number()))

    def in_place(self, type, shared):
        """A variable that the function may read, or a temporary."""
        if self.program.is_cxx and self.chance(30):
            return type.make(self.value())
        places = self.variables(SHARED, type)
        if not places:
            places = [self.declare(type, type.make(self.value()))]
        variable = self.random.choice(places)
        shared.append(variable)
        return self.program.reference(self.place(variable))

    def call(self, function, is_spawn):
        arguments = ", ".join(self.arguments(function, is_spawn))
        if is_spawn:
            self.leave_reducers_to(self.region)
            self.state.may_fail |= function.throws
        return f"{self.program.callee(function, self.function)}({arguments})"

    def spawn_or_call(self):
        callees = list(self.callees())
        if not callees:
            return self.assign()
        function = self.random.choice(callees)
        is_spawn = self.chance(75)
        keyword = "cilk_spawn " if is_spawn else ""
        target = self.random.randrange(5)
        if function.result is None or target == 0:
            ignored = "(void)" if function.result and not is_spawn else ""
            self.line(f"{ignored}{keyword}{self.call(function, is_spawn)};")
            return None
        if target < 3:
            return self.call_into(function, is_spawn, keyword)
        variable = self.initialize(function, keyword + self.call(function, is_spawn))
        if is_spawn:
            self.lend(variable)
        return None

    def initialize(self, function, value):
        """A new variable with the value of a call, perhaps converted."""
        type = function.result
        if type.is_integer and self.chance(20):
            other = self.random.choice([t for t in self.program.types if t.is_integer])
            return self.declare(other, value)
        if self.chance(60):
            return self.declare(type, value)
        variable = Variable(self.program.name("v"), type, depth=self.depth)
        heads = ["const {type} {name} = {value};"]
        if self.program.is_cxx:
            heads += ["auto {name} = {value};", "{type} {name}{{{value}}};"]
            # What creates the object that is called reads like a function's type.
            heads += ["{type} {name}({value});"] if function.form != "temporary" else []
        head = self.random.choice(heads)
        variable.constant = head.startswith("const")
        self.line(head.format(type=type.name, name=variable.name, value=value))
        self.state.declare(variable)
        return variable

    def call_into(self, function, is_spawn, keyword):
        """An assignment to a variable, a member, or an element of an array."""
        call = self.call(function, is_spawn)
        type = function.result
        if type.is_integer and self.chance(10):
            type = self.random.choice([U64, U32])
        variable, place = self.assignable(type, is_spawn)
        operator = "="
        if type.operators and function.result is type and self.chance(40):
            operator = self.random.choice(type.operators)
        self.line(f"{place} {operator} {keyword}{call};")
        if is_spawn:
            self.lend(variable)
        else:
            self.change(variable)

    def assignable(self, type, is_spawn):
        """A variable, and the text of what has the type, perhaps a part of it."""
        if type in (U64, U32) and self.chance(40):
            structure = self.random.choice([BITS, LARGE])
            self.declare(structure, structure.make(self.number()))
        arrays = self.writable(type, array=True)
        parts = [
            (variable, member)
            for variable in self.writable()
            for member, member_type in variable.type.members
            if member_type == type
        ]
        if arrays and self.chance(50 if parts else 70):
            variable = self.random.choice(arrays)
            return variable, self.element(variable, is_spawn)
        if parts and self.chance(70):
            variable, member = self.random.choice(parts)
            return variable, f"{self.place(variable)}.{member}"
        places = self.writable(type)
        variable = self.random.choice(places) if places else self.declare(type, type.make("0"))
        return variable, self.place(variable)

    def assign(self):
        types = [v.type for v in self.writable()]
        if not types or self.chance(30):
            type = self.random.choice(self.program.types)
            self.declare(type, type.make(self.value()))
            return
        type = self.random.choice([*types, U64, U32])
        variable, place = self.assignable(type, False)
        self.change(variable)
        self.line(f"{place} = {type.make(self.value())};")
