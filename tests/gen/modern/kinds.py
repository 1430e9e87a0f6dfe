"""The types of generated programs, and what they are composed of."""

from dataclasses import dataclass

OPERATORS = ("+=", "^=", "|=", "-=", "*=", "&=")


@dataclass(frozen=True)
class Kind:
    """`parts` are lvalues that an object always has, with {0} for the object,
    and their kinds. If `has_shape`, assigning the object makes others of them,
    so that what leads to them is a part of its own. `bits` are the bit-fields,
    which are written together. `leads_to` is the kind that a pointer in the
    object leads to."""

    name: str
    tag: str
    parts: tuple = ()
    has_shape: bool = False
    bits: tuple = ()
    trivial: bool = True
    operators: tuple = ()
    grows: tuple = ()
    leads_to: object = None
    style: str = ""  # of a holder
    copies: bool = True
    length: int = 0  # of an array
    element: object = None
    is_array: bool = False  # of the language: neither assigned nor hashed as a whole

    def __eq__(self, other):
        return isinstance(other, Kind) and self.name == other.name and self.style == other.style

    def __hash__(self):
        return hash((self.name, self.style))

    def is_a(self, *names):
        return self.name.startswith(names) and not self.is_array

    @property
    def begins_empty(self):
        """Whether it may be declared without an initializer."""
        empty = ("vector", "string", "optional", "unique_ptr", "shared_ptr", "deque", "list", "map")
        return self.trivial or self.is_a(*(f"std::{name}" for name in empty))

    def declare(self, name):
        """A declaration without an initializer."""
        if "[" in self.name:
            base, rest = self.name.split("[", 1)
            return f"{base.rstrip()} {name}[{rest}"
        return f"{self.name} {name}"


U64 = Kind("uint64_t", "u64", operators=OPERATORS)
# Its product is one of int, which may overflow.
U16 = Kind("uint16_t", "u16", operators=tuple("^=" if o == "*=" else o for o in OPERATORS))
I32 = Kind("int32_t", "i32", operators=("^=", "&=", "|="))
WIDE = Kind("Wide", "Wide", operators=OPERATORS)
DOUBLE = Kind("double", "double", operators=("+=",))
REAL = Kind("long double", "real")
COMPLEX = Kind("Complex", "Complex", operators=("+=", "-="))
QUAD = Kind("Quad", "Quad", operators=("+=", "^="))
OCT = Kind("Oct", "Oct", operators=("+=", "^="))
NODE = Kind("Node", "Node")
OBJECT = Kind("Object", "Object", trivial=False)
STRING = Kind("std::string", "string", trivial=False, grows=('{0} += "x";', "{0}.append({1} % 5, 'y');"))
DISC = Kind("Disc", "Disc", trivial=False, grows=("{0}.grow({1});", "static_cast<Shape &>({0}).grow({1});"))
C_SCALARS = (*(U64,) * 4, U16, I32, Kind("Flag", "Flag"), WIDE, WIDE, DOUBLE, REAL, COMPLEX,
             Kind("FloatComplex", "FloatComplex"), QUAD, QUAD, OCT,
             Kind("Halves", "Halves", operators=("+=",)))  # fmt: skip
CXX_SCALARS = (*(U64,) * 4, U16, I32, Kind("bool", "bool"), WIDE, WIDE, DOUBLE, REAL, COMPLEX, QUAD,
               OCT, OBJECT, OBJECT, STRING, DISC)  # fmt: skip


def structure(name, members, bits=()):
    """A class with the members v0, v1, ... and b0, b1, ..."""
    parts = tuple((f"{{0}}.v{i}", kind) for i, kind in enumerate(members))
    trivial = all(kind.trivial for kind in members)
    copies = all(kind.copies for kind in members)
    return Kind(name, name, parts, bits=tuple(bits), trivial=trivial, copies=copies)


