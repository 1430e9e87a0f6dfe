"""Values: expressions that read, and change nothing."""


class Expressions:
    def number(self):
        return self.pick(
            [f"{self.random.randrange(10)}u", hex(self.random.getrandbits(32)) + "u"]
        )

    def atom(self):
        kind = self.random.randrange(20)
        if kind < 13 and (cells := self.values(self.readable)):
            cells = [c for c in cells if not c.kind.is_array] or cells
            of = self.pick(cells)
            if not of.kind.is_array:
                return self.hash(of)
        if kind < 14 and (bits := self.bit_fields(self.readable)):
            of = self.pick(bits)
            self.note_read(of)
            return f"(uint64_t){self.pick(of.bits)}"
        if kind < 17 and (holders := self.followable()):
            return self.fold(self.pick(holders))
        if kind < 18 and (reducers := self.readable_reducers()):
            return self.pick(reducers).read()
        if kind < 19 and self.handles:
            return self.handles
        return f"(uint64_t){self.number()}"

    def bit_fields(self, test):
        return [c for c in self.all_cells() if c.bits and test(c)]

    def value(self, depth=2):
        """An expression of type uint64_t."""
        if depth == 0 or self.chance(30):
            return self.atom()
        kind = self.random.randrange(16)
        if kind < 4 and (special := self.special_value(depth - 1)):
            return special
        a, b = self.value(depth - 1), self.value(depth - 1)
        if self.where.may_throw and self.chance(8):
            return f"risk({a}, {self.pick([3, 7, 20])})"
        if kind < 6:
            return f"mix({a}, {b})"
        if kind == 6:
            return f"({a} >> ({b} & 63))"
        if kind == 7:
            return f"({self.condition()} ? {a} : {b})"
        if kind == 8:
            return f"({a} / ({b} | 1))"
        if kind == 9:
            return f"(uint64_t)(((Wide){a} * {b}) >> 64)"
        return f"({a} {self.pick('+-*^&|')} {b})"

    def special_value(self, depth):
        """Something that has a form of its own, or nothing."""
        options = [self.statement_expression]
        if self.is_cxx:
            options += [self.called_lambda, self.visited, self.ranged, self.bound_value]
        return self.pick(options)(depth)

    def statement_expression(self, depth):
        kind, name = self.pick(self.program.scalars), self.name("e")
        value = self.make(kind, self.value(depth))
        inner = self.program.hash(kind, name)
        return f"({{ {kind.name} {name} = {value}; {inner} + {self.value(depth)}; }})"

    def called_lambda(self, depth):
        name = self.name("e")
        value = self.value(depth)
        return self.pick(
            [
                f"[&, {name} = {value}] {{ return mix({name}, {self.value(0)}); }}()",
                f"[&](auto {name}) -> uint64_t {{ return {name} + {self.value(0)}; }}({value})",
                f"[&]<class Any>(Any &&{name}) {{ return (uint64_t)({name} ^ {self.value(0)}); }}({value})",
            ]
        )

    def visited(self, depth):
        cells = [c for c in self.values(self.readable) if c.kind.is_a("std::variant")]
        if not cells:
            return None
        text = self.read_text(self.pick(cells))
        return f"std::visit([&](const auto &x) {{ return hash(x) + {self.value(0)}; }}, {text})"

    def ranged(self, depth):
        if "RANGES" not in self.program.features:
            return None
        cells = [c for c in self.values(self.readable)
                 if c.kind.is_a("std::vector", "std::array")]  # fmt: skip
        if not cells or self.chance(30):
            value = self.value(0)
            return (
                f"[&] {{ uint64_t h = 1; for (uint64_t i : std::views::iota(0u, 9u) | std::views::filter"
                f"([](unsigned i) {{ return i % 3 != 1; }}) | std::views::transform([&](unsigned i) "
                f"{{ return {value} + i; }})) h = mix(h, i); return h; }}()"
            )
        text = self.read_text(self.pick(cells))
        return self.pick(
            [
                f"std::accumulate({text}.begin(), {text}.end(), uint64_t(1), "
                "[](uint64_t h, const auto &x) { return mix(h, hash(x)); })",
                f"(uint64_t)std::ranges::count_if({text}, "
                "[](const auto &x) { return hash(x) % 2 != 0; })",
                f"[&] {{ uint64_t h = 2; for (const auto &x : {text} | std::views::reverse | "
                "std::views::take(2)) h = mix(h, hash(x)); return h; }()",
            ]
        )

    def bound_value(self, depth):
        """A structured binding in a lambda."""
        cells = [c for c in self.values(self.readable)
                 if c.kind.is_a("std::pair", "std::tuple")]  # fmt: skip
        if not cells:
            return None
        of = self.pick(cells)
        names = [self.name("b") for _ in of.parts]
        total = " ^ ".join(f"hash({name})" for name in names)
        bind = self.pick(["const auto &", "auto &"]) if not of.constant else "const auto &"
        text = self.read_text(of)
        return f"[&] {{ {bind}[{', '.join(names)}] = {text}; return {total}; }}()"

    def condition(self):
        comparison = self.pick(["<", ">=", "==", "!="])
        if self.chance(60):
            modulus = self.random.randrange(2, 6)
            return f"{self.atom()} % {modulus} {comparison} {self.random.randrange(modulus)}"
        return f"{self.atom()} {comparison} {self.atom()}"
