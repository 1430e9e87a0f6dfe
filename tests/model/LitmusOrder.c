//===- LitmusOrder.c - Order between words --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "litmus.h"

//===----------------------------------------------------------------------===//
// Message passing
//===----------------------------------------------------------------------===//

static void mp_relaxed(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    set(1, load_relaxed(&x));
  }
}

static void mp_release_acquire(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_release(&y, 1);
  } else {
    set(0, load_acquire(&y));
    set(1, load_relaxed(&x));
  }
}

static void mp_release_only(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_release(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    set(1, load_relaxed(&x));
  }
}

static void mp_acquire_only(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_relaxed(&y, 1);
  } else {
    set(0, load_acquire(&y));
    set(1, load_relaxed(&x));
  }
}

static void mp_fences(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    fence_seq_cst();
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    fence_seq_cst();
    set(1, load_relaxed(&x));
  }
}

static void mp_weakest_fences(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    fence_release();
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    fence_acquire();
    set(1, load_relaxed(&x));
  }
}

/// An acquire fence does not release.
static void mp_wrong_writer_fence(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    fence_acquire();
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    fence_acquire();
    set(1, load_relaxed(&x));
  }
}

/// A release fence does not acquire.
static void mp_wrong_reader_fence(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    fence_release();
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    fence_release();
    set(1, load_relaxed(&x));
  }
}

/// A release fence covers what comes before it only.
static void mp_fence_too_early(unsigned thread) {
  if (thread == 0) {
    fence_seq_cst();
    store_relaxed(&x, 1);
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    fence_seq_cst();
    set(1, load_relaxed(&x));
  }
}

/// An acquire fence covers the loads before it only.
static void mp_fence_too_late(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    store_release(&y, 1);
  } else {
    fence_seq_cst();
    set(0, load_relaxed(&y));
    set(1, load_relaxed(&x));
    fence_seq_cst();
  }
}

static void mp_plain_fences(unsigned thread) {
  if (thread == 0) {
    write_plain(&data, 1);
    fence_release();
    store_relaxed(&y, 1);
  } else if (load_relaxed(&y)) {
    fence_acquire();
    set(0, read_plain(&data));
  }
}

static void mp_writer_fence_only(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    fence_seq_cst();
    store_relaxed(&y, 1);
  } else {
    set(0, load_relaxed(&y));
    set(1, load_relaxed(&x));
  }
}

static void mp_fence_release_load_acquire(unsigned thread) {
  if (thread == 0) {
    store_relaxed(&x, 1);
    fence_seq_cst();
    store_relaxed(&y, 1);
  } else {
    set(0, load_acquire(&y));
    set(1, load_relaxed(&x));
  }
}

static void mp_plain(unsigned thread) {
  if (thread == 0) {
    write_plain(&data, 1);
    store_release(&y, 1);
  } else if (load_acquire(&y)) {
    set(0, read_plain(&data));
  }
}

static void mp_plain_race(unsigned thread) {
  if (thread == 0) {
    write_plain(&data, 1);
    store_release(&y, 1);
  } else if (load_relaxed(&y)) {
    set(0, read_plain(&data));
  }
}

/// That one fence comes before another does not synchronize: it needs a store
/// that is read, before the second fence. Here the first thread's fence is the
/// first one if that thread reads 0.
static void fences_do_not_synchronize(unsigned thread) {
  if (thread == 0) {
    write_plain(&data, 1);
    fence_seq_cst();
    if (load_relaxed(&y) == 0)
      store_relaxed(&z, 1);
  } else {
    store_relaxed(&y, 1);
    fence_seq_cst();
    if (load_relaxed(&z))
      set(0, read_plain(&data));
  }
}

/// The writer may not write again before the reader has read.
static void plain_reused(unsigned thread) {
  if (thread == 0) {
    write_plain(&data, 1);
    store_release(&x, 1);
    if (load_acquire(&y))
      write_plain(&data, 2);
  } else if (load_acquire(&x)) {
    set(0, read_plain(&data));
    store_release(&y, 1);
  }
}

static void plain_reused_race(unsigned thread) {
  if (thread == 0) {
    write_plain(&data, 1);
    store_release(&x, 1);
    if (load_relaxed(&y))
      write_plain(&data, 2);
  } else if (load_acquire(&x)) {
    set(0, read_plain(&data));
    store_release(&y, 1);
  }
}

//===----------------------------------------------------------------------===//
// Store buffering
//===----------------------------------------------------------------------===//

static void sb_release_acquire(unsigned thread) {
  store_release(thread ? &y : &x, 1);
  set(thread, load_acquire(thread ? &x : &y));
}

static void sb_fences(unsigned thread) {
  store_relaxed(thread ? &y : &x, 1);
  fence_seq_cst();
  set(thread, load_relaxed(thread ? &x : &y));
}

static void sb_acq_rel_fences(unsigned thread) {
  store_relaxed(thread ? &y : &x, 1);
  fence_acq_rel();
  set(thread, load_relaxed(thread ? &x : &y));
}

static void sb_one_fence(unsigned thread) {
  store_relaxed(thread ? &y : &x, 1);
  if (thread == 0)
    fence_seq_cst();
  set(thread, load_relaxed(thread ? &x : &y));
}

/// Updates are not fences.
static void sb_updates(unsigned thread) {
  (void)exchange_acquire(thread ? &y : &x, 1);
  set(thread, load_acquire(thread ? &x : &y));
}

//===----------------------------------------------------------------------===//
// Load buffering: allowed by C11, not explored
//===----------------------------------------------------------------------===//

static void lb_relaxed(unsigned thread) {
  set(thread, load_relaxed(thread ? &y : &x));
  store_relaxed(thread ? &x : &y, 1);
}

