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

/// How long a worker executes its own code after a request or an answer, at
/// least, before thieves interrupt it. Looking whether it runs takes them a few
/// microseconds too.
#define PATIENCE_NS 15000

/// \p worker continues on another fiber.
void forget_walks(struct worker *worker) TUSSAH_HIDDEN;

/// True if nothing that the calling strand, or what it was called by, has
/// spawned is outstanding, so that the strand is all that there is of its root.
/// \p frame is the caller's frame pointer. Where nobody can tell what foreign
/// code was called by, nothing there was stolen.
bool strand_is_alone(uintptr_t frame) TUSSAH_HIDDEN;

/// Undoes the youngest promotion of \p fiber, whose continuation was taken
/// back.
void demote(struct worker *worker, struct fiber *fiber) TUSSAH_HIDDEN;

/// Does for \p worker what its next poll would, at the call \p from. The
/// caller is a signal handler on its thread. Returns whether a continuation was
/// published.
bool answer_in_handler(struct worker *worker, const struct known_call *from,
                       uintptr_t environment) TUSSAH_HIDDEN;

/// A poll of the function with the frame pointer \p frame has found a request.
/// Called by context.S.
void poll_requested(uintptr_t frame) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_PROMOTE_H
