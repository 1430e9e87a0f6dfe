"""Statements of generated functions that are not calls or loops."""

from dataclasses import replace

from functions import FORMS
from state import FREE, LENT, SHARED, Variable

DEEPEST_BLOCK = 3
MOST_TRIPS = 30
# What a handler throws again by.
AGAIN = ("throw", "throw", "std::rethrow_exception(std::current_exception())")


class Statements:
    def if_statement(self):
        before = None
        has_else = self.chance(50)
        with self.block(f"if ({self.condition()})", "} else {" if has_else else "}"):
            before = self.state.copy()
            self.statements()
        after = self.state
        self.state = before
        if has_else:
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
        outer = self.where
        # `break` would end the switch.
        self.where = replace(outer, jumps=tuple(w for w in outer.jumps if w != "break"))
        falls = False
        for case in range(cases):
            self.state = before.copy()
            if falls:
                self.state.merge(ends[-1])
            falls = self.chance(30)
            label = "default" if case == cases - 1 and self.chance(30) else f"case {case}"
            with self.block(f"{label}:", "}" if falls else "} break;"):
                self.statements()
            ends.append(self.state)
        self.where = outer
        self.line("}")
        self.state = before
        for end in ends:
            self.state.merge(end)

    def jump_over(self):
        """A block that `goto` goes around."""
        label = self.program.name("end")
        self.line(f"if ({self.condition()})")
        self.line(f"  goto {label};")
        before = self.state.copy()
        with self.block(""):
            self.statements()
        self.line(f"{label}:;")
        self.state.merge(before)

    def jump(self):
        """Out of an iteration, in some of them."""
        inside = self.region > self.where.loop_region
        if inside and self.keeps():
            # What the iteration's own children use, only it can wait for.
            return self.assign()
        self.line(f"if ({self.condition()}) {{")
        self.depth += 1
        wait = self.exposed() or self.chance(50) if inside else self.state.in_use()
        if wait:
            # This way ends here, so the state on the other one is as before.
            self.line("cilk_sync;")
        self.line(f"{self.random.choice(self.where.jumps)};")
        self.depth -= 1
        self.line("}")
        return None

    def keeps(self):
        """What is in use behind the regions around that are in the iteration, and
        was not when that began."""
        where, begin = self.where, self.where.loop_state.uses
        return [
            v
            for v, use in self.state.uses.items()
            if use.state != FREE and use.region <= where.loop_region
            if v not in begin or use.state > begin[v].state or v in self.state.freed
        ]

    def scope(self):
        """A scope, or a lambda that is called."""
        is_lambda = self.program.is_cxx and self.chance(30)
        head, tail = ("[&]", "}();") if is_lambda else ("cilk_scope", "}")
        if is_lambda:
            with self.strand(), self.block(head, tail):
                self.statements()
            return
        with self.sync_region(), self.block(head, tail):
            self.statements()

    def spawned_block(self):
        """A block, or a lambda, as a child. It writes to a few variables of its
        function and reads a few others."""
        writable = self.some(self.writable() + self.writable(array=True), 2)
        readable = self.variables(SHARED) + self.variables(SHARED, array=True)
        readable = self.some([v for v in readable if v not in writable], 3)
        is_lambda = self.program.is_cxx and self.chance(40)
        kept, capture = [], ""
        if is_lambda and self.chance(50):
            type = self.random.choice(self.program.types)
            kept = [Variable(self.program.name("v"), type, constant=True, depth=self.depth + 1)]
            capture = f", {kept[0].name} = {type.make(self.value())}"
        head, tail = (f"cilk_spawn [&{capture}]", "}();") if is_lambda else ("cilk_spawn", "}")
        if self.where.may_throw or self.where.may_return:
            self.protect()
        outside = self.state.copy()
        with self.strand():
            for variable in self.state.uses:
                if variable not in writable:
                    state = SHARED if variable in readable else LENT
                    self.state.set(variable, state, self.region - 1)
            with self.block(head, tail):
                for variable in kept:
                    self.state.declare(variable)
                self.statements()
        self.state = outside
        for variable in writable:
            self.lend(variable)
        for variable in readable:
            self.state.set(variable, SHARED, self.region)
        self.leave_reducers_to(self.region)
        self.state.may_fail |= self.where.may_throw

    def kept_variable(self):
        """A variable that nothing but the children of a loop use, one after the other, the
        first of which gives it its value."""
        targets = self.writable()
        if not targets:
            self.assign()
            return
        target = self.random.choice(targets)
        self.protect()
        self.change(target)
        start, kept, counter = (self.program.name(letter) for letter in "ski")
        trips = self.random.randrange(2, 5)
        is_array = self.chance(40)
        place = f"{kept}[{counter} % 3]" if is_array else kept
        first = f"{kept}[0] = {kept}[1] = {kept}[2]" if is_array else kept
        child = self.random.choice(["cilk_spawn", "cilk_scope", "cilk_for (int o = 0; o < 1; ++o)"])
        for text in (
            f"const uint64_t {start} = {self.value()};",
            f"uint64_t {kept}{'[3]' if is_array else ''};",
            f"int {counter} = {trips};",
            f"while ({counter}-- > 0) {{",
            f"  {child} {{",
            f"    if ({counter} == {trips - 1})",
            f"      {first} = {start};",
            f"    {place} = {place} * 5 + (uint64_t){counter};",
            f"    {self.place(target)} = {target.type.make(place)};",
            "  }",
        ):
            self.line(text)
        self.depth += 1
        self.sync()
        self.depth -= 1
        self.line("}")

    def publishing(self, node, head, start):
        """Statements by which only children name the object `node`, and leave its
        address in `head`."""
        publish = f"publish(at, {start}, &{head});"
        begun = f"publish(begin_node({node}, {start}), 3, &{head});"
        made = f"  Node *const at = begin_node({node}, {start});"
        block = ("cilk_spawn {", made, f"  {publish}", "}")
        nested = ("cilk_spawn {", f"  cilk_spawn {begun}", "  cilk_sync;", "}")
        own = ("cilk_spawn {", f"  {head} = begin_node({node}, {start});", "}")
        result = (f"{head} = cilk_spawn same_node(begin_node({node}, 1), {start});",)
        forms = [(f"cilk_spawn {begun}",), block, nested, own, result]
        forms.append(("cilk_scope {", f"  cilk_spawn {begun}", "}"))
        forms.append(("cilk_for (int o = 0; o < 1; ++o)", f"  {begun}"))
        if self.program.is_cxx:
            forms.append(("cilk_spawn [&] {", f"  {begun}", "}();"))
        return self.random.choice(forms)

    def nameless(self, head, start):
        """The same with an object that has no name."""
        memory = "(Node *)__builtin_alloca(sizeof(Node))"
        forms = [("cilk_spawn {", f"  publish(begin_node({memory}, {start}), 5, &{head});", "}")]
        if self.program.is_cxx:
            memory = "__builtin_alloca(sizeof(Node))"
            value = f"{{nullptr, {start}, {{}}}}"
            forms.append(("cilk_spawn {", f"  publish(new ({memory}) Node{value}, 6, &{head});", "}"))
        else:
            literal = f"&(Node){{.value = {start}}}"
            forms.append((f"cilk_spawn publish({literal}, 7, &{head});",))
            forms.append((f"cilk_spawn publish(same_node({literal}, {start}), 8, &{head});",))
        return self.random.choice(forms)

    def address(self):
        """An object of this function whose address a child gives away. It is used
        by that when the child has ended, as long as the object's block lasts."""
        targets = self.writable()
        if not targets:
            self.assign()
            return
        target = self.random.choice(targets)
        self.protect()
        self.change(target)
        start, node, head, read, counter = (self.program.name(letter) for letter in "snhci")
        in_loop = self.chance(40)
        self.line(f"const uint64_t {start} = {self.value()};")
        if in_loop:
            self.line(f"for (int {counter} = 0; {counter} < 3; ++{counter}) {{")
        else:
            self.line("{")
        self.depth += 1
        start = f"{start} + {counter}" if in_loop else start
        self.line(f"Node *{head} = 0;")
        self.line(f"uint64_t {read} = 0;")
        for number in range(self.random.randrange(1, 4)):
            lines = self.nameless(head, start)
            if self.chance(75):
                with_room = self.program.is_cxx and self.chance(25)
                name = f"{node}_{number}"
                if with_room:
                    self.line(f"alignas(Node) unsigned char {name}[sizeof(Node)];")
                else:
                    self.line(f"Node {name};")
                place = f"new ({name}) Node" if with_room else f"&{name}"
                lines = self.publishing(place, head, start)
            for text in lines:
                self.line(text)
            self.sync()
        if self.chance(50):
            self.line(f"{read} = cilk_spawn recall({head});")
            self.sync()
        self.line(f"{self.place(target)} = {target.type.make(f'{read} ^ recall({head})')};")
        self.depth -= 1
        self.line("}")

    def some(self, variables, most):
        return self.random.sample(variables, min(len(variables), self.random.randrange(most + 1)))

    def try_block(self):
        """A block whose exceptions are caught. What it may have changed gets
        new values then: how far it has come depends on the schedule."""
        # A sync in the block would bring exceptions of these here.
        if self.state.may_fail:
            self.sync()
        outer = self.where
        changed = set()
        before = self.state.copy()
        catch = self.random.choice(
            ["catch (const Error &e)", "catch (Error e)", "catch (Error &e)", "catch (...)"]
        )
        with self.sync_region():
            self.where = replace(
                outer,
                may_throw=True,
                changed=(*outer.changed, changed),
                reducers_from=self.depth + 1,
            )
            with self.block("try", f"}} {catch} {{"):
                self.statements()
        after = self.state
        self.state = before.copy()
        with self.sync_region():
            self.where = replace(outer, handles=True, strand_handles=True)
            self.depth += 1
            outside = set(self.state.uses)
            if catch == "catch (...)":
                self.line("const Error e = caught();")
            self.handler([v for v in before.uses if v in changed])
            self.leave(outside)
            self.depth -= 1
        self.where = outer
        self.line("}")
        self.state.merge(after)

    def handler(self, changed):
        if any(self.state.get(v) != FREE for v in changed):
            self.sync()
        for variable in changed:
            value = variable.type.make(f"e.value + {self.random.randrange(9)}")
            if variable.length:
                self.line(f"for (int i = 0; i < {variable.size}; ++i)")
                self.line(f"  {variable.name}[i] = {value};")
            else:
                self.line(f"{variable.name} = {value};")
        if self.chance(30):
            self.statements()
        if self.where.may_throw and self.chance(30):
            self.protect()
            self.line(f"if ({self.condition()})")
            self.line(f"  {self.random.choice(AGAIN)};" if self.chance(50) else self.thrown())

    def throw(self):
        self.line(f"if ({self.condition()})")
        self.line(self.thrown())

    def thrown(self):
        error = "ObjectError" if self.chance(40) else "Error"
        return f"  throw {error}{{{self.value(1)}}};"

    def return_early(self):
        self.line(f"if ({self.condition()}) {{")
        self.depth += 1
        if self.exposed() or (self.state.in_use() and self.chance(50)):
            self.line("cilk_sync;")
        self.return_statement(1)
        self.depth -= 1
        self.line("}")

    def return_statement(self, depth=3):
        result = self.function.result
        if result is None:
            self.line("return;")
            return
        give = FORMS[self.function.form].give
        self.line(give.format(value=result.make(self.value(depth))))

    def statement(self):
        nested = self.depth < DEEPEST_BLOCK
        looped = nested and self.trips < MOST_TRIPS
        if self.where.may_throw:
            self.protect()
        choices = {
            self.spawn_or_call: 30,
            self.assign: 12,
            self.update_reducer: 5,
            self.declare_array: 6,
            self.declare_alias: 3,
            self.spawned_block: 7 if nested else 0,
            self.kept_variable: 3,
            self.if_statement: 8 if nested else 0,
            self.switch_statement: 3 if nested else 0,
            self.jump_over: 2 if nested else 0,
            self.loop: 8 if looped else 0,
            self.parallel_loop: 7 if looped else 0,
            self.scope: 6 if nested else 0,
            self.jump: 4 if self.where.jumps else 0,
            self.sync: 6,
            self.return_early: 2 if self.where.may_return else 0,
            self.try_block: 6 if nested and self.program.is_cxx else 0,
            self.throw: 5 if self.where.may_throw else 0,
            self.address: 7 if self.program.with_addresses else 0,
        }
        self.random.choices(list(choices), list(choices.values()))[0]()

    def statements(self):
        for _ in range(self.random.randrange(1, self.program.size.statements)):
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
