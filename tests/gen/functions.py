"""Functions of generated programs: how they are defined and called."""

from dataclasses import dataclass, field


@dataclass
class Parameter:
    """`mode` is value, in (a reference or pointer to what is only read), out (to
    what the function assigns), or reducer (to what it updates)."""

    variable: object
    mode: str


@dataclass
class Function:
    name: str
    result: object
    parameters: list
    form: str = "plain"  # a key of FORMS
    qualifiers: str = "static"
    throws: bool = False
    recursive: bool = False  # has a first parameter `depth`
    self_calls: int = 0
    calls: int = 1  # functions called by one call, this one included
    reducers: set = field(default_factory=set)  # global ones that it updates
    is_first: bool = False  # called by no other strand
    text: str = ""
    depth_limit: int = 4

    def reducer_types(self):
        return {p.variable.type.name for p in self.parameters if p.mode == "reducer"}

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
    may_recur: bool = True
    cxx_only: bool = True


FORMS = {
    "plain": Form("{qualifiers} {result} {name}({parameters}) {{\n{body}\n}}\n", cxx_only=False),
    "pointer": Form(
        "static {result} body_{name}({parameters}) {{\n{body}\n}}\n"
        "static {result} (*volatile {name})({parameters}) = body_{name};\n",
        own_call="body_{name}",
        cxx_only=False,
    ),
    "template": Form(
        "template <int N> {qualifiers} {result} {name}({parameters}) {{\n{body}\n}}\n",
        "{name}<3>",
        "{name}<N>",
    ),
    "lambda": Form(
        "static auto {name} = []({parameters}) -> {result} {{\n{body}\n}};\n", may_recur=False
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
    # An object of its own for each call, which lives until the call ends.
    "temporary": Form(
        "struct {name}_type {{\n  Object kept{{5}};\n"
        "  {result} operator()({parameters}) const {{\n{body}\n  }}\n}};\n",
        "{name}_type()",
        "(*this)",
    ),
    "pointer to member": Form(
        "struct {name}_type {{\n  {result} call({parameters}) const {{\n{body}\n  }}\n}};\n"
        "static {name}_type {name};\n"
        "static {result} ({name}_type::*volatile p_{name})({parameters}) const = "
        "&{name}_type::call;\n",
        "({name}.*p_{name})",
        "call",
    ),
}

QUALIFIERS = (
    "static",
    "static",
    "static inline",
    "__attribute__((noinline)) static",
    "static inline __attribute__((always_inline))",
)
