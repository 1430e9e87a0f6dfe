// A continuation that is stolen in a handler sees what its own handlers and
// those of its callers have caught, though helpers have thrown that again and
// caught it: no word of an exception says then who caught it first.
// DEFINE: %{library} = libstdc++
// DEFINE: %{level} = -O1
// DEFINE: %{check} = %tussah-clang++ %{level} -stdlib=%{library} %s -o %t && env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal timeout 60 %t
// RUN: %{check}
// REDEFINE: %{level} = -O0
// RUN: %{check}
// REDEFINE: %{level} = -O3 -DMANY=20 -fsanitize=address
// RUN: %{check}
// REDEFINE: %{level} = -O2 -flto=thin -fuse-ld=lld
// RUN: %if lld %{ %{check} %}
// REDEFINE: %{level} = -O2
// REDEFINE: %{library} = libc++
// RUN: %if libcxx %{ %{check} %}

#include <cilk/cilk.h>

#include <cstdio>
#include <exception>

#ifndef MANY
#define MANY 100
#endif

#define FOREIGN [[gnu::noinline]]

/// What the innermost handler of the strand has caught, by throwing it again;
/// 0 if there is none.
FOREIGN static int current() {
  if (!std::current_exception())
    return 0;
  try {
    throw;
  } catch (int value) {
    return value;
  }
}

/// The same, by throwing a dependent exception.
FOREIGN static int copied() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (int value) {
    return value;
  }
}

/// Catches exceptions of its own while its parent goes on.
FOREIGN static int leaf(int n) {
  for (volatile int i = 0; i < 300; ++i) {
  }
  try {
    throw n + 100;
  } catch (int) {
    if (current() != n + 100)
      return -1;
  }
  return n;
}

/// Spawns in two levels, so that continuations are published below it.
static int tree(int n) {
  if (n < 2)
    return leaf(n);
  int a = cilk_spawn tree(n - 1);
  int b = tree(n - 2);
  cilk_sync;
  return a + b;
}

static int in_handler(int n) {
  try {
    throw n;
  } catch (int) {
    int before = current();
    int child = cilk_spawn leaf(1);
    int after = current() + copied();
    cilk_sync;
    return before == n && after == 2 * n && child == 1 && current() == n;
  }
}

/// Of the continuation of a second spawn, on another stack, and a third.
static int several_steals(int n) {
  try {
    throw n;
  } catch (int) {
    int right = current() == n;
    int a = cilk_spawn leaf(1);
    right += current() == n;
    int b = cilk_spawn tree(3);
    right += current() == n;
    int c = cilk_spawn leaf(3);
    right += copied() == n;
    cilk_sync;
    return right == 4 && a == 1 && b == 2 && c == 3 && current() == n;
  }
}

/// Handlers within handlers, and one behind another.
static int nested(int n) {
  int right = current() == 0;
  for (int i = 0; i < 2; ++i)
    try {
      throw n;
    } catch (int) {
      right += current() == n;
      try {
        throw;
      } catch (int again) {
        int a = cilk_spawn leaf(again);
        right += current() == n;
        cilk_sync;
        right += a == n;
      }
      try {
        throw n + 1;
      } catch (int) {
        right += current() == n + 1;
        int a = cilk_spawn leaf(n);
        right += current() == n + 1;
        cilk_sync;
        right += a == n;
      }
      right += current() == n;
      int a = cilk_spawn leaf(n);
      right += current() == n;
      cilk_sync;
      right += a == n;
    }
  int a = cilk_spawn leaf(n);
  right += current() == 0;
  cilk_sync;
  return right == 20 && a == n;
}

/// Children outstanding from before, and a handler that does not spawn between.
static int between(int n) {
  int a = cilk_spawn tree(4);
  int right;
  try {
    throw n;
  } catch (int) {
    right = current() == n;
  }
  int b = cilk_spawn tree(4);
  right += current() == 0;
  cilk_sync;
  return right == 2 && a == 3 && b == 3;
}

/// The handler is in a caller: native code, or foreign code, which calls through
/// a pointer.
static int spawns(int n) {
  int a = cilk_spawn leaf(1);
  int right = current() == n;
  // Another worker has time to come back.
  for (int i = 0; i < 5; ++i)
    leaf(i);
  int b = cilk_spawn leaf(2);
  right += current() == n;
  cilk_sync;
  return right == 2 && a == 1 && b == 2 && current() == n;
}

/// The function comes to its handlers as a stolen continuation, whose frame is
/// on another stack.
static int begins_elsewhere(int n) {
  int right = 0;
  int a = cilk_spawn tree(4);
  for (int i = 0; i < 2; ++i)
    try {
      throw n;
    } catch (int) {
      int b = cilk_spawn leaf(2);
      right += current() == n;
      right += spawns(n);
      cilk_sync;
      right += b == 2 && current() == n;
    }
  cilk_sync;
  return right == 6 && a == 3 && current() == 0;
}

/// Where a function had its frame that has returned.
FOREIGN static void wipe() {
  volatile char stack[4096];
  for (volatile char &byte : stack)
    byte = 0x5a;
}

