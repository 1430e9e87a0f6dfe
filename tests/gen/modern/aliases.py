"""Pointers and what holds them: addresses of any object go anywhere, and are
followed where `State.leads` says that all that they lead to may be used."""

from .cells import LENT, NOTHING, Use
from .kinds import NODE, Kind, holders

# One pointer; a store replaces it. Its text, with {0} for the holder.
SINGLE = {
    "pointer": "(*{0})",
    "list": "(*{0})",
    "reference": "{0}",
    "link": "(*{0}.to)",
    "optional": "(**{0})",
    "span": "{0}[0]",
    "variant": "(*std::get<1>({0}))",
}
EMPTY = {"pointer": ["nullptr"], "list": ["nullptr"], "optional": ["std::nullopt"]}
STORES = {
    "pointer": ["{h} = {p};"],
    "list": ["{h} = {p};"],
    "vector": ["{h}.push_back({p});", "{h}.emplace_back({p});", "{h}.insert({h}.begin(), {p});"],
    "array": ["{h}[1] = {p};", "{h}[2] = {p};", "put({h}, {p});"],
    "optional": ["{h} = {p};", "{h}.emplace({p});"],
    "variant": ["{h} = {p};", "{h}.template emplace<1>({p});"],
    "link": ["{h}.to = {p};", "{h} = {{{n}, {p}}};", "put({h}, {p});"],
    "map": ["{h}[{n}] = {p};", "put({h}, {p});"],
    "wrapped": ["{h}.push_back(*{p});", "{h}.emplace_back(*{p});"],
    "span": ["put({h}, {p});", "{h} = {{{p}, 1}};"],
    "keep": ["{h}.to[{h}.n++ % 4] = {p};", "put_{tag}(&{h}, {p});"],
}
C_HOLDERS = """\
typedef struct {{ unsigned n; {name} *to[4]; }} Keep_{tag};
static inline void put_{tag}(Keep_{tag} *h, {name} *p) {{ h->to[h->n++ % 4] = p; }}
__attribute__((noinline)) static void plant_{tag}({name} *at, uint64_t x, {name} **in) {{
  *at = make_{tag}(x);
  *in = at;
}}
static inline {name} *plant_Keep_{tag}({name} *at, uint64_t x, Keep_{tag} *in) {{
  *at = make_{tag}(x);
  put_{tag}(in, at);
  return at;
}}
static inline void change_{tag}({name} *v, uint64_t x) {{ {change} }}
static inline uint64_t fold_{tag}({name} *p) {{
  uint64_t h = 21;
{walk}
  return h;
}}
static inline void poke_{tag}({name} *p, uint64_t x) {{ if (p) change_{tag}(p, x); }}
static inline uint64_t fold_Keep_{tag}(const Keep_{tag} *k) {{
  uint64_t h = k->n;
  for (int i = 0; i < 4; ++i)
    h = mix(h, fold_{tag}(k->to[i]));
  return h;
}}
static inline void poke_Keep_{tag}(const Keep_{tag} *k, uint64_t x) {{
  for (int i = 0; i < 4; ++i)
    poke_{tag}(k->to[i], x);
}}
"""


def c_functions(kind):
    """What C needs for pointers to objects of a kind."""
    if kind == NODE:
        change = "v->value ^= x;"
        walk = "  for (int i = 0; p && i < 12; p = p->next, ++i)\n    h = mix(h, hash_Node(*p));"
    else:
        change = f"*v = make_{kind.tag}(hash_{kind.tag}(*v) + x);"
        walk = f"  if (p)\n    h = mix(h, hash_{kind.tag}(*p));"
    return C_HOLDERS.format(name=kind.name, tag=kind.tag, change=change, walk=walk)


