//===- interrupt.c - Long leaves are interrupted -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A worker that executes a long leaf does not poll. A thief that has waited
/// for it sends a signal, whose handler does what a poll would. interrupt.md
/// says when it may, and why that is safe. The same file handles the fault of a
/// stack overflow, which is told on the same signal stack.
///
//===----------------------------------------------------------------------===//

#include "interrupt.h"

#include "../atomic.h"
#include "../os/os.h"
#include "context.h"
#include "counters.h"
#include "error.h"
#include "fiber.h"
#include "promote.h"
#include "site.h"
#include "slot.h"
#include "stress.h"
#include "thread.h"
#include "trace.h"
#include "worker.h"
#include "workers.h"

#include "registers.h"

#include <unwind.h>

/// How long a thief searches before it may send signals.
#define LEAST_SEARCH_NS 2000

/// How long thieves search for the answer to a signal.
#define ANSWER_NS 100000

/// After so many handlers that found no known function, thieves send no signals
/// until the next poll. The leaf's code may have no unwind information.
enum { MOST_REFUSALS = 16 };

/// Room for a signal frame with all vector registers, the unwinder, and a
/// handler of the program's that faults are forwarded to.
#define SIGNAL_STACK ((size_t)64 << 10)

static bool is_prepared; ///< interrupts_begin was called
static bool enabled;     ///< threads are interrupted

//===----------------------------------------------------------------------===//
// The handlers
//===----------------------------------------------------------------------===//

/// The unwinder's functions that leave frames: while they load registers, their
/// unwind information does not tell where they are.
static bool leaves_frames(uintptr_t program_counter) {
  void *function = _Unwind_FindEnclosingFunction((void *)program_counter);
  return function == (void *)_Unwind_RaiseException ||
         function == (void *)_Unwind_Resume ||
         function == (void *)_Unwind_Resume_or_Rethrow ||
         function == (void *)_Unwind_ForcedUnwind;
}

/// True if \p worker has walked so much that it may not walk again yet. (A walk
/// from foreign code looks at all frames.)
static bool rests(struct worker *worker) {
  if (worker->walk_end == UINTPTR_MAX || tussah_stress.always_steal ||
      tussah_os->clock_ns() >= worker->next_walk)
    return false;
  store_relaxed(&worker->undisturbed_until, worker->next_walk);
  return true;
}

/// If the interrupted place allows it, does what the next poll of \p worker
/// would do, and returns true. The caller is a handler on the worker's thread.
static bool answer(struct worker *worker, const struct registers *registers,
                   const void *context) {
  if (!load_relaxed(&worker->runs_user_code) ||
      fiber_of(registers->stack_pointer) != worker->fiber ||
      // The switching code changes stacks, and has no valid frames meanwhile.
      (registers->program_counter >= (uintptr_t)context_code_begin &&
       registers->program_counter < (uintptr_t)context_code_end) ||
      // A promoted frame that runs has not been told what became of its child.
      registers->frame_pointer == worker->thread->mark ||
      leaves_frames(registers->program_counter) ||
      !tussah_os->faults_are_caught(context))
    return false;
  enter_runtime(worker);
  bool is_done = rests(worker);
  struct trace trace = {.worker = worker,
                        .start = registers->stack_pointer,
                        .starts_in_known =
                            site_find(registers->program_counter + 1).kind !=
                            SITE_FOREIGN};
  if (!is_done && trace_call(&trace)) {
    answer_in_handler(worker, &trace.call, registers->environment, context);
    is_done = true;
  }
  leave_runtime(worker);
  return is_done;
}

static bool interrupted(void *context) {
  struct worker *worker = __tussah_thread.worker;
  if (!worker)
    return false;
  count(&worker->statistics.interrupts, 1);
  struct registers registers = registers_of(context);
  if (!answer(worker, &registers, context)) {
    store_relaxed(&worker->undisturbed_until,
                  tussah_os->clock_ns() + PATIENCE_NS);
    if (++worker->refusals >= MOST_REFUSALS)
      store_relaxed(&worker->has_nothing, 1);
  }
  // Relaxed: it carries nothing.
  return exchange_relaxed(&worker->signal_sent, 0) != 0;
}

