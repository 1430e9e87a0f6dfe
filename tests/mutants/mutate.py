"""Mutants of one line of C and C++: what they are, in an order that depends on a seed only."""

import dataclasses
import hashlib
import random
import re

# A condition that begins and ends in its line.
CONDITION = re.compile(r"\b(if|while) \((?P<condition>.+)\)(?P<rest> \{| [^()]*;|)$")
# A call or an assignment that is all of a line. Declarations have two words before the "=".
STATEMENT = re.compile(r"^\s+[A-Za-z_][\w:.>-]*\(.*\);$|^\s+\*?[A-Za-z_][\w:.>\[\]-]* [-+|&]?= .*;$")
NO_STATEMENT = re.compile(r"^\s+(return|break|continue|goto|delete|throw|case|using|static_assert|else)\b|^\s+\(void\)")
TWO_ARGUMENTS = re.compile(r"\b(?P<call>\w+)\((?P<first>[\w>.*&-]+), (?P<second>[\w>.*&-]+)\)")
REPLACEMENTS = {
    "boundary": [(" < ", " <= "), (" > ", " >= "), (" <= ", " < "), (" >= ", " > ")],
    "equality": [(" == ", " != "), (" != ", " == ")],
    "logic": [(" && ", " || "), (" || ", " && ")],
    "arithmetic": [(" + 1", " - 1"), (" - 1", " + 1"), ("++", "--"), ("--", "++")],
    "truth": [("return true;", "return false;"), ("return false;", "return true;"), ("= true;", "= false;")],
}
NAMES = {
    "environment": [("secure_getenv(", "getenv(")],
    "bool": [("(true)", "(false)"), ("(false)", "(true)"), (", true)", ", false)"), (", false)", ", true)")],
}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A line of a file, as it is and as it becomes."""

    file: str
    line: int
    operator: str
    before: str
    after: str

    def name(self):
        """The same as long as the line's text stays, and what the mutant makes of it."""
        text = "\n".join((self.file, self.operator, self.before, self.after))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def code_lines(text):
    """Numbers and texts of lines that are neither comments, nor strings, nor for the preprocessor."""
    in_comment = in_directive = False
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        was_directive = in_directive
        in_directive = (bare.startswith("#") or in_directive) and bare.endswith("\\")
        if in_comment or bare.startswith("/*"):
            in_comment = "*/" not in bare
            continue
        if was_directive or bare.startswith(("#", "//", "*")) or '"' in bare or not bare:
            continue
        yield number, re.sub(r"\s*//.*$", "", line)


def is_balanced(text):
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def variants(line):
    """Operators, and what each makes of a line."""
    found = CONDITION.search(line)
    if found and is_balanced(found["condition"]):
        at = found.start("condition"), found.end("condition")
        yield "condition", f"{line[:at[0]]}!({found['condition']}){line[at[1]:]}"
    if STATEMENT.match(line) and not NO_STATEMENT.match(line) and is_balanced(line):
        indentation = line[: len(line) - len(line.lstrip())]
        yield "statement", f"{indentation};"
    for found in TWO_ARGUMENTS.finditer(line):
        if found["call"] not in ("if", "while", "for", "switch") and found["first"] != found["second"]:
            swapped = f"{found['call']}({found['second']}, {found['first']})"
            yield "arguments", line[: found.start()] + swapped + line[found.end() :]
    for operator, pairs in {**REPLACEMENTS, **NAMES}.items():
        for old, new in pairs:
            at = line.find(old)
            if at >= 0:
                yield operator, line[:at] + new + line[at + len(old) :]


def mutants_of(file, text):
    lines = text.splitlines()
    for number, line in code_lines(text):
        for operator, after in variants(line):
            if after != line:
                yield Mutant(file, number, operator, lines[number - 1], after)


def draw(root, patterns, seed):
    """All mutants of the files that match, in an order that the seed gives."""
    everything = []
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            everything += mutants_of(str(path.relative_to(root)), path.read_text(encoding="utf-8"))
    random.Random(seed).shuffle(everything)
    return everything
