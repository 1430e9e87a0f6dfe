//===- outer.cpp - Variables that outlive the tasks which use them --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// cells: all
// extra: debug
//
// A variable that is declared outside of a loop keeps its value from one task
// or iteration to the next, though only these use it, and they give it its
// first value.

#ifdef __tussah__
#pragma tussah diagnostic ignored "-Wtussah-race"
#endif
#include "../Inputs/support.h"

#include <cilk/cilk.h>
#include <cstring>

static uint64_t sum;

static NOINLINE void note(long value) { sum = sum * 31 + (uint64_t)value; }

static NOINLINE long twice(long n) {
  meet();
  return 2 * n;
}

struct Pair {
  long first, second;
};

static NOINLINE void blocks(int n) {
  long count;
  Pair pair;
  char text[8];
  for (int i = 0; i < n; ++i) {
    cilk_spawn {
      if (i == 0) {
        count = 7;
        pair.first = pair.second = 1;
        std::memset(text, 'a', sizeof(text));
      }
      ++text[i % 8];
      pair.second += pair.first++;
      count += twice(i);
      note(count + pair.second + text[0]);
    }
    cilk_sync;
  }
}

static NOINLINE void calls(int n) {
  long last;
  Pair pair;
  for (int i = 0; i < n; ++i) {
    last = cilk_spawn twice(i == 0 ? 3 : last % 1000 + 1);
    cilk_sync;
    cilk_spawn note(i == 0 ? pair.first = 5 : pair.first += i);
    cilk_sync;
    note(last);
  }
}

static NOINLINE void results(int n) {
  long last;
  for (int i = 0; i < n; ++i) {
    long result = cilk_spawn twice(last = i == 0 ? 3 : last + i);
    cilk_sync;
    note(result);
  }
}

static NOINLINE void loops(int n) {
  long values[20], first, end = 0;
  for (int i = 0; i < n; ++i)
    cilk_for (int k = 0; k < 20; ++k) {
      values[k] = i == 0 ? k : values[k] + twice(k);
      if (k == 0)
        first = i == 0 ? 1 : first + values[k] + 1;
      if (i == n - 1 && k == 0)
        note(first);
      if (i == n - 1 && k == 19)
        end = values[k];
    }
  note(end);
}

static NOINLINE void scopes(int n) {
  long last;
  cilk_spawn twice(1);
  for (int i = 0; i < n; ++i)
    cilk_scope {
      last = i == 0 ? 4 : last + 3;
      cilk_spawn note(last);
      twice(2);
    }
}

static NOINLINE void nested(int n) {
  cilk_spawn {
    long inner;
    for (int i = 0; i < n; ++i) {
      cilk_spawn {
        long own[4];
        std::memset(own, i, sizeof(own));
        inner = i == 0 ? 9 : inner + i;
        note(inner + own[i % 4] % 7);
      }
      cilk_sync;
    }
  }
  cilk_sync;
}

static NOINLINE void lambdas(int n) {
  long captured;
  auto run = [n] {
    long own;
    for (int i = 0; i < n; ++i) {
      cilk_spawn { note(own = i == 0 ? 2 : own * 3 + 1); }
      cilk_sync;
    }
  };
  run();
  for (int i = 0; i < n; ++i) {
    cilk_spawn {
      auto add = [&captured, i] { captured = i == 0 ? 1 : captured + i; };
      add();
      note([=] { return captured; }());
    }
    cilk_sync;
  }
}

static NOINLINE void jumps(int n) {
  int i = 0;
  long last;
again:
  cilk_spawn { note(last = i == 0 ? 6 : last + 5); }
  cilk_sync;
  if (++i < n)
    goto again;
}

static NOINLINE void many(int n) {
  long a, b, c, d, e, f;
  for (int i = 0; i < n; ++i) {
    cilk_spawn {
      if (i == 0)
        a = b = c = d = e = f = twice(3);
      note(a += b += c += d += e += f += i);
    }
    cilk_sync;
  }
  long u, v, w, x, y, z;
  for (int i = 0; i < n; ++i)
    cilk_for (int k = 0; k < 1; ++k) {
      if (i == 0)
        u = v = w = x = y = z = twice(4);
      note(u += v += w += x += y += z += i);
    }
}

static long results_of[64];

static NOINLINE void fill(long *own, int i) {
  for (int k = 1; k < 8; ++k)
    own[k] = i;
  meet();
  for (int k = 0; k < 8; ++k)
    results_of[i] += own[k];
}

static NOINLINE void note_results() {
  for (long &result : results_of) {
    note(result);
    result = 0;
  }
}

// One that is declared in the loop is another one in each iteration.
static NOINLINE void own_ones() {
  for (int i = 0; i < 64; ++i) {
    long own[8];
    cilk_spawn fill((own[0] = i, own), i);
  }
  cilk_sync;
  note_results();
  for (int i = 0; i < 64; ++i) {
    long own[8];
    if (i % 9 == 4)
      goto behind;
    meet();
  behind:
    cilk_spawn {
      own[0] = i;
      fill(own, i);
    }
  }
  cilk_sync;
  note_results();
  int i = 0;
again:;
  long own[8];
  cilk_spawn fill((own[0] = i, own), i);
  if (++i < 64)
    goto again;
  cilk_sync;
  note_results();
}

struct Item {
  long number, square;
};

static NOINLINE long &square(Item *item) {
  item->square = item->number * item->number;
  return item->square;
}

static NOINLINE void items() {
  Item all[64];
  for (long i = 0; i < 64; ++i)
    all[i].number = i;
  cilk_for (Item item : all)
    results_of[item.number] = square(&item);
  note_results();
}

int main() {
  int repeat = (int)support_environment("TUSSAH_REPEAT", 1);
  for (int i = 0; i < repeat; ++i) {
    sum = 0;
    blocks(20);
    calls(20);
    results(20);
    loops(10);
    scopes(20);
    nested(20);
    lambdas(20);
    jumps(20);
    many(20);
    own_ones();
    items();
  }
  printf("%016llx\n", (unsigned long long)sum);
}
