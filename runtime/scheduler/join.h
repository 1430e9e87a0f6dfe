//===- join.h - Strands of a frame meet -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The join counter of a frame whose continuation has been published, and the
/// exceptions of its children. publish.md has the protocol and its proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_JOIN_H
#define TUSSAH_RUNTIME_SCHEDULER_JOIN_H

#include "../atomic.h"

struct join {
  /// Strands that have not arrived: the continuation, and each child that it
  /// left behind.
  atomic_word strands;
  /// Last added struct failure.
  atomic_word failures;
  /// Last added struct deposit. 0 when the join begins.
  atomic_word deposits;
};

/// An exception of a child.
struct failure {
  plain_word next;
  plain_word order;     ///< the children's order in the serial program
  plain_word region;    ///< the sync region the child was spawned in
  plain_word exception; ///< struct _Unwind_Exception
};

/// What a child leaves for the continuation of the frame, other than an
/// exception: its views of reducers.
struct deposit {
  plain_word next;
  plain_word order; ///< as of failures
};

/// Begins with two strands: a child and the continuation. The caller is the
/// only one to know \p join.
static inline void join_begin(struct join *join) {
  // Relaxed: other workers learn of the join by slot_publish, a release.
  store_relaxed(&join->strands, 2);
  store_relaxed(&join->failures, 0);
}

/// The continuation leaves one more child behind. Its strand only.
static inline void join_add_child(struct join *join) {
  // Relaxed: the caller's strand has not arrived, so the count cannot reach 0,
  // and the child's strand arrives after this on the same thread.
  fetch_add_relaxed(&join->strands, 1);
}

/// The continuation was taken back: child and continuation are one strand
/// again. Returns true if it is the only one left.
static inline bool join_remove_child(struct join *join) {
  // Relaxed: nothing is read that other strands wrote; if they have all
  // arrived, the caller's own arrival will acquire it.
  return fetch_sub_relaxed(&join->strands, 1) == 2;
}

/// Adds the exception of a child. The child's strand only, before it arrives.
static inline void join_fail(struct join *join, struct failure *failure) {
  uintptr_t last;
  do {
    last = load_relaxed(&join->failures);
    write_plain(&failure->next, last);
    // Relaxed: join_arrive publishes the failure, to the last strand to arrive,
    // which is the only one to read it.
  } while (!cas_relaxed(&join->failures, last, (uintptr_t)failure));
}

/// Adds what a child leaves. The child's strand only, before it arrives.
static inline void join_deposit(struct join *join, struct deposit *deposit) {
  uintptr_t last;
  do {
    last = load_relaxed(&join->deposits);
    write_plain(&deposit->next, last);
    // Relaxed: as in join_fail.
  } while (!cas_relaxed(&join->deposits, last, (uintptr_t)deposit));
}

/// Takes out all deposits, and returns the one added last; 0 if there is none.
/// All strands have arrived.
static inline uintptr_t join_take_deposits(struct join *join) {
  // Relaxed: join_arrive of the last strand was an acquire.
  uintptr_t last = load_relaxed(&join->deposits);
  if (last)
    store_relaxed(&join->deposits, 0);
  return last;
}

/// The caller's strand has arrived, and must not touch the frame afterwards
/// unless true is returned: it was the last one, and continues the frame.
static inline bool join_arrive(struct join *join) {
  // Release: pairs with the acquire of the last strand to arrive, for all that
  // this strand wrote. Acquire: pairs with the releases of the others.
  return fetch_sub_acq_rel(&join->strands, 1) == 1;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_JOIN_H
