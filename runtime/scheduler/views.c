//===- views.c - Reducers: the views of strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Views are made when a strand first uses a reducer, and reduced when strands
/// meet. views.md explains when, and why the result is that of the serial
/// program.
///
//===----------------------------------------------------------------------===//

#include "views.h"

#include "../atomic.h"
#include "../csi/tool_strand.h"
#include "attributes.h"
#include "context.h"
#include "counters.h"
#include "error.h"
#include "exception.h"
#include "frame.h"
#include "join.h"
#include "thread.h"
#include "worker.h"

#include <stdlib.h>

/// A reducer, which is known by its address, and a strand's view of it.
struct entry {
  void *reducer; ///< null: a free entry
  void *view;    ///< the reducer itself, or memory of allocate_view
  reduce_function reduce;
};

/// A hash table with linear probing. At most half of it is used.
struct views {
  struct deposit deposit; ///< first, so that one leads to the other
  size_t used;
  size_t size; ///< a power of two
  struct entry *entries;
};

static bool is_table(const struct views *views) {
  return views && views != NO_VIEWS;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

enum { FIRST_SIZE = 8 };

static size_t first_place(const struct views *views, const void *reducer) {
  // The high half of the product depends on all bits of the address.
  uint64_t product = (uintptr_t)reducer * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(product >> 32) & (views->size - 1);
}

/// The entry of \p reducer, or the free one where it would be.
static struct entry *find(const struct views *views, const void *reducer) {
  size_t place = first_place(views, reducer);
  while (views->entries[place].reducer &&
         views->entries[place].reducer != reducer)
    place = (place + 1) & (views->size - 1);
  return &views->entries[place];
}

static struct entry *new_entries(size_t size) {
  struct entry *entries = calloc(size, sizeof(struct entry));
  if (!entries)
    tussah_fatal(TUSSAH_ERROR_NO_MEMORY);
  return entries;
}

static struct views *new_table(void) {
  struct views *views = calloc(1, sizeof(struct views));
  if (!views)
    tussah_fatal(TUSSAH_ERROR_NO_MEMORY);
  views->size = FIRST_SIZE;
  views->entries = new_entries(FIRST_SIZE);
  return views;
}

static void free_table(struct views *views) {
  free(views->entries);
  free(views);
}

static void grow(struct views *views) {
  struct entry *old = views->entries;
  size_t old_size = views->size;
  views->size *= 2;
  views->entries = new_entries(views->size);
  for (size_t i = 0; i < old_size; ++i)
    if (old[i].reducer)
      *find(views, old[i].reducer) = old[i];
  free(old);
}

/// Adds \p entry, in place of one of the same reducer.
static void put(struct views *views, struct entry entry) {
  struct entry *place = find(views, entry.reducer);
  if (!place->reducer) {
    if (2 * (views->used + 1) > views->size) {
      grow(views);
      place = find(views, entry.reducer);
    }
    ++views->used;
  }
  *place = entry;
}

/// Removes the entry \p place, and moves up the entries that would not be found
/// any more.
static void take_out(struct views *views, struct entry *place) {
  size_t mask = views->size - 1;
  size_t hole = (size_t)(place - views->entries);
  for (size_t next = (hole + 1) & mask; views->entries[next].reducer;
       next = (next + 1) & mask) {
    size_t first = first_place(views, views->entries[next].reducer);
    // It may move if its first place is not between the hole and it.
    if (((next - first) & mask) < ((next - hole) & mask))
      continue;
    views->entries[hole] = views->entries[next];
    hole = next;
  }
  views->entries[hole] = (struct entry){NULL, NULL, NULL};
  --views->used;
}

//===----------------------------------------------------------------------===//
// The views of the current strand
//===----------------------------------------------------------------------===//

/// The thread may have changed since the caller's last look: what the program
/// does in an identity or reduce function may be parallel.
__attribute__((noinline)) static struct tussah_thread *current_thread(void) {
  struct tussah_thread *thread = &__tussah_thread;
  // Keeps callers from knowing that the result is always the same.
  __asm__ volatile("" : "+r"(thread));
  return thread;
}

/// The table of the current strand, which is not a leftmost one.
static struct views *own_table(void) {
  struct tussah_thread *thread = current_thread();
  if (thread->views == NO_VIEWS)
    thread->views = new_table();
  return thread->views;
}

/// Memory for a view. It begins a cache line. The size of a type is a multiple
/// of its alignment, so the largest power of two that divides it will do.
static void *allocate_view(size_t size) {
  enum { MOST = 4096 };
  size_t align = size & -size;
  align = align > MOST ? MOST : align;
  align = align < TUSSAH_CACHE_LINE ? TUSSAH_CACHE_LINE : align;
  // Nor does it share its last one.
  size_t whole = (size + TUSSAH_CACHE_LINE - 1) & -(size_t)TUSSAH_CACHE_LINE;
  void *view;
  if (posix_memalign(&view, align, whole ? whole : TUSSAH_CACHE_LINE) != 0)
    tussah_fatal(TUSSAH_ERROR_NO_MEMORY);
  return view;
}

static void free_memory(void **memory) { free(*memory); }

/// Calls an identity function; a tool can tell it from the strand.
static void call_identity(identity_function identity, void *view) {
  struct tool_strand before __attribute__((cleanup(tool_view_end)));
  tool_view_begin(&before);
  identity(view);
}

/// Calls a reduce function; a tool can tell it from the strand.
static void call_reduce(reduce_function reduce, void *left, void *right) {
  struct tool_strand before __attribute__((cleanup(tool_view_end)));
  tool_view_begin(&before);
  reduce(left, right);
}

/// Makes a view of \p reducer for the current strand. The identity functions of
/// <cilk/reducer> find the reducer in the memory that they are given.
__attribute__((noinline)) static void *make_view(void *reducer, size_t size,
                                                 identity_function identity,
                                                 reduce_function reduce) {
  // Freed if identity throws.
  void *memory __attribute__((cleanup(free_memory))) = allocate_view(size);
  *(void **)memory = reducer;
  call_identity(identity, memory);
  void *view = memory;
  put(own_table(), (struct entry){reducer, view, reduce});
  count(&current_thread()->worker->statistics.views, 1);
  memory = NULL;
  return view;
}

/// The view of \p reducer, an object of \p size bytes, for the current strand:
/// the reducer itself in serial code and in all that is not to the right of a
/// steal; otherwise one that identity(view) has initialized. Valid until the
/// next spawn or sync. Throws what \p identity throws.
TUSSAH_EXPORT void *__cilkrts_reducer_lookup(void *reducer, size_t size,
                                             identity_function identity,
                                             reduce_function reduce) {
  const struct views *views = __tussah_thread.views;
  if (!views)
    return reducer;
  if (views != NO_VIEWS) {
    const struct entry *entry = find(views, reducer);
    if (entry->reducer)
      return entry->view;
  }
  return make_view(reducer, size, identity, reduce);
}

/// The lifetime of \p reducer begins, and it is the current strand's view.
/// Objects of static storage duration need not be registered.
TUSSAH_EXPORT void __cilkrts_reducer_register(void *reducer, size_t size,
                                              identity_function identity,
                                              reduce_function reduce) {
  (void)size, (void)identity;
  // To the left of all steals it is so anyway.
  if (__tussah_thread.views)
    put(own_table(), (struct entry){reducer, reducer, reduce});
}

/// The lifetime of \p reducer ends: it gets what the current strand's view has,
/// if that is another. All strands that have used the reducer have been synced.
TUSSAH_EXPORT void __cilkrts_reducer_unregister(void *reducer) {
  struct views *views = __tussah_thread.views;
  if (!is_table(views))
    return;
  struct entry *place = find(views, reducer);
  if (!place->reducer)
    return;
  struct entry entry = *place;
  take_out(views, place);
  if (entry.view == reducer)
    return;
  void *memory __attribute__((cleanup(free_memory))) = entry.view;
  call_reduce(entry.reduce, reducer, memory);
}

/// Register and unregister \p count reducers, \p stride bytes apart; none if \p
/// first is null. Compiled code calls them in strands that are not leftmost.
TUSSAH_EXPORT void __tussah_reducers_begin(char *first, size_t count,
                                           size_t stride, size_t size,
                                           identity_function identity,
                                           reduce_function reduce) {
  for (; first && count; --count, first += stride)
    __cilkrts_reducer_register(first, size, identity, reduce);
}

TUSSAH_EXPORT void __tussah_reducers_end(char *first, size_t count,
                                         size_t stride) {
  for (; first && count; --count, first += stride)
    __cilkrts_reducer_unregister(first);
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

void views_leave(struct join *join, struct views *views, uintptr_t order) {
  if (!is_table(views))
    return;
  write_plain(&views->deposit.order, order);
  join_deposit(join, &views->deposit);
}

/// A call of a reduce function.
struct reduction {
  reduce_function reduce;
  void *left, *right;
};

static void reduce(void *argument) {
  const struct reduction *reduction = argument;
  call_reduce(reduction->reduce, reduction->left, reduction->right);
}

/// Reduces \p entry of a strand into \p left, the views of the one before.
/// Returns what the reduce function throws, or null.
static struct _Unwind_Exception *reduce_entry(struct worker *worker,
                                              struct views *left,
                                              const struct entry *entry) {
  if (entry->view == entry->reducer) {
    if (left)
      put(left, *entry);
    return NULL;
  }
  void *into = entry->reducer;
  if (left) {
    const struct entry *own = find(left, entry->reducer);
    if (!own->reducer) {
      put(left, *entry);
      return NULL;
    }
    into = own->view;
  }
  struct reduction reduction = {entry->reduce, into, entry->view};
  struct _Unwind_Exception *exception = context_try(reduce, &reduction);
  exception_departs(exception);
  free(entry->view);
  count(&worker->statistics.reductions, 1);
  return exception;
}

/// Adds the exception \p next to \p first, of which one is kept.
static struct _Unwind_Exception *first_of(struct _Unwind_Exception *first,
                                          struct _Unwind_Exception *next) {
  if (!first)
    return next;
  exception_destroy(next);
  return first;
}

/// Reduces \p right into the views of the current strand. Returns the first
/// exception, or null.
static struct _Unwind_Exception *reduce_table(struct worker *worker,
                                              struct views *right) {
  if (right == NO_VIEWS)
    return NULL;
  struct views *left = worker->thread->views;
  if (left == NO_VIEWS) {
    worker->thread->views = right;
    return NULL;
  }
  struct _Unwind_Exception *exception = NULL;
  // Reducers that began in the strand may be in views that are reduced.
  for (int began = 1; began >= 0; --began)
    for (size_t i = 0; i < right->size; ++i) {
      const struct entry *entry = &right->entries[i];
      if (entry->reducer && (entry->view == entry->reducer) == began)
        exception = first_of(exception, reduce_entry(worker, left, entry));
    }
  free_table(right);
  return exception;
}

/// Sorts a list of deposits by their order.
static uintptr_t sort(uintptr_t list) {
  if (!list || !read_plain(&((struct deposit *)list)->next))
    return list;
  uintptr_t halves[2] = {0, 0};
  for (uintptr_t next; list; list = next) {
    struct deposit *deposit = (struct deposit *)list;
    next = read_plain(&deposit->next);
    write_plain(&deposit->next, halves[0]);
    halves[0] = halves[1];
    halves[1] = list;
  }
  halves[0] = sort(halves[0]);
  halves[1] = sort(halves[1]);
  plain_word sorted = {0}, *link = &sorted;
  while (halves[0] || halves[1]) {
    struct deposit *a = (struct deposit *)halves[0];
    struct deposit *b = (struct deposit *)halves[1];
    int taken = !a || (b && read_plain(&b->order) < read_plain(&a->order));
    struct deposit *first = taken ? b : a;
    halves[taken] = read_plain(&first->next);
    write_plain(link, (uintptr_t)first);
    link = &first->next;
  }
  write_plain(link, 0);
  return read_plain(&sorted);
}

struct _Unwind_Exception *views_join(struct worker *worker,
                                     struct full_frame *full) {
  worker->thread->views = full->first_views;
  uintptr_t next = join_take_deposits(&full->join);
  if (!next && full->last_views == NO_VIEWS)
    return NULL;
  // What reduce functions see of other exceptions: none.
  exception_state_set((struct exception_state){NULL, full->uncaught});
  struct _Unwind_Exception *exception = NULL;
  for (next = sort(next); next;) {
    // A deposit is the first member of its views.
    struct views *views = (struct views *)next;
    next = read_plain(&views->deposit.next);
    exception = first_of(exception, reduce_table(worker, views));
  }
  return first_of(exception, reduce_table(worker, full->last_views));
}
