//===- LitmusWord.c - Order of one word, sleeping, freeing ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "litmus.h"

//===----------------------------------------------------------------------===//
// Coherence, and modification order
//===----------------------------------------------------------------------===//

static void corr(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_relaxed(&x, 2);
  } else {
    set(0, load_relaxed(&x));
    set(1, load_relaxed(&x));
  }
}

/// A load does not read a store that follows it, nor may that store come before
/// what was read.
static void corw(unsigned thread) {
  if (thread == 0) {
    set(0, load_relaxed(&x));
    store_relaxed(&x, 1);
  } else {
    store_relaxed(&x, 2);
  }
}

/// Stores of a thread are in its order.
static void coww(unsigned thread) {
  store_relaxed(&x, 2 * thread + 1);
  store_relaxed(&x, 2 * thread + 2);
}

/// Two readers must agree on the order of two stores.
static void corr_two_readers(unsigned thread) {
  switch (thread) {
  case 0:
  case 1:
    store_relaxed(&x, thread + 1);
    break;
  case 2:
    set(0, load_relaxed(&x));
    set(1, load_relaxed(&x));
    break;
  case 3:
    set(2, load_relaxed(&x));
    set(3, load_relaxed(&x));
    break;
  }
}

static void cowr(unsigned thread) {
  store_relaxed(&x, thread + 1);
  set(thread, load_relaxed(&x));
}

static void two_plus_two_w_release(unsigned thread) {
  store_release(thread ? &y : &x, 1);
  store_release(thread ? &x : &y, 2);
}

static void two_plus_two_w_fences(unsigned thread) {
  store_relaxed(thread ? &y : &x, 1);
  fence_seq_cst();
  store_relaxed(thread ? &x : &y, 2);
}

/// A store, and a store with a load behind it.
static void r_release(unsigned thread) {
  if (thread == 0) {
    store_release(&x, 1);
    store_release(&y, 1);
  } else {
    store_release(&y, 2);
    set(0, load_acquire(&x));
  }
}

static void r_fences(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    fence_seq_cst();
    store_relaxed(&y, 1);
  } else {
    store_relaxed(&y, 2);
    fence_seq_cst();
    set(0, load_relaxed(&x));
  }
}

/// A store may precede in modification order one that was executed earlier.
static void s_relaxed(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 2);
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    store_relaxed(&x, 1);
  }
}

static void s_release_acquire(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 2);
    store_release(&y, 1);
  } else {
    set(0, load_acquire(&y));
    store_relaxed(&x, 1);
  }
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

static void updates_are_atomic(unsigned thread) {
  set(thread, fetch_add_relaxed(&x, 1));
}

static void cas_is_exclusive(unsigned thread) {
  set(thread, cas_acquire(&x, 0, thread + 1));
}

/// An update may precede in modification order a store that was executed
/// earlier.
static void update_before_store(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 5);
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    set(1, fetch_add_relaxed(&x, 1));
  }
}

/// A compare-and-swap that fails is a load, and may read an old value.
static void cas_fails_on_old_value(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    set(1, cas_relaxed(&x, 1, 2));
  }
}

/// A compare-and-swap that fails acquires nothing.
static void failed_cas_does_not_acquire(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_release(&y, 1);
  } else {
    set(0, cas_acquire(&y, 0, 2));
    set(1, load_relaxed(&x));
  }
}

//===----------------------------------------------------------------------===//
// Release sequences
//===----------------------------------------------------------------------===//

/// Updates by others continue a release sequence.
static void release_sequence_update(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    store_release(&y, 1);
    break;
  case 1:
    (void)cas_relaxed(&y, 1, 2);
    break;
  case 2:
    set(0, load_acquire(&y));
    set(1, load_relaxed(&x));
    break;
  }
}

/// So what was released before the first of several updates is acquired from
/// the last one.
static void release_sequence_updates(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    (void)exchange_release(&y, 4);
    break;
  case 1:
    (void)fetch_add_relaxed(&y, 1);
    break;
  case 2:
    set(0, fetch_add_acquire(&y, 1));
    set(1, load_relaxed(&x));
    break;
  }
}

/// A fence begins a release sequence at the store behind it.
static void release_sequence_fence(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    fence_release();
    store_relaxed(&y, 1);
    break;
  case 1:
    (void)cas_relaxed(&y, 1, 2);
    break;
  case 2:
    set(0, load_acquire(&y));
    set(1, load_relaxed(&x));
    break;
  }
}

/// Later relaxed stores do not, not even those of the same thread (C++20).
static void release_sequence_store(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_release(&y, 1);
    store_relaxed(&y, 2);
  } else {
    set(0, load_acquire(&y));
    set(1, load_relaxed(&x));
  }
}

//===----------------------------------------------------------------------===//
// Sleeping, freeing, starting
//===----------------------------------------------------------------------===//

