//===- request.h - Thieves ask for continuations -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The request word of a thread, which its compiled code reads at each poll.
/// The owner takes a request before it looks at its slot, so that a thief that
/// empties the slot later asks later too (sleep.md, lemma 2).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_REQUEST_H
#define TUSSAH_RUNTIME_SCHEDULER_REQUEST_H

#include "../atomic.h"

/// Asks the owner of \p request to publish. Returns false if another thief has
/// asked already.
static inline bool request_ask(atomic_word *request) {
  // Relaxed: the request carries nothing. That it is not lost when the caller
  // sleeps next is due to the fences in idle_announce and request_take.
  if (load_relaxed(request))
    return false;
  store_relaxed(request, 1);
  return true;
}

/// Asks the owner for the next one, after slot_steal has emptied its slot.
static inline void request_more(atomic_word *request) {
  // Relaxed, without a fence: the owner may take this together with an older
  // request, while it still sees its slot full. Then the next searcher asks
  // again (sleep.md, lemma 2).
  store_relaxed(request, 1);
}

/// Takes the request that the owner has seen. It looks at its slot afterwards.
static inline void request_take(atomic_word *request) {
  store_relaxed(request, 0);
  // Between taking the request and the look at the slot; pairs with the fence
  // in idle_announce.
  fence_seq_cst();
}

#endif // TUSSAH_RUNTIME_SCHEDULER_REQUEST_H
