# Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Backtraces through stolen tasks, for gdb on x86-64.

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
PROLOGUE = bytes([0x55, 0x48, 0x89, 0xE5])  # push %rbp; mov %rsp, %rbp
RET = bytes([0xC3])
ENDBR64 = bytes([0xF3, 0x0F, 0x1E, 0xFA])

# What context_enter_fiber (runtime/scheduler/x86_64/context.S) has pushed on the
# starter's stack, from its last word on; its return address follows.
SAVED_BY_STARTER = ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip")


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

    def has_set_up_frame(self, pc):
        """True if the function keeps a frame pointer, has set it before pc, and has
        not given it back."""
        if self.start is None or read_memory(pc, len(RET)) == RET:
            return False
        code = read_memory(self.start, len(ENDBR64) + len(PROLOGUE))
        skipped = len(ENDBR64) if code.startswith(ENDBR64) else 0
        return code[skipped:].startswith(PROLOGUE) and pc >= self.start + skipped + len(PROLOGUE)


def read_memory(address, size):
    """Returns the bytes, or none if that is not memory."""
    try:
        return bytes(gdb.selected_inferior().read_memory(address, size))
    except gdb.MemoryError:
        return b""


def read_words(address, count):
    data = read_memory(address, 8 * count)
    return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]


class StolenFrames(gdb.unwinder.Unwinder):
    def __init__(self):
        super().__init__("tussah")
        # For frames that lie outside of a stolen one, by thread and stack
        # pointer: the place in the order of frames. For one stop only.
        self.places = {}

    def forget(self, _event):
        self.places.clear()

    def __call__(self, frame):
        pc, sp, fp = (int(frame.read_register(r)) & ADDRESS for r in ("rip", "rsp", "rbp"))
        place = self.places.get((thread_number(), sp))
        is_out_of_order = fp < sp
        if place is None and not is_out_of_order:
            return None
        function = Function(pc - 1 if place is not None or frame.level() > 0 else pc)
        if function.name == "fiber_main":
            return self.leave_fiber(frame, sp if place is None else place, pc, sp)
        if not function.has_set_up_frame(pc) or (place is not None and fp + 16 > place):
            return None
        words = read_words(fp, 2)
        if len(words) < 2 or words[1] == 0:
            return None
        if place is None:
            place = sp + 1  # just outside of the callee
        return self.unwound(frame, place, function.start, rbp=words[0], rip=words[1], rsp=fp + 16)

    def leave_fiber(self, frame, place, pc, sp):
        """From the lowest frame of a root's fiber to the thread that waits for
        the root: the runtime has kept its stack pointer at the end of the fiber."""
        starter = read_words(sp, 1)
        saved = read_words(starter[0] + 8, len(SAVED_BY_STARTER)) if starter else []
        if len(saved) < len(SAVED_BY_STARTER):
            return None
        registers = dict(zip(SAVED_BY_STARTER, saved))
        outer = starter[0] + 8 * (1 + len(SAVED_BY_STARTER))
        return self.unwound(frame, place, pc, rsp=outer, **registers)

    def unwound(self, frame, place, code, **registers):
        """Returns the frame's caller, which has `registers`."""
        info = frame.create_unwind_info(FrameIdentity(gdb.Value(place), gdb.Value(code)))
        for name, value in registers.items():
            info.add_saved_register(name, gdb.Value(value))
        if registers["rsp"] < place:
            self.places[thread_number(), registers["rsp"]] = place + 1
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
