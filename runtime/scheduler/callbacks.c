//===- callbacks.c - Functions that the program has registered -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "callbacks.h"

#include "../atomic.h"
#include "../os/os.h"
#include "lock.h"
#include "quiet_lock.h"

enum { MOST_CALLBACKS = 32 };

/// Functions that the program has registered. Those for the beginning are
/// called in their order, those for the end in reverse.
struct callbacks {
  void (*functions[MOST_CALLBACKS])(void);
  unsigned begin, end; ///< those that have not been called
};

static struct lock lock;
static struct callbacks callbacks[CALLBACK_KINDS]; // protected by the lock
/// 1 once a function for the beginning has been added. Before, the lock need
/// not be taken.
static atomic_word has_beginnings;

/// Held by the thread that calls functions for the beginning. Other threads
/// wait until these have returned before they enter their first root.
static struct lock beginning;
static _Thread_local bool begins; ///< the calling thread holds it
static bool has_holder;           // protected by `lock`

bool callbacks_add(enum callback_kind kind, void (*function)(void)) {
  struct callbacks *list = &callbacks[kind];
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  bool added = list->end < MOST_CALLBACKS;
  if (added)
    list->functions[list->end++] = function;
  // Relaxed: all else is behind the lock.
  if (kind == AT_INIT)
    store_relaxed(&has_beginnings, 1);
  lock_release_quietly(&lock, &signals);
  return added;
}

static void (*callbacks_take(enum callback_kind kind))(void) {
  struct callbacks *list = &callbacks[kind];
  void (*function)(void) = NULL;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  if (list->begin < list->end)
    function = kind == AT_EXIT ? list->functions[--list->end]
                               : list->functions[list->begin++];
  lock_release_quietly(&lock, &signals);
  return function;
}

/// The calling thread begins to call functions for the beginning, or has ended.
static void set_begins(bool now) {
  begins = now;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  has_holder = now;
  lock_release_quietly(&lock, &signals);
}

/// Also if the function has thrown an exception.
static void end_beginning(const bool *begun) {
  if (!*begun)
    return;
  set_begins(false);
  lock_release(&beginning);
}

bool callbacks_must_run(void) {
  if (!load_relaxed(&has_beginnings))
    return false;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  const struct callbacks *list = &callbacks[AT_INIT];
  // The last one may not have returned yet.
  bool must = list->begin < list->end || (has_holder && !begins);
  lock_release_quietly(&lock, &signals);
  return must;
}

void callbacks_run(enum callback_kind kind) {
  bool begun __attribute__((cleanup(end_beginning))) =
      kind == AT_INIT && !begins;
  if (begun) {
    lock_acquire(&beginning);
    set_begins(true);
  }
  for (void (*function)(void); (function = callbacks_take(kind));)
    function();
}

void callbacks_freeze(bool is_frozen) { lock_hold(&lock, is_frozen); }

void callbacks_forked(bool is_frozen) {
  if (!is_frozen)
    lock_forget(&lock);
  if (begins)
    return;
  lock_forget(&beginning);
  has_holder = false;
}
