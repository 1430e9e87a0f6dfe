//===- iterators.cpp - Parallel loops over pointers, iterators and ranges -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 90
// flags: -std=c++17
// extra: sanitize
// standards: c++20 c++23

#include "../Inputs/support.h"
#include "Inputs/counter.h"

#include <cilk/cilk.h>

#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

static long sum, count;

static NOINLINE void see(long value) {
  meet();
  add_to(&sum, value * value + 1);
  add_to(&count, 1);
}

static void report(const char *what) {
  printf("%s %ld %ld\n", what, count, sum);
  sum = count = 0;
}

static void pointers() {
  int a[20];
  for (int i = 0; i < 20; ++i)
    a[i] = i;
  int *begin = a, *end = a + 20;
  cilk_for (int *p = begin; p < end; ++p)
    see(*p);
  report("pointer <");
  cilk_for (int *p = begin; p != end; p++)
    see(*p);
  report("pointer !=");
  cilk_for (const int *p = a; p < end; p += 3)
    see(*p);
  report("pointer += 3");
  cilk_for (int *p = end - 1; p >= begin; --p)
    see(*p);
  report("pointer down");
  cilk_for (int *p = end; p != begin; p -= 4)
    see(p[-1]);
  report("pointer -= 4");
  cilk_for (int *p = end; p < begin; ++p)
    see(*p);
  report("pointer empty");
  struct Large {
    int values[100];
  } large[7];
  cilk_for (Large *p = large; p != large + 7; ++p)
    p->values[99] = (int)(p - large);
  cilk_for (Large &l : large)
    see(l.values[99]);
  report("pointer to struct");
}

static void iterators() {
  std::vector<int> v(20);
  int n = 0;
  for (int &x : v)
    x = n++;
  std::deque<int> d(v.begin(), v.end());
  std::string s = "a string of characters";
  cilk_for (auto i = v.begin(); i != v.end(); ++i)
    see(*i);
  report("vector !=");
  cilk_for (auto i = v.begin(); i < v.end(); i++)
    *i += 1;
  cilk_for (auto i = v.cbegin(); i < v.cend(); i += 3)
    see(*i);
  report("vector += 3");
  cilk_for (auto i = v.cend(); i > v.cbegin(); --i)
    see(i[-1]);
  report("vector down");
  cilk_for (auto i = v.rbegin(); i != v.rend(); ++i)
    see(*i);
  report("reverse");
  cilk_for (auto i = v.crbegin(); i < v.crend(); i += 2)
    see(*i);
  report("reverse += 2");
  cilk_for (auto i = d.begin(); i != d.end(); ++i)
    see(*i);
  report("deque");
  cilk_for (std::deque<int>::reverse_iterator i = d.rbegin(); i < d.rend();
            i += 5)
    see(*i);
  report("reverse deque");
  cilk_for (std::string::const_iterator i = s.begin(); i != s.end(); ++i)
    see(*i);
  report("string");
  cilk_for (auto i = v.end(); i < v.begin(); ++i)
    see(*i);
  report("empty");
}

struct Interval {
  int low, high;
  Counter begin() const { return Counter(low); }
  Counter end() const { return Counter(high); }
};

namespace adl {
struct Numbers {
  std::vector<int> values;
};
inline auto begin(Numbers &n) { return n.values.begin(); }
inline auto end(Numbers &n) { return n.values.end(); }
} // namespace adl

static std::vector<Tracked> temporary(int n) {
  std::vector<Tracked> v;
  for (int i = 0; i < n; ++i)
    v.emplace_back(i);
  return v;
}

static void own() {
  cilk_for (Counter c(3); c != Counter(15); ++c)
    see(*c);
  report("own iterator");
  cilk_for (auto c = Counter(3); c < Counter(15); c += 5)
    see(*c);
  report("own iterator += 5");
  cilk_for (int x : Interval{10, 25})
    see(x);
  report("own range");
  adl::Numbers numbers{{1, 2, 3, 4, 5}};
  cilk_for (int &x : numbers)
    x *= 2;
  cilk_for (int x : numbers)
    see(x);
  report("begin found by its argument");
}

static void ranges() {
  std::vector<int> v{3, 1, 4, 1, 5, 9, 2, 6};
  int array[5] = {1, 2, 3, 4, 5};
  std::array<long, 3> standard{{7, 8, 9}};
  cilk_for (int x : v)
    see(x);
  report("range by value");
  cilk_for (auto &x : v)
    x += 10;
  cilk_for (const auto &x : v)
    see(x);
  report("range by reference");
  cilk_for (auto &&x : array)
    see(x);
  report("range array");
  cilk_for (long x : standard)
    see(x);
  report("range std::array");
  cilk_for (int x : {10, 20, 30})
    see(x);
  report("range list");
  cilk_for (char c : std::string("temporary that is longer than a buffer"))
    see(c);
  report("range temporary");
  cilk_for (const Tracked &t : temporary(9))
    see(t.value());
  report("range temporary objects");
  cilk_for (Tracked t : temporary(9)) {
    t.set(t.value() + 1);
    see(t.value());
  }
  report("range copies");
  std::vector<std::pair<int, Tracked>> pairs;
  for (int i = 0; i < 6; ++i)
    pairs.emplace_back(i, Tracked(100 + i));
  cilk_for (auto [a, b] : pairs)
    see(a * b.value());
  report("range bindings by value");
  cilk_for (auto &[a, b] : pairs) {
    a += 1;
    b.set(b.value() + a);
  }
  cilk_for (const auto &[a, b] : pairs)
    see(a * b.value());
  report("range bindings by reference");
  std::vector<std::array<int, 2>> arrays{{{1, 2}}, {{3, 4}}};
  cilk_for (auto &&[a, b] : arrays)
    see(10 * a + b);
  report("range bindings of arrays");
  std::vector<bool> bits{true, false, true, true};
  cilk_for (bool b : bits)
    see(b);
  report("range proxies");
  std::vector<int> nothing;
  cilk_for (int x : nothing)
    see(x);
  report("range empty");
#if __cplusplus >= 202002L
  cilk_for (std::vector<int> w{1, 2, 3}; int x : w)
    see(x);
#else
  for (int x : {1, 2, 3})
    see(x);
#endif
  report("range with initializer");
}

int main() {
  pointers();
  iterators();
  own();
  ranges();
  counters.printBalance("objects");
}
