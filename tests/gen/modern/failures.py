"""Exceptions. Behind a statement that throws, nothing is executed in the serial
program, and in the parallel one perhaps something is: so a handler gives all that
the `try` block may have written new values, and reducers from outside of one are
not updated in it."""

from dataclasses import replace

CATCHES = ("catch (const Error &e)", "catch (Error e)", "catch (const Error &e)")


class Failures:
    def throw(self):
        self.protect()
        self.line(f"if ({self.condition()})")
        self.line(self.thrown())

    def thrown(self):
        value = self.value(1)
        error = self.pick(["Error", "Error", "DeepError"])
        return f"  throw {error}({value});"

    def try_block(self):
        outer, before = self.where, self.state.copy()
        cells = set(self.state.cells)
        with self.sync_region(), self.record() as effects:
            self.where = replace(
                outer, may_throw=True, tries=outer.tries + 1, reducers_from=self.depth + 1,
                named_only=True,
            )  # fmt: skip
            catch = self.pick(CATCHES)
            with self.block("try", f"}} {catch} {{"):
                self.statements()
                if self.chance(50):
                    self.throw()
        self.where = outer
        after = self.state
        self.state = before
        for root in after.cells:
            if root.outlives and root not in cells:
                after.forget([root])
        handles, self.handles = self.handles, "e.value"
        with self.sync_region():
            self.depth += 1
            inner = set(self.state.cells)
            reducers = len(self.reducers)
            self.renew(effects)
            if self.chance(40):
                self.statements(3)
            if self.where.may_throw and self.chance(30):
                self.protect()
                self.line(f"if ({self.condition()})")
                self.line("  throw;" if self.chance(50) else self.thrown())
            self.end_block(inner, reducers)
            self.depth -= 1
        self.handles = handles
        self.line("}")
        self.state.merge(after)

    def renew(self, effects):
        """Gives all that may have been written new values."""
        written = effects.writes
        for root in list(self.state.cells):
            leaves = set(root.leaves())
            if leaves.isdisjoint(written):
                continue
            self.renew_part(root, written)

    def renew_part(self, of, written):
        leaves = set(of.leaves())
        if leaves.isdisjoint(written):
            return
        value = f"e.value + {self.random.randrange(99)}"
        if of.bits:
            self.note_write(of)
            for bit in of.bits:
                self.line(f"{bit} = {value};")
        elif of.kind.leads_to:
            self.empty(of)
        elif leaves <= written and not of.kind.is_array:
            self.note_write(of)
            self.line(f"{of.text} = {self.make(of.kind, value)};")
        else:
            for part in of.parts:
                self.renew_part(part, written)
