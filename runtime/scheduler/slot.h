//===- slot.h - One continuation that thieves may take -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The publication slot of a worker. Its owner publishes the oldest
/// continuation of its stack that has not been published yet; one thief steals
/// it, or the owner takes it back when the child returns. publish.md has the
/// protocol and its proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_SLOT_H
#define TUSSAH_RUNTIME_SCHEDULER_SLOT_H

#include "../atomic.h"

/// What a thief needs to resume a continuation.
struct offer {
  uintptr_t resume;      ///< address of the landing pad
  uintptr_t frame;       ///< frame pointer of the parent
  uintptr_t full;        ///< the parent's struct full_frame
  uintptr_t environment; ///< floating-point control words
  uintptr_t caught;      ///< exceptions that the parent handles
  uintptr_t scope;       ///< of cancellation, that the spawn is in
};

/// States of a slot other than the root of what is published.
enum { SLOT_EMPTY = 0, SLOT_BUSY = 1 };

struct slot {
  atomic_word state;
  plain_word resume, frame, full, environment, caught, scope;
};

/// True if the owner may publish. Owner only.
static inline bool slot_is_free(const struct slot *slot) {
  // Acquire: pairs with the release in slot_steal. The thief has read the offer
  // before the owner overwrites it.
  return load_acquire(&slot->state) == SLOT_EMPTY;
}

/// Offers a continuation of the computation \p root (not SLOT_EMPTY or
/// SLOT_BUSY). Owner only; the slot is free.
static inline void slot_publish(struct slot *slot, uintptr_t root,
                                const struct offer *offer) {
  write_plain(&slot->resume, offer->resume);
  write_plain(&slot->frame, offer->frame);
  write_plain(&slot->full, offer->full);
  write_plain(&slot->environment, offer->environment);
  write_plain(&slot->caught, offer->caught);
  write_plain(&slot->scope, offer->scope);
  // Release: pairs with cas_acquire in slot_steal, for the offer and for all
  // that the computation has written.
  store_release(&slot->state, root);
}

/// The computation that the slot has a continuation of; 0 if it has none. A
/// hint: it may change at once. Any thread.
static inline uintptr_t slot_peek(const struct slot *slot) {
  // Relaxed: what is found is acted upon only by slot_steal.
  uintptr_t state = load_relaxed(&slot->state);
  return state == SLOT_BUSY ? 0 : state;
}

/// Takes the continuation of the computation \p root out of the slot. Returns
/// false if it has none (any more). Any thread but the owner.
static inline bool slot_steal(struct slot *slot, uintptr_t root,
                              struct offer *offer) {
  // Acquire: pairs with store_release in slot_publish.
  if (!cas_acquire(&slot->state, root, SLOT_BUSY))
    return false;
  offer->resume = read_plain(&slot->resume);
  offer->frame = read_plain(&slot->frame);
  offer->full = read_plain(&slot->full);
  offer->environment = read_plain(&slot->environment);
  offer->caught = read_plain(&slot->caught);
  offer->scope = read_plain(&slot->scope);
  // Release: pairs with load_acquire in slot_is_free.
  store_release(&slot->state, SLOT_EMPTY);
  return true;
}

/// Withdraws the continuation of the computation \p root, which the owner
/// published last. Returns false if it has been stolen. Owner only.
static inline bool slot_take_back(struct slot *slot, uintptr_t root) {
  // Relaxed: the offer was the owner's own. If it was stolen, what the owner
  // learns from the thief it learns at the join.
  return cas_relaxed(&slot->state, root, SLOT_EMPTY);
}

#endif // TUSSAH_RUNTIME_SCHEDULER_SLOT_H
