"""Functions of generated programs: their parameters, what they promise of the
pointers that they are given, and their forms."""

from dataclasses import dataclass, field

from .cells import NOTHING, NOWHERE, cell
from .kinds import U64


@dataclass(eq=False)
class Parameter:
    """`mode` is value; in and out (an object to read or to write); holder (its
    pointers are not followed, but changed); follow and change (a holder whose
    pointers are followed, to read or to write); depth; reducer; global (it is
    no parameter, but the function uses the object)."""

    name: str
    kind: object
    mode: str
    is_reference: bool = False
    cell: object = None
    entry: object = None  # stands for all that its pointers lead to
    reducer: object = None

    @property
    def text(self):
        by_name = self.is_reference or self.mode in ("value", "depth", "global")
        return self.name if by_name else f"(*{self.name})"

    def enter(self, body):
        if self.mode == "reducer":
            body.reducers.append(self.reducer)
            return
        constant = self.mode in ("in", "follow", "change", "depth")
        if self.mode == "global":
            body.state.declare(self.cell)
            leads = frozenset({NOTHING if body.function.is_first else NOWHERE})
        else:
            self.cell = body.declare(self.text, self.kind, depth=-1, constant=constant)
            leads = frozenset({NOTHING if self.mode == "value" else NOWHERE})
        if self.mode in ("follow", "change"):
            pointee = self.kind.leads_to
            self.entry = body.declare("", pointee, depth=-1, constant=self.mode == "follow")
            leads = frozenset({self.entry, NOTHING})
            if self.entry in body.state.leads:
                body.state.leads[self.entry] = leads
        for part in (self.cell, *self.cell.all_parts()):
            if part in body.state.leads:
                body.state.leads[part] = leads

    def declaration(self):
        if self.mode in ("value", "depth"):
            return self.kind.declare(self.name)
        constant = "const " if self.mode == "in" else ""
        if self.is_reference:
            return f"{constant}{self.kind.declare('(&' + self.name + ')')}"
        return f"{constant}{self.kind.declare('(*' + self.name + ')')}"


@dataclass(eq=False)
class Function:
    name: str
    result: object
    parameters: list
    form: str = "plain"
    qualifiers: str = "static"
    throws: bool = False
    recursive: bool = False
    is_first: bool = False
    self_calls: int = 0
    calls: int = 1
    updates_totals: bool = False  # reducers outside of functions
    text: str = ""
    # By the parameter with pointers (None is the result): where they lead at the
    # end; parameters stand for what they are given.
    leads: dict = field(default_factory=dict)

    def calls_at(self, depth):
        total = 1
        for _ in range(depth):
            total = self.calls + self.self_calls * total
        return total

    @property
    def globals(self):
        return [p for p in self.parameters if p.mode == "global"]

    @property
    def given(self):
        return [p for p in self.parameters if p.mode != "global"]

    def promise(self, parameter, cells):
        """Where pointers may lead when the function returns."""
        known = {}
        for p in self.parameters:
            if p.cell:
                known[p.cell] = p
            if p.entry:
                known[p.entry] = p.entry
        found = self.leads.setdefault(parameter, set())
        for of in cells:
            if of in known:
                found.add(known[of])
            elif of in (NOTHING, NOWHERE):
                found.add(of)
            elif of.root in known:
                found |= {known[of.root], NOTHING}
            else:
                found.add(NOWHERE)


@dataclass(frozen=True)
class Form:
    """How a function is defined and called."""

    definition: str
    call: str = "{name}"
    own_call: str = "{name}"
    may_recur: bool = True
    may_throw: bool = True
    cxx_only: bool = True


PLAIN = "{qualifiers} {result} {name}({parameters}) {{\n{body}\n}}\n"
FORMS = {
    "plain": Form(PLAIN, cxx_only=False),
    "pointer": Form(
        "static {result} body_{name}({parameters}) {{\n{body}\n}}\n"
        "static {result} (*volatile {name})({parameters}) = body_{name};\n",
        own_call="body_{name}",
        cxx_only=False,
    ),
    "template": Form(
        "template <class T> {qualifiers} {result} {name}({parameters}) {{\n{body}\n}}\n",
        "{name}<int>",
        "{name}<T>",
    ),
    "lambda": Form(
        "static const auto {name} = [own = uint64_t(3)]({parameters}) -> {result} {{\n{body}\n}};\n",
        may_recur=False,
    ),
    "member of a class with virtual bases": Form(
        "struct {name}_root {{\n  uint64_t kept = 4;\n  virtual ~{name}_root() = default;\n"
        "  virtual {result} call({parameters}) = 0;\n}};\n"
        "struct {name}_left : virtual {name}_root {{\n  uint64_t left = 5;\n}};\n"
        "struct {name}_right : virtual {name}_root {{\n"
        "  {result} call({parameters}) override {{\n{body}\n  }}\n}};\n"
        "struct {name}_bottom final : {name}_left, {name}_right {{\n  std::unique_ptr<int> own;\n}};\n"
        "static {name}_bottom {name}_object;\nstatic {name}_left *volatile {name} = &{name}_object;\n",
        "{name}->call",
        "call",
    ),
    "object with a destructor": Form(
        "struct {name}_type {{\n  Object kept{{5}};\n"
        "  {result} operator()({parameters}) const {{\n{body}\n  }}\n}};\n",
        "{name}_type()",
        "(*this)",
    ),
    "lambda in a function": Form(
        "static {result} {name}({parameters}) {{\n"
        "  auto body = [&, own = std::make_unique<uint64_t>(7)]() mutable -> {result} {{\n{body}\n  }};\n"
        "  return body();\n}}\n"
    ),
    "noexcept": Form(
        "{qualifiers} {result} {name}({parameters}) noexcept {{\n{body}\n}}\n", may_throw=False
    ),
    "function try": Form(
        "{qualifiers} {result} {name}({parameters}) try {{\n{body}\n"
        "}} catch (const Error &) {{\n  throw;\n}}\n"
    ),
}
QUALIFIERS = (
    "static",
    "static",
    "static inline",
    "__attribute__((noinline)) static",
    "__attribute__((noinline)) static",
    "__attribute__((minsize)) static",
    "__attribute__((weak))",
    "static inline __attribute__((always_inline))",
)
RECURSIVE = QUALIFIERS[:-1]


def parameters_text(function, is_cxx):
    texts = [p.reducer.parameter if p.mode == "reducer" else p.declaration() for p in function.given]
    return ", ".join(texts) or ("" if is_cxx else "void")


def define(function, qualifiers, body, is_cxx):
    return FORMS[function.form].definition.format(
        name=function.name,
        qualifiers=qualifiers,
        body=body,
        result=(function.result or U64).name if function.result else "void",
        parameters=parameters_text(function, is_cxx),
    )


def global_cell(name, kind):
    return cell(name, kind, -1)
