"""Random fork-join programs in C++20 and GNU C, as people write them, that have
one result. cells.py has the reason why they have no races. The same seed gives the
same program."""

import random
from dataclasses import dataclass
from pathlib import Path

from . import aliases, functions, kinds, reducers
from .body import Body
from .cells import cell
from .functions import FORMS, QUALIFIERS, RECURSIVE, Function, Parameter
from .kinds import NODE, U64, Kind
from .reducers import Reducer

HERE = Path(__file__).resolve().parent
FEATURES = ("CONTAINERS", "RANGES", "FUNCTIONS", "COROUTINES", "CALLBACKS", "LIBRARY")
# Programs with seeds in sequence have the same headers.
SAME_FEATURES = 10


@dataclass(frozen=True)
class Size:
    functions: tuple  # how many, from and below
    statements: int  # of a block, below
    groups: int  # of statements in the function that begins
    calls: int  # in the whole program, at most


SIZES = {
    "small": Size((2, 5), 5, 3, 2000),
    "medium": Size((4, 8), 6, 5, 5000),
    "large": Size((7, 12), 8, 8, 2000),
}


def features_of(seed):
    chosen = random.Random(f"features {seed // SAME_FEATURES}")
    return frozenset(f for f in FEATURES if chosen.random() < 0.3)


def standard_of(seed, is_cxx):
    if is_cxx:
        return "-std=gnu++20"
    return "-std=gnu23" if seed // SAME_FEATURES % 2 else "-std=gnu17"


