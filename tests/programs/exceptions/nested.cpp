//===- nested.cpp - Nested and foreign exceptions -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <unwind.h>

/// Wraps the exceptions of its children, level by level.
static NOINLINE long wrapped(int depth) {
  meet();
  if (depth == 0)
    throw std::runtime_error("0");
  try {
    long a = cilk_spawn wrapped(depth - 1);
    long b = wrapped(depth - 1);
    cilk_sync;
    return a + b;
  } catch (...) {
    std::throw_with_nested(std::runtime_error(std::to_string(depth)));
  }
}

static std::string describe(const std::exception &exception) {
  std::string text = exception.what();
  try {
    std::rethrow_if_nested(exception);
  } catch (const std::exception &inner) {
    text += " " + describe(inner);
  }
  return text;
}

/// An exception of another language.
struct Foreign {
  _Unwind_Exception header;
  int value;
};

static int destroyed;

static void destroy(_Unwind_Reason_Code, _Unwind_Exception *exception) {
  __atomic_fetch_add(&destroyed, 1, __ATOMIC_RELAXED);
  delete reinterpret_cast<Foreign *>(exception);
}

static NOINLINE void raiseForeign(int value) {
  auto *foreign = new Foreign{};
  foreign->header.exception_class = 0x5455535341480000;
  foreign->header.exception_cleanup = destroy;
  foreign->value = value;
  _Unwind_RaiseException(&foreign->header);
  abort();
}

static long cleanups;

struct Cleanup {
  ~Cleanup() { add_to(&cleanups, 1); }
};

static NOINLINE long foreign(int depth) {
  meet();
  Cleanup cleanup;
  if (depth == 0) {
    raiseForeign(1);
    return 0;
  }
  long a = cilk_spawn foreign(depth - 1);
  long b = depth % 2;
  cilk_sync;
  return a + b;
}

static NOINLINE void fail(bool isForeign) {
  if (isForeign)
    raiseForeign(2);
  throw 3;
}

/// The child throws first, and the parent's exception is in flight at the sync.
static NOINLINE int both(bool childIsForeign) {
  try {
    cilk_spawn fail(childIsForeign);
    fail(!childIsForeign);
    cilk_sync;
  } catch (int value) {
    return value;
  } catch (...) {
    return 4;
  }
  return 0;
}

/// Handlers of all kinds of exceptions, one beside another.
static NOINLINE int caught(int depth) {
  if (depth == 0) {
    try {
      foreign(3);
    } catch (...) {
      return 1;
    }
    return -1000;
  }
  int a = cilk_spawn caught(depth - 1);
  int b = caught(depth - 1);
  cilk_sync;
  return a + b;
}

/// Exceptions kept by pointers travel between strands.
static NOINLINE std::exception_ptr keep(int depth) {
  meet();
  if (depth == 0) {
    try {
      throw depth + 7;
    } catch (...) {
      return std::current_exception();
    }
  }
  std::exception_ptr a = cilk_spawn keep(depth - 1);
  std::exception_ptr b = keep(depth - 1);
  cilk_sync;
  try {
    std::rethrow_exception(depth % 2 ? a : b);
  } catch (int value) {
    return value == 7 ? std::current_exception() : nullptr;
  }
}

int main() {
  for (int i = 0; i < repeats(5); ++i) {
    try {
      wrapped(4);
    } catch (const std::exception &exception) {
      if (describe(exception) != "4 3 2 1 0")
        return 1;
    }
  }
  destroyed = 0;
  printf("%d foreign exceptions\n", caught(5));
  printf("%d destroyed, %ld cleanups\n", destroyed, cleanups);
  printf("%d %d\n", both(false), both(true));
  try {
    std::rethrow_exception(keep(6));
  } catch (int value) {
    printf("%d kept\n", value);
  }
  return std::current_exception() != nullptr;
}
