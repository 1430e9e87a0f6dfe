//===- tail-calls.cpp - Functions that end with a call of themselves ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The native target makes loops of some of these calls, and must leave others
/// alone.
///
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 1000
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <atomic>
#include <cstdint>
#include <vector>

//===----------------------------------------------------------------------===//
// Results that are added up
//===----------------------------------------------------------------------===//

static NOINLINE long sum(const int *a, long n) {
  meet();
  if (n < 2)
    return n ? a[0] : 0;
  long x = cilk_spawn sum(a, n / 2);
  long y = sum(a + n / 2, n - n / 2);
  cilk_sync;
  return x + y;
}

/// Not in any order.
static NOINLINE long difference(long n) {
  if (n < 1)
    return 5;
  long x = cilk_spawn difference(n / 2);
  long y = difference(n - n / 2 - 1);
  cilk_sync;
  return x - y;
}

static NOINLINE unsigned product(unsigned n) {
  if (n < 3)
    return 2 * n + 3;
  unsigned x = cilk_spawn product(n - 1);
  unsigned y = product(n - 3);
  cilk_sync;
  return x * y;
}

/// Two calls, with different operations.
static NOINLINE uint64_t both(int n) {
  if (n < 2)
    return (uint64_t)n + 1;
  uint64_t x = cilk_spawn both(n - 1);
  cilk_sync;
  if (x & 1)
    return both(n - 2) ^ x;
  uint64_t z = cilk_spawn both(n - 3);
  uint64_t y = both(n - 2);
  cilk_sync;
  return y + z;
}

/// Only one of the calls adds something.
static NOINLINE long sometimes(int n) {
  if (n < 2)
    return n;
  long x = cilk_spawn sometimes(n - 2);
  cilk_sync;
  if (n % 3 == 0)
    return sometimes(n - 1);
  return x + sometimes(n - 1);
}

/// What is added is computed behind the calls.
static NOINLINE unsigned long behind(int n) {
  if (n < 2)
    return (unsigned long)n;
  unsigned long x = cilk_spawn behind(n / 2);
  unsigned long result, y;
  if (n & 1) {
    result = behind(n - 2);
    cilk_sync;
    y = x * 3 + (unsigned long)(n * n);
  } else {
    result = behind(n - 3);
    cilk_sync;
    y = (x ^ 5) - (unsigned long)n;
  }
  return result + y;
}

/// Both factors are the result.
static NOINLINE unsigned long squared(int n) {
  if (n < 2)
    return (unsigned long)n;
  unsigned long x = cilk_spawn squared(n / 4);
  unsigned long a, b;
  if (n & 1) {
    a = b = squared(n - 2);
  } else {
    a = behind(n - 3);
    b = behind(n / 3);
  }
  cilk_sync;
  return a * b + 0 * x;
}