/// A thread has accessed \p address, which is invalid. The frames that overflow
/// a stack may be the runtime's own, in a poll.
static void faulted(uintptr_t address) {
  struct worker *worker = __tussah_thread.worker;
  if (worker && worker->may_fault)
    recovery_jump(worker->recovery);
  if (worker && worker->fiber && fiber_overflows(worker->fiber, address))
    tussah_report_overflow(worker->id, tussah_stack_size);
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

static _Unwind_Reason_Code visit_nothing(struct _Unwind_Context *context,
                                         void *argument) {
  (void)context;
  (void)argument;
  return _URC_END_OF_STACK;
}

void interrupts_begin(int signal) {
  if (is_prepared)
    return;
  is_prepared = true;
  // The unwinder initializes itself once, under a lock, and the dynamic linker
  // resolves functions at their first calls. Both must come before the first
  // signal.
  _Unwind_Backtrace(visit_nothing, NULL);
  leaves_frames((uintptr_t)&interrupts_begin);
  site_find((uintptr_t)&interrupts_begin + 1);
  if (!tussah_os->handlers_may_unwind())
    signal = 0;
  tussah_os->signals_catch(signal, interrupted, faulted, UNWINDER_HAS_TRAPS);
  enabled = signal != 0;
}

void interrupts_end(bool unloads) {
  if (is_prepared) {
    enabled = false;
    tussah_os->signals_release();
    is_prepared = false;
  }
  tussah_os->signal_stack_take(unloads);
}

void interrupts_arrive(struct worker *worker) {
  worker->thread_number = tussah_os->thread_number();
  store_relaxed(&worker->runs_user_code, 0);
  store_relaxed(&worker->signal_sent, 0);
  // If there is no memory for that stack, handlers run on the fiber. Only the
  // message after an overflow is lost then.
  tussah_os->signal_stack_give(SIGNAL_STACK);
}

//===----------------------------------------------------------------------===//
// The thief
//===----------------------------------------------------------------------===//

/// Sends the signal, unless one is on its way; or the thread of \p victim
/// sleeps in the system, because the signal would end that; or the victim has
/// answered since \p undisturbed_until was read. Returns whether it did.
static bool send(struct worker *thief, struct worker *victim, uint64_t now,
                 uint64_t undisturbed_until) {
  // The first test takes a few microseconds, so the victim may answer
  // meanwhile. The last one is relaxed: it carries nothing, and only chooses
  // the sender.
  if (!tussah_os->thread_runs(victim->thread_number) ||
      load_relaxed(&victim->undisturbed_until) != undisturbed_until ||
      slot_peek(&victim->slot) || !cas_relaxed(&victim->signal_sent, 0, 1))
    return false;
  store_relaxed(&victim->last_signal, now);
  if (tussah_os->thread_interrupt(victim->thread_number) != 0) {
    store_relaxed(&victim->signal_sent, 0);
    return false;
  }
  count(&thief->statistics.signals, 1);
  return true;
}

/// Interrupts \p victim if that is due. Returns what interrupt_long_leaf
/// returns. The thread of \p victim is there.
static uint64_t interrupt(struct worker *thief, struct worker *victim,
                          uint64_t now) {
  // Relaxed, all of these: they are hints. A signal too many or too few does no
  // harm.
  if (slot_peek(&victim->slot))
    return NEVER;
  bool runs = load_relaxed(&victim->runs_user_code);
  uint64_t earliest = load_relaxed(&victim->undisturbed_until);
  if (runs && tussah_stress.signals)
    send(thief, victim, now, earliest);
  if (load_relaxed(&victim->has_nothing))
    return NEVER;
  // The victim is about to answer, or has not been asked for the next
  // continuation. Neither is certain to end in a publication, which would wake
  // the thief.
  if (!runs || !load_relaxed(&victim->thread->request))
    return now;
  if (now < earliest)
    return earliest;
  // A victim that sleeps in the system may compute again at any time. One that
  // waits for a processor gets the signal when it has one.
  if (!load_relaxed(&victim->signal_sent) &&
      !send(thief, victim, now, earliest))
    return now;
  uint64_t answer = load_relaxed(&victim->last_signal) + ANSWER_NS;
  return now < answer ? answer : now;
}

uint64_t interrupt_long_leaf(struct worker *thief, uint64_t since,
                             uint64_t now) {
  if (!enabled)
    return NEVER;
  if (now - since < LEAST_SEARCH_NS && !tussah_stress.signals)
    return now;
  sites_check_unloading();
  uint64_t first = NEVER;
  unsigned n = worker_count();
  for (unsigned i = 0; i < n; ++i) {
    struct worker *victim = tussah_workers[(thief->id + i) % n];
    if (victim == thief || !worker_visit(victim))
      continue;
    uint64_t answer = interrupt(thief, victim, now);
    first = answer < first ? answer : first;
    worker_leave(victim);
  }
  return first;
}
