//===- spin.h - Locks that are held for a moment ----------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_SPIN_H
#define TUSSAH_TOOLS_RACE_SPIN_H

#include "runtime/atomic.h"

struct spin {
  atomic_word is_held;
};

static inline void spin_lock(struct spin *spin) {
  // Pairs with spin_unlock.
  while (exchange_acquire(&spin->is_held, true))
    spin_pause();
}

static inline void spin_unlock(struct spin *spin) {
  store_release(&spin->is_held, false); // pairs with spin_lock
}

#endif // TUSSAH_TOOLS_RACE_SPIN_H
