"""Calls and children: spawned functions, blocks and lambdas."""

from dataclasses import replace

from .cells import NOTHING, NOWHERE, Effects
from .functions import FORMS


class Arguments:
    """What one call uses. Nothing that it writes may be used by another of its
    arguments."""

    def __init__(self, body):
        self.body = body
        self.effects = Effects()
        self.cells = {}  # by parameter: what it is given, or its holder leads to

    def free_to_read(self, of):
        return not self.effects.writes.intersection(self.body.needs(of))

    def free_to_write(self, of):
        leaves = set(of.leaves())
        return self.free_to_read(of) and not self.effects.reads.intersection(leaves)

    def read(self, of):
        self.effects.reads.update(self.body.needs(of))
        self.effects.names.add(of.root)

    def write(self, of):
        self.effects.writes.update(of.leaves())
        self.effects.reads.update(of.path)
        self.effects.names.add(of.root)

    def done(self):
        """Notes all that the call does, for this strand or a child."""
        for effects in self.body.recorders:
            effects.reads |= self.effects.reads
            effects.writes |= self.effects.writes
            effects.names |= self.effects.names


class Tasks:
    # Calls

    def callees(self):
        for function in self.program.functions:
            if function.calls_at(1) * self.trips <= self.budget - self.function.calls:
                if self.allowed(function):
                    yield function
        own = self.function
        if own.recursive and own.self_calls + self.trips <= 3 and self.allowed(own):
            yield own

    @property
    def budget(self):
        return self.program.budget

    def allowed(self, function):
        if function.throws and not self.where.may_throw:
            return False
        if function.updates_totals and self.where.reducers_from > -1:
            return False
        for parameter in function.parameters:
            if parameter.mode == "reducer" and not self.reducers_like(parameter.reducer):
                return False
            if parameter.mode == "global":
                of = parameter.cell
                if of not in self.state.cells or not self.assignable(of):
                    return False
                if of in self.state.leads and self.stuck(of):
                    return False
        return True

    def depth_for(self, function):
        if function is self.function:
            function.self_calls += self.trips
            return "depth - 1"
        depth = self.random.randrange(1, 4) if function.recursive else 1
        while depth > 1 and (
            function.calls_at(depth) * self.trips > self.budget - self.function.calls
        ):
            depth -= 1
        self.function.calls += function.calls_at(depth) * self.trips
        return str(depth)

    def argument(self, parameter, call):
        mode, kind = parameter.mode, parameter.kind
        if mode == "value":
            return self.value_argument(kind)
        if mode == "in":
            return self.in_argument(parameter, call)
        if mode == "out":
            return self.out_argument(parameter, call)
        if mode == "holder":
            return self.holder_argument(parameter, call)
        return self.follow_argument(parameter, call)

    def value_argument(self, kind):
        cells = [c for c in self.values(self.readable, kind) if c.kind.name != "Node"]
        if kind.copies and cells and self.chance(40):
            return self.read_text(self.pick(cells))
        return self.make(kind, self.value())

    def passed(self, parameter, of, text):
        self.note_name(of)
        if parameter.is_reference:
            return text
        return f"&{text}"

    def in_argument(self, parameter, call):
        kind = parameter.kind
        if parameter.is_reference and self.chance(25):
            return self.make(kind, self.value())
        if not self.is_cxx and self.chance(25):
            text, of = self.literal(kind)
            call.read(of)
            call.cells[parameter] = {of}
            return text
        cells = [c for c in self.find(self.readable, kind) if call.free_to_read(c)]
        of = self.pick(cells) if cells else self.declare_value(kind)
        call.read(of)
        call.cells[parameter] = {of}
        return self.passed(parameter, of, of.text)

    def out_argument(self, parameter, call):
        if not self.is_cxx and self.chance(20):
            text, of = self.literal(parameter.kind)
        else:
            cells = [c for c in self.find(self.assignable, parameter.kind) if call.free_to_write(c)
                     and not self.is_stuck_node(c)]  # fmt: skip
            of = self.pick(cells) if cells and self.chance(75) else self.declare_value(parameter.kind)
            text = self.passed(parameter, of, of.text)
        call.write(of)
        call.cells[parameter] = {of}
        return text

    def holder_argument(self, parameter, call):
        holders = [
            h
            for h in self.retargetable()
            if h.kind == parameter.kind and not self.stuck(h) and call.free_to_write(h)
        ]
        of = self.pick(holders) if holders else self.declare_holder_of(parameter.kind)
        call.write(of)
        call.cells[parameter] = {of}
        return self.passed(parameter, of, of.text)

    def follow_argument(self, parameter, call):
        """A holder whose pointers the function follows."""
        changes = parameter.mode == "change"
        holders = []
        for h in self.followable(parameter.kind.leads_to):
            targets = self.targets(h)
            if h.kind != parameter.kind or not call.free_to_read(h):
                continue
            if changes and all(self.assignable(t) and call.free_to_write(t) for t in targets):
                holders.append(h)
            elif not changes and all(map(call.free_to_read, targets)):
                holders.append(h)
        holders = [h for h in holders if self.state.leads[h] - {NOTHING}] or holders
        of = self.pick(holders) if holders else self.declare_holder_of(parameter.kind)
        call.read(of)
        targets = self.targets(of)
        for target in targets:
            call.write(target) if changes else call.read(target)
            if changes:
                call.read(target)
        call.cells[parameter] = targets | {NOTHING}
        return self.passed(parameter, of, of.text)

    def call(self, function, is_spawn, place=None):
        """The text of a call, after which its effects are noted. `place` is where
        the result goes."""
        call = Arguments(self)
        texts = {}
        for p in function.globals:
            call.write(p.cell)
            call.cells[p] = {p.cell}
        order = sorted(function.given, key=lambda p: p.mode not in ("out", "holder", "change"))
        # Arguments are evaluated before the call, but declarations come first.
        for p in order:
            if p.mode == "depth":
                texts[p] = self.depth_for(function)
            elif p.mode == "reducer":
                texts[p] = self.pick(self.reducers_like(p.reducer)).argument(self.is_cxx)
            else:
                texts[p] = self.argument(p, call)
        form = FORMS[function.form]
        callee = (form.own_call if function is self.function else form.call).format(
            name=function.name
        )
        if is_spawn and self.is_cxx and function.form == "object with a destructor":
            callee = f"{callee}"
        return call, f"{callee}({', '.join(texts[p] for p in function.given)})"

    def finish(self, function, call, is_spawn):
        call.done()
        for p in function.parameters:
            for of in call.cells.get(p, ()):
                if p.mode in ("out", "holder", "change", "global") and of is not NOTHING:
                    self.state.lose(set(of.moving()))
        for p in function.parameters:
            if p.mode in ("holder", "out", "global"):
                for of in call.cells.get(p, ()):
                    self.promised(function, p, of, call)
        if is_spawn:
            self.state.claim(call.effects, self.region)

    def promised(self, function, parameter, of, call):
        """Where the pointers of an argument lead after the call."""
        for part in (of, *of.all_parts()):
            if part not in self.state.leads:
                continue
            if function is self.function or part is not of:
                self.state.leads[part] = frozenset({NOWHERE})
            else:
                self.state.leads[part] = self.led(function, parameter, call, of)

    def led(self, function, parameter, call, of=None):
        if function is self.function:
            return frozenset({NOWHERE})
        found = set()
        for target in function.leads.get(parameter, {NOWHERE}):
            if target in (NOTHING, NOWHERE):
                found.add(target)
            elif target in function.parameters:
                found |= call.cells.get(target, {NOWHERE})
            else:
                owner = next(p for p in function.parameters if p.entry is target)
                found |= call.cells[owner]
        return frozenset(found)

    def spawn_or_call(self):
        callees = list(self.callees())
        if not callees:
            return self.assign()
        function = self.pick(callees)
        is_spawn = self.chance(75)
        keyword = "cilk_spawn " if is_spawn else ""
        call, text = self.call(function, is_spawn)
        if function.result and function.result.leads_to:
            return self.call_for_pointer(function, call, keyword, text)
        form = self.random.randrange(5)
        if function.result is None or form == 0:
            ignored = "(void)" if function.result and not is_spawn else ""
            self.line(f"{ignored}{keyword}{text};")
        elif form < 3:
            self.call_into(function, call, keyword, text)
        else:
            self.call_to_begin(function, call, keyword, text)
        return self.finish(function, call, is_spawn)

    def call_for_pointer(self, function, call, keyword, text):
        kind = function.result
        holders = [h for h in self.retargetable(kind.leads_to) if h.kind == kind
                   and not self.stuck(h) and call.free_to_write(h)]  # fmt: skip
        if holders and self.chance(60):
            of = self.pick(holders)
            self.line(f"{of.text} = {keyword}{text};")
        else:
            name = self.name("h")
            self.line(f"{kind.declare(name)} = {keyword}{text};")
            of = self.declare(name, kind)
        call.write(of)
        self.finish(function, call, bool(keyword))
        self.state.leads[of] = self.led(function, None, call)

    def call_to_begin(self, function, call, keyword, text):
        """The result is a new variable."""
        kind, name = function.result, self.name("v")
        heads = [f"{kind.name} {name} = {keyword}{text};"]
        if self.is_cxx:
            heads += [f"auto {name} = {keyword}{text};", f"{kind.name} {name}{{{keyword}{text}}};"]
        else:
            heads += [f"__auto_type {name} = {keyword}{text};"]
        self.line(self.pick(heads))
        of = self.declare(name, kind)
        call.write(of)

    def call_into(self, function, call, keyword, text):
        """The result is assigned to an object, or is added to it."""
        kind = function.result
        cells = [c for c in self.values(self.assignable, kind) if call.free_to_write(c)
                 and not call.effects.writes.intersection(c.path) and not self.is_stuck_node(c)]  # fmt: skip
        bits = [c for c in self.bit_fields(self.writable) if call.free_to_write(c)]
        if bits and kind.name == "uint64_t" and self.chance(40):
            of = self.pick(bits)
            call.write(of)
            return self.line(f"{self.pick(of.bits)} = {keyword}{text};")
        if not cells:
            return self.call_to_begin(function, call, keyword, text)
        of = self.pick(cells)
        operator = "="
        if kind.operators and self.chance(40):
            operator = self.pick(kind.operators)
        self.line(f"{of.text} {operator} {keyword}{text};")
        call.read(of)
        return call.write(of)

    # Children

    def child(self, head, end="}", own=()):
        """A spawned block or lambda; `own` are the captures that it makes."""
        outer = self.function_block
        if "[" in head:
            self.function_block = self.depth + 1
        with self.strand() as effects:
            self.where = replace(self.where, named_only=self.where.named_only)
            with self.block(head, end):
                for name, kind in own:
                    self.declare(name, kind)
                self.statements(5)
                if self.where.may_throw and self.chance(30):
                    self.throw()
        self.function_block = outer
        self.state.claim(effects, self.region)

    def spawned_block(self):
        self.child("cilk_spawn")

    def spawned_lambda(self):
        """With captures: by reference, by value, initialized."""
        own, captures = [], ["&"]
        for _ in range(self.random.randrange(3)):
            kind, name = self.pick(self.program.kinds), self.name("c")
            value = self.make(kind, self.value(1))
            copied = [c for c in self.values(self.readable, kind) if kind.copies and kind.name != "Node"]
            if copied and self.chance(40):
                value = self.read_text(self.pick(copied))
            captures.append(f"{name} = {value}")
            own.append((name, kind))
        self.child(f"cilk_spawn [{', '.join(captures)}]() mutable", "}();", own)

    def scope(self):
        head = "cilk_scope"
        outer = self.where
        with self.sync_region():
            with self.block(head):
                self.statements(4)
        self.where = outer