class Program:
    """`suffix` ends all names, so that a file may have several programs."""

    u64 = U64

    def __init__(self, seed, is_cxx, suffix="", size="medium"):
        self.random = random.Random(f"modern {seed} {is_cxx}")
        self.size = SIZES[size]
        self.is_cxx = is_cxx
        self.suffix = suffix
        self.features = features_of(seed) if is_cxx else frozenset()
        self.names = 0
        self.functions = []
        self.budget = self.size.calls // 20
        self.definitions = []
        self.has_thread_local = False
        self.counts = f"count{suffix}"
        self.choose_kinds()
        self.globals = [self.global_object() for _ in range(self.random.randrange(3))]
        self.totals = [self.total() for _ in range(self.random.randrange(2))]

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}{self.suffix}"

    def thread_local(self):
        self.has_thread_local = True
        return f"mine{self.suffix}"

    def hash(self, kind, text):
        return kinds.hash_of(kind, text, self.is_cxx)

    def choose_kinds(self):
        """What the program's objects are made of."""
        pick, chance = self.random.choice, self.random.random
        scalars = kinds.CXX_SCALARS if self.is_cxx else kinds.C_SCALARS
        self.scalars = [pick(scalars) for _ in range(3)] + [U64]
        made = list(self.scalars)
        for number in range(self.random.randrange(1, 3)):
            members = [pick(made) for _ in range(self.random.randrange(1, 4))]
            if chance() < 0.2:
                members += [U64] * 20
            bits = [self.random.randrange(1, 32) for _ in range(self.random.randrange(4))]
            kind = kinds.structure(f"S{number}{self.suffix}", members, bits)
            self.definitions.append(kinds.define(kind, self.is_cxx))
            made.append(kind)
        if self.is_cxx:
            unary = dict(kinds.UNARY)
            if "CONTAINERS" in self.features:
                unary |= kinds.CONTAINERS
            for _ in range(self.random.randrange(2, 5)):
                if chance() < 0.6:
                    made.append(pick(list(unary.values()))(pick(made)))
                else:
                    made.append(pick(list(kinds.BINARY.values()))(pick(made), pick(made)))
        made = [k for k in made if self.fits(k)]
        self.kinds = made
        # What pointers lead to: few kinds, so that there are many for each.
        values = [k for k in made if k.copies and "[" not in k.name]
        self.pointees = list(dict.fromkeys([pick(values), pick(values), NODE]))
        self.kinds.append(NODE)

    def fits(self, kind):
        # A variant needs two kinds, and names are not to be very long.
        if kind.name.startswith("std::variant"):
            inside = kind.name[len("std::variant<") : -1]
            half = len(inside) // 2
            if inside[: half - 1] == inside[half + 1 :]:
                return False
        return len(kind.name) < 120

    def global_object(self):
        pointee = self.random.choice(self.pointees)
        if self.random.random() < 0.5:
            holder = self.random.choice(kinds.holders(pointee, self.features, self.is_cxx))
            if holder.style not in ("array", "reference"):
                name = self.name("g")
                begin = "{}" if self.is_cxx else ""
                return cell(name, holder, -1), f"static {holder.declare(name)}{begin};"
        name = self.name("g")
        made = kinds.make(pointee, "7", True)
        begin = f" = {made}" if self.is_cxx else ""
        return cell(name, pointee, -1), f"static {pointee.name} {name}{begin};"

    def total(self):
        found = [t for t in reducers.types(self.is_cxx, self.features) if t.is_parameter]
        found = [t for t in found if "unique" not in t.name]
        type = self.random.choice(found)
        return Reducer(self.name("total"), type, -1, -1)

    # Functions

    def parameter(self):
        name, chance = self.name("p"), self.random.random() * 100
        is_reference = self.is_cxx and self.random.random() < 0.6
        if chance < 8:
            return self.reducer_parameter(name)
        if chance < 50:
            pool = self.kinds if chance < 25 else self.pointees
            mode = self.random.choice(["value", "in", "out", "out"])
            kind = self.random.choice(pool)
            if mode == "value" and kind == NODE:
                mode = "out"
            return Parameter(name, kind, mode, is_reference)
        pointee = self.random.choice(self.pointees)
        if chance < 65:
            return Parameter(name, pointee, "out", is_reference)
        found = kinds.holders(pointee, self.features, self.is_cxx)
        found = [h for h in found if h.style != "array"]
        mode = self.random.choice(["holder", "holder", "follow", "change"])
        return Parameter(name, self.random.choice(found), mode, is_reference)

    def reducer_parameter(self, name):
        found = [t for t in reducers.types(self.is_cxx, self.features) if t.is_parameter]
        type = self.random.choice(found)
        pointer = not self.is_cxx
        reducer = Reducer(name, type, -1, -1, is_pointer=pointer)
        return Parameter(name, None, "reducer", reducer=reducer)

    def result(self):
        chance = self.random.random()
        if chance < 0.1:
            return None
        if chance < 0.25:
            pointee = self.random.choice(self.pointees)
            return Kind(f"{pointee.name} *", "", leads_to=pointee, style="pointer")
        if chance < 0.6:
            return U64
        return self.random.choice([k for k in self.kinds if k != NODE])

    def function(self):
        given = [self.parameter() for _ in range(self.random.randrange(1, 5))]
        function = Function(
            self.name("f"),
            self.result(),
            given,
            throws=self.is_cxx and self.random.random() < 0.3,
            recursive=self.random.random() < 0.5,
        )
        if function.recursive:
            depth = Parameter("depth", kinds.Kind("unsigned", "u32"), "depth")
            function.parameters.insert(0, depth)
        if not function.throws or self.random.random() < 0.5:
            for of, _ in self.globals:
                if self.random.random() < 0.3:
                    function.parameters.append(Parameter(of.text, of.kind, "global", cell=of))
        function.updates_totals = not function.throws and self.random.random() < 0.4
        self.budget = self.size.calls // 20
        self.define(function)
        self.functions.append(function)

    def define(self, function):
        forms = [
            name
            for name, form in FORMS.items()
            if (self.is_cxx or not form.cxx_only)
            and (form.may_recur or not function.recursive)
            and (form.may_throw or not function.throws)
        ]
        function.form = self.random.choice(["plain", "plain", *forms])
        body = Body(self, function)
        if function.updates_totals:
            body.reducers += self.totals
        text = body.write()
        qualifiers = self.random.choice(RECURSIVE if function.recursive else QUALIFIERS)
        function.text = functions.define(function, qualifiers, text, self.is_cxx)

    def run(self):
        """What the program does: prints what it can see after each group."""
        self.budget = self.size.calls
        given = [Parameter(of.text, of.kind, "global", cell=of) for of, _ in self.globals]
        function = Function("run", U64, given, is_first=True, updates_totals=True)
        body = Body(self, function)
        body.reducers += [Reducer(r.name, r.type, -1, 0) for r in self.totals]
        for _ in range(self.size.groups):
            body.statements()
            body.sync()
            body.line('clobber(77);')
            body.line(f'printf("%llx\\n", (unsigned long long){body.everything()});')
            for reducer in body.readable_reducers():
                body.line(f'printf("%llx\\n", (unsigned long long){reducer.read()});')
        body.return_statement()
        return f"static uint64_t run{self.suffix}(void) {{\n" + "\n".join(body.lines) + "\n}\n"

    def coroutine(self):
        """Yields numbers, some of which a function that spawns makes."""
        call = "x"
        for function in self.functions:
            if not function.throws and function.result == U64 and not function.updates_totals:
                if all(p.mode in ("value", "depth") for p in function.parameters):
                    given = ", ".join(
                        "2" if p.mode == "depth" else kinds.make(p.kind, "x + i", True)
                        for p in function.parameters
                    )
                    call = f"x + {FORMS[function.form].call.format(name=function.name)}({given})"
        return (
            f"static Generator {self.counts}(uint64_t x, int n) {{\n"
            f"  const Object kept(x);\n  for (int i = 0; i < n; ++i)\n    co_yield mix(kept.get(), {call});\n}}\n"
        )

    def write(self, helpers):
        """All but the begin of the file; `helpers` are the functions that other
        programs of the file have."""
        for _ in range(self.random.randrange(*self.size.functions)):
            self.function()
        run = self.run()
        parts = [*self.definitions]
        if not self.is_cxx:
            own = [aliases.c_functions(k) for k in self.pointees]
            parts += [text for text in own if text not in helpers]
            helpers.update(own)
        parts += [text for _, text in self.globals]
        parts += [f"static {r.type.name} {r.name}{r.type.begin};" for r in self.totals]
        if self.has_thread_local:
            parts.append(f"static {'thread_local' if self.is_cxx else '_Thread_local'} uint64_t mine{self.suffix};")
        # The coroutine calls functions, and functions use it.
        if "COROUTINES" in self.features:
            parts.append(f"static Generator {self.counts}(uint64_t x, int n);")
        parts += [f.text for f in self.functions]
        if "COROUTINES" in self.features:
            parts.append(self.coroutine())
        return "\n".join([*parts, run])


