/*===- native.c - What compiled code does for the native runtime ----------===*\
|*                                                                            *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * All that compiled code knows of the native runtime's memory, so that the
 * runtime can change without the compiler: which words of a thread it reads,
 * what is in a scope of cancellation, and what the runtime keeps in the frame
 * of a function that spawns. libtussah-native.bc, which the lowering in
 * compiler/targets/native inlines, and libtussah-native-jit.bc, for code that
 * a JIT links.
 *
 * Each function named tussah_native_* is one block of code without branches;
 * what needs more is in noinline functions that they call. They must not throw.
 *
 * A strand goes on with another thread behind a spawn or sync. A thread-local
 * variable of C has an address, which an optimizer may keep until then. Here
 * there is only its offset, the same for all threads, and a load relative to
 * the thread pointer, which the processor's compiled.h reads anew each time.
 */

#include "../scheduler/cancel.h"
#include "../scheduler/thread.h"

#include "compiled.h"

#include <stdint.h>

extern atomic_word __tussah_cancellations TUSSAH_EXPORT;
extern void __tussah_catch(struct handler *, uintptr_t)
    __attribute__((nothrow));
extern void __tussah_caught(struct handler *) __attribute__((nothrow));

/** The word at \p offset in the calling thread's struct tussah_thread.
 * Volatile: other threads write the request, and calls that the compiler knows
 * nothing of write the mark. */
static inline uint64_t word(uint64_t offset) {
  typedef const volatile OF_THREAD uint64_t *relative;
#ifdef TUSSAH_JUST_IN_TIME
  // JITs do not know the relocation below.
  uint64_t thread = __tussah_thread_offset;
#else
  uint64_t thread;
  LOAD_THREAD_OFFSET(__asm__ volatile, __tussah_thread, thread);
#endif
  return *(relative)(thread_base() + thread + offset);
}

#define WORD(field) word(offsetof(struct tussah_thread, field))

/** Not 0: call __tussah_poll. */
uint64_t tussah_native_request(void) { return WORD(request); }

/** The frame pointer of the youngest promoted frame of the stack. */
uint64_t tussah_native_mark(void) { return WORD(mark); }

/** 0 in serial code. */
uint64_t tussah_native_inside(void) { return WORD(caught); }

/** 0 if the view of each reducer is the reducer itself. */
uint64_t tussah_native_views(void) { return WORD(views); }

/** The innermost scope of cancellation; 0 if there is none. */
uint64_t tussah_native_scope(void) { return WORD(scope); }

/** The beginning of scope_is_cancelled: 0 if \p scope is not cancelled; else it
 * has to be asked. */
uint64_t tussah_native_must_ask(const struct scope *scope) {
  uintptr_t number;
  return scope_look(scope, &__tussah_cancellations, &number) ^ number;
}

/**
 * \name Calls through pointers
 * A function that spawns is called through a pointer, or by foreign code, by
 * way of a wrapper. It has memory in its frame for the runtime, and does this
 * before and after it calls the function in parallel code; \p caught is what
 * tussah_native_inside has returned. So the runtime knows an active frame
 * of a wrapper (is_active_wrapper in trace.c), and what the code that has
 * called it had caught (handlers.c).
 * @{
 */
const uint64_t tussah_native_call_size = sizeof(struct note);
void tussah_native_call(volatile struct note *note,
                        void *const volatile *caught) {
  // One instruction; LLVM takes two to add to __builtin_frame_address. It says
  // that it writes the note, so that the note's address is used. Otherwise an
  // optimizer that runs again, as at link time, would split the note, though
  // each access is volatile.
  uintptr_t witness;
  ADD_TO_FRAME_POINTER(witness, NOTE_WITNESS(0), *note);
  note->caught = *caught;
  note->witness = witness;
}
void tussah_native_return(volatile struct note *note) { note->witness = 0; }
/** @} */

/**
 * \name Handlers
 * A function in native form that handles exceptions has memory in its frame for
 * the runtime. It does this before each call of __cxa_begin_catch, and behind
 * each of that and of __cxa_end_catch, also if that throws (handlers.c).
 * @{
 */
const uint64_t tussah_native_handler_size = sizeof(struct handler);
void tussah_native_catch(struct handler *handler) {
  __tussah_catch(handler, (uintptr_t)__builtin_frame_address(0));
}
void tussah_native_caught(struct handler *handler) { __tussah_caught(handler); }
/** @} */

/** What a function may allocate on the stack at once; it writes at its upper
 * end only. Larger memory comes from __tussah_allocate. */
const uint64_t tussah_native_most_on_stack = TUSSAH_MOST_ON_STACK;

/** In the selector register when a thief enters a landing pad. */
const uint64_t tussah_native_resume = TUSSAH_RESUME_SELECTOR;

/**
 * \name The frame of a function that spawns
 * Memory in it for the runtime, and what happens to it when the function is
 * entered, and before each spawn and sync. This runtime keeps nothing there:
 * its frames are full_frame, which only promoted activations have.
 * @{
 */
const uint64_t tussah_native_frame_size = 0;
const uint64_t tussah_native_frame_align = 1;
void tussah_native_enter(void *frame) { (void)frame; }
void tussah_native_spawn(void *frame) { (void)frame; }
void tussah_native_sync(void *frame) { (void)frame; }
/** @} */
