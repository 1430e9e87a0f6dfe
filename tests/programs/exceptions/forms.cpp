//===- forms.cpp - Spawn forms that fail ----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 41
// flags: -std=c++17
// extra: sanitize debug

#ifdef __tussah__
#pragma tussah diagnostic ignored "-Wtussah-race"
#endif
#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

static NOINLINE int fail(int x) {
  meet();
  if (x)
    throw x;
  return x;
}

struct Object {
  int k;
  explicit Object(int k) : k(k) {}
  virtual ~Object() {}
  virtual int method(int x) { return fail(x + k); }
  int operator()(int x) { return fail(x + k + 1); }
};

template <class T> static T generic(T x) {
  T y = cilk_spawn fail((int)x);
  cilk_sync;
  return y;
}

template <class F> static void report(F f) {
  try {
    f();
    printf("none\n");
  } catch (int e) {
    printf("thrown %d\n", e);
  } catch (const std::bad_alloc &) {
    printf("thrown bad_alloc\n");
  } catch (const char *text) {
    printf("thrown %s\n", text);
  } catch (...) {
    printf("thrown something else\n");
  }
}

enum class Code { First, Second };

int main() {
  int x = 5, array[2] = {0, 0};
  report([] { cilk_spawn fail(1); });
  report([&] { x = cilk_spawn fail(2); });
  report([&] { x += cilk_spawn fail(3); });
  report([&] { array[x - 5] = cilk_spawn fail(4); });
  report([] {
    int y = cilk_spawn fail(5);
    (void)y;
  });
  report([] {
    long y = cilk_spawn fail(6), z = y;
    (void)z;
  });
  report([] {
    cilk_spawn { fail(7); }
  });
  report([] {
    cilk_spawn[] { fail(8); }
    ();
  });
  report([] { cilk_spawn Object(9).method(0); });
  report([] {
    Object object(9);
    Object &reference = object;
    cilk_spawn reference.method(1);
    cilk_spawn object(20);
  });
  report([] { generic(11L); });
  report([] { generic('\x0c'); });
  report([] {
    int (*pointer)(int) = fail;
    cilk_spawn pointer(13);
  });
  report([] {
    cilk_scope { cilk_spawn fail(14); }
    printf("not reached\n");
  });
  report([] {
    cilk_spawn fail(15);
    cilk_sync;
    printf("not reached\n");
  });
  report([] {
    if (fail(0) == 0)
      cilk_spawn fail(16);
    cilk_spawn fail(0);
  });
  // Afterwards the frame is as new.
  report([] {
    for (int i = 17; i < 20; ++i)
      try {
        cilk_spawn fail(i);
        cilk_spawn fail(0);
        cilk_sync;
      } catch (int e) {
        printf("caught %d\n", e);
      }
    cilk_spawn fail(0);
    cilk_sync;
  });
  // Exceptions of other types, and types that are not classes.
  report([] {
    cilk_spawn { throw "text"; }
  });
  report([] {
    cilk_spawn { throw std::bad_alloc(); }
  });
  report([] {
    cilk_spawn { throw Code::Second; }
  });
  report([] {
    cilk_spawn { throw std::make_pair(1, Tracked(2)); }
  });
  // The exception that is being handled is the thread's, or the task's, own.
  report([] {
    try {
      cilk_spawn fail(21);
      cilk_sync;
    } catch (int) {
      std::exception_ptr outer = std::current_exception();
      cilk_spawn {
        try {
          fail(22);
        } catch (int e) {
          printf("caught %d\n", e);
        }
      }
      cilk_spawn fail(0);
      cilk_sync;
      if (outer != std::current_exception())
        printf("another exception\n");
      throw;
    }
  });
  // Stored and thrown again elsewhere.
  std::exception_ptr stored;
  cilk_spawn {
    try {
      throw Tracked(23);
    } catch (...) {
      stored = std::current_exception();
    }
  }
  cilk_sync;
  report([&] { cilk_spawn std::rethrow_exception(stored); });
  stored = nullptr;
  // A function that must not throw, and does not.
  auto quiet = []() noexcept {
    try {
      cilk_spawn fail(24);
      cilk_sync;
    } catch (int e) {
      printf("caught %d\n", e);
    }
  };
  quiet();
  report([] {
    auto recursive = [](auto self, int n) -> int {
      Tracked local(n);
      if (n == 0)
        throw 25;
      int a = cilk_spawn self(self, n - 1);
      int b = cilk_spawn self(self, 0);
      cilk_sync;
      return a + b;
    };
    recursive(recursive, 3);
  });
  counters.printBalance("objects");
}
