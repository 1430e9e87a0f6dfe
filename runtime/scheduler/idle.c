//===- idle.c - How workers fall asleep and wake up -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "idle.h"

#include "../atomic.h"
#include "futex.h"
#include "lock.h"

#include <stddef.h>

struct idle tussah_idle;

/// Workers for one root do not count as searchers: they would not find what is
/// published for another.
static bool counts(const struct sleeper *self) { return self->root == 0; }

/// Takes \p *link out of the list and lets it go on. The lock is held.
static void release(struct idle *idle, struct sleeper **link) {
  struct sleeper *sleeper = *link;
  *link = sleeper->next;
  if (sleeper == idle->watchman)
    idle->watchman = NULL;
  // Relaxed, like all changes of the two counts: they are ordered by the
  // fences in idle_announce, idle_notify and idle_end_search.
  fetch_sub_relaxed(&idle->sleepers, 1);
  // It searches from now on, so that a second publication wakes no other worker
  // for the same reason.
  if (counts(sleeper))
    fetch_add_relaxed(&idle->searchers, 1);
  // Release: pairs with the acquire in idle_sleep. `root` was read before: the
  // sleeper may begin to sleep for another root at once.
  store_release(&sleeper->wanted, IS_AWAKE);
  wake_sleepers(&sleeper->wanted, 1);
}

/// The link to a worker of the list that may work for any root; null if there
/// is none. The first choice is one that fell asleep on another processor than
/// \p here, the second one that fell asleep there, the last one the watchman.
static struct sleeper **find_any(struct idle *idle, uintptr_t here) {
  struct sleeper **watchman = NULL, **near = NULL;
  for (struct sleeper **link = &idle->first; *link; link = &(*link)->next) {
    if (!counts(*link))
      continue;
    if (*link == idle->watchman)
      watchman = link;
    // Relaxed: a hint.
    else if (load_relaxed(&(*link)->processor) != here)
      return link;
    else if (!near)
      near = link;
  }
  return near ? near : watchman;
}

/// True if the watchman will look, and enough other workers are awake. The lock
/// is held, so the watchman leaves the list after all that the caller knows of.
static bool is_watched(const struct idle *idle) {
  return idle->watchman &&
         load_relaxed(&idle->sleepers) <= load_relaxed(&idle->surplus);
}

/// Unless the watchman may be relied on, wakes one worker that may work for any
/// root. If there is none, wakes all that may work for \p root, or all workers
/// if that is 0. The caller is \p self, which works. The kernel may leave a
/// woken thread on the processor where it fell asleep, so one of another
/// processor is preferred.
static void wake_for(struct idle *idle, const struct sleeper *self,
                     uintptr_t root) {
  uintptr_t here = load_relaxed(&self->processor); // a hint
  lock_enter(&idle->lock);
  bool watched = is_watched(idle);
  struct sleeper **link = watched ? NULL : find_any(idle, here);
  if (link) {
    release(idle, link);
  } else if (!watched) {
    for (link = &idle->first; *link;) {
      if (root == 0 || (*link)->root == root)
        release(idle, link);
      else
        link = &(*link)->next;
    }
  }
  lock_leave(&idle->lock);
}

void idle_set_surplus(struct idle *idle, uintptr_t surplus) {
  // Relaxed: it changes only under the lock. Readers without the lock take it
  // for a hint.
  if (load_relaxed(&idle->surplus) == surplus)
    return;
  lock_enter(&idle->lock);
  store_relaxed(&idle->surplus, surplus);
  lock_leave(&idle->lock);
}

void idle_begin_search(struct idle *idle, const struct sleeper *self) {
  if (counts(self))
    fetch_add_relaxed(&idle->searchers, 1);
}

void idle_end_search(struct idle *idle, const struct sleeper *self) {
  if (!counts(self) || fetch_sub_relaxed(&idle->searchers, 1) != 1)
    return;
  // The last searcher is responsible for what was published while publishers
  // relied on it. This fence pairs with those in idle_notify and idle_announce.
  fence_seq_cst();
  if (load_relaxed(&idle->sleepers) != 0)
    wake_for(idle, self, 0);
}

