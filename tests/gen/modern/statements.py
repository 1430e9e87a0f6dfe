"""Declarations, assignments, branches and jumps."""

from dataclasses import replace

from .cells import NOTHING
from .kinds import Kind, array, plain_array, vector
from .state import Target

DEEPEST = 4


class Statements:
    def productions(self):
        nested = self.depth < DEEPEST
        looped = nested and self.trips < 30
        found = {
            self.spawn_or_call: 24,
            self.assign: 10,
            self.declare_any: 6,
            self.grow: 4,
            self.store: 9,
            self.poke: 6,
            self.lend_new: 7,
            self.drop: 2,
            self.copy_holder: 3,
            self.link_node: 4,
            self.reference: 3,
            self.update_reducer: 6,
            self.declare_array: 4,
            self.stack_memory: 3,
            self.check: 5,
            self.thread_local: 2,
            self.sync: 6,
            self.spawned_block: 9 if nested else 0,
            self.spawned_lambda: 7 if nested and self.is_cxx else 0,
            self.if_statement: 6 if nested else 0,
            self.switch_statement: 3 if nested else 0,
            self.jump_over: 2 if nested else 0,
            self.plain_block: 2 if nested else 0,
            self.loop: 8 if looped else 0,
            self.parallel_loop: 6 if looped else 0,
            self.scope: 4 if nested else 0,
            self.jump: 4 if self.where.jumps else 0,
            self.return_early: 2 if self.where.may_return else 0,
            self.try_block: 6 if nested and self.is_cxx else 0,
            self.throw: 4 if self.where.may_throw else 0,
            self.bind: 3 if self.is_cxx else 0,
            self.placed: 3 if self.is_cxx and nested else 0,
        }
        return found

    # Declarations

    def declare_value(self, kind):
        name = self.name("v")
        value = self.make(kind, self.number())
        self.line(f"{kind.name} {name} = {value};")
        return self.declare(name, kind)

    def declare_holder_of(self, kind):
        name = self.name("h")
        begin = "{}" if self.is_cxx else (" = {0}" if kind.style == "keep" else " = 0")
        self.line(f"{kind.declare(name)}{begin};")
        return self.declare(name, kind)

    def declare_any(self):
        kind = self.pick([*self.program.kinds, *self.program.pointees])
        name, value = self.name("v"), self.make(kind, self.value())
        forms = ["{k} {n} = {v};", "{k} {n} = {v};"]
        if self.is_cxx:
            forms += ["auto {n} = {v};", "{k} {n}{{{v}}};", "{k} &&{n} = {v};"]
            forms += ["static_assert(sizeof({k}) > 0); {k} {n}({v});"]
        self.line(self.pick(forms).format(k=kind.name, n=name, v=value))
        return self.declare(name, kind)

    def declare_array(self):
        kinds = [*self.program.kinds, *self.program.pointees]
        kind, name = self.pick(kinds), self.name("a")
        form = self.random.randrange(5)
        if form == 0:
            holder = self.pick(self.program.pointees)
            kind = plain_array(holder, 3, 3)
            made = Kind(f"{holder.name} *[3]", "", leads_to=holder, style="array")
            if self.is_cxx:
                self.line(f"{holder.name} *{name}[3] = {{}};")
                return self.declare(name, made)
            kind = holder
        if form == 1 and kind.trivial and kind.copies:
            length = self.random.randrange(3, 6)
            self.line(f"const int n{name} = (int)opaque({length});")
            made = plain_array(kind, f"n{name}", length)
            self.line(f"{made.declare(name)};")
            self.line(f"for (int i = 0; i < n{name}; ++i)")
            self.line(f"  {name}[i] = {self.make(kind, f'{self.value(1)} + i')};")
            return self.declare(name, made)
        if form == 2 and self.is_cxx:
            made = self.pick([array, vector])(kind)
            self.line(f"{made.name} {name} = {self.make(made, self.value(1))};")
            return self.declare(name, made)
        length = self.random.randrange(3, 6)
        value = self.value(1)
        values = ", ".join(self.make(kind, f"{value} + {i}") for i in range(length))
        self.line(f"{kind.name} {name}[{length}] = {{{values}}};")
        return self.declare(name, plain_array(kind, length, length))

    def stack_memory(self):
        """An object without a name, in memory of the stack: it lives until the
        function returns."""
        kinds = [k for k in self.program.pointees if k.trivial and k.copies]
        if not kinds:
            return self.declare_array()
        kind, name = self.pick(kinds), self.name("h")
        pointer = Kind(f"{kind.name} *", "", leads_to=kind, style="pointer")
        self.line(
            f"{kind.name} *{name} = ({kind.name} *)__builtin_alloca_with_align("
            f"opaque(sizeof({kind.name})), 8 * _Alignof({kind.name}));"
        )
        value = self.make(kind, self.value(1))
        self.line(f"*{name} = {value};")
        outlives = self.depth > self.function_block
        of = self.declare("", kind, outlives=outlives, depth=self.function_block)
        self.note_write(of)
        return self.declare(name, pointer, frozenset({of}))

    def bind(self):
        """A structured binding."""
        cells = [
            c
            for c in self.values(self.readable)
            if c.kind.is_a("std::pair", "std::tuple")
        ]
        kinds = [k for k in self.program.kinds if k.is_a("std::pair", "std::tuple")]
        if not cells and not kinds:
            return self.declare_any()
        if cells and self.chance(50):
            of = self.pick(cells)
            kind = of.kind
            if not kind.copies:
                return self.declare_any()
            text = self.read_text(of)
        else:
            kind = self.pick(kinds) if kinds else cells[0].kind
            text = self.make(kind, self.value(1))
        names = [self.name("b") for _ in kind.parts]
        self.line(f"auto [{', '.join(names)}] = {text};")
        for name, (_, part) in zip(names, kind.parts):
            self.declare(name, part)
        return None

    def placed(self):
        """An object in memory of a local variable, which a child may make."""
        kind = self.pick([*self.program.pointees, *self.program.kinds])
        if self.where.may_throw or not kind.copies:
            return self.declare_any()
        memory, name = self.name("m"), self.name("h")
        pointer = Kind(f"{kind.name} *", "", leads_to=kind, style="pointer")
        outer = self.where
        with self.block():
            # Control leaves the block at its end.
            self.where = replace(outer, may_return=False, jumps=())
            self.line(f"alignas({kind.name}) unsigned char {memory}[sizeof({kind.name})];")
            self.line(f"{kind.name} *{name} = nullptr;")
            of = self.declare("", kind)
            holder = self.declare(name, pointer, frozenset({NOTHING}))
            if self.chance(70):
                with self.strand(0) as effects:
                    value = self.make(kind, self.value(1))
                    self.note_write(of)
                    self.note_write(holder)
                self.line(f"cilk_spawn {{ {name} = new ({memory}) {kind.name}({value}); }}")
                self.state.claim(effects, self.region)
                self.statements(3)
                self.line("cilk_sync;")
                self.state.sync(self.region)
            else:
                value = self.make(kind, self.value(1))
                self.line(f"{name} = ::new ((void *){memory}) {kind.name}({value});")
            self.state.leads[holder] = frozenset({of})
            holder.constant = True
            self.statements(4)
            if self.busy([of, holder]):
                self.sync()
            self.line(f"std::destroy_at({name});")
            self.where = outer
        return None

    # Assignments

    def assign(self):
        bits = self.bit_fields(self.writable)
        if bits and self.chance(20):
            of = self.pick(bits)
            value = self.value(1)
            self.note_write(of)
            return self.line(f"{self.pick(of.bits)} {self.pick(['=', '+=', '^='])} {value};")
        cells = [*self.values(self.assignable), *self.nameless(self.assignable)]
        cells = [c for c in cells if not self.is_stuck_node(c)]
        if not cells or self.chance(10):
            return self.declare_any()
        of = self.pick(cells)
        value = self.value()
        if of.kind.operators and self.chance(40):
            operator = self.pick(of.kind.operators)
        else:
            operator = "="
        text = self.read_text(of)
        self.note_write(of)
        return self.line(f"{text} {operator} {self.make(of.kind, value)};")

    def grow(self):
        """Changes an object by its members' functions."""
        cells = [
            c for c in self.values(self.assignable) if c.kind.grows and not self.is_stuck_node(c)
        ]
        if not cells:
            return self.assign()
        of = self.pick(cells)
        value = self.value(1)
        text = self.read_text(of)
        self.note_write(of)
        return self.line(self.pick(of.kind.grows).format(text, value))

    def thread_local(self):
        """No change of the strand lies between the two uses."""
        name = self.program.thread_local()
        a, b = self.atom(), self.atom()
        self.line(f"{name} = {a};")
        self.line(f"{name} += {b};")
        return self.tally(name)

    def check(self):
        """What can be seen is added to the result."""
        if self.chance(20):
            self.line(f"clobber({self.random.randrange(256)});")
        return self.tally(self.value())

    def tally(self, value):
        cells = self.find(self.writable, self.program.u64)
        cells = [c for c in cells if not c.constant]
        if not cells:
            name = self.name("v")
            self.line(f"uint64_t {name} = {value};")
            return self.declare(name, self.program.u64)
        of = self.pick(cells)
        text = self.read_text(of)
        self.note_write(of)
        return self.line(f"{text} = mix({text}, {value});")

    # Branches and jumps

    def if_statement(self):
        before = self.state.copy()
        condition = self.condition()
        with self.block(f"if ({condition})"):
            self.statements(4)
        after, self.state = self.state, before
        if self.chance(40):
            self.lines[-1] += " else {"
            self.depth += 1
            cells, reducers = set(self.state.cells), len(self.reducers)
            self.statements(4)
            self.end_block(cells, reducers)
            self.depth -= 1
            self.line("}")
        self.join(after)

    def join(self, other):
        """Of two ways; what only one has declared can be reached by neither."""
        mine, others = set(self.state.cells), set(other.cells)
        other.forget([c for c in other.cells if c not in mine])
        self.state.forget([c for c in self.state.cells if c not in others])
        self.state.merge(other)

    def switch_statement(self):
        entry, outer = self.state.copy(), self.where
        jumps = tuple(j for j in outer.jumps if j.text != "break;")
        self.where = replace(outer, jumps=jumps)
        modulus = self.random.randrange(2, 5)
        ends, fallen = [], None
        self.line(f"switch ({self.value(1)} % {modulus + 1}) {{")
        for number in range(modulus):
            self.line("default:" if number == modulus - 1 else f"case {number}:")
            self.state = entry.copy()
            if fallen:
                self.join(fallen)
                fallen = None
            with self.block():
                self.statements(3)
            if number < modulus - 1 and self.chance(35):
                self.line("  __attribute__((fallthrough));")
                fallen = self.state
            else:
                self.line("  break;")
                ends.append(self.state)
        self.line("}")
        self.where = outer
        self.state = ends.pop()
        for end in ends:
            self.join(end)

    def jump_over(self):
        """A block that a goto leaves, from wherever it is in it."""
        label = self.name("out")
        target = Target(f"goto {label};", self.region)
        outer = self.where
        self.where = replace(outer, jumps=(*outer.jumps, target))
        before = self.state.copy()
        with self.block():
            self.line(f"if ({self.condition()})")
            self.line(f"  goto {label};")
            self.statements(5)
        self.where = outer
        for state in (before, *target.states):
            self.join(state)
        self.line(f"{label}:;")

    def plain_block(self):
        with self.block():
            self.declare_any()
            self.statements(4)

    def jump(self):
        target = self.pick(self.where.jumps)
        mine = (1 << self.region) - (1 << target.region)
        if target.settles and self.state.children & mine and target.region != self.region:
            return self.check()
        if not self.chance(60):
            self.protect()
        self.line(f"if ({self.condition()}) {{")
        self.depth += 1
        kept = self.state.copy()
        if self.state.children or self.state.named:
            self.sync()
        self.line(target.text)
        self.state.sync(target.region + 1)
        target.states.append(self.state)
        self.state = kept
        self.depth -= 1
        return self.line("}")

    def return_early(self):
        self.line(f"if ({self.condition()}) {{")
        self.depth += 1
        kept = self.state.copy()
        if self.state.named or self.state.children:
            self.sync()
        self.return_statement(1)
        self.state = kept
        self.depth -= 1
        self.line("}")

    def return_statement(self, depth=3):
        """Notes where pointers lead that the caller has."""
        function = self.function
        state = self.state
        for p in function.parameters:
            if p.mode in ("holder", "out", "global") and p.cell in state.leads:
                function.promise(p, state.leads[p.cell])
        if function.result is None:
            return self.line("return;")
        if function.result.leads_to:
            return self.return_pointer()
        value = self.everything() if depth > 1 else self.value(depth)
        return self.line(f"return {self.make(function.result, value)};")

    def return_pointer(self):
        kind = self.function.result.leads_to
        given = [p.cell for p in self.function.parameters
                 if p.mode == "out" and p.kind == kind and not p.cell.constant]  # fmt: skip
        if not given:
            self.function.promise(None, {NOTHING})
            return self.line("return 0;" if not self.is_cxx else "return nullptr;")
        of = self.pick(given)
        self.function.promise(None, {of})
        return self.line(f"return &{of.text};")
