"""What programs of this generator consist of, and how it looks in their texts."""

import re

COMMON = {
    "spawned call": r"^ *cilk_spawn \(?[fb]\w*\(",
    "spawn as an initializer": r"^ *\w.* v\w+ = cilk_spawn",
    "spawn into an object": r"^ *[^ ].* \S?= cilk_spawn",
    "spawned call for a pointer": r"\* ?h\w+ = cilk_spawn",
    "spawned block": r"^ *cilk_spawn \{$",
    "block of a child in a child": r"^( *)cilk_spawn .*\{\n(?:\1  .*\n)*?\1  +cilk_spawn .*\{$",
    "object that only a child names": r"^ *\S+ (v\w+);\n *cilk_spawn .*plant",
    "object that only a child's block names": r"^ *\S+ (v\w+);\n *cilk_spawn .*\{\n.*\b\1\b",
    "address in a pointer": r"^ *h\w+ = (&|std::addressof)",
    "everything that a pointer leads to": r"\bfold\w*\(",
    "change by a pointer": r"^ *poke\w*\(",
    "list through objects": r"\.next = ",
    "global pointer": r"^static .*(\*|Keep|<.*\*>) ?g\d",
    "result that is a pointer": r"^ *return &",
    "array of variable length": r"^ *\w.* a\w+\[n\w+\];",
    "memory of the stack without a name": r"__builtin_alloca_with_align",
    "statement expression": r"\(\{ ",
    "128 bits": r"\bWide\b v\d",
    "complex number": r"make(_|<)Complex>?\(",
    "vector of numbers": r"make(_|<)(Quad|Oct)>?\(",
    "bit-field": r"\.b\d [-+^]?= ",
    "large structure": r"\bv20;",
    "thread-local variable": r"^ *mine\w* = ",
    "writing over what is gone": r"^ *clobber\(",
    "switch": r"^ *switch \(",
    "case that falls through": r"fallthrough",
    "jump out of a block": r"^ *goto out",
    "loop by goto": r"^ *goto again",
    "break": r"^( *)(?:for|while|do) ?.*\n(?:\1  .*\n)*?\1  +break;",
    "continue": r"^ *continue;",
    "early return": r"^ {4,}return",
    "scope": r"^ *cilk_scope",
    "parallel loop": r"^ *cilk_for",
    "loop of spawned calls": r"^ *for \(.*\{\n *(?:.* = )?cilk_spawn",
    "recursion": r"depth - 1",
    "local reducer": r"^ +Sum s\d",
    "array of reducers": r"^ +Sum s\w+\[3\]",
    "reducers as members": r"^ +Totals s\d",
    "reducer as an argument": r"[(,] ?\w[\w<>:, ]* [&*]p\w+\) \{|Sum [&*]p",
    "global reducer": r"^static .* total\d",
}
CXX = {
    "spawned lambda": r"^ *cilk_spawn \[&\]",
    "capture that is initialized": r"^ *cilk_spawn \[&, c",
    "vector": r"\bstd::vector<",
    "array of the library": r"\bstd::array<",
    "optional": r"\bstd::optional<",
    "variant": r"\bstd::variant<",
    "visit": r"\bstd::visit\(",
    "pair or tuple": r"\bstd::(pair|tuple)<",
    "structured binding": r"^ *auto \[b",
    "owning pointer": r"\bstd::unique_ptr<",
    "shared pointer": r"\bstd::shared_ptr<",
    "map, list or deque": r"^ +.*\bstd::(map|list|deque)<",
    "range": r"\bstd::(views|ranges)::",
    "coroutine beside tasks": r"^ *for \(uint64_t i\w+ : count",
    "class with virtual bases": r": virtual f\w+_root",
    "object with virtual bases": r"make<Disc>",
    "placement new": r"= (::)?new \(",
    "placement new by a child": r"cilk_spawn \{ h\w+ = new \(",
    "vector of pointers": r"std::vector<[\w:<> ]+ \*> h",
    "vector of references": r"std::reference_wrapper<",
    "span": r"\bstd::span<",
    "reference": r"^ *(auto|\w+) &r\d",
    "temporary with a longer life": r"^ *\S.* &&v\d",
    "throw": r"^ *throw (Deep)?Error",
    "throw again": r"^ *throw;",
    "try in a child": r"^( *)cilk_spawn .*\{\n(?:\1  .*\n)*?\1  +try",
    "spawn in a try": r"^( *)try \{\n(?:\1  .*\n)*?\1  .*cilk_spawn",
    "parallel loop over a range": r"cilk_for \(auto &",
    "parallel loop over iterators": r"cilk_for \(auto \w+ = ",
    "reducers in a container": r"std::vector<Totals> s",
    "reducer with functions with data": r"cilk_reducer\((xors)?\) s",
    "reducer of the library": r"\bcilk::reducer",
}
C = {
    "compound literal that escapes": r"= &\(\w+\)\{|, &\(\w+\)\{",
    "compound literal as an argument of a child": r"cilk_spawn .*&\(\w+\)\{",
}


def constructs(is_cxx):
    """Returns a pattern for each construct of a language by its name."""
    return {**COMMON, **(CXX if is_cxx else C)}


def missing(texts, is_cxx):
    """Returns the names of the constructs that none of the texts has. Only what
    follows the begin of a program counts, which all have."""
    bodies = [text[text.index("// The program.") :] for text in texts]
    return [
        name
        for name, pattern in constructs(is_cxx).items()
        if not any(re.search(pattern, text, re.MULTILINE) for text in bodies)
    ]
