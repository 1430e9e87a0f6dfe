#!/usr/bin/env python3
"""Checks what the target native relies on in AArch64 assembly that LLVM has made.

    check-code-aarch64.py [--sites N] FILE.s...

The rules are those of check-code.py; where they differ:

 2. Nothing is addressed relative to the stack pointer but the frame record at the
    beginning and the end, and arguments that are stored for the next call. There is
    no base pointer: x19 does not get the stack pointer when the function begins.
 3. The thread pointer, tpidr_el0, is read between the call and the test, and no
    register with it or with an address made of it is stored.
Rules 7 and 8 are not checked here.

Prints each violation; fails if there is one, or fewer than N sites.
"""

import argparse
import re
import sys

COMMENT = re.compile(r"\s*(//|; ).*")
LABEL = re.compile(r'"?([^"\s:]+)"?:$')
CALL = ("bl", "blr", "blraa", "blraaz")
JUMP = re.compile(r"(b|br|b\.\w+|cbn?z|tbn?z)$")
STORE = re.compile(r"(st[rpu]\w*|stlr\w*|stn?p)$")
ATOMIC = re.compile(r"(ldx|stx|ldax|stlx|lda|stl|cas|swp|ld(add|clr|set|eor|smax|smin|umax|umin)|dmb|dsb)\w*$")
FRAME_RECORD = re.compile(r"(stp|ldp)\s+x29, x30, \[sp(, #-?\d+)?\](!|, #\d+)?$")


class Instruction:
    def __init__(self, number, text):
        self.number = number
        self.text = text
        parts = text.split(None, 1)
        self.name = parts[0]
        self.operands = parts[1] if len(parts) > 1 else ""

    @property
    def label(self):
        found = LABEL.match(self.text)
        return found.group(1) if found else None

    @property
    def is_call(self):
        return self.name in CALL

    @property
    def is_jump(self):
        return JUMP.match(self.name) is not None

    @property
    def ends(self):
        return self.name in ("b", "br", "ret", "retaa", "brk")

    @property
    def target(self):
        return self.operands.split(",")[-1].strip()

    @property
    def is_store(self):
        return STORE.match(self.name) is not None

    @property
    def stored(self):
        registers = self.operands.split("[")[0]
        return [r.strip() for r in registers.split(",") if r.strip()]

    @property
    def moves_stack_pointer(self):
        return re.match(r"(sub|add|mov|and)\s+sp, ", self.text) is not None


def functions(path):
    name, body = None, []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = COMMENT.sub("", line).strip()
            label = LABEL.match(text)
            if label and not label.group(1).startswith(".L"):
                name, body = label.group(1), []
            elif re.match(r"\.Lfunc_end\d+:", text) and name:
                yield name, body
                name = None
            elif name and text and (not text.startswith(".") or label):
                body.append(Instruction(number, text))


def landing_pads(path):
    pads, end = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            between = re.search(r"// +Call between \S+ and (\S+)", line)
            pad = re.search(r"// +jumps to (\S+)", line)
            end = between.group(1) if between else end
            if pad:
                pads[end] = pad.group(1)
    return pads


def path_from(body, labels, index):
    """What is executed from there on, up to and with the first conditional branch,
    call or return."""
    path, seen = [], set()
    while index < len(body) and index not in seen:
        seen.add(index)
        instruction = body[index]
        path.append(instruction)
        if instruction.name == "b" and instruction.target in labels:
            index = labels[instruction.target]
        elif instruction.is_call or instruction.is_jump or instruction.ends:
            break
        else:
            index += 1
    return path


def reads_mark(path):
    """True if the path compares the thread's second word with the frame pointer."""
    text = "\n".join(i.text for i in path)
    # Unoptimized, the frame pointer is copied first.
    compares = re.search(r"(cmp\s+(x\d+, x29|x29, x\d+)|mov\s+x\d+, x29)$", text, re.MULTILINE)
    return "__tussah_thread" in text and compares is not None and path[-1].is_jump


def is_result(register):
    return re.fullmatch(r"[wx][0-7]|[bhsdqv][0-7]", register) is not None


def check_window(path):
    """Rules 1 and 3."""
    seen = set()
    for instruction in path:
        if instruction.is_call:
            yield instruction, "calls something before the test"
        if not instruction.is_store:
            continue
        for register in instruction.stored:
            if not is_result(register):
                yield instruction, "stores something else than the result before the test"
            elif register[1:] + register[0] in seen:
                yield instruction, "stores a result twice before the test"
            seen.add(register[1:] + register[0])
    if not any(re.match(r"mrs\s+x\d+, tpidr_el0", i.text, re.IGNORECASE) for i in path):
        yield path[-1], "uses a thread pointer from before the call"


