# Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Backtraces through stolen tasks, for gdb on x86-64 and AArch64.

A thief runs a stolen frame where it is, on another thread's stack, while its own
stack pointer is on a stack of its own. gdb takes a caller's frame that lies
below its callee's for a broken stack, and ends. The unwinder here goes on: a
function that can be stolen keeps its frame pointer (docs/internals/native.md, "The
native form"), so the way out is there. It gives such a frame, and those outside
of it, an identity that is in order; all else about them is true. From the
lowest frame of a fiber it goes to the thread that entered the parallel code.
Works on core files too: nothing is called.
"""

import re

import gdb
import gdb.unwinder

ADDRESS = (1 << 64) - 1


class X86_64:
    NAME = "i386:x86-64"
    PC, SP, FP = "rip", "rsp", "rbp"
    PROLOGUE = bytes([0x55, 0x48, 0x89, 0xE5])  # push %rbp; mov %rsp, %rbp
    RET = bytes([0xC3])
    ENDBR64 = bytes([0xF3, 0x0F, 0x1E, 0xFA])
    # What context_enter_fiber (runtime/scheduler/x86_64/context.S) has pushed on the
    # starter's stack, by place in words from what is kept of it on.
    SAVED_BY_STARTER = dict(zip(("r15", "r14", "r13", "r12", "rbx", "rbp", "rip"), range(1, 8)))
    SIZE_OF_SAVED = 8

    @classmethod
    def size_of_frame(cls, start, pc):
        """How far the caller's stack pointer is from the frame pointer. None if the
        function keeps none, has not set it before pc, or has given it back."""
        if read_memory(pc, len(cls.RET)) == cls.RET:
            return None
        code = read_memory(start, len(cls.ENDBR64) + len(cls.PROLOGUE))
        skipped = len(cls.ENDBR64) if code.startswith(cls.ENDBR64) else 0
        is_set_up = code[skipped:].startswith(cls.PROLOGUE) and pc >= start + skipped + len(cls.PROLOGUE)
        return 16 if is_set_up else None

    @staticmethod
    def code_address(word):
        return word


class AArch64:
    NAME = "aarch64"
    PC, SP, FP = "pc", "sp", "x29"
    # As above, in the order of runtime/scheduler/aarch64/context.S.
    SAVED_BY_STARTER = dict(
        zip(("x29", "pc", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28"), range(12))
    )
    SIZE_OF_SAVED = 22
    ENDS = (0xD65F03C0, 0xD65F0BFF, 0xD50323BF)  # ret; retaa; autiasp
    # A signature, a landing pad, room, and ten pairs of registers come before.
    LONGEST_PROLOGUE = 16

    @classmethod
    def size_of_frame(cls, start, pc):
        if any(word in cls.ENDS for word in read_instructions(pc, 1)):
            return None
        size = 0
        for index, word in enumerate(read_instructions(start, cls.LONGEST_PROLOGUE)):
            if word & 0xFFC003FF == 0x910003FD:  # add x29, sp, #n
                return size - (word >> 10 & 0xFFF) if pc > start + 4 * index else None
            size += cls.pushed(word)
        return None

    @staticmethod
    def pushed(word):
        """By how much the instruction lowers the stack pointer."""
        if word & 0xFF8003FF == 0xD10003FF:  # sub sp, sp, #n
            return (word >> 10 & 0xFFF) << (12 if word >> 22 & 1 else 0)
        if word & 0xFFC003E0 in (0xA98003E0, 0x6D8003E0):  # stp of x or d, [sp, #-n]!
            return 8 * (0x80 - (word >> 15 & 0x7F))
        if word & 0xFFE00FE0 in (0xF8000FE0, 0xFC000FE0) and word >> 20 & 1:  # str of x or d, [sp, #-n]!
            return 0x200 - (word >> 12 & 0x1FF)
        return 0

    @staticmethod
    def code_address(word):
        """Without a signature."""
        return word & ((1 << 48) - 1)


PROCESSORS = {processor.NAME: processor for processor in (X86_64, AArch64)}


class FrameIdentity:
    """What gdb compares frames by."""

    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc


class Function:
    """The function around an address, by the symbol table alone: native forms
    and the runtime may have no debug information."""

    def __init__(self, address):
        text = gdb.execute(f"info symbol {address:#x}", to_string=True)
        match = re.match(r"(.*?)(?: \+ (\d+))? in section", text)
        self.name = match[1] if match else None
        self.start = address - int(match[2] or 0) if match else None


def read_memory(address, size):
    """Returns the bytes, or none if that is not memory."""
    try:
        return bytes(gdb.selected_inferior().read_memory(address, size))
    except gdb.MemoryError:
        return b""


def read_numbers(address, size, count):
    data = read_memory(address, size * count)
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def read_words(address, count):
    return read_numbers(address, 8, count)


def read_instructions(address, count):
    return read_numbers(address, 4, count)


class StolenFrames(gdb.unwinder.Unwinder):
    def __init__(self):
        super().__init__("tussah")
        # For frames that lie outside of a stolen one, by thread and stack
        # pointer: the place in the order of frames. For one stop only.
        self.places = {}

    def forget(self, _event):
        self.places.clear()

    def __call__(self, frame):
        processor = PROCESSORS.get(frame.architecture().name())
        if processor is None:
            return None
        names = (processor.PC, processor.SP, processor.FP)
        pc, sp, fp = (int(frame.read_register(name)) & ADDRESS for name in names)
        place = self.places.get((thread_number(), sp))
        is_out_of_order = fp < sp
        if place is None and not is_out_of_order:
            return None
        function = Function(pc - 1 if place is not None or frame.level() > 0 else pc)
        if function.name == "fiber_main":
            return self.leave_fiber(processor, frame, sp if place is None else place, pc, sp)
        size = None if function.start is None else processor.size_of_frame(function.start, pc)
        if size is None or (place is not None and fp + size > place):
            return None
        words = read_words(fp, 2)
        if len(words) < 2 or words[1] == 0:
            return None
        if place is None:
            place = sp + 1  # just outside of the callee
        caller = dict(zip(names, (processor.code_address(words[1]), fp + size, words[0])))
        return self.unwound(processor, frame, place, function.start, caller)

    def leave_fiber(self, processor, frame, place, pc, sp):
        """From the lowest frame of a root's fiber to the thread that waits for
        the root: the runtime has kept its stack pointer at the end of the fiber."""
        starter = read_words(sp, 1)
        saved = read_words(starter[0], processor.SIZE_OF_SAVED) if starter else []
        if len(saved) < processor.SIZE_OF_SAVED:
            return None
        registers = {name: saved[index] for name, index in processor.SAVED_BY_STARTER.items()}
        registers[processor.PC] = processor.code_address(registers[processor.PC])
        registers[processor.SP] = starter[0] + 8 * processor.SIZE_OF_SAVED
        return self.unwound(processor, frame, place, pc, registers)

    def unwound(self, processor, frame, place, code, registers):
        """Returns the frame's caller, which has `registers`."""
        info = frame.create_unwind_info(FrameIdentity(gdb.Value(place), gdb.Value(code)))
        for name, value in registers.items():
            info.add_saved_register(name, gdb.Value(value))
        outer = registers[processor.SP]
        if outer < place:
            self.places[thread_number(), outer] = place + 1
        return info


def thread_number():
    thread = gdb.selected_thread()
    return thread.global_num if thread else 0


def register(objfile):
    """Makes all this known to gdb, for the library that it was loaded for, or
    for all programs if it was loaded by `source`."""
    unwinder = StolenFrames()
    gdb.unwinder.register_unwinder(objfile, unwinder, replace=True)
    gdb.events.cont.connect(unwinder.forget)
    gdb.events.memory_changed.connect(unwinder.forget)
    gdb.events.register_changed.connect(unwinder.forget)


register(gdb.current_objfile())
