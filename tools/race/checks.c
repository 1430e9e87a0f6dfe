//===- checks.c - Accesses of the current strand --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks.h"

#include "choices.h"
#include "current.h"
#include "guards.h"
#include "labels.h"
#include "objects.h"
#include "paths.h"
#include "places.h"
#include "race.h"
#include "ranges.h"
#include "report.h"
#include "shadow.h"
#include "thread.h"

#include "runtime/atomic.h"

#include <stddef.h>

static atomic_word is_stopped;

void stop_checks(void) {
  store_relaxed(&is_stopped, true);
  threads_stop();
  // Threads that begin later have no window, and get none.
  store_relaxed(&thread.is_inside, true);
}

/// The number of a window, not 0: labels are given again, but no suspended
/// strand's word must be that of another strand of its node.
static uint32_t next_serial(void) {
  enum { BLOCK = 1 << 12 };
  static uint32_t taken;
  static _Thread_local uint32_t next;
  if (next % BLOCK == 0)
    next = fetch_add32_relaxed(&taken, BLOCK) + 1;
  return next++;
}

/// Whether the current strand is checked. It has a window of labels then.
static bool is_checked(void) {
  if (is_disabled() || load_relaxed(&is_stopped))
    return false;
  uintptr_t word = (uintptr_t)__tussah_pedigree.parent;
  if (word == __tussah_race_window.strand)
    return true;
  struct cursor name = current();
  if (!name.node || !node_is_compared(name.node)) {
    note_left_out();
    return false;
  }
  if (choices.shows_values)
    report_values();
  const strand_id strand =
      strand_add(name, held_locks(), place_of_task(name), path_of_current());
  labels_begin(strand, thread.leaf == LEAF_THAT_FOLLOWS);
  // A second number of the iteration is for other locks.
  const bool is_first = thread.leaf == LEAF || thread.leaf == LEAF_THAT_FOLLOWS;
  thread.leaf = is_first ? CHECKED_LEAF : NO_LEAF;
  word = (uintptr_t)next_serial() << 32 | (uint32_t)word;
  __tussah_pedigree.parent = (const void *)word;
  __tussah_race_window.strand = word;
  return true;
}

/// Whether the thread's window is that of the current strand.
static bool is_current(void) {
  return (uintptr_t)__tussah_pedigree.parent == __tussah_race_window.strand;
}

/// Whether nothing remains to be checked of an access, as far as is seen
/// without a lock or a label.
static bool is_repeated(const void *address, uint64_t size,
                        enum access_kind kind) {
  return kind <= WRITE && is_current() &&
         shadow_is_seen((uintptr_t)address, size, kind);
}

/// Checks the parts of an access one by one, so that the address of a race is
/// that of its value. Returns false if the access is small.
static bool check_parts(csi_kind_t place_kind, csi_id_t id, const char *address,
                        uint64_t size, enum access_kind kind) {
  enum { PART = 8 };
  for (uint64_t at = 0; size > PART && at < size; at += PART)
    check_access(place_kind, id, address + at,
                 size - at < PART ? size - at : PART, kind);
  return size > PART;
}

void check_access(csi_kind_t place_kind, csi_id_t id, const void *address,
                  uint64_t size, enum access_kind kind) {
  if (choices.shows_values && check_parts(place_kind, id, address, size, kind))
    return;
  if ((choices.ignores_atomics && kind >= ATOMIC_READ) ||
      is_repeated(address, size, kind) || !thread_enter())
    return;
  thread.address = address;
  thread.size = size;
  if (is_checked())
    shadow_access((uintptr_t)address, size, held_locks(), kind,
                  label_of(place_of(place_kind, id)));
  thread_leave();
}

void __tussah_race_load(csi_id_t id, const void *address, uint64_t size,
                        int is_atomic) {
  check_access(CSI_LOAD, id, address, size, is_atomic ? ATOMIC_READ : READ);
}

void __tussah_race_store(csi_id_t id, const void *address, uint64_t size,
                         int is_atomic) {
  check_access(CSI_STORE, id, address, size, is_atomic ? ATOMIC_WRITE : WRITE);
}

