// Thread-local variables of functions that spawn are those of the thread that
// goes on: behind a spawn, a plain call of a function that spawns, and a sync,
// with any model of access, in programs and in libraries.
//
// DEFINE: %{flags} =
// DEFINE: %{steal} = env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal timeout 60
// DEFINE: %{program} = %tussah-clang++ -ftussah-target=native -std=c++17 %{flags} %s -o %t && %{steal} %t
// REDEFINE: %{flags} = -O0
// RUN: %{program}
// REDEFINE: %{flags} = -O1
// RUN: %{program}
// REDEFINE: %{flags} = -O2 -fPIC
// RUN: %{program}
// REDEFINE: %{flags} = -O2 -fPIC -mtls-dialect=gnu2
// RUN: %{program}
// REDEFINE: %{flags} = -O3 -fno-pic -no-pie
// RUN: %{program}
// REDEFINE: %{flags} = -O2 -fPIC -ftls-model=local-dynamic
// RUN: %{program}
// REDEFINE: %{flags} = -O2 -g -fPIC -ftls-model=initial-exec
// RUN: %{program}
// REDEFINE: %{flags} = -O2 -static
// RUN: %{program}
//
// A library, linked and loaded.
// DEFINE: %{library} = %tussah-clang++ -ftussah-target=native -std=c++17 -fPIC -shared -DLIBRARY %{flags} %s -o %t.so && %clangxx -O1 -DUSER %s %t.so -o %t.linked && %{steal} %t.linked && %clangxx -O1 -DUSER -DLOAD %s -o %t.loads && %{steal} %t.loads %t.so
// REDEFINE: %{flags} = -O0
// RUN: %{library}
// REDEFINE: %{flags} = -O2
// RUN: %{library}
// REDEFINE: %{flags} = -O2 -mtls-dialect=gnu2
// RUN: %{library}
// REDEFINE: %{flags} = -O2 -ftls-model=local-dynamic -fvisibility=hidden
// RUN: %{library}
// REDEFINE: %{flags} = -O3 -ftls-model=initial-exec
// RUN: %{library}
//
// All use the function that asks for an address.
// RUN: %tussah-clang++ -ftussah-target=native -std=c++17 -O2 -S -emit-llvm %s -o - | %FileCheck %s
// CHECK: define internal {{.*}}i64 @tree.native(
// CHECK-NOT: @llvm.threadlocal.address
// CHECK-NOT: {{(load|store).*@(_ZL8internal|_ZL5other|external|_ZL6object|__tls_guard)\b}}
// CHECK: {{^}}}

#include <stdio.h>

#define EXPORT extern "C" __attribute__((visibility("default")))

#ifdef USER
#include <dlfcn.h>

EXPORT long run(int n);

int main(int argc, char **argv) {
  (void)argc;
#ifdef LOAD
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  auto *function = (long (*)(int))dlsym(library, "run");
#else
  (void)argv;
  auto *function = run;
#endif
  return function(10) != 0;
}

#else
#include <cilk/cilk.h>

#define NOINLINE __attribute__((noinline))
#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__))

struct Object {
  long value;
  explicit Object(long value) : value(value) {}
  ~Object() { value = 0; }
};

thread_local long external = 1;
static thread_local long internal = 2, other = 3;
static thread_local Object object(4); // needs a constructor
static thread_local long array[4];

static NOINLINE long *addressOfExternal() { return &external; }
static NOINLINE long *addressOfInternal() { return &internal; }
static NOINLINE long *addressOfOther() { return &other; }
static NOINLINE Object *addressOfObject() { return &object; }
static NOINLINE long *addressOfArray() { return array; }

static long failures;

static NOINLINE void fail(int line) {
  __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
  fprintf(stderr, "line %d: a variable of another thread\n", line);
}

/// Writes to the variables, and reads what a function that does not spawn sees.
#define WRITE(n)                                                               \
  do {                                                                         \
    internal = n;                                                              \
    other = n + 1;                                                             \
    external = n + 2;                                                          \
    object.value = n + 3;                                                      \
    array[2] = n + 4;                                                          \
    CHECK(*addressOfInternal() == n && *addressOfOther() == n + 1 &&           \
          *addressOfExternal() == n + 2 &&                                     \
          addressOfObject()->value == n + 3 && addressOfArray()[2] == n + 4);  \
  } while (0)

#define ADDRESSES()                                                            \
  do {                                                                         \
    CHECK(&internal == addressOfInternal() && &other == addressOfOther());     \
    CHECK(&external == addressOfExternal() && &object == addressOfObject());   \
    CHECK(&array[1] == addressOfArray() + 1);                                  \
  } while (0)

static NOINLINE long leaf(long n) { return n; }

EXPORT long tree(int n) {
  WRITE(n);
  if (n <= 0)
    return leaf(1);
  long a = cilk_spawn tree(n - 1);
  WRITE(n + 10);
  long b = tree(n - 2);
  WRITE(n + 20);
  long c = tree(n - 3);
  ADDRESSES();
  cilk_sync;
  WRITE(n + 30);
  for (int i = 0; i < 3; ++i) {
    ADDRESSES();
    cilk_spawn leaf(i);
    ADDRESSES();
  }
  cilk_sync;
  ADDRESSES();
  return a + b + c;
}

/// Without unwind edges, calls do not end what LLVM compiles as one piece.
EXPORT long straight(int n) noexcept {
  if (n <= 0)
    return 1;
  long *p = &internal, *q = &other;
  long a = cilk_spawn straight(n - 1);
  long b = straight(n - 2);
  internal = other = 0;
  CHECK(*addressOfInternal() == 0 && *addressOfOther() == 0);
  b += straight(n - 2);
  internal = other = n;
  CHECK(*addressOfInternal() == n && *addressOfOther() == n);
  cilk_sync;
  internal = other = -n;
  CHECK(*addressOfInternal() == -n && *addressOfOther() == -n);
  return a + b + (p == q);
}

EXPORT long run(int n) {
  tree(n);
  straight(n);
  cilk_for(int i = 0; i < 200; ++i) {
    leaf(i);
    WRITE(i);
  }
  return failures;
}

#ifndef LIBRARY
int main() { return run(10) != 0; }
#endif
#endif
