//===- root.c - Threads enter and leave parallel code -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "root.h"

#include "../atomic.h"
#include "../random/state.h"
#include "attributes.h"
#include "context.h"
#include "error.h"
#include "exception.h"
#include "fiber.h"
#include "frame.h"
#include "guest.h"
#include "idle.h"
#include "mask.h"
#include "observer.h"
#include "pool.h"
#include "promote.h"
#include "sanitizer.h"
#include "search.h"
#include "site.h"
#include "stress.h"
#include "thread.h"
#include "worker.h"

uintptr_t root_returned(struct _Unwind_Exception *exception) {
  struct worker *worker = __tussah_thread.worker;
  enter_runtime(worker);
  exception_departs(exception);
  worker->root->exception = exception;
  worker->root->pedigree = __tussah_pedigree;
  tool_strand_save(&worker->root->tool);
  worker->leaving_fiber = worker->fiber;
  sanitizer_leave_fiber(worker, worker->fiber, false);
  return worker->scheduler_stack;
}

/// The worker has no strand of its root any more. On the scheduler's stack.
static _Noreturn void leave_root(struct worker *worker) {
  worker->thread->mark = 0;
  worker->thread->scope = NULL;
  worker->thread->handlers = NULL;
  struct root *root = worker->root;
  struct worker *owner = root->owner;
  bool has_ended = !root->home;
  worker->root = NULL;
  // Release: pairs with the acquire in worker_must_leave, for all that the root
  // has written. The root may be gone as soon as this is done, unless the
  // worker has its mask.
  store_release(&root->done, 1);
  if (owner != worker)
    idle_wake(&tussah_idle, &owner->sleeper);
  if (has_ended)
    mask_hide(worker);
  schedule(worker);
}

void root_left(void) {
  struct worker *worker = __tussah_thread.worker;
  fiber_put(worker, worker->leaving_fiber);
  leave_root(worker);
}

//===----------------------------------------------------------------------===//
// The way home
//===----------------------------------------------------------------------===//

/// A strand on its way to the thread that entered its root; on its own stack.
struct homecoming {
  uintptr_t registers;
  struct fiber *fiber;
  struct views *views;
  struct scope *scope;
  struct handler *handlers;
  struct exception_state exceptions;
  struct pedigree pedigree;
  struct tool_strand tool;
};

void strand_goes_home(void) {
  struct worker *worker = __tussah_thread.worker;
  struct root *root = worker->root;
  if (root->owner == worker)
    return;
  enter_runtime(worker);
  struct tussah_thread *thread = worker->thread;
  struct homecoming home = {.fiber = worker->fiber,
                            .views = thread->views,
                            .scope = thread->scope,
                            .handlers = thread->handlers,
                            .exceptions = exception_state_get(),
                            .pedigree = __tussah_pedigree};
  tool_strand_save(&home.tool);
  thread->views = NULL;
  root->home = &home;
  sanitizer_leave_fiber(worker, home.fiber, true);
  // This returns when the root has come home, which leaves no address of it.
  // NOLINTNEXTLINE(clang-analyzer-core.StackAddressEscape)
  context_depart(&home.registers, worker->scheduler_stack, leave_root, worker);
}

/// Goes on with the strand that has come home to \p worker. Returns as
/// context_enter_fiber.
static void receive_strand(struct worker *worker, struct root *root) {
  struct homecoming *home = root->home;
  root->home = NULL;
  // Relaxed: only the owner, the caller, reads it.
  store_relaxed(&root->done, 0);
  worker->root = root;
  worker->fiber = home->fiber;
  observe(worker, TIMELINE_HOME, 0);
  forget_walks(worker);
  worker->thread->views = home->views;
  worker->thread->scope = home->scope;
  worker->thread->handlers = home->handlers;
  __tussah_pedigree = home->pedigree;
  tool_strand_restore(&home->tool);
  store_relaxed(&worker->has_nothing, 0);
  store_relaxed(&worker->thread->request, 1);
  exception_state_set(home->exceptions);
  sanitizer_enter_fiber(worker, home->fiber);
  leave_runtime(worker);
  context_exchange(&worker->scheduler_stack, home->registers);
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// Runs run(argument) as a root, and throws what it throws. The calling thread
/// is not in a root.
TUSSAH_EXPORT void __tussah_root(void (*run)(void *), void *argument) {
  // The pool has ended, so the thread works alone. It is in no list, so it gets
  // no requests and never promotes.
  if (__tussah_thread.has_left) {
    run(argument);
    return;
  }
  sites_check_tables(run);
  struct exception_state state = exception_state_get();
  struct scope *scope = __tussah_thread.scope;
  struct root root = {.uncaught = state.uncaught,
                      .caught = state.caught,
                      .pedigree = __tussah_pedigree};
  tool_strand_save(&root.tool);
  struct worker *worker = guest_attach(&root);
  root.owner = worker;
  worker->root = &root;
  struct fiber *fiber = fiber_get(worker);
  if (!fiber)
    tussah_fatal(TUSSAH_ERROR_NO_STACK);
  worker->fiber = fiber;
  forget_walks(worker);
  store_relaxed(&worker->has_nothing, 0);
  // A single worker has no thief to publish for.
  store_relaxed(&worker->thread->request,
                pool_size() > 1 || tussah_stress.always_steal);
  sanitizer_enter_fiber(worker, fiber);
  leave_runtime(worker);
  context_enter_fiber(&worker->scheduler_stack, (uintptr_t)fiber, run,
                      argument);
  while (root.home)
    receive_strand(worker, &root);
  mask_wait(&root);
  exception_state_set(state);
  worker->thread->scope = scope;
  guest_detach(worker);
  // The root may have ended in another thread.
  __tussah_pedigree = root.pedigree;
  tool_strand_restore(&root.tool);
  if (root.exception)
    tussah_raise(root.exception);
}