def define(kind, is_cxx):
    """The definition of a class, and its functions."""
    fields = "".join(f"  {k.declare(p[4:])};\n" for p, k in kind.parts)
    fields += "".join(f"  uint32_t b{i} : {width};\n" for i, width in enumerate(kind.bits))
    sets = "".join(
        f"  s.{p[4:]} = {make(k, f'x + {i}', is_cxx)};\n" for i, (p, k) in enumerate(kind.parts)
    )
    sets += "".join(
        f"  s.b{i} = x >> {i} & {(1 << width) - 1};\n" for i, width in enumerate(kind.bits)
    )
    outer = "::" if is_cxx else ""
    reads = "".join(
        f"  h = mix(h, {outer}{hash_of(k, 's.' + p[4:], is_cxx)});\n" for p, k in kind.parts
    )
    reads += "".join(f"  h = mix(h, s.b{i});\n" for i in range(len(kind.bits)))
    if is_cxx:
        begin = ", ".join("::" + make(k, f"x + {i}", True) for i, (_, k) in enumerate(kind.parts))
        bits = "".join(f", (uint32_t)(x >> {i} & {(1 << w) - 1})" for i, w in enumerate(kind.bits))
        return (
            f"struct {kind.name} {{\n{fields}}};\ntemplate <> struct Traits<{kind.name}> {{\n"
            f"  static {kind.name} make(uint64_t x) {{ return {kind.name}{{{begin}{bits}}}; }}\n"
            f"  static uint64_t hash(const {kind.name} &s) {{\n  uint64_t h = 31;\n{reads}"
            "  return h;\n  }\n};\n"
        )
    return (
        f"typedef struct {kind.name} {kind.name};\nstruct {kind.name} {{\n{fields}}};\n"
        f"static inline {kind.name} make_{kind.tag}(uint64_t x) {{\n  {kind.name} s;\n{sets}"
        f"  return s;\n}}\nstatic inline uint64_t hash_{kind.tag}({kind.name} s) {{\n"
        f"  uint64_t h = 31;\n{reads}  return h;\n}}\n"
    )


def make(kind, text, is_cxx):
    return f"make<{kind.name}>({text})" if is_cxx else f"make_{kind.tag}({text})"


def hash_of(kind, text, is_cxx):
    return f"hash({text})" if is_cxx else f"hash_{kind.tag}({text})"


# How each is made of other kinds, and the features that a program needs for it.


def vector(k):
    if k.name == "bool":  # its elements are no objects
        return array(k)
    parts = tuple((f"{{0}}[{i}]", k) for i in range(3))
    grows = (f"{{0}}.push_back(make<{k.name}>({{1}}));", f"{{0}}.emplace_back(make<{k.name}>({{1}}));")
    grows += (f"{{0}}.insert({{0}}.begin(), make<{k.name}>({{1}}));",)
    return Kind(f"std::vector<{k.name}>", "", parts, True, trivial=False, grows=grows,
                copies=k.copies, length=3, element=k)  # fmt: skip


def array(k):
    parts = tuple((f"{{0}}[{i}]", k) for i in range(4))
    return Kind(f"std::array<{k.name}, 4>", "", parts, trivial=k.trivial, copies=k.copies,
                length=4, element=k)  # fmt: skip


def plain_array(k, size, length):
    """An array of the language; `size` is the text of its length."""
    parts = tuple((f"{{0}}[{i}]", k) for i in range(length))
    return Kind(f"{k.name} [{size}]", "", parts, trivial=k.trivial, copies=False, length=length,
                element=k, is_array=True)  # fmt: skip


def optional(k):
    grows = (f"{{0}}.reset(), {{0}}.emplace(make<{k.name}>({{1}}));",)
    return Kind(f"std::optional<{k.name}>", "", (("(*{0})", k),), True, trivial=False, grows=grows,
                copies=k.copies)  # fmt: skip


def unique(k):
    grows = (f"{{0}}.reset(new {k.name}(make<{k.name}>({{1}})));",)
    return Kind(f"std::unique_ptr<{k.name}>", "", (("(*{0})", k),), True, trivial=False,
                grows=grows, copies=False)  # fmt: skip


