"""Random fork-join programs in C and C++ that have one result.

They have no undefined behaviour, end soon, and are free of races, so whatever a
compiler and a runtime make of them, they print what their serial elision prints.
The same seed gives the same program. state.py has the reason why there are no
races. Where a statement may throw, what follows in the serial program is not
executed and in the parallel one perhaps is; so a handler gives all variables
that the `try` block may have changed new values.
"""

import random
from contextlib import contextmanager
from dataclasses import dataclass, field

import prelude
from prelude import TYPES, U32, U64
from state import FREE, LENT, SHARED, State, Variable

# Calls of functions in the whole program, at most.
CALLS = 20000
LARGEST_BLOCK = 6
DEEPEST_BLOCK = 3


@dataclass
class Parameter:
    """`mode` is value, in (a reference or pointer to what is only read), or out
    (to what the function assigns)."""

    variable: Variable
    mode: str


@dataclass
class Function:
    name: str
    result: object
    parameters: list
    form: str = "plain"  # a key of FORMS
    throws: bool = False
    recursive: bool = False  # has a first parameter `depth`
    self_calls: int = 0
    calls: int = 1  # functions called by one call, this one included
    text: str = ""
    depth_limit: int = 4

    def calls_at(self, depth):
        """All calls of one with that `depth`."""
        total = 1
        for _ in range(depth):
            total = self.calls + self.self_calls * total
        return total


@dataclass(frozen=True)
class Form:
    """How a function is defined, and what others and itself call."""

    definition: str
    call: str = "{name}"
    own_call: str = "{name}"


FORMS = {
    "plain": Form("static {result} {name}({parameters}) {{\n{body}\n}}\n"),
    "template": Form(
        "template <int N> static {result} {name}({parameters}) {{\n{body}\n}}\n",
        "{name}<3>",
        "{name}<N>",
    ),
    "lambda": Form("static auto {name} = []({parameters}) -> {result} {{\n{body}\n}};\n"),
    "pointer": Form(
        "static {result} body_{name}({parameters}) {{\n{body}\n}}\n"
        "static {result} (*volatile {name})({parameters}) = body_{name};\n",
        own_call="body_{name}",
    ),
    "member": Form(
        "struct {name}_type {{\n  {result} call({parameters}) {{\n{body}\n  }}\n}};\n"
        "static {name}_type {name};\n",
        "{name}.call",
        "call",
    ),
    "virtual": Form(
        "struct {name}_base {{\n  virtual {result} call({parameters}) = 0;\n}};\n"
        "struct {name}_derived : {name}_base {{\n"
        "  {result} call({parameters}) override {{\n{body}\n  }}\n}};\n"
        "static {name}_derived {name}_object;\n"
        "static {name}_base *volatile {name} = &{name}_object;\n",
        "{name}->call",
        "call",
    ),
}


@dataclass
class Region:
    """Where a function is: what may be written there."""

    may_throw: bool
    may_return: bool = True
    is_loop: bool = False  # break and continue are possible
    is_parallel_loop: bool = False
    changed: list = field(default_factory=list)  # sets, one for each try around


