//===- thread.h - What compiled code reads of a thread -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled programs know this file's structures through runtime/abi/native.c.
/// They are the state of the strand that a thread executes, as far as it goes
/// with the thread.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_THREAD_H
#define TUSSAH_RUNTIME_SCHEDULER_THREAD_H

#include "../atomic.h"
#include "attributes.h"

#include <stddef.h>

struct handler;
struct scope;
struct views;
struct worker;

/// What compiled code reads of its thread.
struct tussah_thread {
  /// Not 0: a thief wants the thread to publish.
  atomic_word request;
  /// Frame pointer of the youngest promoted frame of the current fiber; 0 if
  /// there is none.
  uintptr_t mark;
  /// Null unless the thread executes a strand or looks for one.
  struct worker *worker;
  /// The views of the current strand (views.md). Null in serial code.
  struct views *views;
  /// The innermost scope of cancellation of the current strand, or null.
  struct scope *scope;
  /// The youngest handler that the current strand is in, or null.
  struct handler *handlers;
  /// Where the C++ library notes the youngest exception that the thread
  /// handles. Null in serial code. If this is not null, `worker` is not null.
  void *const *caught;
  /// The thread belonged to the pool and has left it. It only calls the
  /// destructors of its thread-local variables.
  bool has_left;
  /// The thread has been a guest, and has not begun to end since.
  bool is_user;
  /// The thread is becoming a guest, or ceasing to be one.
  bool changes;
};

extern _Thread_local struct tussah_thread __tussah_thread TUSSAH_EXPORT
    __attribute__((tls_model("initial-exec")));

/// The distance of __tussah_thread from each thread's pointer, which linkers
/// know. For compiled code that a JIT has linked.
extern volatile uintptr_t __tussah_thread_offset TUSSAH_EXPORT;

/// In the frame of a known function while it handles exceptions: handlers.md.
struct handler {
  struct handler *older;
  /// Frame pointer of the function. A strand may write it again while others
  /// read it, but always the same value.
  atomic_word frame;
  void *around; ///< what was caught when the function entered its first handler
  void *caught; ///< what is caught in the handler that it is in
};

/// In the frame of a wrapper (runtime/abi/native.c) while its function runs.
struct note {
  uintptr_t witness; ///< NOTE_WITNESS of the wrapper's frame pointer
  void *caught;      ///< what was caught when the function was called
};

/// No other word of a stack is the address of a frame, made odd.
#define NOTE_WITNESS(frame) ((uintptr_t)(frame) + 1)

/// In the exception register when a thief enters a landing pad.
#define TUSSAH_RESUME_SELECTOR 0x7ffe0001

/// How much a function may allocate on the stack if it writes only to the upper
/// end. Less than a fiber's guard, so that the function does not step over the
/// guard. Also less than the memory that fiber.c inspects to tell how deep a
/// stack has been used.
#define TUSSAH_MOST_ON_STACK ((size_t)32 << 10)

#endif // TUSSAH_RUNTIME_SCHEDULER_THREAD_H
