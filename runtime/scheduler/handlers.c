//===- handlers.c - Which exceptions a continuation handles -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The exceptions that a strand handles are a list of the C++ library, to which
/// a child adds those that it catches. A stolen continuation gets the list that
/// was there when the child was spawned. An exception does not say which
/// function has caught it. So functions of known form note what is caught while
/// they are in handlers, and wrappers note what the foreign code that calls
/// them has caught. handlers.md has the proof that this is enough.
///
//===----------------------------------------------------------------------===//

#include "handlers.h"

#include "../atomic.h"
#include "attributes.h"
#include "context.h"
#include "exception.h"
#include "fiber.h"
#include "frame.h"
#include "site.h"
#include "thread.h"
#include "trace.h"
#include "worker.h"

#include "calls.h"

//===----------------------------------------------------------------------===//
// Called by compiled code, through runtime/abi/native.c
//===----------------------------------------------------------------------===//

/// The function with \p handler in its frame, whose frame pointer is \p frame,
/// is about to begin a handler.
TUSSAH_EXPORT void __tussah_catch(struct handler *handler, uintptr_t frame) {
  struct tussah_thread *thread = &__tussah_thread;
  // On a stack that the program has switched to, nothing is published, and
  // handlers there need not end before those of the strand. The stack pointer
  // tells which stack this is. The frame does not: that of a stolen
  // continuation is on another stack.
  if (thread->handlers == handler ||
      fiber_of((uintptr_t)__builtin_frame_address(0)) != thread->worker->fiber)
    return;
  handler->older = thread->handlers;
  // Relaxed: no other value is ever written.
  store_relaxed(&handler->frame, frame);
  handler->around = handler->caught = exception_state_get().caught;
  // A signal handler may look for the handlers of this thread.
  fence_signal();
  thread->handlers = handler;
}

/// The function has begun or ended a handler. May be called at any time.
TUSSAH_EXPORT void __tussah_caught(struct handler *handler) {
  struct tussah_thread *thread = &__tussah_thread;
  if (thread->handlers != handler)
    return;
  handler->caught = exception_state_get().caught;
  if (handler->caught == handler->around)
    thread->handlers = handler->older;
}

//===----------------------------------------------------------------------===//
// Where a continuation is published
//===----------------------------------------------------------------------===//

/// True if \p handler, which may be null, is in the frame \p frame.
static bool is_in(const struct handler *handler, uintptr_t frame) {
  // Relaxed: no other value is ever written.
  return handler && load_relaxed(&handler->frame) == frame;
}

/// Sets \p caught to what the callers of a function f handle. \p frame is the
/// frame pointer of f, and \p callee that of the function that f has called. \p
/// outermost is what is caught around the strand. \p handlers were entered
/// before f was called. Returns false if it cannot be found out.
static bool find_callers(const struct worker *worker, uintptr_t frame,
                         uintptr_t callee, const struct handler *handlers,
                         void *outermost, void **caught) {
  const struct fiber *fiber = fiber_of(frame);
  for (;;) {
    uintptr_t caller = *(const uintptr_t *)frame;
    uintptr_t address = return_address_of(frame);
    *caught = outermost;
    if (address == (uintptr_t)context_fiber_called)
      return true;
    // This comes first: the frame pointer of foreign code is no frame, and may
    // be 0, which `mark` is if there is none.
    if (site_find(address).kind == SITE_FOREIGN) {
      const struct note *note;
      if (notes_in(frame, callee, &note) != 1)
        return false;
      *caught = note->caught;
      return true;
    }
    if (caller == worker->thread->mark)
      return true;
    bool handles = is_in(handlers, caller);
    if (handles)
      *caught = handlers->caught;
    if (handles || fiber_of(caller) != fiber)
      return true;
    callee = frame;
    frame = caller;
  }
}

bool handling_find(const struct worker *worker, uintptr_t child,
                   uintptr_t parent, struct handling *handling) {
  const struct fiber *fiber = fiber_of(child);
  struct handler *handlers = worker->thread->handlers;
  // What the child has called lies below it, on the same stack.
  while (handlers && on_same_fiber(load_relaxed(&handlers->frame), child) &&
         load_relaxed(&handlers->frame) <= child)
    handlers = handlers->older;
  void *outermost = fiber->promoted ? fiber->promoted->caught
                    : fiber->base   ? fiber->base->around
                                    : worker->root->caught;
  *handling = (struct handling){handlers, outermost, outermost};
  if (exception_state_get().caught == outermost)
    return true;
  if (is_in(handlers, parent)) {
    handling->caught = handlers->caught;
    handling->around = handlers->around;
    return true;
  }
  if (!on_same_fiber(parent, child))
    return true;
  bool found = find_callers(worker, parent, child, handlers, outermost,
                            &handling->caught);
  handling->around = handling->caught;
  return found;
}
