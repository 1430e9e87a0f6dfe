"""What random programs consist of, and how it looks in their texts.

If the generator no longer wrote one of them, or so rarely that the programs of
CI have none, nobody would notice: all would pass. So a test looks for each
(compare.py --constructs).
"""

import re

from functions import FORMS
from loops import CXX_ARRAY_HEADS, CXX_HEADS, HEADS
from prelude import REDUCERS, TYPES

# In both languages.
COMMON = {
    # Children and where their results go.
    "spawned call without a result": r"^ *cilk_spawn [(]?[fb]",
    "spawn as an initializer": r"^ *\w[\w ]* v\w+ = cilk_spawn",
    "spawn into a variable": r"^ *[vpr]\w+ = cilk_spawn",
    "spawn into an element": r"\w\[\d+\] = cilk_spawn",
    "spawn into an element, by what an index says": r"\w\[\(.*\) % \w+\] = cilk_spawn",
    "spawn into a member": r"\.[ab] = cilk_spawn",
    "spawn into an element of a member": r"\.v\[\d\] = cilk_spawn",
    "spawn into a bit-field": r"\.d = cilk_spawn",
    "+= of a spawn": r"\+= cilk_spawn",
    "^= of a spawn": r"\^= cilk_spawn",
    "|= of a spawn": r"\|= cilk_spawn",
    "-= of a spawn": r"-= cilk_spawn",
    "*= of a spawn": r"\*= cilk_spawn",
    "&= of a spawn": r"&= cilk_spawn",
    "spawn as the initializer of a constant": r"^ *const .* v\w+ = cilk_spawn",
    "spawned block": r"^ *cilk_spawn \{",
    "variable that children of a loop keep": r"^ *uint64_t k\w+;\n.*\n *while .*\n *cilk_spawn",
    "variable that scopes in a loop keep": r"^ *uint64_t k\w+(\[3\])?;\n.*\n *while .*\n *cilk_scope",
    "variable that parallel iterations keep": r"^ *uint64_t k\w+(\[3\])?;\n.*\n *while .*\n *cilk_for",
    "array that children of a loop keep": r"^ *uint64_t k\w+\[3\];\n.*\n *while .*\n *cilk_spawn",
    "address that a spawned call gives away": r"^ *cilk_spawn publish\(begin_node\(&",
    "address that a block gives away": r"^ *cilk_spawn \{\n *Node .* = begin_node\(&",
    "address that a child of a child gives away": r"cilk_spawn \{\n *cilk_spawn publish",
    "address that a scope gives away": r"^ *cilk_scope \{\n *cilk_spawn publish",
    "address that an iteration gives away": r"^ *cilk_for .*\n *publish",
    "address that is a result": r"^ *h\w+ = cilk_spawn same_node",
    "address of memory without a name": r"publish\(.*__builtin_alloca\(",
    "address that another child reads by": r"= cilk_spawn recall",
    "spawned recursion": r"cilk_spawn .*depth - 1",
    "called recursion": r"^(?!.*cilk_spawn).*\(depth - 1[,)]",
    "call beside tasks": r"cilk_spawn .*\n +\(void\)f",
    # Arguments and variables.
    "argument by value": r"[(,] ?uint64_t p\d",
    "sync": r"^ *cilk_sync;",
    "other name of a variable": r"^ *\w[\w ]* (&|\*const )r\d",
    "array": r"^ *\w[\w ]* a\w+\[\d+\] = \{",
    "array of variable length": r"^ *\w[\w ]* a\w+\[n\w+\];",
    "begin of a large array": r"^ *\w[\w ]* a\w+\[n\w+ \+ sizeof",
    "memory without a name": r" = \(.*\)__builtin_alloca_with_align\(n",
    # Statements.
    "branch": r"^ *if \(.*\) \{",
    "other branch": r"^ *\} else \{",
    "statement without braces": r"^ *(if|for|while|cilk_for|cilk_scope)\b(?!.*\{).*\n.*;",
    "switch": r"^ *switch \(",
    "case that falls through": r"^ *\}\n *(case|default)",
    "default": r"^ *default:",
    "jump over a block": r"^ *goto end",
    "early return": r"^ {4,}return",
    "scope": r"^ *cilk_scope",
    "jump out of a scope": r"^( *)cilk_scope \{\n(?:\1  .*\n)*?\1 {4,}(break|continue);",
    # Loops.
    "loop by goto": r"^ *goto again",
    "loop that tests at its end": r"^ *do \{",
    "loop that tests at its begin": r"^ *while \(",
    "break": r"^ *break;",
    "continue": r"^ *continue;",
    "continue of a parallel iteration": r"^( *)cilk_for .*\n(?:\1  .*\n)*?\1  +continue;",
    "loop that spawns into an array": r"^ *for \(.*\n.*\] = cilk_spawn",
    "parallel loop that spawns into an array": r"^ *cilk_for \(.*\n.*\] = cilk_spawn",
    "parallel loop in a parallel loop": r"^( *)cilk_for .*\n(?:\1  .*\n)*?\1  +cilk_for",
    "parallel loop in a child": r"^( *)cilk_spawn .*\{\n(?:\1  .*\n)*?\1  +cilk_for",
    "parallel loop in a loop": r"^( *)(?:for|while|do) .*\n(?:\1  .*\n)*?\1  +cilk_for",
    "scope in a loop": r"^( *)(?:for|while|do) .*\n(?:\1  .*\n)*?\1  +cilk_scope",
    "block of a child in a child": r"^( *)cilk_spawn .*\{\n(?:\1  .*\n)*?\1  +cilk_spawn .*\{$",
    "parallel loop over an array of variable length": r"^ *cilk_for \(.*\bn\d+\w*\b.*;",
    "grain size": r"^ *#pragma cilk grainsize \d+$",
    "grain size, other spelling": r"^ *#pragma cilk grainsize = ",
    "grain size, computed": r"^ *#pragma cilk grainsize \d \+",
    # Reducers.
    "global reducer": r"^static \S+ total",
    "local reducer": r"^ +\S.* sum\d\w*( =.*)?;",
    "reducer as an argument": r"[(,] ?(Sum|Order) [&*]p",
    "cancellation": r"^#include <tussah/cancel.h>",
}

