#!/usr/bin/env python3
"""Checks what the target native relies on in assembly that LLVM has made.

    check-code.py [--sites N] FILE.s...

A spawn site is a call after which the code tests whether its frame has been
promoted: it compares the frame pointer with `__tussah_thread`'s second word. In
every function with one:

 1. From the call to the branch behind the test nothing is stored but the call's
    result, once: a thief may use the frame. Nothing is called either.
 2. Nothing is addressed relative to the stack pointer, except arguments that
    are stored there for the next call: a thief has another stack. (Memory below
    the stack pointer, the red zone, is never used.)
 3. The offset of the thread's words is loaded between the call and the test, and
    no address of the thread's own memory is kept in the frame: another thread
    may go on.
 4. There is no atomic instruction and no fence, unless --atomics says that the
    program has its own.
 5. The landing pad of the call calls `__tussah_exception` first. Before that it
    neither branches nor stores: if an exception arrives, a thief may use the
    frame.
 6. A block that calls `__tussah_child_done` stores nothing before that, for the
    same reason.
 7. Where the stack pointer is moved within the function, the word below it is
    overwritten: it may be a return address, and look like that of the last call.
 8. From where a thief enters to the next sync the stack pointer is not moved: it
    is the thief's.

Prints each violation; fails if there is one, or fewer than N sites.
"""

import argparse
import re
import sys
from collections import Counter

# What the calling convention returns values in.
RESULTS = {
    **dict.fromkeys(("rax", "eax", "ax", "al"), "rax"),
    **dict.fromkeys(("rdx", "edx", "dx", "dl"), "rdx"),
    **{f"{kind}mm{n}": f"xmm{n}" for kind in "xyz" for n in (0, 1)},
    "st": "st",
}
# Instructions with a memory operand at the end that they do not write.
READERS = re.compile(r"(cmp|test|call|jmp|push|bt[bwlq]|u?comis|v?u?comis|prefetch|nop|f?ld)")
ATOMIC = re.compile(r"lock\b|mfence|xchg[bwlq]?\s.*\(")
FRAME = re.compile(r"(?<![\w:])-?\d*\(%rbp[,)]")
MARK_OFFSET = 8
# What an allocation touches so that it does not step over a guard.
PROBE = re.compile(r"(xorq|movq)\s+\$0, \(%rsp\)")
RESUME_SELECTOR = 0x7FFE0001


class Instruction:
    def __init__(self, number, text):
        self.number = number
        self.text = text
        self.is_of_pedigree = False
        parts = text.split(None, 1)
        self.name = parts[0]
        self.operands = parts[1] if len(parts) > 1 else ""

    @property
    def is_call(self):
        return self.name.startswith("call")

    @property
    def is_label(self):
        return self.text.endswith(":")

    @property
    def starts_block(self):
        return self.is_label and not self.name.startswith(".Ltmp")

    @property
    def is_jump(self):
        return self.name.startswith("j")

    @property
    def reads_mark(self):
        found = re.search(rf"%fs:{MARK_OFFSET}\(%r\w+\)", self.operands)
        return found is not None and not self.is_of_pedigree

    @property
    def moves_stack_pointer(self):
        """True if it sets the stack pointer, not for arguments of a call, nor at
        the end of the function."""
        target = re.search(r"(.*), %rsp$", self.operands)
        is_end = re.match(r"movq\s+%rbp,|leaq\s+-?\d*\(%rbp\),", self.text)
        return target is not None and not is_end and "$" not in target[1]

    @property
    def stored_register(self):
        """The register that the instruction stores to memory; "" for another
        store, None if it stores nothing."""
        last = re.search(r"(%fs:)?[-\w.@+]*\([^)]*\)$", self.operands)
        if self.name.startswith("push"):
            return ""
        if not last or READERS.match(self.name) or self.name.startswith("lea"):
            return None
        if self.name.startswith("fst"):
            return "st"
        source = re.match(r"%(\w+),", self.operands)
        return source.group(1) if source and "mov" in self.name else ""


LABEL = re.compile(r'"?([^"\s:]+)"?:')


def landing_pads(path):
    """The table from the label behind a call to that of its landing pad."""
    pads, end = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            between = re.search(r"# +Call between \S+ and (\S+)", line)
            pad = re.search(r"# +jumps to (\S+)", line)
            end = between.group(1) if between else end
            if pad:
                pads[end] = pad.group(1)
    return pads


