//===- trace.c - From foreign code to a known function -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Foreign code has frames of any form, which only the unwinder understands.
/// Its word is not enough: interrupt.md has the argument.
///
//===----------------------------------------------------------------------===//

#include "trace.h"

#include "../atomic.h"
#include "context.h"
#include "fiber.h"
#include "frame.h"
#include "site.h"
#include "thread.h"
#include "worker.h"

#include "calls.h"
#include "registers.h"

#include <unwind.h>

struct visit {
  struct trace *trace;
  bool is_inside;          ///< past the frames younger than the start
  bool is_interrupted;     ///< the last frame is that of the start, at no call
  uintptr_t stack_pointer; ///< of the last frame
  bool found;
};

/// True if the frame with the stack pointer \p stack_pointer called the
/// function that \p trace is to begin behind.
static bool is_older(const struct trace *trace, uintptr_t stack_pointer) {
  return stack_pointer > trace->below &&
         on_same_fiber(stack_pointer, trace->below);
}

/// Called for each frame from the runtime's to older ones.
static _Unwind_Reason_Code visit_frame(struct _Unwind_Context *context,
                                       void *argument) {
  enum { MOST_FRAMES = 512 };
  struct visit *visit = argument;
  struct trace *trace = visit->trace;
  int is_interrupted = 0;
  uintptr_t address = _Unwind_GetIPInfo(context, &is_interrupted);
  uintptr_t stack_pointer = _Unwind_GetCFA(context);
  if (++trace->frames > MOST_FRAMES)
    return _URC_END_OF_STACK;
  if (!visit->is_inside) {
    // For the frame that a handler has interrupted, some unwinders do not tell
    // the stack pointer, but where the signal's frame is.
    visit->is_inside = visit->is_interrupted = trace->start && is_interrupted;
    visit->is_inside |= !trace->start && is_older(trace, stack_pointer);
    visit->stack_pointer = trace->start ? trace->start : stack_pointer;
    return _URC_NO_REASON;
  }
  // What calls another function has a frame; what was interrupted may have
  // none.
  uintptr_t least = visit->is_interrupted ? PUSHED_BY_CALL : 1;
  visit->is_interrupted = false;
  // Frames below a signal handler of the program's are not at a call. The last
  // frame of all has no address.
  if (is_interrupted || address == 0 ||
      stack_pointer < visit->stack_pointer + least ||
      fiber_of(stack_pointer) != trace->worker->fiber || !follows_call(address))
    return _URC_END_OF_STACK;
  visit->stack_pointer = stack_pointer;
  if (site_find(address).kind == SITE_FOREIGN)
    return _URC_NO_REASON;
  visit->found = true;
  trace->call = (struct known_call){
      stack_pointer, _Unwind_GetGR(context, DWARF_FRAME_POINTER), address};
  return _URC_END_OF_STACK;
}

unsigned notes_in(uintptr_t frame, uintptr_t above, const struct note **note) {
  enum { LARGEST_FRAME = 4096 };
  if (frame - above > LARGEST_FRAME)
    return 0;
  unsigned count = 0;
  for (uintptr_t word = frame - sizeof word; word > above; word -= sizeof word)
    if (*(const uintptr_t *)word == NOTE_WITNESS(frame)) {
      *note = (const struct note *)word;
      ++count;
    }
  return count;
}

/// True if \p frame, the caller of the function with the frame \p above, is
/// that of a wrapper, and active: its note is there. Then what it has called is
/// known and active too.
static bool is_active_wrapper(uintptr_t frame, uintptr_t above) {
  const struct note *note;
  return notes_in(frame, above, &note) != 0;
}

/// True if the call that \p trace has found can be true.
static bool is_sound(const struct trace *trace) {
  enum { ALIGNMENT = 16 };
  const struct known_call *call = &trace->call;
  // What is spawned is known code.
  if (!trace->starts_in_known && site_find(call->address).kind == SITE_SPAWN)
    return false;
  const struct fiber *fiber = trace->worker->fiber;
  uintptr_t frame = call->frame, above = call->stack_pointer - 1;
  while (fiber_of(frame) == fiber) {
    const uintptr_t *saved = (const uintptr_t *)frame;
    if (frame <= above || frame % ALIGNMENT != 0)
      return false;
    uintptr_t address = return_address_of(frame);
    if (address == (uintptr_t)context_fiber_called)
      return saved[0] == 0;
    if (!site_calls_known(address))
      return is_active_wrapper(frame, above);
    if (frame == trace->worker->thread->mark ||
        site_find(address).kind == SITE_FOREIGN)
      return true;
    above = frame;
    frame = saved[0];
  }
  return fiber->base && frame == fiber->base->frame;
}

/// Reads what the unwinder takes for stack and code, so it may fault.
static bool find_call(struct trace *trace) {
  struct visit visit = {.trace = trace};
  _Unwind_Backtrace(visit_frame, &visit);
  return visit.found && is_sound(trace);
}

/// A fault of find_call comes back here.
__attribute__((noinline)) bool trace_call(struct trace *trace) {
  struct worker *worker = trace->worker;
  volatile bool found = false;
  if (recovery_set(worker->recovery) == 0) {
    worker->may_fault = true;
    fence_signal();
    found = find_call(trace);
  }
  fence_signal();
  worker->may_fault = false;
  return found;
}
