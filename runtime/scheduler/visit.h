//===- visit.h - Threads that may leave -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The thread of a guest may end at any time after its root, and its memory
/// with it. A thief that accesses that memory is a visitor. The thread waits
/// for its visitors before it leaves.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_VISIT_H
#define TUSSAH_RUNTIME_SCHEDULER_VISIT_H

#include "futex.h"

struct host {
  atomic_word attached; ///< 1 while the thread is there
  atomic_word visitors;
};

/// Returns true if the thread is there; it stays until visit_end.
static inline bool visit_begin(struct host *host) {
  // Relaxed: ordered by the fence.
  fetch_add_relaxed(&host->visitors, 1);
  // Pairs with the fence in host_close. Either this sees that the thread has
  // left, or the thread sees the visitor.
  fence_seq_cst();
  // Acquire: pairs with the release in host_arrive, for what the thread has
  // written.
  if (load_acquire(&host->attached))
    return true;
  // Relaxed: nothing was accessed.
  fetch_sub_relaxed(&host->visitors, 1);
  return false;
}

static inline void visit_end(struct host *host) {
  // Release: pairs with the acquire in host_is_empty.
  fetch_sub_release(&host->visitors, 1);
}

/// The thread is there, and what visitors access is ready.
static inline void host_arrive(struct host *host) {
  // Release: pairs with the acquire in visit_begin.
  store_release(&host->attached, 1);
}

/// Lets no more visitors in.
static inline void host_close(struct host *host) {
  store_relaxed(&host->attached, 0);
  // Pairs with the fence in visit_begin.
  fence_seq_cst();
}

/// True if there are no visitors any more; after host_close.
static inline bool host_is_empty(const struct host *host) {
  // Acquire: pairs with the release in visit_end.
  return load_acquire(&host->visitors) == 0;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_VISIT_H
