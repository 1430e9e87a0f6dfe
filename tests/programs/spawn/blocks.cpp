//===- blocks.cpp - Which variables a spawned block has -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A spawned block uses the function's own variables, as OpenCilk's does: nothing
// is copied. What it must not see change it copies itself, or gets from a scope
// that is entered anew for each block.
//
// RUN: %matrix %s
// tasks: = 45
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <array>
#include <string>
#include <vector>

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

struct Pair {
  int first;
  std::string second;
};

/// By reference: scalars, arrays, objects, references, parameters.
static NOINLINE long shared(int parameter, Tracked byValue, int &reference) {
  int scalar = 1, array[3] = {1, 2, 3};
  const int constant = 7;
  static int persistent = 0;
  Tracked object(5);
  std::vector<int> vector;
  const int *p = &scalar, *first = nullptr;
  cilk_spawn {
    meet();
    first = &scalar;
    scalar += constant;
    array[1] = twice(array[0]);
    object.set(object.value() + 1);
    vector.assign(4, scalar);
    ++parameter;
    byValue.set(byValue.value() * 2);
    reference = parameter;
    ++persistent;
  }
  cilk_sync;
  return scalar + 10 * array[1] + 100 * object.value() +
         1000 * (long)vector.size() + 10000 * parameter +
         100000 * byValue.value() + 1000000 * (p == first) +
         10000000 * persistent;
}

/// By value, because each block has variables of its own.
static NOINLINE long own(int n) {
  std::vector<long> results(n);
  long total = 0;
  for (int i = 0; i < n; ++i) {
    // As large as the frame of an iteration: destroyed at its end.
    cilk_scope {
      int copy = i;
      Tracked object(i);
      cilk_spawn {
        results[copy] = twice(copy) + object.value();
        copy = -1;
      }
      cilk_spawn {
        int local = twice(1);
        Tracked inner(local);
        add_to(&total, inner.value());
      }
    }
  }
  long sum = total;
  for (long x : results)
    sum = 3 * sum + x;
  return sum;
}

/// What a block initializes before the next statement reads it: nothing but a
/// sync orders them.
static NOINLINE int after() {
  int x;
  cilk_spawn { x = twice(4); }
  cilk_sync;
  cilk_spawn { x += twice(5); }
  cilk_sync;
  return x;
}

struct Owner {
  int member = 3;
  std::array<int, 4> members{{1, 2, 3, 4}};
  NOINLINE int blocks() {
    cilk_spawn {
      member += twice(1);
      this->members[0] = member;
    }
    cilk_spawn {
      auto add = [this](int x) { members[1] += x; };
      add(twice(5));
    }
    cilk_sync;
    return member + 10 * members[0] + 100 * members[1];
  }
};

/// Captures of lambdas, structured bindings, local classes.
static NOINLINE int kinds() {
  auto [number, text] = Pair{4, "text"};
  int total = 0, captured = 9;
  struct Local {
    int x;
    int get() const { return x + 1; }
  } local{6};
  cilk_spawn {
    struct Inner : Local {};
    Inner inner{{number}};
    total += inner.get() + local.get() + (int)text.size();
    number = 40;
  }
  cilk_sync;
  auto lambda = [captured, &total]() mutable {
    cilk_spawn {
      captured += 1;
      total += captured;
    }
    cilk_sync;
    return captured;
  };
  total += lambda() + lambda();
  auto initialized = [held = Tracked(5), &total] {
    cilk_spawn { total += held.value(); }
  };
  initialized();
  return total + number + captured;
}

template <class T, class... Rest>
static NOINLINE T inTemplate(T x, Rest... rest) {
  T results[2] = {};
  cilk_spawn { results[0] = x + (rest + ... + T()); }
  cilk_spawn {
    T local = x;
    results[1] = local * T(sizeof...(rest));
  }
  cilk_sync;
  return results[0] + results[1];
}

/// Blocks in blocks, each of which waits for its own.
static NOINLINE long nested(int depth) {
  long left = 0, right = 0;
  if (depth == 0)
    return 1;
  cilk_spawn {
    cilk_spawn { left = nested(depth - 1); }
    right = nested(depth - 1);
  }
  long middle = twice(depth);
  cilk_sync;
  return left + right + middle;
}

/// A variable-length array, an array of objects and a union.
static NOINLINE int storage(int n) {
  union {
    int number;
    char bytes[4];
  } either = {0};
  Tracked objects[2] = {Tracked(1), Tracked(2)};
  int *heap = new int[n]{};
  cilk_spawn {
    either.number = twice(3);
    objects[1].set(either.bytes[0]);
    heap[n - 1] = objects[1].value();
  }
  cilk_sync;
  int result = heap[n - 1] + objects[0].value() + either.number;
  delete[] heap;
  return result;
}

int main() {
  int reference = 0;
  Tracked argument(3);
  printf("shared %ld", shared(1, argument, reference));
  printf(" %ld %d\n", shared(2, argument, reference), reference);
  printf("own %ld\n", own(8));
  printf("after %d\n", after());
  printf("members %d\n", Owner().blocks());
  printf("kinds %d\n", kinds());
  printf("template %d %ld\n", inTemplate(3), inTemplate(4L, 5, 6));
  printf("nested %ld\n", nested(3));
  printf("storage %d\n", storage(3));
  counters.print("objects");
}