def prelude(is_cxx, features):
    texts = [f"#define WITH_{feature}\n" for feature in sorted(features)]
    texts.append((HERE / "prelude.h").read_text(encoding="utf-8"))
    own = "prelude_cxx.h" if is_cxx else "prelude_c.h"
    texts.append((HERE / own).read_text(encoding="utf-8"))
    return "".join(texts)


def generate(seeds, is_cxx, size="medium"):
    """The text of a file with a program for each seed."""
    suffixes = [f"_{seed}" if len(seeds) > 1 else "" for seed in seeds]
    programs = [Program(seed, is_cxx, suffix, size) for seed, suffix in zip(seeds, suffixes)]
    helpers = set()
    texts = [program.write(helpers) for program in programs]
    features = frozenset().union(*(program.features for program in programs))
    lines = []
    for seed, suffix in zip(seeds, suffixes):
        lines.append(f'  printf("seed {seed}\\n");')
        lines.append(f'  printf("%llx\\n", (unsigned long long)run{suffix}());')
    if is_cxx:
        lines.append('  printf("%ld\\n", Object::alive.load());')
    return "\n".join(
        [
            f"// seeds: {' '.join(map(str, seeds))}",
            prelude(is_cxx, features),
            "// The program.",
            *texts,
            "int main(void) {",
            *lines,
            "}",
            "",
        ]
    )
