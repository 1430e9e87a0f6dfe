//===- x86_64.S - Stacks and stubs of x86-64 ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifdef __CET__
#include <cet.h>
#else
#define _CET_ENDBR
#endif

#define RESUME_SELECTOR 0x7ffe0001 // TUSSAH_RESUME_SELECTOR

.macro function name
        .globl  \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        _CET_ENDBR
.endm

.macro end name
        .cfi_endproc
        .size   \name, . - \name
.endm

// Both control words, in the form of context_environment.
.macro load_environment register
        pushq   \register
        .cfi_adjust_cfa_offset 8
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
.endm

// Ends unwinding. Used behind an instruction after which the frame cannot be
// found, because it is on the stack that was left. Signal handlers of the program
// may unwind at any instruction.
.macro end_of_stack
        .cfi_undefined %rip
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
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        movq    $0, (%rsp)
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        popq    %rax
        .cfi_adjust_cfa_offset -8
        // The status flags of the vector unit are not control.
        movabsq $0xffffffffffffffc0, %rcx
        andq    %rcx, %rax
        ret
end context_environment

.macro save_registers
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r15, 0
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
.endm

        .hidden context_enter_fiber
function context_enter_fiber
        save_registers
        movq    %rsp, %rax
        movq    %rsi, %rsp
        end_of_stack
        // For debuggers (tussah-gdb.py): where the caller's frame is. Twice, so
        // that the stack stays aligned.
        pushq   %rax
        pushq   %rax
        movq    %rdx, %r12
        movq    %rcx, %rdi
        jmp     fiber_main
end context_enter_fiber

        .hidden context_depart
function context_depart
        save_registers
        movq    %rsi, %rsp
        end_of_stack
        movq    %rcx, %rdi
        xorl    %ebp, %ebp
        call    *%rdx
        ud2
end context_depart

        .hidden context_enter_scheduler
function context_enter_scheduler
        save_registers
        movq    %rsi, %rdi
        call    schedule@PLT
        ud2
end context_enter_scheduler

// The lowest frame of a root's fiber. Unwinding ends here.
        .p2align 4
        .type   fiber_main, @function
fiber_main:
        .cfi_startproc
        .cfi_personality 0x1b, context_personality
        .cfi_lsda 0x1b, .Lfiber_caught
        .cfi_def_cfa %rsp, 8
        end_of_stack
        xorl    %ebp, %ebp
        call    *%r12
        .globl  context_fiber_called
        .hidden context_fiber_called
context_fiber_called:
        xorl    %eax, %eax
.Lfiber_caught:
        movq    %rax, %rdi
        call    root_returned@PLT
        movq    %rax, %rsp
        call    root_left@PLT
        ud2
        .cfi_endproc
        .size   fiber_main, . - fiber_main

        .hidden context_try
function context_try
        .cfi_personality 0x1b, context_personality
        .cfi_lsda 0x1b, .Ltry_caught
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        movq    %rdi, %rax
        movq    %rsi, %rdi
        call    *%rax
        xorl    %eax, %eax
.Ltry_caught:
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        ret
end context_try

.macro restore register
        popq    \register
        .cfi_adjust_cfa_offset -8
        .cfi_restore \register
.endm

// The stack pointer is as save_registers left it.
.macro return_restored
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        restore %r15
        restore %r14
        restore %r13
        restore %r12
        restore %rbx
        restore %rbp
        ret
.endm

        .hidden context_leave
function context_leave
        movq    %rdi, %rsp
        .cfi_def_cfa_offset 64
        .cfi_offset %rbp, -16
        .cfi_offset %rbx, -24
        .cfi_offset %r12, -32
        .cfi_offset %r13, -40
        .cfi_offset %r14, -48
        .cfi_offset %r15, -56
        return_restored
end context_leave

        .hidden context_exchange
function context_exchange
        save_registers
        movq    %rsi, %rsp              // where the same registers are saved
        return_restored
end context_exchange

        .hidden context_switch