CXX = {
    "spawned lambda": r"^ *cilk_spawn \[&\]",
    "address that a lambda gives away": r"^ *cilk_spawn \[&\] \{\n *publish",
    "object at a given place": r"publish\(.*new \(n\w+\) Node",
    "spawned lambda with something of its own": r"^ *cilk_spawn \[&, v",
    "spawn as an initializer, in parentheses": r"^ *\w[\w ]* v\w+\(cilk_spawn",
    "spawn as an initializer, in braces": r"^ *\w[\w ]* v\w+\{cilk_spawn",
    "spawn as an initializer, of any type": r"^ *auto v\w+ = cilk_spawn",
    "called lambda": r"^ *\[&\] \{",
    "argument by reference": r"[(,] ?uint64_t &p",
    "argument by constant reference": r"[(,] ?const \w+ &p",
    "temporary object as an argument": r"f\w+\(.*to_Object\(",
    "throw": r"^ *throw Error",
    "throw of an object": r"^ *throw ObjectError",
    "throw again": r"^ *throw;",
    "throw again, by a pointer": r"^ *std::rethrow_exception",
    "throw again, by a function": r"^ .*caught\(\)",
    "child that throws": r"^ *cilk_spawn \[?&?\]? ?\{\n(?: .*\n)*? *throw",
    "argument that throws": r"cilk_spawn .*[(,] ?.*risk\(",
    "switch that throws": r"^ *switch \(.*risk\(",
    "parallel iteration that throws": r"^( *)cilk_for .*\n(?:\1  .*\n)*?\1  +throw",
    "scope that throws": r"^( *)cilk_scope .*\n(?:\1  .*\n)*?\1  +throw",
    "handler by reference": r"catch \(const Error &e\)",
    "handler by value": r"catch \(Error e\)",
    "handler of all": r"catch \(\.\.\.\)",
    "jump out of a handler": r"^( *)\} catch .*\n(?:\1  .*\n)*?\1 {4,}(break|continue);",
    "jump out of a try": r"^( *)try \{\n(?:\1  .*\n)*?\1 {4,}(break|continue);",
    "spawn in a handler": r"^( *)\} catch .*\n(?:\1  .*\n)*?\1  +.*cilk_spawn",
    "handler that throws": r"^( *)\} catch .*\n(?:\1  .*\n)*?\1  +throw",
    "try in a handler": r"^( *)\} catch .*\n(?:\1  .*\n)*?\1  +try",
    "try in a try": r"^( *)try \{\n(?:\1  .*\n)*?\1  +try",
    "try in a parallel loop": r"^( *)cilk_for .*\n(?:\1  .*\n)*?\1  +try",
    "try in a child": r"^( *)cilk_spawn .*\{\n(?:\1  .*\n)*?\1  +try",
    "parallel loop in a try": r"^( *)try \{\n(?:\1  .*\n)*?\1  +cilk_for",
    "spawn in a try": r"^( *)try \{\n(?:\1  .*\n)*?\1  .*cilk_spawn",
}