def find_pedigrees(body):
    """Marks the instructions that access the pedigree of the thread, which is
    reached as the mark is. Code behind another label may come from anywhere,
    but loads the offset again before it uses it."""
    registers = set()
    for instruction in body:
        offset = re.match(r"__tussah_(\w+)@GOTTPOFF\(%rip\), %(\w+)", instruction.operands)
        if offset and offset.group(1) == "pedigree":
            registers.add(offset.group(2))
        elif offset:
            registers.discard(offset.group(2))
        access = re.search(r"%fs:8?\(%(\w+)\)", instruction.operands)
        instruction.is_of_pedigree = bool(access) and access.group(1) in registers


def functions(path):
    """Yields the name and the instructions of each function, with labels as
    instructions that end in a colon."""
    name, body = None, []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.split("#")[0].strip()
            label = LABEL.match(text)
            if label and not label.group(1).startswith(".L"):
                name, body = label.group(1), []
            elif re.match(r"\.Lfunc_end\d+:", text) and name:
                find_pedigrees(body)
                yield name, body
                name = None
            elif name and text and (not text.startswith(".") or label):
                body.append(Instruction(number, text))


def check_window(window):
    """Rules 1 and 3 for what is between a call and the branch behind its
    test."""
    stored = Counter()
    for instruction in window:
        if instruction.is_call:
            yield instruction, "calls something before the test"
        register = instruction.stored_register
        if register is None:
            continue
        result = RESULTS.get(register)
        stored[result] += 1
        if result is None:
            yield instruction, "stores something else than the result before the test"
        elif stored[result] > 1:
            yield instruction, "stores a result twice before the test"
    if not any("__tussah_thread@GOTTPOFF" in i.operands for i in window):
        yield window[-1], "uses an offset from before the call"


def check_stack_pointer(body):
    """Rule 2."""
    for index, instruction in enumerate(body):
        # An address of the stack pointer's own, for another stack pointer.
        if "(%rsp" not in instruction.operands or instruction.name.startswith("lea"):
            continue
        if PROBE.match(instruction.text):
            continue
        if instruction.stored_register is not None:
            rest = (i for i in body[index:] if i.is_call or i.starts_block)
            if next(rest, instruction).is_call:
                continue
        yield instruction, "uses memory relative to the stack pointer"


def path_from(body, index):
    """What is executed from there on, up to and with the first conditional
    branch, call or return."""
    labels = {i.text[:-1]: n for n, i in enumerate(body) if i.is_label}
    path, seen = [], set()
    while index < len(body) and index not in seen:
        seen.add(index)
        instruction = body[index]
        path.append(instruction)
        if instruction.name == "jmp" and instruction.operands in labels:
            index = labels[instruction.operands]
        elif instruction.is_jump or instruction.is_call or instruction.name.startswith("ret"):
            break
        else:
            index += 1
    return path


def check_landing_pad(body, call, pads):
    """Rule 5 for the call with the index `call`."""
    after = [i.text[:-1] for i in body[call + 1 : call + 4] if i.is_label]
    pad = next((pads[label] for label in after if label in pads), None)
    start = next((n for n, i in enumerate(body) if i.text == f"{pad}:"), None)
    if start is None:
        yield body[call], "has no landing pad"
        return
    path = path_from(body, start)
    if not path[-1].is_call or "__tussah_exception" not in path[-1].operands:
        yield path[-1], "precedes the call of __tussah_exception in a landing pad"
    for instruction in path:
        if instruction.stored_register is not None:
            yield instruction, "stores something at the start of a landing pad"


def check_child_done(body):
    """Rule 6."""
    stores = []
    for instruction in body:
        if instruction.is_call and "__tussah_child_done" in instruction.operands:
            for store in stores:
                yield store, "stores something before __tussah_child_done"
        if instruction.is_call or instruction.starts_block:
            stores = []
        elif instruction.stored_register is not None:
            stores.append(instruction)


def is_pushed_before(body, index, seen=()):
    """True if a zero is pushed on every way to there since the last call."""
    for here in range(index - 1, -1, -1):
        instruction = body[here]
        if re.fullmatch(r"pushq\s+\$0", instruction.text):
            return True
        if instruction.is_call or instruction.moves_stack_pointer or here in seen:
            return False
        if instruction.starts_block:
            ways = [n for n, i in enumerate(body) if i.is_jump and i.operands == instruction.text[:-1]]
            if body[here - 1].name not in ("jmp", "retq", "ud2"):
                ways.append(here)
            return bool(ways) and all(is_pushed_before(body, n, (*seen, here)) for n in ways)
    return False