function context_switch
        movq    %rdi, %rsp
        end_of_stack
        movq    %rdx, %rdi
        xorl    %ebp, %ebp
        call    *%rsi
        ud2
end context_switch

        .hidden context_resume
function context_resume
        load_environment %rcx
        movq    %rsi, %rbp
        end_of_stack
        movq    %rdx, %rsp
        xorl    %eax, %eax
        movl    $RESUME_SELECTOR, %edx
        jmpq    *%rdi
end context_resume

        .hidden context_return
function context_return
        load_environment %r8
        movq    %rsi, %rbp
        end_of_stack
        movq    %rdx, %rsp
        movq    %rcx, %rax
        jmpq    *%rdi
end context_return

        .hidden context_raise
function context_raise
        load_environment %r8
        movq    %rsi, %rbp
        end_of_stack
        movq    %rdx, %rsp
        pushq   %rdi
        movq    %rcx, %rdi
        jmp     tussah_raise@PLT
end context_raise

//===----------------------------------------------------------------------===//
// Called by compiled code
//===----------------------------------------------------------------------===//

// preserve_mostcc void __tussah_poll(void)
function __tussah_poll
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        pushq   %rdi
        .cfi_adjust_cfa_offset 8
        pushq   %rsi
        .cfi_adjust_cfa_offset 8
        pushq   %rdx
        .cfi_adjust_cfa_offset 8
        pushq   %rcx
        .cfi_adjust_cfa_offset 8
        pushq   %r8
        .cfi_adjust_cfa_offset 8
        pushq   %r9
        .cfi_adjust_cfa_offset 8
        pushq   %r10
        .cfi_adjust_cfa_offset 8
        pushq   %r11
        .cfi_adjust_cfa_offset 8
        movq    %rbp, %rdi
        call    poll_requested@PLT
        popq    %r11
        .cfi_adjust_cfa_offset -8
        popq    %r10
        .cfi_adjust_cfa_offset -8
        popq    %r9
        .cfi_adjust_cfa_offset -8
        popq    %r8
        .cfi_adjust_cfa_offset -8
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        popq    %rdx
        .cfi_adjust_cfa_offset -8
        popq    %rsi
        .cfi_adjust_cfa_offset -8
        popq    %rdi
        .cfi_adjust_cfa_offset -8
        popq    %rax
        .cfi_adjust_cfa_offset -8
        ret
end __tussah_poll

// preserve_nonecc void __tussah_child_done(void): the spawned call has returned
// to a promoted frame. Returns if the continuation was not stolen.
function __tussah_child_done
        movq    %rbp, %rdi
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        call    child_done@PLT
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        testq   %rax, %rax
        jne     1f
        ret
1:      movq    %rax, %rsp
        end_of_stack
        call    child_left@PLT
        ud2
end __tussah_child_done

// preserve_nonecc i64 __tussah_join(i64 region): 1 if exceptions of other regions
// are left.
function __tussah_join
        movq    %r12, %rcx              // region
        xorl    %r8d, %r8d              // exception
        jmp     sync_common
end __tussah_join

// preserve_nonecc i64 __tussah_join_unwind(i64 region, ptr exception)
function __tussah_join_unwind
        movq    %r12, %rcx
        movq    %r13, %r8
        jmp     sync_common
end __tussah_join_unwind

        .p2align 4
sync_common:
        .cfi_startproc
        movq    %rbp, %rdi
        movq    (%rsp), %rsi            // return address
        leaq    8(%rsp), %rdx
        subq    $24, %rsp
        .cfi_adjust_cfa_offset 24
        movq    %rsp, %r9               // result
        call    sync_arrived@PLT
        movq    (%rsp), %rdx
        addq    $24, %rsp
        .cfi_adjust_cfa_offset -24
        testq   %rax, %rax
        jne     1f
        movq    %rdx, %rax
        ret
1:      movq    %rax, %rsp
        end_of_stack
        call    sync_left@PLT
        ud2
        .cfi_endproc

        .globl  context_code_end
        .hidden context_code_end
context_code_end:

        .section .note.GNU-stack, "", @progbits
