#!/usr/bin/env python3
"""Checks what the target native relies on in assembly that LLVM has made.

    check-code.py [--sites N] FILE.s...

A spawn site is a call after which the code tests whether its frame has been
promoted: it compares the frame pointer with `__tussah_thread`'s second word. In
every function with one:

 1. Between the call and the test nothing is stored but the call's result, once:
    a thief may use the frame. Nothing is called either.
 2. Nothing is addressed relative to the stack pointer, except arguments that
    are stored there for the next call: a thief has another stack.
 3. The offset of the thread's words is loaded between the call and the test, and
    no address of the thread's own memory is kept in the frame: another thread
    may go on.
 4. There is no atomic instruction and no fence, unless --atomics says that the
    program has its own.

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


class Instruction:
    def __init__(self, number, text):
        self.number = number
        self.text = text
        parts = text.split(None, 1)
        self.name = parts[0]
        self.operands = parts[1] if len(parts) > 1 else ""

    @property
    def is_call(self):
        return self.name.startswith("call")

    @property
    def reads_mark(self):
        return re.search(rf"%fs:{MARK_OFFSET}\(%r\w+\)", self.operands) is not None

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


def functions(path):
    """Yields the name and the instructions of each function, with labels as
    instructions that end in a colon."""
    name, body = None, []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.split("#")[0].strip()
            label = re.match(r'"?([^"\s:]+)"?:', text)
            if label and not label.group(1).startswith(".L"):
                name, body = label.group(1), []
            elif re.match(r"\.Lfunc_end\d+:", text) and name:
                yield name, body
                name = None
            elif name and text and (not text.startswith(".") or label):
                body.append(Instruction(number, text))


def check_window(window):
    """Rules 1 and 3 for what is between a call and its test."""
    stored = Counter()
    for instruction in window:
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
        if "(%rsp" not in instruction.operands:
            continue
        if instruction.stored_register is not None:
            rest = (i for i in body[index:] if i.is_call or i.text.endswith(":"))
            if next(rest, instruction).is_call:
                continue
        yield instruction, "uses memory relative to the stack pointer"


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
        if instruction.is_call or instruction.text.endswith(":"):
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


def check_function(body, atomics):
    """Returns the number of spawn sites and the violations."""
    sites, violations = 0, []
    last_call = None
    for index, instruction in enumerate(body):
        if instruction.is_call:
            last_call = index
        elif instruction.reads_mark:
            sites += 1
            if last_call is None:
                violations.append((instruction, "tests the mark without a call"))
            else:
                violations += check_window(body[last_call + 1 : index + 1])
    if sites:
        violations += check_stack_pointer(body)
        violations += check_thread_addresses(body)
        if not atomics:
            violations += [(i, "is atomic") for i in body if ATOMIC.match(i.text)]
    return sites, violations


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE.s")
    parser.add_argument("--sites", type=int, default=1, help="least number of sites in a file")
    parser.add_argument("--atomics", action="store_true", help="the program has atomic accesses")
    options = parser.parse_args()
    failed = False
    for path in options.files:
        total = 0
        for name, body in functions(path):
            sites, violations = check_function(body, options.atomics)
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
