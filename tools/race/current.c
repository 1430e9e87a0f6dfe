//===- current.c - The current strand -------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "current.h"

#include "runtime/atomic.h"

__attribute__((noinline)) views_id current_views(void) {
  return (uintptr_t)__tussah_pedigree.parent & 1
             ? (views_id)(__tussah_pedigree.rank >> VIEWS_SHIFT)
             : LEFTMOST_VIEWS;
}

__attribute__((noinline)) void set_current_views(views_id views) {
  position at = __tussah_pedigree.rank & POSITION_MASK;
  __tussah_pedigree.rank = (uint64_t)views << VIEWS_SHIFT | at;
}

__attribute__((noinline)) void change_unchecked(int change) {
  thread.unchecked += change;
}

__attribute__((noinline)) void change_disabled(int change) {
  int times = (int)(thread.locks >> DISABLED_SHIFT) + change;
  if (times >= 0 && times <= MOST_DISABLED)
    thread.locks = (uint32_t)times << DISABLED_SHIFT | held_locks();
}

__attribute__((noinline)) bool is_disabled(void) {
  return thread.locks >> DISABLED_SHIFT || thread.unchecked ||
         locks_are_unchecked(held_locks());
}

static atomic_word is_left_out;

void note_left_out(void) { store_relaxed(&is_left_out, true); }

bool was_left_out(void) { return load_relaxed(&is_left_out); }