static void check_range(csi_kind_t place_kind, csi_id_t id, const void *address,
                        uint64_t size, uint64_t count, int64_t stride,
                        enum access_kind kind) {
  if (choices.shows_values) {
    for (uint64_t i = 0; i != count; ++i)
      check_access(place_kind, id, (const char *)address + (int64_t)i * stride,
                   size, kind);
    return;
  }
  // Short ones are as fast without.
  enum { LONG_BYTES = 256, LONG_COUNT = 4 };
  const struct range range = {(uintptr_t)address, size, count, stride};
  const uint64_t whole = count * size;
  const bool is_one = stride == (int64_t)size;
  const bool is_long = whole > LONG_BYTES || (!is_one && count > LONG_COUNT);
  if (is_long && is_current() && range_is_known(range, kind == WRITE))
    return;
  bool is_seen = is_one && is_repeated(address, whole, kind);
  if ((is_seen && !is_long) || !thread_enter())
    return;
  thread.address = address;
  thread.size = size;
  if (!is_seen && is_checked()) {
    lock_set locks = held_locks();
    entry now = label_of(place_of(place_kind, id));
    if (is_one)
      shadow_access((uintptr_t)address, whole, locks, kind, now);
    else
      shadow_access_all((uintptr_t)address, size, count, stride, locks, kind,
                        now);
    is_seen = !locks_class(locks);
  }
  if (is_seen && is_long)
    range_note(range, kind == WRITE);
  thread_leave();
}

void __tussah_race_load_range(csi_id_t id, const void *address, uint64_t size,
                              uint64_t count, int64_t stride) {
  check_range(CSI_LOAD, id, address, size, count, stride, READ);
}

void __tussah_race_store_range(csi_id_t id, const void *address, uint64_t size,
                               uint64_t count, int64_t stride) {
  check_range(CSI_STORE, id, address, size, count, stride, WRITE);
}

void __tussah_race_call(csi_id_t id, const void *address, uint64_t size,
                        int is_write) {
  check_access(CSI_CALL, id, address, size, is_write ? WRITE : READ);
}

void __tussah_race_gap(const char *from, const char *to) {
  // More is another stack.
  enum { MOST_GAP = 1 << 18 };
  if (to - from <= MOST_GAP)
    __tussah_race_new(from, (uint64_t)(to - from));
}

void __tussah_race_variable(csi_id_t id, const void *address, uint64_t size) {
  __tussah_race_new(address, size);
  object_note_variable(id, address, size);
}

void __tussah_race_end(csi_id_t id, const void *address, uint64_t size) {
  check_access(CSI_ALLOCA, id, address, size, WRITE);
}

void __tussah_race_allocates(csi_id_t id) { thread.allocating = id + 1; }

void thread_allocates(const void *address) {
  // Not of the runtime's own memory.
  if (thread.allocating && thread_enter()) {
    object_note_block(thread.allocating - 1, address);
    thread_leave();
  }
  thread.allocating = 0;
}

void __tussah_race_new(const void *address, uint64_t size) {
  if (!thread_enter())
    return;
  shadow_forget((uintptr_t)address, size);
  guards_forget((uintptr_t)address, size);
  thread_leave();
}

static void note_free(csi_kind_t kind, csi_id_t id, const void *address) {
  thread.freed = address;
  thread.free_kind = kind;
  thread.free_id = id;
}

void __tussah_race_free(csi_id_t id, const void *address) {
  note_free(CSI_FREE, id, address);
}

void __tussah_race_realloc(csi_id_t id, const void *address) {
  note_free(CSI_ALLOCFN, id, address);
}

void thread_frees(const void *address, uint64_t size) {
  if (address != thread.freed)
    return;
  thread.freed = NULL;
  check_access(thread.free_kind, thread.free_id, address, size, WRITE);
}

__attribute__((noinline)) void __tussah_race_acquire(const void *lock,
                                                     int is_shared) {
  set_held_locks(locks_add(held_locks(), lock, is_shared));
}

__attribute__((noinline)) void __tussah_race_hold(const void *owner) {
  set_held_locks(locks_hold(held_locks(), owner));
}

__attribute__((noinline)) void __tussah_race_release(const void *lock) {
  set_held_locks(locks_remove(held_locks(), lock));
}