void idle_notify(struct idle *idle, const struct sleeper *self,
                 uintptr_t root) {
  // Between the publication and the look at the counts; pairs with the fences
  // in idle_announce, between the counts and the look at the slots, and in
  // idle_end_search. One of the two sees the other.
  fence_seq_cst();
  if (load_relaxed(&idle->searchers) == 0 && load_relaxed(&idle->sleepers) != 0)
    wake_for(idle, self, root);
}

/// Puts \p self into the list. The lock is held.
static void enlist(struct idle *idle, struct sleeper *self) {
  store_relaxed(&self->wanted, SLEEPS);
  self->next = idle->first;
  idle->first = self;
  fetch_add_relaxed(&idle->sleepers, 1);
  self->watches =
      counts(self) && !idle->watchman && load_relaxed(&idle->surplus) != 0;
  if (self->watches)
    idle->watchman = self;
}

void idle_announce(struct idle *idle, struct sleeper *self) {
  lock_enter(&idle->lock);
  enlist(idle, self);
  lock_leave(&idle->lock);
  if (counts(self))
    fetch_sub_relaxed(&idle->searchers, 1);
  // Pairs with the fences in idle_notify and idle_end_search.
  fence_seq_cst();
}

bool idle_rely(struct idle *idle, struct sleeper *self) {
  lock_enter(&idle->lock);
  bool may = idle_is_crowded(idle) && (idle->watchman || counts(self));
  if (may) {
    enlist(idle, self);
    // Under the lock: the watchman's next fence is behind this.
    if (counts(self))
      fetch_sub_relaxed(&idle->searchers, 1);
  }
  lock_leave(&idle->lock);
  return may;
}

void idle_cancel(struct idle *idle, struct sleeper *self) {
  lock_enter(&idle->lock);
  struct sleeper **link = &idle->first;
  while (*link && *link != self)
    link = &(*link)->next;
  // If it is not in the list, a waker has made it a searcher already.
  if (*link)
    release(idle, link);
  lock_leave(&idle->lock);
}

void idle_sleep(struct idle *idle, struct sleeper *self) {
  (void)idle;
  // Acquire: pairs with the release in release.
  while (load_acquire(&self->wanted) == SLEEPS)
    sleep_while_equal(&self->wanted, SLEEPS);
}

void idle_begin_rest(struct idle *idle, struct sleeper *self) {
  // Under the lock: either idle_wake sees it, or the caller sees why it was
  // called.
  lock_enter(&idle->lock);
  store_relaxed(&self->wanted, RESTS);
  lock_leave(&idle->lock);
}

void idle_end_rest(struct sleeper *self) {
  // Relaxed: it carries nothing. A waker may store the same at the same time.
  store_relaxed(&self->wanted, IS_AWAKE);
}

void idle_wake(struct idle *idle, struct sleeper *sleeper) {
  // The lock orders this with the announcement. Either the sleeper is in the
  // list, or its last look comes later and sees what the caller has changed.
  lock_enter(&idle->lock);
  struct sleeper **link = &idle->first;
  while (*link && *link != sleeper)
    link = &(*link)->next;
  if (*link) {
    release(idle, link);
  } else if (load_relaxed(&sleeper->wanted) == RESTS) {
    // Relaxed: the lock carries what the caller has changed. The sleeper cannot
    // begin to sleep, or to rest again, before the lock is free.
    store_relaxed(&sleeper->wanted, IS_AWAKE);
    wake_sleepers(&sleeper->wanted, 1);
  }
  lock_leave(&idle->lock);
}

void idle_wake_all(struct idle *idle) {
  lock_enter(&idle->lock);
  while (idle->first)
    release(idle, &idle->first);
  lock_leave(&idle->lock);
}
