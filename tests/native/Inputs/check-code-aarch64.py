#!/usr/bin/env python3
"""Checks what the target native relies on in AArch64 assembly that LLVM has made.

    check-code-aarch64.py [--sites N] FILE.s...

The rules are those of check-code.py; where they differ:

 2. Nothing is addressed relative to the stack pointer but the frame record at the
    beginning and the end, and arguments that are stored for the next call. There is
    no base pointer: x19 does not get the stack pointer when the function begins.
 3. The thread pointer, tpidr_el0, is read between the call and the test, and no
    register with it or with an address made of it is stored.
 7. Where the stack pointer is moved within the function, the frame record below it
    is overwritten.
A function whose children all end by an exception tests no mark.

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
# What is pushed, and popped at once, over the record that a call has left.
FORGET = "stp\txzr, xzr, [sp, #-16]!"
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
        """The registers before the memory operand; of a load, those that it sets."""
        registers = self.operands.split("[")[0]
        return [r.strip() for r in registers.split(",") if r.strip()]

    @property
    def set(self):
        """Numbers of the general registers that it sets, as far as these rules ask."""
        if self.label or self.is_call or self.is_jump or self.is_store or self.name in ("cmp", "cmn", "tst", "ret"):
            return []
        first = re.match(r"[wx](\d+)(?:, [wx](\d+)(?=, \[))?", self.operands)
        return [number for number in first.groups() if number] if first else []

    @property
    def starts_block(self):
        return self.label is not None and not self.label.startswith(".Ltmp")

    @property
    def moves_stack_pointer(self):
        """True if it sets the stack pointer, not for arguments of a call, nor at
        the end of the function."""
        is_end = re.match(r"(mov\s+sp, x29|(sub|add)\s+sp, x29, #\d+)$", self.text)
        is_constant = re.match(r"(sub|add)\s+sp, sp, #\d+", self.text)
        return re.match(r"(sub|add|mov|and)\s+sp, ", self.text) is not None and not is_end and not is_constant


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
    """Rule 2. A base pointer is made before anything else happens, and addresses
    memory as long as x19 gets no other value. Else x19 is a register as others are."""
    in_prologue = True
    is_base = (
        any(re.search(r"(\[x19\b|^add\s+x\d+, x19, #)", i.text) for i in body)
        and sum("19" in i.set for i in body) == 1
    )
    for index, instruction in enumerate(body):
        text = instruction.text
        in_prologue &= not (instruction.is_call or instruction.is_jump)
        if is_base and in_prologue and re.match(r"mov\s+x19, sp$", text):
            yield instruction, "makes x19 a base pointer"
        if "[sp" not in text or FRAME_RECORD.match(text):
            continue
        if text == FORGET or re.match(r"(stp|str)\s+xzr(, xzr)?, \[sp(, #-16)?\]!?$", text):
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
                if register[0] == "x" and register[1:] in addresses:
                    yield instruction, "keeps an address of the thread's memory in the frame"
            continue
        sources = set(re.findall(r"\bx(\d+)", instruction.operands.partition(",")[2]))
        derives = instruction.name in ("add", "mov", "sub") and addresses & sources
        if derives or "tpidr_el0" in instruction.operands.lower():
            addresses.update(instruction.set)
        else:
            addresses.difference_update(instruction.set)


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


def tests_of_mark(body, labels):
    """Yields the branches one way of which leads to __tussah_child_done."""
    for index, instruction in enumerate(body):
        if not instruction.is_jump or instruction.ends:
            continue
        for way in (labels.get(instruction.target), index + 1):
            path = path_from(body, labels, way) if way is not None else []
            if path and path[-1].is_call and "__tussah_child_done" in path[-1].operands:
                yield instruction
                break


def is_overwritten_before(body, index, seen=()):
    """True if zeros are pushed on every way to there since the last call."""
    for here in range(index - 1, -1, -1):
        instruction = body[here]
        if instruction.text == FORGET:
            return True
        if instruction.is_call or instruction.moves_stack_pointer or here in seen:
            return False
        if instruction.starts_block and not instruction.label.startswith(".Lfunc_begin"):
            ways = [n for n, i in enumerate(body) if i.is_jump and i.target == instruction.label]
            if not body[here - 1].ends:
                ways.append(here)
            return bool(ways) and all(is_overwritten_before(body, n, (*seen, here)) for n in ways)
    return True  # nothing has been called yet


def is_overwritten_behind(body, index):
    """True if something is stored below the old stack pointer soon."""
    for instruction in body[index + 1 :]:
        if re.match(r"(str|stur|stp)\s+xzr(, xzr)?, \[x(?!29)\d+(, #-\d+)?\]$", instruction.text):
            return True
        if instruction.is_call or instruction.starts_block or instruction.is_jump or instruction.moves_stack_pointer:
            return False
    return False


def moves_by_nothing(body, index):
    """True behind a landing pad, where nothing is allocated, so that the frame is
    left by its pointer; and for a stack pointer that was just copied."""
    copy = re.match(r"(?:mov\s+sp, |(?:sub|add)\s+sp, )(x\d+)(?:, xzr|, #0)?$", body[index].text)
    for instruction in reversed(body[:index]):
        if copy and re.match(rf"mov\s+{copy[1]}, sp$", instruction.text):
            return True
        if instruction.is_call:
            return "__tussah_exception" in instruction.operands
        if instruction.starts_block or instruction.is_jump:
            return False
    return False


def check_forgotten_calls(body):
    """Rule 7."""
    for index, instruction in enumerate(body):
        if instruction.moves_stack_pointer and not (
            moves_by_nothing(body, index)
            or is_overwritten_before(body, index)
            or is_overwritten_behind(body, index)
        ):
            yield instruction, "moves the stack pointer and leaves a return address behind"


def check_function(body, pads, atomics):
    labels = {i.label: n for n, i in enumerate(body) if i.label}
    sites, tested, violations = 0, set(), []
    for index, instruction in enumerate(body):
        if not instruction.is_call:
            continue
        path = path_from(body, labels, index + 1)
        if not reads_mark(path):
            continue
        sites += 1
        tested.add(path[-1])
        violations += check_window(path)
        violations += check_landing_pad(body, labels, index, pads)
    spawns = any(i.is_call and "__tussah_exception" in i.operands for i in body)
    violations += [
        (test, "tests the mark not straight after a call")
        for test in tests_of_mark(body, labels)
        if test not in tested
    ]
    if spawns:
        violations += check_frame(body)
        violations += check_thread_pointers(body)
        violations += check_child_done(body)
        violations += check_forgotten_calls(body)
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