static int caller_handles(int n) {
  try {
    throw n;
  } catch (int) {
    if (current() != n || !in_handler(n + 1))
      return 0;
    wipe();
    int right = spawns(n);
    int a = cilk_spawn spawns(n);
    right += current() == n;
    cilk_sync;
    return right == 2 && a;
  }
}

static int (*volatile through_pointer)(int) = spawns;

FOREIGN static int foreign_handles(int n) {
  try {
    throw n;
  } catch (int) {
    return current() == n && through_pointer(n) && current() == n;
  }
}

FOREIGN static int foreign_passes(int n) { return through_pointer(n); }

static int both_handle(int n) {
  try {
    throw n + 7;
  } catch (int) {
    int a = cilk_spawn leaf(1);
    int right = current() == n + 7;
    right += foreign_handles(n);
    right += foreign_passes(n + 7);
    right += current() == n + 7;
    cilk_sync;
    return right == 4 && a == 1;
  }
}

/// In a child that catches, while its parent handles another exception.
static int child_handles(int n) {
  try {
    throw n;
  } catch (int) {
    int before = current();
    int a = cilk_spawn foreign_handles(n + 1);
    int b = cilk_spawn in_handler(n + 2);
    int right = before == n && current() == n;
    cilk_sync;
    return right && a && b && current() == n;
  }
}

/// Throws \p value unless it is 0.
FOREIGN static int fails(int value) {
  leaf(1);
  if (value)
    throw value;
  return 1;
}

/// Exceptions of the child, of the child and the continuation, and what is
/// handled leave the handler.
static int exceptions_leave(int n) {
  bool wrong = false;
  for (int i = 0; i < 3; ++i) {
    int expected = i == 2 ? n : n + 1;
    try {
      try {
        throw n;
      } catch (int) {
        wrong |= current() != n;
        int a = cilk_spawn fails(i == 2 ? 0 : n + 1);
        wrong |= current() != n;
        if (i == 1)
          throw n + 2;
        if (i == 2)
          throw;
        cilk_sync;
        wrong |= a != 1;
      }
    } catch (int value) {
      wrong |= value != expected || current() != expected;
      int a = cilk_spawn leaf(1);
      wrong |= current() != expected;
      cilk_sync;
      wrong |= a != 1;
    }
  }
  return !wrong && current() == 0;
}

/// An object caught by value, whose copies spawn when they are destroyed.
struct object {
  int value;
  bool *right;
  object(int value, bool *right) : value(value), right(right) {}
  object(const object &other) = default;
  ~object() {
    int a = cilk_spawn leaf(1);
    int b = leaf(2);
    cilk_sync;
    *right &= a == 1 && b == 2;
  }
};

static int by_value(int n) {
  bool right = true;
  try {
    throw object(n, &right);
  } catch (object caught) {
    int a = cilk_spawn leaf(1);
    try {
      throw;
    } catch (object &again) {
      right &= again.value == n;
    }
    cilk_sync;
    right &= a == 1 && caught.value == n;
  }
  return right && !std::current_exception();
}

struct throws_at_end {
  int value;
  ~throws_at_end() noexcept(false) {
    if (value > 0)
      throw value;
  }
};

/// A handler that an exception of its exception's destructor leaves, in a child
/// that nothing else of the exception concerns.
static int destructor_throws(int n) {
  int right = 0;
  try {
    throw n;
  } catch (int) {
    try {
      int after;
      cilk_scope {
        cilk_spawn {
          try {
            throw throws_at_end{n + 1};
          } catch (throws_at_end &) {
            tree(2);
          }
        }
        after = current();
      }
      return after;
    } catch (int thrown) {
      int a = cilk_spawn tree(3);
      right += thrown == n + 1 && current() == n + 1;
      cilk_sync;
      right += a == 2;
    }
    int a = cilk_spawn tree(3);
    right += current() == n;
    cilk_sync;
    right += a == 2 && current() == n;
  }
  return right == 4 && !std::current_exception();
}

static int loops(int n) {
  try {
    throw n;
  } catch (int) {
    int right = current() == n;
    bool bodies[64];
    cilk_for (int i = 0; i < 64; ++i)
      bodies[i] = leaf(i) == i;
    for (bool body : bodies)
      right += body;
    return right == 65 && current() == n;
  }
}

/// The root is entered in a handler.
FOREIGN static int serial_handles(int n) {
  try {
    throw n;
  } catch (int) {
    return current() == n && spawns(n) && current() == n;
  }
}

#define CHECK(f)                                                               \
  for (int i = 1; i <= MANY; ++i)                                              \
    if (!f(i)) {                                                               \
      fprintf(stderr, #f ": wrong for %d\n", i);                               \
      return 1;                                                                \
    }

int main() {
  CHECK(in_handler)
  CHECK(several_steals)
  CHECK(nested)
  CHECK(between)
  CHECK(begins_elsewhere)
  CHECK(caller_handles)
  CHECK(both_handle)
  CHECK(child_handles)
  CHECK(exceptions_leave)
  CHECK(by_value)
#if !__has_feature(address_sanitizer) && !defined(_LIBCPP_VERSION)
  // libstdc++ never frees such an exception, libc++ ends the program.
  CHECK(destructor_throws)
#endif
  CHECK(loops)
  CHECK(serial_handles)
  return 0;
}