def is_overwritten_behind(body, index):
    """True if something is stored below the old stack pointer soon."""
    for instruction in body[index + 1 :]:
        if re.match(r"(movq|andq)\s+[$%]\w+, -8\(%(?!rbp)\w+\)", instruction.text):
            return True
        if instruction.is_call or instruction.starts_block or instruction.is_jump or instruction.moves_stack_pointer:
            return False
    return False


def moves_by_nothing(body, index):
    """True for a stack pointer that was just copied; and behind a landing pad,
    where nothing is allocated, so that the frame is left by its pointer."""
    copy = re.fullmatch(r"movq\s+%(\w+), %rsp", body[index].text)
    if copy and re.fullmatch(rf"movq\s+%rsp, %{copy[1]}", body[index - 1].text):
        return True
    for instruction in reversed(body[:index]):
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
            or is_pushed_before(body, index)
            or is_overwritten_behind(body, index)
        ):
            yield instruction, "moves the stack pointer and leaves a return address behind"


def thief_entries(body):
    """Yields the indices of what thieves execute first behind a landing pad."""
    labels = {i.text[:-1]: n for n, i in enumerate(body) if i.is_label}
    for index, instruction in enumerate(body):
        if f"${RESUME_SELECTOR}," not in instruction.operands:
            continue
        for branch in range(index + 1, len(body)):
            if body[branch].is_jump:
                break
        target = labels.get(body[branch].operands)
        yield target if body[branch].name == "je" else branch + 1


def check_thieves(body, pads):
    """Rule 8."""
    labels = {i.text[:-1]: n for n, i in enumerate(body) if i.is_label}
    seen, work = set(), list(thief_entries(body))
    while work:
        index = work.pop()
        if index is None or index >= len(body) or index in seen:
            continue
        seen.add(index)
        instruction = body[index]
        if instruction.moves_stack_pointer and not moves_by_nothing(body, index):
            yield instruction, "moves the stack pointer of a thief"
        if "__tussah_join" in instruction.operands or instruction.name.startswith("ret"):
            continue
        if instruction.is_call:
            after = [i.text[:-1] for i in body[index + 1 : index + 4] if i.is_label]
            work += [labels.get(pads[label]) for label in after if label in pads]
        if instruction.is_jump:
            work.append(labels.get(instruction.operands))
        if instruction.name != "jmp":
            work.append(index + 1)


def check_thread_addresses(body):
    """Rule 3: registers that hold an address of the thread are not stored in
    the frame."""
    addresses = set()
    for instruction in body:
        operands = instruction.operands
        target = re.search(r"%(\w+)$", operands)
        register = instruction.stored_register
        if register in addresses and FRAME.search(operands):
            yield instruction, "keeps an address of the thread's memory in the frame"
        if instruction.is_call or instruction.starts_block:
            addresses.clear()
        elif target and register is None and not READERS.match(instruction.name):
            source = re.findall(r"%(r\w+)", operands[: target.start()])
            from_thread = re.match(r"%fs:0,", operands)
            address = instruction.name in ("movq", "leaq", "addq") and "(" not in operands
            keeps = instruction.name == "addq" and target.group(1) in addresses
            if from_thread or keeps or (
                (address or instruction.name == "leaq") and addresses & set(source)
            ):
                addresses.add(target.group(1))
            else:
                addresses.discard(target.group(1))


def check_function(body, pads, atomics):
    """Returns the number of spawn sites and the violations."""
    tests = [i for i in body if i.reads_mark]
    tested, violations = [], []
    for index, instruction in enumerate(body):
        if not instruction.is_call:
            continue
        path = path_from(body, index + 1)
        found = [i for i in path if i.reads_mark]
        if found:
            tested += found
            violations += check_window(path)
            violations += check_landing_pad(body, index, pads)
    violations += [(i, "tests the mark not straight after a call") for i in tests if i not in tested]
    if tests:
        violations += check_stack_pointer(body)
        violations += check_child_done(body)
        violations += check_thread_addresses(body)
        violations += check_forgotten_calls(body)
        violations += check_thieves(body, pads)
        if not atomics:
            violations += [(i, "is atomic") for i in body if ATOMIC.match(i.text)]
    return len(tests), violations


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
