//===- Reported.h - Programs that call the hooks ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_UNIT_RACE_REPORTED_H
#define TUSSAH_TESTS_UNIT_RACE_REPORTED_H

extern "C" {
#include "tools/race/labels.h"
#include "tools/race/layout.h"
#include "tools/race/race.h"

#include "runtime/random/state.h"
}

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

/// Numbers of two accesses, which are the ids of their places.
struct Pair {
  size_t A, B;
  bool operator<(const Pair &O) const {
    return std::pair(A, B) < std::pair(O.A, O.B);
  }
  bool operator==(const Pair &O) const { return A == O.A && B == O.B; }
};

/// What the detector has reported in the current program.
inline std::set<Pair> Reported;

/// A plain access of a word, or a part of one: what a program has of hooks.c,
/// and the call if that does not suffice.
inline void accessInlined(bool IsRead, size_t Number, const void *At,
                          uint64_t Size) {
  auto Address = reinterpret_cast<uintptr_t>(At);
  const race_window &Window = __tussah_race_window;
  if (Address % Size == 0 &&
      Window.strand == reinterpret_cast<uintptr_t>(__tussah_pedigree.parent) &&
      race_cell_is_seen(race_cell_of(Address), Window, IsRead))
    return;
  (IsRead ? __tussah_race_load : __tussah_race_store)(Number, At, Size, 0);
}

#endif // TUSSAH_TESTS_UNIT_RACE_REPORTED_H