def check_landing_pad(body, labels, call, pads):
    """Rule 5."""
    after = [i.label for i in body[call + 1 : call + 4] if i.label]
    pad = next((pads[label] for label in after if label in pads), None)
    start = labels.get(pad)
    if start is None:
        yield body[call], "has no landing pad"
        return
    path = path_from(body, labels, start)
    if not path[-1].is_call or "__tussah_exception" not in path[-1].operands:
        yield path[-1], "precedes the call of __tussah_exception in a landing pad"
    for instruction in path:
        if instruction.is_store:
            yield instruction, "stores something at the start of a landing pad"


def check_frame(body):
    """Rule 2. A base pointer is made before anything else happens; later x19 is a
    register as others are."""
    in_prologue = True
    for index, instruction in enumerate(body):
        text = instruction.text
        in_prologue &= not (instruction.is_call or instruction.is_jump)
        if in_prologue and re.match(r"mov\s+x19, sp$", text):
            yield instruction, "makes x19 a base pointer"
        if "[sp" not in text or FRAME_RECORD.match(text):
            continue
        if text == "stp\txzr, xzr, [sp, #-16]!" or re.match(r"(stp|str)\s+xzr(, xzr)?, \[sp(, #-16)?\]!?$", text):
            continue  # what calls have left, and probes
        rest = (i for i in body[index:] if i.is_call or (i.label and not i.label.startswith(".Ltmp")) or i.is_jump)
        if instruction.is_store and next(rest, instruction).is_call:
            continue
        yield instruction, "uses memory relative to the stack pointer"


def check_thread_pointers(body):
    """Rule 3: registers that hold the thread pointer are not stored."""
    addresses = set()
    for instruction in body:
        if instruction.is_call or instruction.label:
            addresses.clear()
            continue
        if instruction.is_store:
            for register in instruction.stored:
                if register in addresses:
                    yield instruction, "keeps an address of the thread's memory in the frame"
            continue
        target = re.match(r"(x\d+)(?:,|$)", instruction.operands)
        if not target:
            continue
        sources = re.findall(r"x\d+", instruction.operands[target.end() :])
        derives = instruction.name in ("add", "mov", "sub") and addresses & set(sources)
        if derives or "tpidr_el0" in instruction.operands.lower():
            addresses.add(target.group(1))
        else:
            addresses.discard(target.group(1))


def check_child_done(body):
    """Rule 6."""
    stores = []
    for instruction in body:
        if instruction.is_call and "__tussah_child_done" in instruction.operands:
            for store in stores:
                yield store, "stores something before __tussah_child_done"
        if instruction.is_call or (instruction.label and not instruction.label.startswith(".Ltmp")):
            stores = []
        elif instruction.is_store:
            stores.append(instruction)


def check_function(body, pads, atomics):
    labels = {i.label: n for n, i in enumerate(body) if i.label}
    sites, violations = 0, []
    for index, instruction in enumerate(body):
        if not instruction.is_call:
            continue
        path = path_from(body, labels, index + 1)
        if not reads_mark(path):
            continue
        sites += 1
        violations += check_window(path)
        violations += check_landing_pad(body, labels, index, pads)
    spawns = any(i.is_call and "__tussah_exception" in i.operands for i in body)
    if spawns and not sites:
        violations.append((body[0], "spawns, but tests the mark nowhere straight after a call"))
    if spawns:
        violations += check_frame(body)
        violations += check_thread_pointers(body)
        violations += check_child_done(body)
        if not atomics:
            violations += [(i, "is atomic") for i in body if ATOMIC.match(i.name)]
    return sites, violations


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE.s")
    parser.add_argument("--sites", type=int, default=1, help="least number of sites in a file")
    parser.add_argument("--atomics", action="store_true", help="the program has atomic accesses")
    options = parser.parse_args()
    failed = False
    for path in options.files:
        total, pads = 0, landing_pads(path)
        for name, body in functions(path):
            sites, violations = check_function(body, pads, options.atomics)
            total += sites
            for instruction, message in violations:
                failed = True
                print(f"{path}:{instruction.number}: {name}: '{instruction.text}' {message}")
        print(f"{total} spawn sites")
        if total < options.sites:
            failed = True
            print(f"{path}: {total} spawn sites, expected {options.sites}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