class Body:
    """Writes the body of one function."""

    def __init__(self, program, function):
        self.program = program
        self.random = program.random
        self.function = function
        self.state = State()
        self.lines = []
        self.depth = 0  # of blocks
        self.region = 0  # depth of sync regions
        self.trips = 1  # of the loops around
        self.where = Region(may_throw=function.throws)
        for parameter in function.parameters:
            parameter.variable.constant = parameter.mode == "in"
            self.state.declare(parameter.variable)
        self.budget = program.budget

    # What is written

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    @contextmanager
    def block(self, head, end="}"):
        """A block, at whose end its variables are no longer in use."""
        self.line(head + " {")
        self.depth += 1
        outside = set(self.state.uses)
        yield
        self.leave(outside)
        self.depth -= 1
        self.line(end)

    def leave(self, outside):
        own = [v for v in self.state.uses if v not in outside]
        if any(v in own for v in self.state.in_use()):
            self.sync()
        self.state.forget(own)

    def sync(self):
        self.line("cilk_sync;")
        self.state.sync(self.region)

    @contextmanager
    def sync_region(self):
        self.region += 1
        yield
        self.state.sync(self.region)
        self.region -= 1

    # Variables and values

    def variables(self, state, type=None, array=False):
        """Those that may be used when they are in `state` at most."""
        return [
            v
            for v, use in self.state.uses.items()
            if use.state <= state and bool(v.length) == array and (type is None or v.type == type)
        ]

    def writable(self, type=None, array=False):
        return [v for v in self.variables(FREE, type, array) if not v.constant]

    def change(self, variable):
        for changed in self.where.changed:
            changed.add(variable)

    def lend(self, variable):
        self.change(variable)
        self.state.set(variable, LENT, self.region)

    def declare(self, type, value):
        """Writes the declaration of a new variable of this block."""
        variable = Variable(self.program.name("v"), type)
        self.line(f"{type.name} {variable.name} = {value};")
        self.state.declare(variable)
        return variable

    def number(self):
        return self.random.choice(
            [str(self.random.randrange(10)), hex(self.random.getrandbits(32)) + "u"]
        )

    def element(self, variable, is_spawn):
        """A place of an array, by an index in its bounds. A call might change
        what the index is computed from, and C does not say which comes first."""
        index = self.value(0) if self.chance(50) else None
        if index is None or not is_spawn:
            return f"{variable.name}[{self.random.randrange(variable.length)}]"
        return f"{variable.name}[({index}) % {variable.length}]"

    def atom(self):
        scalars, arrays = self.variables(SHARED), self.variables(SHARED, array=True)
        kind = self.random.randrange(10)
        if kind < 7 and scalars:
            variable = self.random.choice(scalars)
            return variable.type.read(variable.name)
        if kind < 8 and arrays:
            variable = self.random.choice(arrays)
            place = f"{variable.name}[{self.random.randrange(variable.length)}]"
            return variable.type.read(place)
        return f"(uint64_t){self.number()}"

    def value(self, depth=2):
        """An expression of type uint64_t."""
        if depth == 0 or self.chance(30):
            return self.atom()
        a, b = self.value(depth - 1), self.value(depth - 1)
        kind = self.random.randrange(8)
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
            if function.throws and not self.where.may_throw:
                continue
            if function.calls_at(1) * self.trips <= self.budget - self.function.calls:
                yield function
        own = self.function
        if own.recursive and own.self_calls + self.trips <= 3:
            if self.where.may_throw or not own.throws:
                yield own

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
            elif parameter.mode == "out":
                place = self.out_place(type, held)
                texts[parameter.variable] = self.program.reference(place.name)
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
        return self.program.reference(variable.name)

    def call(self, function, is_spawn):
        arguments = ", ".join(self.arguments(function, is_spawn))
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
            self.line(f"{keyword}{self.call(function, is_spawn)};")
            return None
        places = self.writable(function.result)
        if target < 3 and places:
            return self.call_into(function, is_spawn, keyword)
        call = self.call(function, is_spawn)
        variable = self.declare(function.result, keyword + call)
        if is_spawn:
            self.lend(variable)
        return None

    def call_into(self, function, is_spawn, keyword):
        """An assignment to a variable or an element of an array."""
        call = self.call(function, is_spawn)
        arrays = self.writable(function.result, array=True)
        places = self.writable(function.result)
        if arrays and self.chance(40):
            variable = self.random.choice(arrays)
            place = self.element(variable, is_spawn)
        elif places:
            variable = self.random.choice(places)
            place = variable.name
        else:  # the call has used them
            variable = self.declare(function.result, function.result.make("0"))
            place = variable.name
        operator = "="
        if function.result in (U64, U32) and self.chance(30):
            operator = self.random.choice(["+=", "^=", "|="])
        self.line(f"{place} {operator} {keyword}{call};")
        if is_spawn:
            self.lend(variable)
        else:
            self.change(variable)

    # Statements

    def assign(self):
        places = self.writable()
        if not places or self.chance(30):
            type = self.random.choice(self.program.types)
            self.declare(type, type.make(self.value()))
            return
        variable = self.random.choice(places)
        self.change(variable)
        self.line(f"{variable.name} = {variable.type.make(self.value())};")

    def declare_array(self):
        type = self.random.choice([t for t in self.program.types if t.name != "Object"])
        variable = Variable(self.program.name("a"), type, self.random.randrange(2, 9))
        values = ", ".join(type.make(self.number()) for _ in range(variable.length))
        self.line(f"{type.name} {variable.name}[{variable.length}] = {{{values}}};")
        self.state.declare(variable)

    def if_statement(self):
        before = None
        with self.block(f"if ({self.condition()})", "}" if self.chance(50) else "} else {"):
            before = self.state.copy()
            self.statements()
        after = self.state
        self.state = before
        if self.lines[-1].endswith("else {"):
            self.depth += 1
            outside = set(self.state.uses)
            self.statements()
            self.leave(outside)
            self.depth -= 1
            self.line("}")
        self.state.merge(after)

    def switch_statement(self):
        cases = self.random.randrange(2, 4)
        self.line(f"switch ({self.value(1)} % {cases + 1}) {{")
        before, ends = self.state, [self.state.copy()]
        # break would end the switch.
        is_loop, self.where.is_loop = self.where.is_loop, False
        for case in range(cases):
            self.state = before.copy()
            with self.block(f"case {case}:", "} break;"):
                self.statements()
            ends.append(self.state)
        self.where.is_loop = is_loop
        self.line("}")
        self.state = before
        for end in ends:
            self.state.merge(end)

    @contextmanager
    def loop_body(self, trips, is_parallel=False):
        """What children of an iteration write must not be in use when the next
        one begins."""
        outer = self.where
        self.where = Region(
            outer.may_throw,
            outer.may_return and not is_parallel,
            True,
            is_parallel,
            outer.changed,
        )
        self.trips *= trips
        yield
        self.trips //= trips
        self.where = outer

    def loop(self):
        """A serial loop, perhaps one that spawns into an array."""
        trips = self.random.randrange(2, 5)
        counter = self.program.name("i")
        array = self.filled_array()
        before = self.state.copy()
        if array:
            trips = array.length
            head = f"for (int {counter} = 0; {counter} < {trips}; ++{counter})"
        else:
            self.line(f"int {counter} = {trips};")
            head = f"while ({counter}-- > 0)"
        with self.loop_body(trips), self.block(head):
            self.iteration(array, counter)
            in_use = [v for v in self.state.in_use() if before.uses.get(v) and v is not array]
            if any(before.get(v) == FREE for v in in_use) or self.chance(20):
                self.sync()
        self.state.merge(before)

    def filled_array(self):
        """An array that all iterations of a loop will write to, or none."""
        arrays = self.writable(array=True)
        if not arrays or self.chance(30):
            return None
        array = self.random.choice(arrays)
        self.change(array)
        return array

    def iteration(self, array, counter):
        if array:
            # From the second iteration on, a child may be writing to it.
            self.state.set(array, LENT, self.region)
            self.fill(array, counter)
        self.statements()

    def fill(self, array, counter):
        place = f"{array.name}[{counter}]"
        callees = [f for f in self.callees() if f.result == array.type]
        if callees and self.chance(80):
            function = self.random.choice(callees)
            self.line(f"{place} = cilk_spawn {self.call(function, True)};")
        else:
            self.line(f"{place} = {array.type.make(self.value() + f' + {counter}')};")

    def parallel_loop(self):
        """A cilk_for. What is outside of it is only read, but for its element
        of one array."""
        array = self.filled_array()
        if not array:
            self.declare_array()
            array = list(self.state.uses)[-1]
            self.change(array)
        counter = self.program.name("i")
        outside = self.state.copy()
        kind = self.random.randrange(3)
        n = array.length
        head = (
            f"cilk_for (int {counter} = 0; {counter} < {n}; ++{counter})",
            f"cilk_for (unsigned {counter} = {n} - 1; {counter} != -1u; --{counter})",
            f"cilk_for (long {counter} = 0; {counter} <= {n - 1}; {counter} += 1)",
        )[kind]
        if self.chance(30):
            self.line(f"#pragma cilk grainsize {self.random.randrange(1, 4)}")
        with self.loop_body(n, is_parallel=True), self.sync_region():
            for variable in self.state.uses:
                self.state.set(variable, SHARED, self.region - 1)
            with self.block(head):
                self.iteration(array, counter)
        self.state = outside

    def jump(self):
        """Out of an iteration, in some of them."""
        self.line(f"if ({self.condition()}) {{")
        self.depth += 1
        if self.state.in_use():
            # This way ends here, so the state on the other one is as before.
            self.line("cilk_sync;")
        word = "continue" if self.where.is_parallel_loop or self.chance(50) else "break"
        self.line(f"{word};")
        self.depth -= 1
        self.line("}")

    def scope(self):
        with self.sync_region(), self.block("cilk_scope"):
            # break and continue out of it: tests of their own.
            is_loop, self.where.is_loop = self.where.is_loop, False
            self.statements()
            self.where.is_loop = is_loop

    def try_block(self):
        """A block whose exceptions are caught."""
        outer = self.where
        changed = set()
        self.where = Region(True, outer.may_return, False, False, [*outer.changed, changed])
        before = self.state.copy()
        with self.sync_region(), self.block("try", "} catch (const Error &e) {"):
            self.statements()
        self.where = outer
        self.depth += 1
        for variable in sorted(changed, key=lambda v: v.name):
            if variable in before.uses:
                self.renew(variable)
        self.depth -= 1
        self.line("}")

    def renew(self, variable):
        value = variable.type.make(f"e.value + {self.random.randrange(9)}")
        if variable.length:
            self.line(f"for (auto &x : {variable.name})")
            self.line(f"  x = {value};")
        else:
            self.line(f"{variable.name} = {value};")

    def throw(self):
        self.line(f"if ({self.condition()})")
        self.line(f"  throw Error{{{self.value(1)}}};")

    def return_early(self):
        self.line(f"if ({self.condition()}) {{")
        self.depth += 1
        if self.state.in_use() and self.chance(50):
            self.line("cilk_sync;")
        self.return_statement(1)
        self.depth -= 1
        self.line("}")

    def return_statement(self, depth=3):
        result = self.function.result
        self.line(f"return {result.make(self.value(depth))};" if result else "return;")

    def statement(self):
        nested = self.depth < DEEPEST_BLOCK
        choices = {
            self.spawn_or_call: 30,
            self.assign: 12,
            self.declare_array: 6,
            self.if_statement: 8 if nested else 0,
            self.switch_statement: 3 if nested else 0,
            self.loop: 8 if nested and self.trips < 30 else 0,
            self.parallel_loop: 6 if nested and self.trips < 30 else 0,
            self.scope: 6 if nested else 0,
            self.jump: 4 if self.where.is_loop else 0,
            self.sync: 6,
            self.return_early: 2 if self.where.may_return else 0,
            self.try_block: 6 if nested and self.program.is_cxx else 0,
            self.throw: 5 if self.where.may_throw else 0,
        }
        self.random.choices(list(choices), list(choices.values()))[0]()

    def statements(self):
        for _ in range(self.random.randrange(1, LARGEST_BLOCK)):
            self.statement()

    def write(self):
        if self.function.recursive:
            self.line("if (depth == 0)")
            self.depth += 1
            self.return_statement(1)
            self.depth -= 1
        for _ in range(2):
            self.statements()
        # What children have been lent is not theirs any more.
        if self.function.result and self.state.in_use() and self.chance(80):
            self.sync()
        self.return_statement()
        return "\n".join(self.lines)


