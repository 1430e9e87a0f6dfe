"""Loops: serial ones, in which children of an iteration may be at work when the
next one begins, and parallel ones.

What a loop's body is written for has to be true of each iteration. So where the
pointers of outer holders may lead is chosen before the body (`retargets`), outer
objects that others are parts of are not assigned, and what children use when
the loop begins, nothing in the loop uses, though a sync in it may end the use.
"""

from dataclasses import replace

from .cells import FREE, LENT, NOTHING, NOWHERE, SHARED, Use
from .kinds import Kind
from .state import Target

MOST_TRIPS = 30


class Loops:
    def stuck(self, of):
        """Whether it cannot be made to lead elsewhere, because of a loop."""
        return of.root.born <= self.where.loop

    def is_stuck_node(self, of):
        return any(p in self.state.leads for p in (of, *of.all_parts())) and self.stuck(of)

    def assignable(self, of):
        """Whether a value may be assigned to the whole."""
        return (
            bool(of.kind)
            and not of.kind.is_array
            and not of.bits
            and self.writable(of)
            and not (self.stuck(of) and any(True for _ in of.moving()))
        )

    def loop(self):
        if self.chance(35):
            return self.parallel(self.spawning_head)
        return self.serial_loop()

    # Serial loops

    def serial_loop(self):
        trips = self.random.randrange(2, 5)
        outer = self.where
        frozen = self.state.in_use() | set(self.state.named)
        kept = self.state.frozen
        self.state.frozen = kept | frozen
        retargets = dict(outer.retargets)
        writable = {leaf for leaf in self.state.uses if self.may_write(leaf)}
        for h in self.holders(self.writable):
            if h.kind.style == "reference":
                continue
            allowed = outer.retargets.get(h)
            if self.stuck(h) and allowed is None:
                continue
            if self.chance(40) and not self.stuck(h):
                allowed = [c for c in self.addressable(h.kind.leads_to) if self.chance(60)]
            if allowed:
                retargets[h] = frozenset(allowed)
                self.state.leads[h] |= frozenset(allowed) | {NOTHING}
            else:
                writable -= set(h.leaves())
        self.state.children |= 1 << self.region
        before = self.state.copy()
        again = Target("continue;", self.region, settles=True)
        out = Target("break;", self.region)
        self.trips *= trips
        self.where = replace(
            outer,
            loop=self.births,
            retargets=retargets,
            writable=frozenset(writable) if outer.writable is None else outer.writable & writable,
            strand=self.births,
        )
        self.where = replace(self.where, jumps=(*outer.jumps, again, out))
        head, end, label = self.loop_head(trips)
        with self.block(head, end):
            if label:
                self.where = replace(self.where, jumps=outer.jumps)
            self.statements(5)
            self.settle(before)
            if label:
                self.line(f"if (++{label} < {trips})")
                self.line(f"  goto again_{label};")
        self.where = outer
        self.trips //= trips
        for jumped in out.states + again.states:
            self.state.merge(jumped)
        self.state.merge(before)
        self.state.frozen = kept

    def settle(self, before):
        """What children of this iteration use, the next one does not find free."""
        for leaf, use in self.state.uses.items():
            if use.state > before.state(leaf) and leaf in before.uses:
                self.sync()
                return
        if any(root not in before.named for root in self.state.named if root in before.cells):
            self.sync()

    def loop_head(self, trips):
        """The first and last line, and the name of the counter of a `goto`."""
        i = self.name("i")
        kind = self.random.randrange(8)
        if kind == 0:
            self.line(f"int {i} = 0;")
            self.line(f"again_{i}:;")
            return "", "}", i
        if kind == 1:
            self.line(f"unsigned {i} = {trips};")
            return f"while ({i}-- > 0)", "}", None
        if kind == 2:
            self.line(f"long {i} = 0;")
            return "do", f"}} while (++{i} < {trips});", None
        if self.is_cxx:
            features = self.program.features
            if kind == 3 and "RANGES" in features:
                return f"for (auto {i} : std::views::iota(0, {trips}))", "}", None
            if kind == 4 and "COROUTINES" in features:
                number = self.value(1)
                return f"for (uint64_t {i} : {self.program.counts}({number}, {trips}))", "}", None
            if kind == 5:
                numbers = ", ".join(self.number() for _ in range(trips))
                return f"for (const auto &{i} : {{{numbers}}})", "}", None
        return f"for (int {i} = 0; {i} < {trips}; ++{i})", "}", None

    # Parallel loops

    def parallel_loop(self):
        return self.parallel(self.cilk_head)

    def arrays(self):
        """What each iteration may have its own element of."""
        found = []
        for c in self.find(self.writable):
            if c.kind.length and c.kind.element:
                if not (self.stuck(c) and any(p in self.state.leads for p in c.all_parts())):
                    found.append((c, c.kind.element))
            elif c.kind.style == "array" and not self.stuck(c):
                name = f"{c.kind.leads_to.name} *"
                found.append((c, Kind(name, "", leads_to=c.kind.leads_to, style="pointer")))
        return found

    def parallel(self, head_of):
        arrays = self.arrays()
        if not arrays or self.chance(15):
            self.declare_array()
            arrays = self.arrays()
        self.random.shuffle(arrays)
        chosen, used = [], set()
        for array, element in arrays:
            needs = set(self.needs(array))
            if needs.isdisjoint(used) and len(chosen) < 3:
                chosen.append((array, element))
                used |= needs
        outer = self.where
        self.trips *= 4
        if self.where.may_throw or self.where.may_return or self.where.jumps:
            self.protect()
        self.region += 1
        self.region_depths.append(self.depth + 1)
        entry = self.state.copy()
        lasting = {NOTHING, *entry.cells}
        for leaf, use in self.state.uses.items():
            if use.state == FREE:
                self.state.uses[leaf] = Use(SHARED, -1)
        for array, _ in chosen:
            for leaf in array.leaves():
                self.state.uses[leaf] = Use(LENT, -1)
            for leaf in array.path + ((array,) if array.shape else ()):
                self.state.uses[leaf] = Use(max(SHARED, self.state.state(leaf)), -1)
                if leaf is array:
                    self.state.uses[leaf] = Use(SHARED, -1)
        again = Target("continue;", self.region)
        self.where = replace(
            outer, may_return=False, loop=self.births, strand=self.births, retargets={}
        )
        with self.record() as effects:
            elements = head_of(chosen, again)
        moved = {p: a for a, of, _ in elements for p in (of, *of.all_parts())}
        for array, of, leads in elements:
            for cells in leads.values():
                there = {moved.get(c, c) for c in cells}
                there = {c if c in lasting or c.root in lasting else NOWHERE for c in there}
                for mine in (array, *array.all_parts()):
                    if mine in entry.leads:
                        entry.leads[mine] |= there | {NOTHING}
            for effects_ in (*self.recorders, effects):
                effects_.writes.update(array.leaves())
                effects_.reads.update(array.path)
                effects_.names.add(array.root)
        self.region_depths.pop()
        self.region -= 1
        self.where = outer
        self.trips //= 4
        for root in self.state.cells:
            if root not in entry.cells and root.outlives:
                entry.cells.append(root)
                for leaf in root.leaves():
                    entry.uses[leaf] = Use(LENT, -1)
        self.state = entry
        if head_of == self.spawning_head:
            self.state.claim(effects, self.region)

    def elements(self, chosen, index):
        found = []
        for array, kind in chosen:
            path = array.path + ((array,) if array.shape else ())
            text = f"{array.text}[{index}]" if index else None
            leads = frozenset({NOWHERE})
            of = self.declare(text, kind, leads, path=path)
            if kind.leads_to is None and kind.name != "Node":
                for part in of.all_parts():
                    if part in self.state.leads:
                        self.state.leads[part] = leads
            found.append((array, of))
        return found

    def at_end(self, elements):
        """The elements, and where the pointers in each lead when its iteration ends."""
        states = (self.state, *(state for target in self.where.jumps for state in target.states))
        found = []
        for array, of in elements:
            leads = {}
            for part in (of, *of.all_parts()):
                if part in self.state.leads:
                    leads[part] = frozenset().union(*(s.leads.get(part, ()) for s in states))
            found.append((array, of, leads))
        return found

    def iteration(self, chosen, index, head, end="}"):
        self.births += 1
        with self.block(head, end):
            found = self.elements(chosen, index)
            self.statements(5)
            if self.where.may_throw and self.chance(25):
                self.throw()
            return self.at_end(found)

    def cilk_head(self, chosen, again):
        """Runs the body of a `cilk_for`."""
        i = self.name("i")
        if self.chance(15):
            self.line(self.pick(["#pragma cilk grainsize 1", "#pragma cilk grainsize = 2"]))
        self.where = replace(self.where, jumps=(again,))
        kind = self.random.randrange(6)
        array, element = chosen[0]
        text = array.text
        is_class = (
            self.is_cxx and array.kind.is_a("std::") and array.kind.style != "array"
        )
        if kind == 0 and is_class:
            chosen[:] = chosen[:1]
            head = f"cilk_for (auto &{i} : {text})"
            return self.iteration_of(chosen, i, head)
        if kind == 1 and is_class:
            chosen[:] = chosen[:1]
            head = f"cilk_for (auto {i} = {text}.begin(); {i} != {text}.end(); ++{i})"
            return self.iteration_of(chosen, f"(*{i})", head)
        if kind == 2 and array.kind.is_array:
            chosen[:] = chosen[:1]
            head = (
                f"cilk_for ({element.name} *{i} = {text}; {i} != {text} + {array.kind.length}; ++{i})"
            )
            return self.iteration_of(chosen, f"(*{i})", head)
        head = self.pick(
            [
                f"cilk_for (int {i} = 0; {i} < 3; ++{i})",
                f"cilk_for (unsigned long {i} = 0; {i} != 3; {i} += 1)",
                f"cilk_for (long {i} = 2; {i} >= 0; --{i})",
            ]
        )
        return self.iteration(chosen, i, head)

    def iteration_of(self, chosen, name, head):
        """Elements that have names of their own."""
        self.births += 1
        with self.block(head):
            array, kind = chosen[0]
            path = array.path + ((array,) if array.shape else ())
            of = self.declare(name, kind, frozenset({NOWHERE}), path=path)
            self.statements(5)
            return self.at_end([(array, of)])

    def spawning_head(self, chosen, again):
        """A serial loop, each of whose iterations is a child."""
        i = self.name("i")
        self.where = replace(self.where, jumps=())
        self.line(f"for (int {i} = 0; {i} < 3; ++{i})")
        kind = self.random.randrange(4) if self.is_cxx else self.pick([0, 3, 3])
        if kind == 3:
            self.births += 1
            self.lines.pop()
            with self.block(f"for (int {i} = 0; {i} < 3; ++{i})"):
                found = self.elements(chosen, i)
                self.spawn_or_call()
                return self.at_end(found)
        if kind == 0:
            # The block ends before the next iteration begins.
            self.lines.pop()
            self.line(f"for (int {i} = 0; {i} < 3; ++{i}) {{")
            self.line(f"const int j{i} = {i};")
            found = self.iteration(chosen, f"j{i}", "cilk_spawn")
            self.line("cilk_sync; }")
            return found
        if kind == 1:
            return self.iteration(chosen, i, f"  cilk_spawn [&, {i}]", "}();")
        return self.iteration(chosen, "k", "  cilk_spawn [&](int k) mutable", f"}}({i});")

