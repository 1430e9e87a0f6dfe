//===- context.S - Stacks and stubs of AArch64 ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Hints, so that each assembler and each processor takes them.
#define BTI_CALL hint #34
#define BTI_JUMP hint #36
#define PACIASP hint #25
#define AUTIASP hint #29

#define RESUME_SELECTOR_HIGH 0x7ffe // TUSSAH_RESUME_SELECTOR
#define RESUME_SELECTOR_LOW 0x0001

.macro function name
        .globl  \name
        .type   \name, %function
        .p2align 4
\name:
        .cfi_startproc
.endm

.macro end name
        .cfi_endproc
        .size   \name, . - \name
.endm

// Ends unwinding. Used behind an instruction after which the frame cannot be
// found, because it is on the stack that was left. Signal handlers of the program
// may unwind at any instruction.
.macro end_of_stack
        .cfi_undefined x30
.endm

// The frame of a stub, of \size bytes. The return address is signed for the stack
// pointer of the caller.
.macro push_frame size
        PACIASP
        .cfi_negate_ra_state
        stp     x29, x30, [sp, #-\size]!
        .cfi_adjust_cfa_offset \size
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
.endm

.macro pop_frame_and_return size
        ldp     x29, x30, [sp], #\size
        .cfi_adjust_cfa_offset -\size
        .cfi_restore x29
        .cfi_restore x30
        AUTIASP
        .cfi_negate_ra_state
        ret
.endm

        .text
        .globl  context_code_begin
        .hidden context_code_begin
context_code_begin:

//===----------------------------------------------------------------------===//
// context.h
//===----------------------------------------------------------------------===//

        .hidden context_environment
function context_environment
        BTI_CALL
        mrs     x0, fpcr
        ret
end context_environment

#define SAVED 176

// What the procedure call standard lets a function keep. Of the vector registers
// that is the lower half. The return address is signed for the stack pointer of
// the caller, whatever thread comes back.
.macro save_registers
        PACIASP
        .cfi_negate_ra_state
        sub     sp, sp, #SAVED
        .cfi_adjust_cfa_offset SAVED
        stp     x29, x30, [sp]
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
        stp     x19, x20, [sp, #16]
        .cfi_rel_offset x19, 16
        .cfi_rel_offset x20, 24
        stp     x21, x22, [sp, #32]
        .cfi_rel_offset x21, 32
        .cfi_rel_offset x22, 40
        stp     x23, x24, [sp, #48]
        .cfi_rel_offset x23, 48
        .cfi_rel_offset x24, 56
        stp     x25, x26, [sp, #64]
        .cfi_rel_offset x25, 64
        .cfi_rel_offset x26, 72
        stp     x27, x28, [sp, #80]
        .cfi_rel_offset x27, 80
        .cfi_rel_offset x28, 88
        stp     d8, d9, [sp, #96]
        .cfi_rel_offset d8, 96
        .cfi_rel_offset d9, 104
        stp     d10, d11, [sp, #112]
        .cfi_rel_offset d10, 112
        .cfi_rel_offset d11, 120
        stp     d12, d13, [sp, #128]
        .cfi_rel_offset d12, 128
        .cfi_rel_offset d13, 136
        stp     d14, d15, [sp, #144]
        .cfi_rel_offset d14, 144
        .cfi_rel_offset d15, 152
        mrs     x9, fpcr
        str     x9, [sp, #160]
        mov     x9, sp
        str     x9, [x0]
.endm

        .hidden context_enter_fiber
function context_enter_fiber
        save_registers
        mov     sp, x1
        end_of_stack
        // For debuggers: where the caller's frame is.
        stp     x9, x9, [sp, #-16]!
        mov     x19, x2
        mov     x0, x3
        b       fiber_main
end context_enter_fiber

        .hidden context_depart
function context_depart
        save_registers
        mov     sp, x1
        end_of_stack
        mov     x0, x3
        mov     x29, xzr
        blr     x2
        brk     #1
end context_depart

        .hidden context_enter_scheduler
function context_enter_scheduler
        save_registers
        mov     x0, x1
        bl      schedule
        brk     #1
end context_enter_scheduler

// The lowest frame of a root's fiber. Unwinding ends here.
        .p2align 4
        .type   fiber_main, %function
fiber_main:
        .cfi_startproc
        .cfi_personality 0x1b, context_personality
        .cfi_lsda 0x1b, .Lfiber_caught
        .cfi_def_cfa sp, 16
        end_of_stack
        mov     x29, xzr
        blr     x19
        .globl  context_fiber_called
        .hidden context_fiber_called
context_fiber_called:
        mov     x0, xzr
.Lfiber_caught:
        BTI_JUMP
        bl      root_returned
        mov     sp, x0
        bl      root_left
        brk     #1
        .cfi_endproc
        .size   fiber_main, . - fiber_main

        .hidden context_try
function context_try
        .cfi_personality 0x1b, context_personality
        .cfi_lsda 0x1b, .Ltry_caught
        push_frame 16
        mov     x29, sp
        mov     x9, x0
        mov     x0, x1
        blr     x9
        mov     x0, xzr
.Ltry_caught:
        BTI_JUMP
        pop_frame_and_return 16
end context_try

// The stack pointer is as save_registers left it.
.macro return_restored
        ldr     x9, [sp, #160]
        msr     fpcr, x9
        ldp     d14, d15, [sp, #144]
        ldp     d12, d13, [sp, #128]
        ldp     d10, d11, [sp, #112]
        ldp     d8, d9, [sp, #96]
        ldp     x27, x28, [sp, #80]
        ldp     x25, x26, [sp, #64]
        ldp     x23, x24, [sp, #48]
        ldp     x21, x22, [sp, #32]
        ldp     x19, x20, [sp, #16]
        ldp     x29, x30, [sp]
        add     sp, sp, #SAVED
        .cfi_adjust_cfa_offset -SAVED
        .irp    number, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
        .cfi_restore x\number
        .endr
        .irp    number, 8, 9, 10, 11, 12, 13, 14, 15
        .cfi_restore d\number
        .endr
        AUTIASP
        .cfi_negate_ra_state
        ret
.endm

        .hidden context_leave
function context_leave
        BTI_CALL
        mov     sp, x0
        .cfi_negate_ra_state
        .cfi_def_cfa_offset SAVED
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
        .cfi_rel_offset x19, 16
        .cfi_rel_offset x20, 24
        .cfi_rel_offset x21, 32
        .cfi_rel_offset x22, 40
        .cfi_rel_offset x23, 48
        .cfi_rel_offset x24, 56
        .cfi_rel_offset x25, 64
        .cfi_rel_offset x26, 72
        .cfi_rel_offset x27, 80
        .cfi_rel_offset x28, 88
        return_restored
end context_leave

        .hidden context_exchange
function context_exchange
        save_registers
        mov     sp, x1                  // where the same registers are saved
        return_restored
end context_exchange

        .hidden context_switch
function context_switch
        BTI_CALL
        mov     sp, x0
        end_of_stack
        mov     x0, x2
        mov     x29, xzr
        blr     x1
        brk     #1
end context_switch

// Compiled code has no landing pad for branches (BTI) behind its calls. A return
// may go anywhere.

        .hidden context_resume
function context_resume
        BTI_CALL
        msr     fpcr, x3
        mov     x29, x1
        end_of_stack
        mov     sp, x2
        mov     x9, x0
        mov     x0, xzr
        mov     x1, #RESUME_SELECTOR_LOW
        movk    x1, #RESUME_SELECTOR_HIGH, lsl #16
        ret     x9
end context_resume

        .hidden context_return
function context_return
        BTI_CALL
        msr     fpcr, x4
        mov     x29, x1
        end_of_stack
        mov     sp, x2
        mov     x9, x0
        mov     x0, x3
        ret     x9
end context_return

        .hidden context_raise
function context_raise
        BTI_CALL
        msr     fpcr, x4
        mov     x29, x1
        mov     x30, x0
        mov     sp, x2
        mov     x0, x3
        b       tussah_raise
end context_raise

//===----------------------------------------------------------------------===//
// recovery.h
//===----------------------------------------------------------------------===//

        .hidden recovery_set
function recovery_set
        BTI_CALL
        stp     x19, x20, [x0]
        stp     x21, x22, [x0, #16]
        stp     x23, x24, [x0, #32]
        stp     x25, x26, [x0, #48]
        stp     x27, x28, [x0, #64]
        stp     x29, x30, [x0, #80]
        stp     d8, d9, [x0, #96]
        stp     d10, d11, [x0, #112]
        stp     d12, d13, [x0, #128]
        stp     d14, d15, [x0, #144]
        mov     x9, sp
        str     x9, [x0, #160]
        mov     w0, wzr
        ret
end recovery_set

        .hidden recovery_jump
function recovery_jump
        BTI_CALL
        ldp     x19, x20, [x0]
        ldp     x21, x22, [x0, #16]
        ldp     x23, x24, [x0, #32]
        ldp     x25, x26, [x0, #48]
        ldp     x27, x28, [x0, #64]
        ldp     x29, x30, [x0, #80]
        ldp     d8, d9, [x0, #96]
        ldp     d10, d11, [x0, #112]
        ldp     d12, d13, [x0, #128]
        ldp     d14, d15, [x0, #144]
        ldr     x9, [x0, #160]
        end_of_stack
        mov     sp, x9
        mov     w0, #1
        ret
end recovery_jump

//===----------------------------------------------------------------------===//
// Called by compiled code
//===----------------------------------------------------------------------===//

// preserve_mostcc void __tussah_poll(void): keeps x9 to x15, too.
function __tussah_poll
        push_frame 80
        stp     x9, x10, [sp, #16]
        stp     x11, x12, [sp, #32]
        stp     x13, x14, [sp, #48]
        str     x15, [sp, #64]
        mov     x0, x29
        bl      poll_requested
        ldr     x15, [sp, #64]
        ldp     x13, x14, [sp, #48]
        ldp     x11, x12, [sp, #32]
        ldp     x9, x10, [sp, #16]
        pop_frame_and_return 80
end __tussah_poll

// preserve_nonecc void __tussah_child_done(void): the spawned call has returned
// to a promoted frame. Returns if the continuation was not stolen.
function __tussah_child_done
        push_frame 16
        mov     x0, x29
        bl      child_done
        cbnz    x0, 1f
        .cfi_remember_state
        pop_frame_and_return 16
        .cfi_restore_state
1:      mov     sp, x0
        end_of_stack
        bl      child_left
        brk     #1
end __tussah_child_done

// preserve_nonecc i64 __tussah_join(i64 region): 1 if exceptions of other regions
// are left.
function __tussah_join
        BTI_CALL
        mov     x3, x20                 // region
        mov     x4, xzr                 // exception
        b       sync_common
end __tussah_join

// preserve_nonecc i64 __tussah_join_unwind(i64 region, ptr exception)
function __tussah_join_unwind
        BTI_CALL
        mov     x3, x20
        mov     x4, x21
        b       sync_common
end __tussah_join_unwind

        .p2align 4
sync_common:
        .cfi_startproc
        mov     x1, x30                 // return address
        mov     x2, sp
        mov     x0, x29
        push_frame 32
        add     x5, sp, #16             // result
        bl      sync_arrived
        cbnz    x0, 1f
        .cfi_remember_state
        ldr     x0, [sp, #16]
        pop_frame_and_return 32
        .cfi_restore_state
1:      mov     sp, x0
        end_of_stack
        bl      sync_left
        brk     #1
        .cfi_endproc

        .globl  context_code_end
        .hidden context_code_end
context_code_end:

// With BTI and signed return addresses, so that a program may have both.
        .section .note.gnu.property, "a"
        .p2align 3
        .word   4, 16, 5
        .asciz  "GNU"
        .word   0xc0000000, 4, 3, 0

        .section .note.GNU-stack, "", %progbits