class Program:
    def __init__(self, seed, is_cxx):
        self.random = random.Random(f"{seed} {is_cxx}")
        self.is_cxx = is_cxx
        self.types = [t for t in TYPES if is_cxx or not t.cxx_only]
        self.functions = []
        self.names = 0
        self.budget = CALLS

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def reference(self, name):
        return name if self.is_cxx else "&" + name

    def callee(self, function, inside):
        """The text of what is called. `inside` is the function that calls."""
        form, name = FORMS[function.form], function.name
        return (form.own_call if inside is function else form.call).format(name=name)

    def parameter(self, name):
        mode = self.random.choice(["value", "value", "in", "out"])
        return Parameter(Variable(name, self.random.choice(self.types)), mode)

    def declaration(self, parameter):
        type, name = parameter.variable.type.name, parameter.variable.name
        if parameter.mode == "value":
            return f"{type} {name}"
        constant = "const " if parameter.mode == "in" else ""
        return f"{constant}{type} &{name}" if self.is_cxx else f"{constant}{type} *p_{name}"

    def function(self):
        function = Function(
            self.name("f"),
            self.random.choice([None, *self.types]),
            [self.parameter(self.name("p")) for _ in range(self.random.randrange(5))],
            throws=self.is_cxx and self.random.random() < 0.3,
            recursive=self.random.random() < 0.6,
        )
        if function.recursive:
            depth = Parameter(Variable("depth", U32), "value")
            function.parameters.insert(0, depth)
        # All that one call of a later function may cost.
        self.budget = CALLS // 20
        self.define(function)
        self.functions.append(function)

    def define(self, function):
        if self.is_cxx:
            forms = [f for f in FORMS if not (f == "lambda" and function.recursive)]
            function.form = self.random.choice(["plain", *forms])
        body = Body(self, function)
        if function.recursive:
            next(v for v in body.state.uses if v.name == "depth").constant = True
        text = body.write()
        if not self.is_cxx:
            text = self.by_pointers(function, text)
        parameters = ", ".join(map(self.declaration, function.parameters))
        function.text = FORMS[function.form].definition.format(
            name=function.name,
            result=function.result.name if function.result else "void",
            parameters=parameters or ("" if self.is_cxx else "void"),
            body=text,
        )

    def by_pointers(self, function, text):
        """In C, parameters by reference are pointers: they get names of what
        they point to."""
        defines = [
            (f"#define {p.variable.name} (*p_{p.variable.name})", f"#undef {p.variable.name}")
            for p in function.parameters
            if p.mode != "value"
        ]
        return "\n".join([*(d for d, _ in defines), text, *(u for _, u in defines)])

    def main(self):
        """Calls some functions, with and without tasks of its own."""
        self.budget = CALLS
        function = Function("run", U64, [], throws=False)
        body = Body(self, function)
        for _ in range(4):
            body.statements()
            body.sync()
            body.line(f'printf("%llx\\n", (unsigned long long){body.value()});')
        body.return_statement()
        return "static uint64_t run(void) {\n" + "\n".join(body.lines) + "\n}\n"

    def write(self, seed):
        for _ in range(self.random.randrange(4, 9)):
            self.function()
        end = ""
        if self.is_cxx:
            end = '  printf("%ld\\n", Object::alive.load());\n'
        parts = [
            f"// seed: {seed}\n" + (prelude.CXX if self.is_cxx else prelude.C),
            *(f.text for f in self.functions),
            self.main(),
            'int main(void) {\n  printf("%llx\\n", (unsigned long long)run());\n' + end + "}\n",
        ]
        return "\n".join(parts)


def generate(seed, is_cxx):
    """The text of a program in C++ (`is_cxx`) or C."""
    return Program(seed, is_cxx).write(seed)