C = {
    "argument by a pointer": r"[(,] ?uint64_t \*p",
    "constant pointer": r"const \w+ \*p",
    "compound literal": r"^ *cilk_spawn publish\(&\(Node\)",
    "compound literal in a call": r"^ *cilk_spawn publish\(same_node\(&\(Node\)",
}


def head_pattern(head):
    """`head` of loops.py with any names. An array of variable length has a name
    in place of its number of elements."""
    words = {"i": r"i\w+", "n": r"\w+", "a": r"\w+", "T": r"\w[\w ]*"}
    parts = re.split(r"\b([inaT])\b", head)
    return "".join(words.get(part, re.escape(part)) for part in parts)


def form_pattern(form):
    """The first line of a function's definition."""
    begin = form.definition.split("{{\n")[0].replace("{{", "{")
    return "^" + ".*".join(map(re.escape, re.split(r"(?:\{\w+\} ?)+", begin)))


def constructs(is_cxx):
    """Returns a pattern for each construct of a language by its name."""
    found = {**COMMON, **(CXX if is_cxx else C)}
    for head, _ in (*HEADS, *((*CXX_HEADS, *CXX_ARRAY_HEADS) if is_cxx else ())):
        found[f"cilk_for ({head})"] = r"^ *cilk_for \(" + head_pattern(head) + r"\)"
    for head, _ in HEADS:
        found[f"for ({head})"] = r"^ *for \(" + head_pattern(head) + r"\)"
    for name, form in FORMS.items():
        if is_cxx or not form.cxx_only:
            found[f"function of form {name}"] = form_pattern(form)
    for type in TYPES:
        if is_cxx or not type.cxx_only:
            name = re.escape(type.name)
            found[f"result of type {type.name}"] = rf"^.*\b{name} (f\w+|call)\("
            found[f"parameter of type {type.name}"] = rf"[(,] ?{name} [&*]?p\w+[,)]"
            found[f"variable of type {type.name}"] = rf"^ *{name} v\w+ = "
    for reducer in REDUCERS:
        if is_cxx or not reducer.cxx_only:
            found[f"reducer of type {reducer.name}"] = rf"\b{re.escape(reducer.name)} (total|sum)"
    return found


def missing(texts, is_cxx):
    """Returns the names of the constructs that none of the texts has."""
    return [
        name
        for name, pattern in constructs(is_cxx).items()
        if not any(re.search(pattern, text, re.MULTILINE) for text in texts)
    ]
