//===- tracked.h - Objects that know whether they are alive ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts constructions, copies, moves and destructions of Tracked objects, and
/// reports objects that are used outside their lifetime, destroyed twice,
/// moved by copying their bytes, or never destroyed.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_PROGRAMS_TRACKED_H
#define TUSSAH_TESTS_PROGRAMS_TRACKED_H

#include <atomic>
#include <stdio.h>

struct Counters {
  std::atomic<long> made{0}, copied{0}, moved{0}, destroyed{0}, misused{0};

  long alive() const { return made + copied + moved - destroyed; }

  /// Everything, for programs whose exact number of objects is the serial one.
  void print(const char *what) {
    printf("%s: made %ld copied %ld moved %ld destroyed %ld misused %ld\n",
           what, made.load(), copied.load(), moved.load(), destroyed.load(),
           misused.load());
  }

  /// For programs in which an exception ends more, or less, than serially.
  void printBalance(const char *what) {
    printf("%s: alive %ld misused %ld\n", what, alive(), misused.load());
  }
};

static Counters counters;

class Tracked {
  const Tracked *self = this;
  int number;

  void check() const {
    if (self != this)
      ++counters.misused;
  }

public:
  explicit Tracked(int number) : number(number) { ++counters.made; }
  Tracked(const Tracked &other) : number(other.number) {
    other.check();
    ++counters.copied;
  }
  Tracked(Tracked &&other) noexcept : number(other.number) {
    other.check();
    other.number = -1;
    ++counters.moved;
  }
  Tracked &operator=(const Tracked &other) {
    check();
    other.check();
    number = other.number;
    return *this;
  }
  Tracked &operator=(Tracked &&other) noexcept {
    check();
    other.check();
    number = other.number;
    other.number = -1;
    return *this;
  }
  ~Tracked() {
    check();
    self = nullptr;
    number = -1000000;
    ++counters.destroyed;
  }
  int value() const {
    check();
    return number;
  }
  void set(int value) {
    check();
    number = value;
  }
};

#endif // TUSSAH_TESTS_PROGRAMS_TRACKED_H