//===----------------------------------------------------------------------===//
// Several readers, and causality
//===----------------------------------------------------------------------===//

static void iriw_acquire(unsigned thread) {
  switch (thread) {
  case 0:
    store_release(&x, 1);
    break;
  case 1:
    store_release(&y, 1);
    break;
  case 2:
    set(0, load_acquire(&x));
    set(1, load_acquire(&y));
    break;
  case 3:
    set(2, load_acquire(&y));
    set(3, load_acquire(&x));
    break;
  }
}

static void iriw_fences(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    break;
  case 1:
    store_relaxed(&y, 1);
    break;
  case 2:
    set(0, load_relaxed(&x));
    fence_seq_cst();
    set(1, load_relaxed(&y));
    break;
  case 3:
    set(2, load_relaxed(&y));
    fence_seq_cst();
    set(3, load_relaxed(&x));
    break;
  }
}

static void iriw_acq_rel_fences(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    break;
  case 1:
    store_relaxed(&y, 1);
    break;
  case 2:
    set(0, load_relaxed(&x));
    fence_acq_rel();
    set(1, load_relaxed(&y));
    break;
  case 3:
    set(2, load_relaxed(&y));
    fence_acq_rel();
    set(3, load_relaxed(&x));
    break;
  }
}

/// Read to write causality: the reader's fence and the other's order them.
static void rwc_fences(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    break;
  case 1:
    set(0, load_relaxed(&x));
    fence_seq_cst();
    set(1, load_relaxed(&y));
    break;
  case 2:
    store_relaxed(&y, 1);
    fence_seq_cst();
    set(2, load_relaxed(&x));
    break;
  }
}

/// What is known travels over two words.
static void isa2(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    store_release(&y, 1);
    break;
  case 1:
    if (load_acquire(&y))
      store_release(&z, 1);
    break;
  case 2:
    set(0, load_acquire(&z));
    set(1, load_relaxed(&x));
    break;
  }
}

/// The same, but the one in the middle does not acquire.
static void isa2_relaxed(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    store_release(&y, 1);
    break;
  case 1:
    if (load_relaxed(&y))
      store_release(&z, 1);
    break;
  case 2:
    set(0, load_acquire(&z));
    set(1, load_relaxed(&x));
    break;
  }
}

static void wrc_relaxed(unsigned thread) {
  switch (thread) {
  case 0:
    store_relaxed(&x, 1);
    break;
  case 1:
    set(0, load_relaxed(&x));
    store_relaxed(&y, 1);
    break;
  case 2:
    set(1, load_relaxed(&y));
    set(2, load_relaxed(&x));
    break;
  }
}

static void wrc_release_acquire(unsigned thread) {
  switch (thread) {
  case 0:
    store_release(&x, 1);
    break;
  case 1:
    set(0, load_acquire(&x));
    store_release(&y, 1);
    break;
  case 2:
    set(1, load_acquire(&y));
    set(2, load_acquire(&x));
    break;
  }
}

const struct litmus litmus_order_tests[] = {
    LITMUS(mp_relaxed, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_release_acquire, 2, 0, "0 100 1100", ""),
    LITMUS(mp_release_only, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_acquire_only, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_fences, 2, 0, "0 100 1100", ""),
    LITMUS(mp_weakest_fences, 2, 0, "0 100 1100", ""),
    LITMUS(mp_wrong_writer_fence, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_wrong_reader_fence, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_fence_too_early, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_fence_too_late, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_plain_fences, 2, 0, "0 1000", ""),
    LITMUS(mp_writer_fence_only, 2, 0, "0 100 1000 1100", ""),
    LITMUS(mp_fence_release_load_acquire, 2, 0, "0 100 1100", ""),
    LITMUS(mp_plain, 2, 0, "0 1000", ""),
    FAILS(mp_plain_race, 2, "data race"),
    FAILS(fences_do_not_synchronize, 2, "data race"),
    LITMUS(plain_reused, 2, 0, "0 1000", ""),
    FAILS(plain_reused_race, 2, "data race"),
    LITMUS(sb_release_acquire, 2, 0, "0 100 1000 1100", ""),
    LITMUS(sb_fences, 2, 0, "100 1000 1100", ""),
    LITMUS(sb_acq_rel_fences, 2, 0, "0 100 1000 1100", ""),
    LITMUS(sb_one_fence, 2, 0, "0 100 1000 1100", ""),
    LITMUS(sb_updates, 2, 0, "0 100 1000 1100", ""),
    LITMUS(lb_relaxed, 2, 0, "0 100 1000", ""),
    LITMUS(iriw_acquire, 4, 0,
           "0 1 10 11 100 101 110 111 1000 1001 1010 1011 1100 1101 1110 1111",
           ""),
    LITMUS(iriw_fences, 4, 0,
           "0 1 10 11 100 101 110 111 1000 1001 1011 1100 1101 1110 1111", ""),
    LITMUS(iriw_acq_rel_fences, 4, 0,
           "0 1 10 11 100 101 110 111 1000 1001 1010 1011 1100 1101 1110 1111",
           ""),
    LITMUS(rwc_fences, 3, 0, "0 10 100 110 1010 1100 1110", ""),
    LITMUS(isa2, 3, 0, "0 100 1100", ""),
    LITMUS(isa2_relaxed, 3, 0, "0 100 1000 1100", ""),
    LITMUS(wrc_relaxed, 3, 0, "0 10 100 110 1000 1010 1100 1110", ""),
    LITMUS(wrc_release_acquire, 3, 0, "0 10 100 110 1000 1010 1110", ""),
    {{NULL, 0, 0, NULL, NULL, NULL, 0, 0}, NULL, NULL},
};