static void futex_wakes(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    wake_sleepers(&x, 1);
  } else {
    while (load_relaxed(&x) == 0)
      sleep_while_equal(&x, 0);
    set(0, 1);
  }
}

static void futex_lost(unsigned thread) {
  if (thread == 0) {
    wake_sleepers(&x, 1);
    store_relaxed(&x, 1);
  } else {
    while (load_relaxed(&x) == 0)
      sleep_while_equal(&x, 0);
  }
}

/// A call may return for no reason.
static void futex_spurious(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    wake_sleepers(&x, 1);
  } else {
    sleep_while_equal(&x, 0);
    set(0, load_relaxed(&x));
  }
}

static void use_after_free(unsigned thread) {
  if (thread == 0) {
    write_plain(&data, 1);
    model_freed(&data, sizeof data);
    store_release(&y, 1);
  } else if (load_acquire(&y)) {
    set(0, read_plain(&data));
  }
}

static void free_races_with_use(unsigned thread) {
  if (thread == 0) {
    if (load_relaxed(&y))
      model_freed(&x, sizeof x);
  } else {
    (void)load_relaxed(&x);
    store_relaxed(&y, 1);
  }
}

static int ordinary;

/// Memory that no macro names is watched too.
static void ordinary_race(unsigned thread) { ordinary = (int)thread; }

static void start_and_join(unsigned thread) {
  if (thread == 0) {
    ordinary = 1;
    model_start(1);
    model_join(1);
    set(0, (unsigned)ordinary);
  } else {
    ++ordinary;
  }
}

static void deadlock(unsigned thread) {
  if (thread == 0)
    (void)model_wait_while(&x, 0);
}

/// A thread that spins for ever is found too.
static void livelock(unsigned thread) {
  if (thread == 0)
    while (load_relaxed(&x) == 0)
      spin_pause();
}

/// But who spins for what comes is not.
static void spinning(unsigned thread) {
  if (thread == 0) {
    while (load_relaxed(&x) == 0)
      spin_pause();
    set(0, 1);
  } else {
    store_relaxed(&x, 1);
  }
}

const struct litmus litmus_word_tests[] = {
    LITMUS(corr, 2, 0, "0 100 200 1100 1200 2200", ""),
    MEMORY(corw, "1000 1020 2000", ""),
    MEMORY(coww, "2000 4000", ""),
    LITMUS(corr_two_readers, 4, 0,
           "0 1 2 11 12 21 22 100 101 102 111 112 121 122 200 201 202 211 212 "
           "221 222 1100 1101 1102 1111 1112 1121 1122 1200 1201 1202 1211 "
           "1212 1222 2100 2101 2102 2111 2121 2122 2200 2201 2202 2211 2212 "
           "2221 2222",
           ""),
    LITMUS(cowr, 2, 0, "1100 1200 2200", ""),
    MEMORY(two_plus_two_w_release, "1100 1200 2100 2200", ""),
    MEMORY(two_plus_two_w_fences, "1200 2100 2200", ""),
    MEMORY(r_release, "1100 1110 1200 1210", ""),
    MEMORY(r_fences, "1100 1110 1210", ""),
    MEMORY(s_relaxed, "1100 1110 2100 2110", ""),
    MEMORY(s_release_acquire, "1100 1110 2100", ""),
    LITMUS(updates_are_atomic, 3, 0, "120 210 1020 1200 2010 2100", ""),
    LITMUS(cas_is_exclusive, 2, 0, "100 1000", ""),
    LITMUS(update_before_store, 2, 0, "0 500 1000 1500", ""),
    LITMUS(cas_fails_on_old_value, 2, 0, "0 100 1000 1100", ""),
    LITMUS(failed_cas_does_not_acquire, 2, 0, "0 100 1000 1100", ""),
    LITMUS(release_sequence_update, 3, 0, "0 100 1100 2100", ""),
    LITMUS(release_sequence_updates, 3, 0, "0 100 1000 1100 4100 5100", ""),
    LITMUS(release_sequence_fence, 3, 0, "0 100 1100 2100", ""),
    LITMUS(release_sequence_store, 2, 0, "0 100 1100 2000 2100", ""),
    LITMUS(futex_wakes, 2, 0, "1000", ""),
    FAILS(futex_lost, 2, "all threads wait"),
    LITMUS(futex_spurious, 2, 0, "0 1000", ""),
    FAILS(use_after_free, 2, "use after free"),
    FAILS(free_races_with_use, 2, "data race"),
    FAILS(ordinary_race, 2, "data race"),
    LITMUS(start_and_join, 1, 1, "2000", ""),
    FAILS(deadlock, 2, "all threads wait"),
    FAILS(livelock, 2, "too many steps"),
    LITMUS(spinning, 2, 0, "1000", ""),
    {{NULL, 0, 0, NULL, NULL, NULL, 0, 0}, NULL, NULL},
};
