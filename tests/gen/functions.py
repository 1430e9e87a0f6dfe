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
    """How a function is defined, what others and itself call, and how its body
    returns a value."""

    definition: str
    call: str = "{name}"
    own_call: str = "{name}"
    give: str = "return {value};"
    may_recur: bool = True
    may_throw: bool = True
    # A template's parameter is no reducer, nor is a reference in an object.
    takes_reducers: bool = True
    cxx_only: bool = True

    def fits(self, function, is_cxx):
        return (
            (is_cxx or not self.cxx_only)
            and (self.may_recur or not function.recursive)
            and (self.may_throw or not function.throws)
            and (self.takes_reducers or not function.reducer_types())
        )


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
    "overrider of a second base": Form(
        "struct {name}_first {{\n  uint64_t kept = 5;\n  virtual ~{name}_first() = default;\n}};\n"
        "struct {name}_second {{\n  virtual {result} call({parameters}) = 0;\n}};\n"
        "struct {name}_derived : {name}_first, {name}_second {{\n"
        "  {result} call({parameters}) override {{\n{body}\n  }}\n}};\n"
        "static {name}_derived {name}_object;\n"
        "static {name}_second *volatile {name} = &{name}_object;\n",
        "{name}->call",
        "call",
    ),
    "std::function": Form(
        "static const std::function<{result}({parameters})> {name} =\n"
        "    []({parameters}) -> {result} {{\n{body}\n}};\n",
        takes_reducers=False,
    ),
    "lambda that captures": Form(
        "static {result} {name}({parameters}) {{ auto body = [&]() -> {result} {{\n{body}\n  }};\n"
        "  return body();\n}}\n"
    ),
    "try": Form(
        "{qualifiers} {result} {name}({parameters}) try {{\n{body}\n"
        "}} catch (const Error &) {{\n  throw;\n}}\n"
    ),
    "noexcept": Form(
        "{qualifiers} {result} {name}({parameters}) noexcept {{\n{body}\n}}\n", may_throw=False
    ),
    "constructor": Form(
        "static {result} {name}({parameters});\n"
        "struct {name}_made {{\n  {place} result = {start};\n"
        "  explicit {name}_made({parameters}) {{\n{body}\n  }}\n}};\n"
        "static {result} {name}({parameters}) {{\n"
        "  return ({result}){name}_made{{{arguments}}}.result;\n}}\n",
        give="{{ result = {value}; return; }}",
    ),
    "destructor": Form(
        "static {result} {name}({parameters});\n"
        "struct {name}_ended {{\n  {place} &result;\n{members}"
        "  ~{name}_ended() {{\n{body}\n  }}\n}};\n"
        "static {result} {name}({parameters}) {{\n  {place} result = {start};\n"
        "  {{\n    {name}_ended object{{result{more_arguments}}};\n  }}\n"
        "  return{result_name};\n}}\n",
        give="{{ result = {value}; return; }}",
        may_throw=False,
        takes_reducers=False,
    ),
}

QUALIFIERS = (
    "static",
    "static",
    "static inline",
    "__attribute__((noinline)) static",
    "__attribute__((noinline, optnone)) static",
    "__attribute__((flatten)) static",
    "__attribute__((cold)) static",
    "__attribute__((minsize)) static",
    "__attribute__((weak))",
    "static inline __attribute__((always_inline))",
)
