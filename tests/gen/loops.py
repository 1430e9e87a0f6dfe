"""Loops of generated functions, serial and parallel."""

import re
from contextlib import contextmanager
from dataclasses import replace

from state import LENT, SHARED

MOST_IN_VLA = 5

# Loops over the elements of an array: the head, and the index of an iteration's
# element. `i` is the control variable, `n` the length, `a` the array, `T` its
# type.
HEADS = (
    ("int i = 0; i < n; ++i", "i"),
    ("int i = 0; i != n; i++", "i"),
    ("unsigned i = n; i > 0; --i", "i - 1"),
    ("unsigned i = n - 1; i != -1u; --i", "i"),
    ("long i = 0; i <= n - 1; i += 1", "i"),
    ("long i = 3; n + 3 > i; i++", "i - 3"),
    ("uint8_t i = 0; i < n; ++i", "i"),
    ("short i = n; i >= 1; i--", "i - 1"),
    ("int8_t i = -2; i < (int)n - 2; ++i", "i + 2"),
    ("uint64_t i = 0; i < 3 * n; i += 3", "i / 3"),
    ("uint16_t i = 65535; i > 65535 - n; --i", "65535 - i"),
    ("int i = 4 * (n - 1) + 1; i > 0; i -= 4", "i / 4"),
    ("int64_t i = INT64_MIN; i < INT64_MIN + 2 * n; i += 2", "(i - INT64_MIN) / 2"),
    ("uint32_t i = 0xfffffff0u; i < 0xfffffff0u + n; ++i", "i - 0xfffffff0u"),
    ("T *i = a; i < a + n; ++i", "i - a"),
    ("T *i = a; i != a + n; i++", "i - a"),
    ("const T *i = a + n; i != a; i -= 1", "i - a - 1"),
)
CXX_HEADS = (
    ("Counter i(0); i != Counter(n); ++i", "*i"),
    ("Counter i(n - 1); i > Counter(-1); --i", "*i"),
    ("auto i = Counter(7); i < Counter(7 + 2 * n); i += 2", "(*i - 7) / 2"),
    ("long i : Numbers{0, n}", "i"),
    ("T &i : a", "&i - a"),
)
CXX_ARRAY_HEADS = (("auto i = std::begin(a); i != std::end(a); ++i", "i - a"),)


class Loops:
    def jumps(self, *words):
        """What an iteration may do."""
        return replace(self.where, jumps=words)

    def begin_iteration(self):
        self.state.freed = set()
        self.where = replace(self.where, loop_state=self.state.copy(), loop_region=self.region)

    @contextmanager
    def repeated(self, trips, head, tail="}", filled=None):
        """A block that is executed some times. Children of one time may be at
        work when the next begins, so a sync is at its end if they use what was
        free before. `filled` is an array of which each time uses its own part."""
        before = self.state.copy()
        self.leave_reducers_to(self.region)
        self.state.may_fail = self.where.may_throw
        if filled:
            self.state.set(filled, LENT, self.region)
        self.trips *= trips
        first = len(self.lines)
        with self.block(head, tail):
            self.begin_iteration()
            yield
            in_use = [v for v in self.state.in_use() if v in before.uses]
            more = any(
                self.state.get(v) > before.get(v) if v is not filled else v in self.state.freed
                for v in in_use
                if not v.is_reducer
            )
            if more or self.chance(20):
                self.sync()
        self.trips //= trips
        self.state.merge(before)
        if any(line.strip() == "break;" for line in self.lines[first:]):
            # Out of a scope it does not wait, as the end of an iteration may.
            if filled:
                self.state.set(filled, LENT, self.region)
            self.state.may_fail |= self.where.may_throw

    def loop(self):
        """A serial loop, perhaps one that spawns into an array."""
        outer = self.where
        self.where = self.jumps("break", "continue")
        array = self.filled_array()
        if not array and self.chance(30):
            array = self.declare_array()
        if array:
            counter = self.program.name("i")
            head = self.program.favorite(HEADS) if self.chance(40) else self.random.choice(HEADS)
            head, index = self.head(head, counter, array)
            with self.repeated(self.trips_of(array), f"for ({head})", filled=array):
                self.fill(array, index)
                if self.chance(70):
                    self.statements()
        else:
            self.counted_loop()
        self.where = outer

    def counted_loop(self):
        counter, trips = self.program.name("i"), self.random.randrange(2, 5)
        self.line(f"int {counter} = {trips};")
        kind = self.random.randrange(4)
        if kind == 0:
            label = self.program.name("again")
            self.line(f"{label}:;")
            self.where = self.jumps()
            head, tail = "", "}"
        elif kind == 1:
            head, tail = "do", f"}} while (--{counter} > 0);"
        else:
            head, tail = f"while ({counter}-- > 0)", "}"
        with self.repeated(trips, head, tail):
            self.statements()
        if kind == 0:
            self.line(f"if (--{counter} > 0)")
            self.line(f"  goto {label};")

    def filled_array(self):
        """An array that all iterations of a loop will write to, or none."""
        arrays = self.writable(array=True)
        if not arrays or self.chance(30):
            return None
        array = self.random.choice(arrays)
        self.change(array)
        return array

    def trips_of(self, array):
        return MOST_IN_VLA if array.is_vla else array.length

    def fill(self, array, index):
        place = f"{array.name}[{index}]"
        callees = [f for f in self.callees() if f.result == array.type]
        if callees and self.chance(80):
            function = self.random.choice(callees)
            self.line(f"{place} = cilk_spawn {self.call(function, True)};")
        else:
            self.line(f"{place} = {array.type.make(f'{self.value()} + ({index})')};")

    def head(self, head, counter, array):
        """The texts of the head and of the index, of a loop over `array`."""
        words = {"i": counter, "n": array.size, "a": array.name, "T": array.type.name}
        return [
            re.sub(r"\b[inaT]\b", lambda match: words[match.group()], text) for text in head
        ]

    def parallel_head(self, counter, array):
        heads = [*HEADS]
        if self.program.is_cxx:
            heads += [h for h in CXX_HEADS if array.has_range or not h[0].endswith(": a")]
            if not array.is_vla:
                heads += CXX_ARRAY_HEADS
        head = self.program.favorite(heads) if self.chance(30) else self.random.choice(heads)
        return self.head(head, counter, array)

    def parallel_loop(self):
        """A cilk_for. What is outside of it is only read, but for its element
        of one array."""
        array = self.filled_array() or self.declare_array()
        self.change(array)
        counter, trips = self.program.name("i"), self.trips_of(array)
        if self.where.may_throw or self.where.may_return:
            self.protect()
        outside = self.state.copy()
        if self.chance(40):
            grain = self.random.choice(["1", "2", "3", "= 2", "1 + 1", f"{array.size}", "100"])
            self.line(f"#pragma cilk grainsize {grain}")
        head, index = self.parallel_head(counter, array)
        self.trips *= trips
        with self.strand(jumps=("continue",)):
            for variable in self.state.uses:
                self.state.set(variable, SHARED, self.region - 1)
            self.leave_reducers_to(self.region - 1)
            self.state.set(array, LENT, self.region - 1)
            with self.block(f"cilk_for ({head})"):
                self.begin_iteration()
                self.fill(array, index)
                if self.chance(80):
                    self.statements()
        self.trips //= trips
        self.state = outside