def shared(k):
    return Kind(f"std::shared_ptr<{k.name}>", "", (("(*{0})", k),), True, trivial=False,
                grows=(f"{{0}} = std::make_shared<{k.name}>(make<{k.name}>({{1}}));",),
                copies=False)  # fmt: skip


def pair(a, b):
    return Kind(f"std::pair<{a.name}, {b.name}>", "", (("{0}.first", a), ("{0}.second", b)),
                trivial=False, copies=a.copies and b.copies)  # fmt: skip


def triple(a, b):
    parts = (("std::get<0>({0})", a), ("std::get<1>({0})", b), ("std::get<2>({0})", U64))
    return Kind(f"std::tuple<{a.name}, {b.name}, uint64_t>", "", parts, trivial=False,
                copies=a.copies and b.copies)  # fmt: skip


def variant(a, b):
    return Kind(f"std::variant<{a.name}, {b.name}>", "", trivial=False,
                copies=a.copies and b.copies,
                grows=(f"{{0}}.template emplace<0>(make<{a.name}>({{1}}));",
                       f"{{0}}.template emplace<1>(make<{b.name}>({{1}}));"))  # fmt: skip


def deque(k):
    return Kind(f"std::deque<{k.name}>", "", trivial=False, copies=k.copies,
                grows=(f"{{0}}.push_front(make<{k.name}>({{1}}));", "{0}.pop_back();"
                       f" {{0}}.push_front(make<{k.name}>({{1}}));"))  # fmt: skip


def linked(k):
    return Kind(f"std::list<{k.name}>", "", trivial=False, copies=k.copies,
                grows=(f"{{0}}.push_front(make<{k.name}>({{1}}));",
                       "{0}.splice({0}.begin(), {0}, std::prev({0}.end()));"))  # fmt: skip


def mapped(k):
    return Kind(f"std::map<uint64_t, {k.name}>", "", trivial=False, copies=k.copies,
                grows=(f"{{0}}.insert_or_assign({{1}} % 7, make<{k.name}>({{1}}));",
                       f"{{0}}.at(1) = make<{k.name}>({{1}});"))  # fmt: skip


UNARY = {"vector": vector, "array": array, "optional": optional, "unique": unique, "shared": shared}
CONTAINERS = {"deque": deque, "list": linked, "map": mapped}
BINARY = {"pair": pair, "tuple": triple, "variant": variant}


def holders(k, features, is_cxx):
    """What holds pointers to objects of a kind."""
    node = [NODE_HOLDER] if k == NODE else []
    pointer = Kind(f"{k.name} *", "", leads_to=k, style="pointer")
    if not is_cxx:
        keep = Kind(f"Keep_{k.tag}", "", leads_to=k, style="keep")
        return [pointer, pointer, keep, keep, *node]
    found = [
        pointer,
        pointer,
        Kind(f"std::vector<{k.name} *>", "", leads_to=k, style="vector", trivial=False),
        Kind(f"std::vector<{k.name} *>", "", leads_to=k, style="vector", trivial=False),
        Kind(f"{k.name} *[3]", "", leads_to=k, style="array"),
        Kind(f"std::optional<{k.name} *>", "", leads_to=k, style="optional", trivial=False),
        Kind(f"std::variant<std::monostate, {k.name} *>", "", leads_to=k, style="variant", trivial=False),
        Kind(f"Link<{k.name}>", "", leads_to=k, style="link"),
        *node,
    ]
    if "CONTAINERS" in features:
        found.append(Kind(f"std::map<uint64_t, {k.name} *>", "", leads_to=k, style="map", trivial=False))
    if "FUNCTIONS" in features:
        found.append(Kind(f"std::vector<std::reference_wrapper<{k.name}>>", "", leads_to=k, style="wrapped", trivial=False))
    if "RANGES" in features:
        found.append(Kind(f"std::span<{k.name}>", "", leads_to=k, style="span"))
    return found


NODE_HOLDER = Kind("Node *", "", leads_to=NODE, style="list")
