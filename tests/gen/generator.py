"""Random fork-join programs in C and C++ that have one result.

They have no undefined behaviour, end soon, and are free of races, so whatever a
compiler and a runtime make of them, they print what their serial elision prints.
The same seed gives the same program. state.py has the reason why there are no
races. Where a statement may throw, what follows in the serial program is not
executed and in the parallel one perhaps is; so a handler gives all variables
that the `try` block may have changed new values.
"""

import random
from dataclasses import dataclass

import prelude
from body import Body
from functions import FORMS, QUALIFIERS, Function, Parameter
from prelude import TYPES, U32, U64
from reducers import choose_reducer
from state import Variable



@dataclass(frozen=True)
class Size:
    functions: tuple  # how many, from and below
    statements: int  # of a block, below
    groups: int  # of statements in the function that begins
    calls: int = 20000  # of functions in the whole program, at most


SIZES = {
    "small": Size((2, 5), 5, 2, 5000),
    "medium": Size((4, 9), 6, 4),
    # A call of one of these costs much more: loops are in loops.
    "large": Size((8, 13), 8, 6, 1000),
}


class Program:
    """`suffix` ends all names, so that a file may have several programs."""

    def __init__(self, seed, is_cxx, suffix="", size="medium"):
        self.random = random.Random(f"{seed} {is_cxx}")
        self.seed = seed
        self.size = SIZES[size]
        self.is_cxx = is_cxx
        # Half of the programs; tests have found seeds among the others.
        self.with_addresses = seed % 4 in (1, 2)
        self.suffix = suffix
        self.with_library = is_cxx and self.random.random() < 0.3
        self.types = [t for t in TYPES if is_cxx or not t.cxx_only]
        self.functions = []
        self.names = 0
        self.budget = self.size.calls
        self.reducers = [self.global_reducer() for _ in range(self.random.randrange(3))]

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}{self.suffix}"

    def favorite(self, options):
        """What this program chooses more often than others. Each option is the
        favorite of one of the programs with seeds in sequence."""
        return options[self.seed % len(options)]

    def reference(self, name):
        return name if self.is_cxx else "&" + name

    def global_reducer(self):
        type = choose_reducer(self.random, self.is_cxx, self.with_library)
        return Variable(self.name("total"), type, is_reducer=True, depth=-1)

    def callee(self, function, inside):
        """The text of what is called. `inside` is the function that calls."""
        form, name = FORMS[function.form], function.name
        return (form.own_call if inside is function else form.call).format(name=name)

    def parameter(self, name):
        modes = ["value", "value", "in", "out"]
        if self.random.random() < 0.1:
            type = choose_reducer(self.random, self.is_cxx, self.with_library)
            return Parameter(Variable(name, type, is_reducer=True), "reducer")
        return Parameter(
            Variable(name, self.type()), self.random.choice(modes)
        )

    def declaration(self, parameter):
        type, name = parameter.variable.type.name, parameter.variable.name
        if parameter.mode == "value":
            return f"{type} {name}"
        constant = "const " if parameter.mode == "in" else ""
        return f"{constant}{type} &{name}" if self.is_cxx else f"{constant}{type} *p_{name}"

    def type(self):
        if self.random.random() < 0.2:
            return self.favorite(list(dict.fromkeys(self.types)))
        return self.random.choice(self.types)

    def function(self):
        function = Function(
            self.name("f"),
            self.random.choice([None, *[self.type()] * 7]),
            [self.parameter(self.name("p")) for _ in range(self.random.randrange(5))],
            throws=self.is_cxx and self.random.random() < 0.3,
            recursive=self.random.random() < 0.6,
        )
        if function.recursive:
            depth = Parameter(Variable("depth", U32), "value")
            function.parameters.insert(0, depth)
        if not function.throws:
            function.reducers = {r for r in self.reducers if self.random.random() < 0.3}
        # All that one call of a later function may cost.
        self.budget = self.size.calls // 20
        self.define(function)
        self.functions.append(function)

    def define(self, function):
        forms = [name for name, form in FORMS.items() if form.fits(function, self.is_cxx)]
        function.form = self.random.choice(["plain", *forms])
        qualifiers = QUALIFIERS[:-1] if function.recursive else QUALIFIERS
        body = Body(self, function)
        if function.recursive:
            next(v for v in body.state.uses if v.name == "depth").constant = True
        text = body.write()
        if not self.is_cxx:
            text = self.by_pointers(function, text)
        function.text = FORMS[function.form].definition.format(
            name=function.name,
            qualifiers=self.random.choice(qualifiers),
            body=text,
            **self.signature(function),
        )

    def signature(self, function):
        """What a definition needs to know of results and parameters."""
        declarations = [self.declaration(p) for p in function.parameters]
        arguments = [
            f"static_cast<{p.variable.type.name} &&>({p.variable.name})"
            if p.mode == "value"
            else p.variable.name
            for p in function.parameters
        ]
        place = function.result or U64
        return {
            "result": function.result.name if function.result else "void",
            "parameters": ", ".join(declarations) or ("" if self.is_cxx else "void"),
            "members": "".join(f"  {declaration};\n" for declaration in declarations),
            "arguments": ", ".join(arguments),
            "more_arguments": "".join(f", {argument}" for argument in arguments),
            "place": place.name,
            "start": place.make("1"),
            "result_name": " result" if function.result else "",
        }

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
        self.budget = self.size.calls
        function = Function("run", U64, [], reducers=set(self.reducers), is_first=True)
        body = Body(self, function)
        for _ in range(self.size.groups):
            body.statements()
            body.sync()
            body.line(f'printf("%llx\\n", (unsigned long long){body.value()});')
        for reducer in self.reducers:
            value = reducer.type.read.format(r=reducer.name)
            body.line(f'printf("%llx\\n", (unsigned long long){value});')
        body.return_statement()
        return f"static uint64_t run{self.suffix}(void) {{\n" + "\n".join(body.lines) + "\n}\n"

    def write(self):
        """All but what comes first and last in the file."""
        for _ in range(self.random.randrange(*self.size.functions)):
            self.function()
        reducers = [f"static {r.type.name} {r.name}{r.type.start};" for r in self.reducers]
        return "\n".join([*reducers, *(f.text for f in self.functions), self.main()])


def standard_of(seed, is_cxx):
    """The option for the language of programs that begin with a seed."""
    return "-std=c++17" if is_cxx else "-std=c11"


def generate(seeds, is_cxx, size="medium"):
    """The text of a file with a program for each seed, in C++ (`is_cxx`) or C,
    of a size of SIZES."""
    suffixes = [f"_{seed}" if len(seeds) > 1 else "" for seed in seeds]
    programs = [Program(seed, is_cxx, suffix, size) for seed, suffix in zip(seeds, suffixes)]
    texts = [program.write() for program in programs]
    with_cancellation = random.Random(f"{seeds[0]} cancellation").random() < 0.15
    with_library = any(program.with_library for program in programs)
    lines = []
    for seed, suffix in zip(seeds, suffixes):
        lines.append(f'  printf("seed {seed}\\n");')
        lines.append(f'  printf("%llx\\n", (unsigned long long)run{suffix}());')
    if is_cxx:
        lines.append('  printf("%ld\\n", Object::alive.load());')
    return "\n".join(
        [
            f"// seeds: {' '.join(map(str, seeds))}",
            prelude.text(is_cxx, with_library, with_cancellation),
            *texts,
            "int main(void) {",
            *lines,
            "}",
            "",
        ]
    )
