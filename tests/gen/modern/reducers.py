"""Reducers: of the keyword, of the library; variables, members, elements, and
parameters in recursion. Any strand may update one. It is read where it was
declared, by a strand that has no children."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """`begin` is the rest of a declaration; `updates` have {r} and {x}; `reads` are
    what it becomes a number by."""

    name: str
    begin: str
    updates: tuple
    reads: str
    is_cxx: bool = True
    feature: str = ""
    end: str = ""  # of a declaration, behind the name
    is_parameter: bool = True


TYPES = (
    Type("Sum", " = 7", ("{r} += {x};", "++{r};"), "{r}", False),
    Type("Sum", " = 0", ("{r} = {r} + {x};",), "{r}", False),
    Type("Sum", " = {1, 2, 3}", ("{r}[{x} % 3] += {x};", "++{r}[1];"), "mix({r}[0], {r}[1] + {r}[2])",
         False, "", "[3]", False),  # fmt: skip
)
C_TYPES = (
    Type("Order", " = {5, 1}", ("push(&{r}, {x});",), "{r}.hash", False),
    Type("Totals", " = {.small = 3, .orders = {{1, 1}, {2, 1}}}",
         ("{r}.sum += {x};", "push(&{r}.orders[1], {x});", "push(&{r}.orders[{x} % 2], {x});"),
         "mix({r}.sum, mix({r}.orders[0].hash, {r}.orders[1].hash))", False),  # fmt: skip
)
CXX_TYPES = (
    Type("Order", "", ("{r}.push({x});",), "{r}.hash"),
    Type("List", " = {1, 2}", ("{r}.push_back({x});", "{r}.emplace_back({x});"), "hash({r})"),
    Type("Totals", "{}", ("{r}.sum += {x};", "{r}.orders[{x} % 2].push({x});", "{r}.list.push_back({x});"),
         "{r}.all()"),  # fmt: skip
    Type("Totals", "{}", ("{r}[{x} % 2].sum ^= 0, {r}[1].sum += {x};", "{r}[0].list.push_back({x});"),
         "mix({r}[0].all(), {r}[1].all())", end="[2]", is_parameter=False),  # fmt: skip
    Type("std::vector<Totals>", "(2)", ("{r}[{x} % 2].sum += {x};", "{r}[1].orders[0].push({x});"),
         "mix({r}[0].all(), {r}[1].all())"),  # fmt: skip
    Type("std::unique_ptr<Totals>", " = std::make_unique<Totals>()",
         ("{r}->sum += {x};", "{r}->orders[1].push({x});"), "{r}->all()"),  # fmt: skip
    Type("Longest cilk_reducer()", "", ("if (make<std::string>({x}).size() > {r}.text.size()) {r}.text = "
         "make<std::string>({x});",), "hash({r}.text)", feature="CALLBACKS", is_parameter=False),  # fmt: skip
    Type("uint64_t cilk_reducer(xors)", " = 6", ("{r} ^= {x};",), "{r}", feature="CALLBACKS"),
    Type("cilk::reducer<cilk::op_add<uint64_t>>", "", ("*{r} += {x};", "++*{r};"), "{r}.get_value()",
         feature="LIBRARY"),  # fmt: skip
    Type("cilk::reducer_opxor<uint64_t>", "", ("{r} ^= {x};",), "{r}.get_value()", feature="LIBRARY"),
    Type("cilk::reducer<cilk::op_max_index<uint64_t, uint64_t>>", "",
         ("{r}->calc_max({x}, 11);",),
         "({r}->is_set() ? {r}.get_value().first + {r}.get_value().second : 3)",
         feature="LIBRARY"),  # fmt: skip
    Type("cilk::reducer<cilk::op_vector<uint64_t>>", "", ("{r}->push_back({x});",),
         "hash({r}.get_value())", feature="LIBRARY"),  # fmt: skip
    Type("cilk::reducer_list_append<uint64_t>", "", ("{r}.push_back({x});",),
         "uint64_t(hash(std::vector<uint64_t>({r}.get_value().begin(), {r}.get_value().end())))",
         feature="LIBRARY"),  # fmt: skip
)


def types(is_cxx, features):
    found = [*TYPES, *(CXX_TYPES if is_cxx else C_TYPES)]
    return [t for t in found if not t.feature or t.feature in features]


@dataclass(eq=False)
class Reducer:
    name: str
    type: Type
    depth: int
    region: int = 0
    is_reference: bool = False
    is_pointer: bool = False

    @property
    def text(self):
        return f"(*{self.name})" if self.is_pointer else self.name

    @property
    def parameter(self):
        return f"{self.type.name} {'*' if self.is_pointer else '&'}{self.name}"

    def argument(self, is_cxx):
        if self.is_pointer:
            return self.name
        return self.name if is_cxx else f"__builtin_addressof({self.name})"

    def read(self):
        return f"(uint64_t){self.type.reads.format(r=self.text)}"


class Reducers:
    def updatable(self):
        return [r for r in self.reducers if r.depth >= self.where.reducers_from]

    def readable_reducers(self):
        """Those of which this strand has the only view."""
        return [
            r for r in self.reducers if r.region == self.region and not self.state.children
        ]  # fmt: skip

    def reducers_like(self, other):
        return [r for r in self.updatable() if r.type == other.type]

    def declare_reducer(self):
        type = self.pick(types(self.is_cxx, self.program.features))
        name = self.name("s")
        self.line(f"{type.name} {name}{type.end}{type.begin};")
        self.reducers.append(Reducer(name, type, self.depth, self.region))

    def update_reducer(self):
        reducers = self.updatable()
        if not reducers or self.chance(15):
            return self.declare_reducer()
        reducer = self.pick(reducers)
        form = self.pick(reducer.type.updates)
        name = self.name("x")
        self.line(f"const uint64_t {name} = {self.value(1)};")
        self.line(form.format(r=reducer.text, x=name))
        return None