class Aliases:
    def holders(self, test, kind=None):
        return [
            c
            for c in self.find(test)
            if c.kind.leads_to and (kind is None or c.kind.leads_to == kind)
        ]

    def targets(self, holder):
        """What is read if all of its pointers are followed."""
        return self.state.reach(self.state.leads[holder]) - {NOTHING}

    def followable(self, kind=None):
        return [
            h
            for h in self.holders(self.readable, kind)
            if h.kind.style != "reference" and all(map(self.readable, self.targets(h)))
        ]

    def fold(self, holder):
        self.note_read(holder)
        for of in self.targets(holder):
            self.note_read(of)
        if self.is_cxx:
            return f"fold({holder.text})"
        tag = holder.kind.leads_to.tag
        if holder.kind.style == "keep":
            return f"fold_Keep_{tag}(&{holder.text})"
        return f"fold_{tag}({holder.text})"

    def other_names(self, of):
        """Pointers that lead to a cell and nowhere else, and the text of what they
        lead to."""
        return [
            (h, SINGLE[h.kind.style].format(h.text))
            for h in self.holders(self.readable)
            if h.kind.style in SINGLE and self.state.leads[h] == {of}
        ]

    def pokeable(self):
        found = []
        for h in self.holders(self.readable):
            targets = self.state.leads[h] - {NOTHING}
            if h.kind.style != "reference" and targets and all(map(self.writable, targets)):
                found.append(h)
        return found

    def poke(self):
        """Changes all that a holder leads to."""
        holders = self.pokeable()
        if not holders:
            return self.declare_holder()
        h = self.pick(holders)
        value = self.value(1)
        self.note_read(h)
        for of in self.state.leads[h] - {NOTHING}:
            self.note_read(of)
            self.note_write(of, of.kind.name != "Node")
        if self.is_cxx:
            return self.line(f"poke({h.text}, {value});")
        tag = h.kind.leads_to.tag
        if h.kind.style == "keep":
            return self.line(f"poke_Keep_{tag}(&{h.text}, {value});")
        return self.line(f"poke_{tag}({h.text}, {value});")

    # Where addresses come from

    def addressable(self, kind):
        """Cells whose address may be taken here."""
        return [
            c
            for c in self.find(lambda c: all(map(self.may_read, c.path)), kind)
            if not c.constant and not c.kind.is_array
        ]

    def address(self, of):
        self.note_name(of)
        text = self.text(of)
        if self.is_cxx and self.chance(20):
            return f"std::addressof({text})"
        return f"&{text}"

    def some_address(self, kind, allowed=None):
        """An address, and the cell that it leads to. `allowed` are the cells, if
        not all."""
        if allowed is None and not self.is_cxx and self.chance(35):
            return self.literal(kind)
        cells = [c for c in self.addressable(kind) if allowed is None or c in allowed]
        if not cells:
            if allowed is not None:
                return None, None
            cells = [self.declare_value(kind)]
        of = self.pick(cells)
        return self.address(of), of

    def literal(self, kind):
        """A compound literal of this block, which has no name."""
        value = self.value(1)
        of = self.declare("", kind)
        self.note_write(of)
        if kind == NODE:
            return f"&(Node){{.value = {value}}}", of
        if kind.parts:
            members = [self.make(k, f"{value} + {i}") for i, (_, k) in enumerate(kind.parts)]
            return f"&({kind.name}){{{', '.join(members)}}}", of
        return f"&({kind.name}){{{self.make(kind, value)}}}", of

    # Statements

    def declare_holder(self, kind=None):
        kind = kind or self.pick(self.program.pointees)
        holder = self.pick(holders(kind, self.program.features, self.is_cxx))
        name = self.name("h")
        if self.is_cxx:
            begin = self.pick(EMPTY.get(holder.style, [""]) + [""])
            begin = f" = {begin}" if begin and begin != "" else "{}"
        else:
            begin = " = {0}" if holder.style == "keep" else " = 0"
        self.line(f"{holder.declare(name)}{begin};")
        return self.declare(name, holder)

    def may_lead(self, of):
        """Where a holder may be made to lead: None is anywhere."""
        return self.where.retargets.get(of)

    def retargetable(self, kind=None):
        """Holders that may be made to lead elsewhere."""
        return [
            h
            for h in self.holders(self.writable, kind)
            if h.kind.style != "reference" and (h in self.where.retargets or not self.stuck(h))
        ]

    def store(self):
        """The address of something goes into a holder."""
        found = self.retargetable()
        holder = self.pick(found) if found and self.chance(80) else self.declare_holder()
        text, of = self.some_address(holder.kind.leads_to, self.may_lead(holder))
        if of is None:
            return
        self.note_write(holder)
        form = self.pick(STORES[holder.kind.style])
        form = form.replace("{tag}", holder.kind.leads_to.tag)
        self.line(form.format(h=holder.text, p=text, n=self.random.randrange(9)))
        self.leads_to(holder, {of})

    def leads_to(self, holder, cells, all_of_it=True):
        strong = all_of_it and holder.kind.style in SINGLE and holder not in self.where.retargets
        self.state.leads[holder] = frozenset(cells) | (
            frozenset() if strong else self.state.leads[holder]
        )

    def drop(self):
        """A holder leads nowhere any more."""
        found = [h for h in self.retargetable() if h.kind.style != "array"]
        if not found:
            return self.store()
        return self.empty(self.pick(found))

    def empty(self, holder):
        self.note_write(holder)
        if not self.is_cxx:
            text = f"{{{0}}}" if holder.kind.style == "keep" else "0"
            cast = f"({holder.kind.name})" if holder.kind.style == "keep" else ""
            self.line(f"{holder.text} = {cast}{text};")
        elif holder.kind.style == "array":
            self.line(f"{holder.text}[0] = {holder.text}[1] = {holder.text}[2] = nullptr;")
        else:
            self.line(f"{holder.text} = {{}};")
        if holder not in self.where.retargets:
            self.state.leads[holder] = frozenset({NOTHING})

    def copy_holder(self):
        """A pointer is copied from one to another of the same kind."""
        sources = [h for h in self.holders(self.readable) if h.kind.style not in ("array", "reference")]
        if not sources:
            return self.store()
        source = self.pick(sources)
        if self.chance(40):
            name = self.name("h")
            self.note_read(source)
            auto = "auto" if self.is_cxx else "__typeof__(" + source.text + ")"
            self.line(f"{auto} {name} = {source.text};")
            return self.declare(name, source.kind, self.state.leads[source])
        places = [h for h in self.retargetable() if h.kind == source.kind and h is not source
                  and not self.stuck(h)]  # fmt: skip
        if not places:
            return self.store()
        place = self.pick(places)
        self.note_read(source)
        self.note_write(place)
        self.line(f"{place.text} = {source.text};")
        self.state.leads[place] = self.state.leads[source]
        return None

    def link_node(self):
        """A node leads to what a pointer does, or to another node."""
        nodes = [n for n in self.find(self.writable, NODE) if n not in self.where.retargets
                 and not self.stuck(n)]  # fmt: skip
        if not nodes:
            return self.declare_node()
        node = self.pick(nodes)
        sources = [h for h in self.holders(self.readable, NODE) if h.kind.style in ("pointer", "list")]
        if sources and self.chance(50):
            source = self.pick(sources)
            self.note_read(source)
            leads, text = self.state.leads[source], source.text
        else:
            text, of = self.some_address(NODE)
            leads = frozenset({of})
        self.note_write(node, False)
        self.line(f"{self.text(node)}.next = {text};")
        self.state.leads[node] = leads
        if self.chance(50):
            heads = [h for h in self.retargetable(NODE) if h.kind.style in ("pointer", "list")
                     and not self.stuck(h)]  # fmt: skip
            if heads:
                head = self.pick(heads)
                self.note_name(node)
                self.note_write(head)
                self.line(f"{head.text} = &{node.text};")
                self.state.leads[head] = frozenset({node})
        return None

    def declare_node(self):
        """A node on top of a list."""
        lists = [h for h in self.holders(self.readable, NODE) if h.kind.style in ("pointer", "list")]
        name = self.name("v")
        value = self.value(1)
        if not lists:
            self.line(f"Node {name} = {{{value}, 0}};")
            return self.declare(name, NODE)
        source = self.pick(lists)
        self.note_read(source)
        self.line(f"Node {name} = {{{value}, {source.text}}};")
        return self.declare(name, NODE, self.state.leads[source])

    def lend_new(self):
        """An object that only a child names and makes, and which others find by a
        pointer: it lives until its block ends."""
        kinds = [k for k in self.program.pointees if k.begins_empty]
        kind = self.pick(kinds)
        found = [h for h in self.retargetable(kind) if self.may_lead(h) is None]
        holder = self.pick(found) if found and self.chance(60) else None
        if holder is None:
            made = self.pick([h for h in holders(kind, self.program.features, self.is_cxx)])
            holder = self.declare_holder_of(made)
        name = self.name("v")
        self.line(f"{kind.name} {name};")
        of = self.declare(name, kind, is_shy=True)
        form = self.random.randrange(3)
        # A call's arguments are the parent's to evaluate. It is not to be read yet.
        for leaf in of.leaves():
            self.state.uses[leaf] = Use(LENT, -1)
        value = self.value(1) if form == 0 else None
        with self.strand(40) as effects:
            value = value or self.value(1)
            for leaf in of.leaves():
                self.state.uses[leaf] = Use()
            if form == 0:
                self.line(f"cilk_spawn {self.planting(of, holder, value)};")
                self.note_planted(of, holder)
            else:
                head, end = "cilk_spawn", "}"
                if self.is_cxx and self.chance(50):
                    head, end = "cilk_spawn [&]() mutable", "}();"
                outer = self.function_block
                self.function_block = self.depth + 1 if "[" in head else outer
                with self.block(head, end):
                    if form == 1:
                        self.line(f"{self.planting(of, holder, value)};")
                    else:
                        self.line(f"{name} = {self.make(kind, value)};")
                        text = self.pick(STORES[holder.kind.style]).replace("{tag}", kind.tag)
                        self.line(text.format(h=holder.text, p=f"&{name}", n=3))
                    self.note_planted(of, holder)
                    self.statements(3)
                self.function_block = outer
        self.state.claim(effects, self.region)
        if self.chance(70):
            if self.chance(40):
                self.statement()
            self.sync()
            self.line(f"clobber({self.random.randrange(256)});")
            if holder in self.followable():
                self.tally(self.fold(holder))

    def note_planted(self, of, holder):
        self.note_write(of)
        self.note_write(holder)
        self.leads_to(holder, {of})

    def planting(self, of, holder, value):
        tag = of.kind.tag
        if self.is_cxx:
            call = self.pick(["plant(&{of}, {x}, {h})", "planted({of}, {x}, &{h})"])
        elif holder.kind.style == "keep":
            call = "plant_Keep_{tag}(&{of}, {x}, &{h})"
        else:
            call = "plant_{tag}(&{of}, {x}, &{h})"
        return call.format(of=of.text, x=value, h=holder.text, tag=tag)

    def reference(self):
        """Another name of an object."""
        cells = [
            c
            for c in self.find(lambda c: all(map(self.may_read, c.path)))
            if not c.constant and not c.kind.leads_to and not c.kind.is_array
        ]
        if not cells:
            return self.declare_holder()
        of = self.pick(cells)
        name = self.name("r")
        self.note_name(of)
        if self.is_cxx:
            head = self.pick(["auto &", f"{of.kind.name} &", "auto &&"])
            self.line(f"{head}{name} = {self.text(of)};")
            kind = Kind(f"{of.kind.name} &", "", leads_to=of.kind, style="reference")
            return self.declare(name, kind, frozenset({of}), constant=True)
        self.line(f"{of.kind.name} *const {name} = &{self.text(of)};")
        kind = Kind(f"{of.kind.name} *const", "", leads_to=of.kind, style="reference")
        return self.declare(f"(*{name})", kind, frozenset({of}), constant=True)
