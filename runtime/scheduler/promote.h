//===- promote.h - A victim offers its oldest continuation -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// publish.md has the proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_PROMOTE_H
#define TUSSAH_RUNTIME_SCHEDULER_PROMOTE_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct fiber;
struct known_call;
struct worker;

/// After a request or an answer, thieves let a worker execute its own code for
/// at least so long before they interrupt it. They need a few microseconds more
/// to find out whether it runs.
#define PATIENCE_NS 15000

/// \p worker continues on another fiber: what is known of its last walk does
/// not count any more.
void forget_walks(struct worker *worker) TUSSAH_HIDDEN;

/// True if the calling strand is all that there is of its root: neither it nor
/// any of its callers has an outstanding spawn. \p frame is the caller's frame
/// pointer. Where the callers of foreign code cannot be found out, nothing of
/// theirs was stolen.
bool strand_is_alone(uintptr_t frame) TUSSAH_HIDDEN;

/// Undoes the youngest promotion of \p fiber. Its continuation was taken back.
void demote(struct worker *worker, struct fiber *fiber) TUSSAH_HIDDEN;

/// Does for \p worker what its next poll would do at the call \p from. The
/// caller is a signal handler on the worker's thread, with the machine's \p
/// context. Returns whether a continuation was published.
bool answer_in_handler(struct worker *worker, const struct known_call *from,
                       uintptr_t environment,
                       const void *context) TUSSAH_HIDDEN;

/// A poll of the function with the frame pointer \p frame has found a request.
/// Called by context.S.
void poll_requested(uintptr_t frame) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_PROMOTE_H
