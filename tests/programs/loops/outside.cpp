//===- outside.cpp - Loops that count a variable of the function ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// flags: -std=c++20
// extra: sanitize

#include "../Inputs/support.h"
#include "Inputs/counter.h"

#include <cilk/cilk.h>

#include <atomic>
#include <deque>
#include <vector>

static NOINLINE long see(long value) {
  meet();
  return (long)mix((uint64_t)value) & 0xffff;
}

/// Lambdas capture the iteration's variable.
static NOINLINE long lambdas(int n) {
  std::atomic<long> sum{0};
  int i;
  cilk_for (i = 0; i < n; ++i) {
    auto reference = [&] { sum += see(i); };
    auto copy = [i, &sum, twice = 2 * i]() mutable {
      i += twice;
      auto inner = [=, &sum] { sum += see(i); };
      inner();
    };
    reference();
    copy();
  }
  return sum * 100 + i;
}

template <class T> static NOINLINE long inTemplate(T first, T limit) {
  std::atomic<long> sum{0};
  T i;
  cilk_for (i = first; i != limit; ++i)
    sum += see((long)*&i % 1000);
  return sum + (i == limit);
}

static constexpr int constant(int n) {
  int sum = 0, i = 3;
  for (int k = 0; k < 2; ++k) {
    cilk_for (i = 5; i < n; i += 2)
      if (i == 7)
        sum += i;
  }
  return 100 * sum + i;
}
static_assert(constant(10) == 1411);

/// The first value and the limit make temporaries; the loop throws.
static NOINLINE long temporaries(int n) {
  std::atomic<long> sum{0};
  long i;
  cilk_for (i = Tracked(3).value(); i < Tracked(n).value(); ++i) {
    Tracked object((int)i);
    sum += see(object.value());
  }
  int k = 0;
  try {
    cilk_for (k = 0; k < n; ++k)
      if (k == 7)
        throw k;
  } catch (int thrown) {
    sum += thrown;
  }
  return 100 * sum + i;
}

/// Iterators of class type. Assigned may be what only converts to them.
static NOINLINE long iterators(int n) {
  std::atomic<long> sum{0};
  std::vector<int> v;
  for (int i = 0; i < n; ++i)
    v.push_back(i);
  std::deque<int> d(v.begin(), v.end());
  std::vector<int>::iterator it;
  std::vector<int>::const_iterator last;
  std::deque<int>::reverse_iterator back;
  cilk_for (it = v.begin(); it != v.end(); ++it)
    *it += (int)see(*it) & 7;
  long result = it - v.begin();
  cilk_for (last = v.begin() + 1; last < v.cend(); last += 3) {
    auto reference = [&] { sum += see(*last); };
    reference();
  }
  result = 100 * result + (last - v.cbegin());
  cilk_for ((it = v.end()); it > v.begin(); it--)
    sum += see(it[-1]);
  result = 100 * result + (it - v.begin());
  cilk_for (back = d.rbegin(); back != d.rend(); back = back + 1)
    sum += see(*back);
  result = 100 * result + (back - d.rbegin());
  // None at all.
  cilk_for (it = v.begin() + 2; it != v.begin() + 2; ++it)
    sum += see(*it);
  return 100 * result + (it - v.begin()) + sum;
}

/// What can be assigned, but not be made of it.
struct Position {
  using difference_type = short;
  std::vector<int> *all = nullptr;
  short at = 0;
  Position &operator=(std::vector<int> &v) {
    all = &v;
    at = 0;
    return *this;
  }
  int &operator*() const { return (*all)[(size_t)at]; }
  bool operator!=(size_t n) const { return (size_t)at != n; }
  Position &operator++() {
    ++at;
    return *this;
  }
  Position operator+(short n) const {
    Position sum = *this;
    sum.at = (short)(at + n);
    return sum;
  }
};
inline short operator-(size_t n, const Position &p) {
  return (short)((short)n - p.at);
}

template <class T, class Limit>
static NOINLINE long countsObject(T first, Limit limit) {
  std::atomic<long> sum{0};
  Counter c(0);
  cilk_for (c = first; c != limit; ++c) {
    Counter own = c;
    sum += see(*own);
  }
  return 100 * sum + *c;
}

static NOINLINE long objects(int n) {
  std::atomic<long> sum{0};
  std::vector<int> v((size_t)n, 3);
  Position p;
  cilk_for (p = v; p != v.size(); ++p)
    sum += see(*p += p.at);
  Counter c(0);
  try {
    cilk_for (c = Counter(2); c < Counter(n); c += 2)
      if (*c == 8)
        throw *c;
  } catch (int thrown) {
    sum += thrown;
  }
  return 100 * sum + p.at + countsObject(Counter(4), Counter(4 + n));
}

/// Iterators that can be moved, but not added to.
struct Forward {
  long *P;
  Forward &operator+=(long N) {
    P += N;
    return *this;
  }
  Forward &operator++() { return *this += 1; }
  Forward &operator--() { return *this += -1; }
  long operator-(const Forward &Other) const { return P - Other.P; }
  bool operator<(const Forward &Other) const { return P < Other.P; }
  bool operator!=(const Forward &Other) const { return P != Other.P; }
};
struct Backward {
  long *P;
  Backward &operator-=(long N) {
    P -= N;
    return *this;
  }
  long operator-(const Backward &Other) const { return P - Other.P; }
  bool operator>(const Backward &Other) const { return P > Other.P; }
};

static void movedOnly() {
  long Values[10];
  for (int I = 0; I < 10; ++I)
    Values[I] = I;
  cilk_for (Forward I{Values}; I < Forward{Values + 10}; ++I)
    *I.P *= 2;
  cilk_for (Forward I{Values}; I != Forward{Values + 10}; I += 5)
    *I.P += 100;
  cilk_for (Backward I{Values + 9}; I > Backward{Values}; I -= 3)
    *I.P += 1000;
  Forward Outside{nullptr};
  cilk_for (Outside = Forward{Values + 9}; Outside != Forward{Values};
            --Outside)
    *Outside.P += 1;
  printf("moved %d |", static_cast<int>(Outside.P - Values));
  int K = 5;
  cilk_for (K = 7, Outside = Forward{Values}; Outside < Forward{Values + 9};
            Outside += 2)
    *Outside.P += K;
  for (long V : Values)
    printf(" %ld", V);
  printf(" | %d\n", static_cast<int>(Outside.P - Values));
}

int main() {
  movedOnly();
  printf("lambdas %ld\n", lambdas(12));
  printf("templates %ld %ld\n", inTemplate(3, 20), inTemplate(5ul, 9ul));
  printf("constant %d\n", constant(12));
  printf("temporaries %ld\n", temporaries(11));
  printf("iterators %ld\n", iterators(20));
  printf("objects %ld\n", objects(15));
  counters.printBalance("objects");
}
