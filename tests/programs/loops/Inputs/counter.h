//===- counter.h - An iterator over numbers --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_PROGRAMS_LOOPS_COUNTER_H
#define TUSSAH_TESTS_PROGRAMS_LOOPS_COUNTER_H

#include "../../Inputs/tracked.h"

/// A random-access iterator that counts its own objects.
class Counter {
  Tracked tracked;

public:
  using difference_type = long;
  explicit Counter(int value) : tracked(value) {}
  int operator*() const { return tracked.value(); }
  Counter &operator++() {
    tracked.set(tracked.value() + 1);
    return *this;
  }
  Counter operator++(int) {
    Counter old = *this;
    ++*this;
    return old;
  }
  Counter &operator+=(long n) {
    tracked.set((int)(tracked.value() + n));
    return *this;
  }
  Counter operator+(long n) const { return Counter((int)(**this + n)); }
  long operator-(const Counter &o) const { return **this - *o; }
  bool operator==(const Counter &o) const { return **this == *o; }
  bool operator!=(const Counter &o) const { return **this != *o; }
  bool operator<(const Counter &o) const { return **this < *o; }
};

#endif // TUSSAH_TESTS_PROGRAMS_LOOPS_COUNTER_H