static NOINLINE double rounded(int n) {
  if (n < 2)
    return n * 0.1;
  double x = cilk_spawn rounded(n - 1);
  double y = rounded(n - 2);
  cilk_sync;
  return x + y;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static NOINLINE void quick(int *begin, int *end) {
  if (end - begin < 2)
    return;
  int pivot = begin[(end - begin) / 2], *low = begin, *high = end - 1;
  while (low <= high) {
    while (*low < pivot)
      ++low;
    while (*high > pivot)
      --high;
    if (low <= high) {
      int kept = *low;
      *low++ = *high;
      *high-- = kept;
    }
  }
  cilk_spawn quick(begin, high + 1);
  quick(low, end);
}

static NOINLINE long swapped(long a, long b, int n) {
  if (n == 0)
    return a * 3 + b;
  long x = cilk_spawn swapped(a + 1, b, n - 1);
  long y = swapped(b, a, n - 1);
  cilk_sync;
  return x + y;
}

struct Large {
  long values[6];
};

static NOINLINE long byValue(Large l, int n) {
  if (n < 2)
    return l.values[n] + l.values[5];
  l.values[n % 5] += n;
  long x = cilk_spawn byValue(l, n - 1);
  long y = byValue(l, n - 2);
  cilk_sync;
  return x + y;
}

static NOINLINE long read(const Large &l, int n) {
  meet();
  return l.values[n % 6];
}

/// A child reads the parameter while the callee changes its copy.
static NOINLINE long readByChild(Large l, int n) {
  if (n < 2)
    return l.values[n];
  l.values[n % 5] += n;
  long x = cilk_spawn read(l, n);
  long y = readByChild(l, n - 1);
  cilk_sync;
  return x + y;
}

static Large *known;

/// The callee changes the caller's parameter.
static NOINLINE long changed(Large l, int n) {
  if (known)
    known->values[n % 5] += 100;
  if (n < 2)
    return l.values[n];
  known = nullptr;
  long x = cilk_spawn read(l, n);
  cilk_sync;
  known = &l;
  long y = changed(l, n - 1);
  known = nullptr;
  return x + y;
}

template <class Function>
static NOINLINE void divide(long first, long end, Function f, long grain) {
  if (end - first <= grain) {
    for (long i = first; i < end; ++i)
      f(i);
    return;
  }
  long middle = first + (end - first) / 2;
  cilk_spawn divide(first, middle, f, grain);
  divide(middle, end, f, grain);
  cilk_sync;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Each call reads its caller's variable.
static NOINLINE long chained(int n, long *above) {
  long local = n + *above % 7;
  if (n < 1)
    return *above;
  long x = cilk_spawn chained(n - 2, above);
  long y = chained(n - 1, &local);
  cilk_sync;
  return x + y;
}

struct Link {
  const Link *next;
  long value;
};

/// The variables are a list.
static NOINLINE long listed(int n, const Link *list) {
  long all = 0;
  if (n < 1) {
    for (; list; list = list->next)
      all = all * 3 + list->value;
    return all;
  }
  Link own{list, n};
  all = cilk_spawn listed(n - 2, &own);
  long y = listed(n - 1, &own);
  cilk_sync;
  return all + y;
}

static std::atomic<const Link *> newest;

static NOINLINE long walk(const Link *list) {
  newest.store(list, std::memory_order_relaxed);
  meet();
  long all = 0;
  for (; list; list = list->next)
    all = all * 3 + list->value;
  return all;
}

/// Addresses are kept where the function does not call itself any more.
static NOINLINE long keptByLeaf(int n, long factor) {
  Link own{nullptr, n};
  if (n < 2) {
    Link two{&own, factor};
    return walk(&two);
  }
  own.value += factor;
  long x = cilk_spawn keptByLeaf(n - 1, factor + own.value % 5);
  long y = keptByLeaf(n - 2, own.value);
  cilk_sync;
  return x + y;
}

struct Counting {
  long *count, value;
  ~Counting() { *count = (*count * 3 + value) % 1000003; }
};

/// A destructor comes behind the call.
static NOINLINE long destroyed(int n, long *count) {
  if (n < 2)
    return n;
  Counting c{count, n};
  long x = cilk_spawn destroyed(n - 1, count);
  cilk_sync;
  return x + destroyed(n - 2, count);
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

static NOINLINE int throws(int n, int at) {
  if (n == at)
    throw n;
  if (n < 2)
    return n;
  int x = cilk_spawn throws(n - 1, at);
  int y = throws(n - 2, at);
  cilk_sync;
  return x + y;
}

static NOINLINE int catches(int n) {
  if (n < 2)
    return n;
  try {
    int x = cilk_spawn catches(n - 1);
    cilk_sync;
    if (x % 7 == 3)
      throw x;
  } catch (int v) {
    return catches(n - 2) + v;
  }
  int z = cilk_spawn catches(n - 3);
  int w = catches(n - 2);
  cilk_sync;
  return z + w;
}

/// The handler is left before the call.
static NOINLINE int goesOn(int n) {
  if (n < 2)
    return n;
  int caught = 0;
  try {
    cilk_spawn throws(n, n - 2);
    cilk_sync;
  } catch (int v) {
    caught = v;
  }
  int x = cilk_spawn goesOn(n - 2);
  int y = goesOn(n - 1);
  cilk_sync;
  return x + y + caught;
}

int main() {
  std::vector<int> a(2000);
  unsigned r = 1;
  for (int &x : a)
    x = (int)((r = r * 1103515245 + 12345) >> 16);
  printf("%ld %ld %u\n", sum(a.data(), (long)a.size()), difference(300),
         product(16));
  printf("%lu %ld %.17g\n", both(14), sometimes(12), rounded(13));
  for (int n = 0; n < 12; ++n)
    printf("%lu %lu\n", behind(n), squared(n));

  quick(a.data(), a.data() + a.size());
  long hash = 0;
  for (int x : a)
    hash = (hash * 31 + x) % 1000000007;
  printf("%ld %ld\n", hash, swapped(1, 2, 8));
  Large l{{1, 2, 3, 4, 5, 6}};
  printf("%ld %ld %ld\n", byValue(l, 12), readByChild(l, 40), changed(l, 40));
  std::vector<long> out(500);
  long factor = 5;
  divide(0, 500, [=, &out](long i) { out[i] = i * factor + a[i]; }, 3);
  for (long x : out)
    hash = (hash * 31 + x) % 1000000007;
  printf("%ld\n", hash);

  long z = 7, count = 0;
  long result = destroyed(12, &count);
  printf("%ld %ld %ld %ld\n", chained(11, &z), listed(10, nullptr), result,
         count);
  printf("%ld\n", keptByLeaf(11, 3));

  for (int at : {-5, 0, 3, 9})
    try {
      printf("%d\n", throws(11, at));
    } catch (int v) {
      printf("caught %d\n", v);
    }
  printf("%d %d\n", catches(13), goesOn(9));
}
