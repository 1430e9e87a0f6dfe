// musl: Debian's, which has C only. Programs that are linked dynamically and statically, by all
// linkers: steals by several workers, reducers, thread-local variables, deep stacks, clean-ups
// while the stack is unwound.
// REQUIRES: musl, lld, mold
// DEFINE: %{flags} =
// DEFINE: %{link} = %tussah-clang --target=x86_64-linux-musl -Werror %{flags} %s -o %t.exe
// DEFINE: %{run} = env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t.exe && env CILK_NWORKERS=1 %t.exe
// DEFINE: %{check} = %{link} -fuse-ld=bfd && %{run} && %{link} -fuse-ld=lld && %{run} && %{link} -fuse-ld=mold && %{run}
// REDEFINE: %{flags} = -O2 -fexceptions
// RUN: %{check}
// RUN: readelf -dl %t.exe | %FileCheck --implicit-check-not=libc.so.6 --implicit-check-not=libgcc_s %s
// CHECK: ld-musl-x86_64.so.1
// CHECK: libtussah.so.0
// REDEFINE: %{flags} = -O2 -static -fexceptions
// RUN: %{check}
// REDEFINE: %{flags} = -static-pie -O0
// RUN: %{check}
// REDEFINE: %{flags} = -O1 -static-libtussah
// RUN: %{check}
// REDEFINE: %{flags} = -O2 -static -flto -fexceptions
// RUN: %{check}

// The same folder by hand, as a user's own sysroot.
// REDEFINE: %{flags} = --sysroot=%lib-dir/../x86_64-linux-musl/sysroot -static -ftussah-pedigrees
// RUN: %{link} && %{run}

// What there is none of.
// RUN: echo 'int main() { return 0; }' > %t.cpp
// RUN: %not %tussah-clang++ --target=x86_64-linux-musl %t.cpp 2>&1 | %FileCheck --match-full-lines --implicit-check-not={{.}} --check-prefix=CXX %s
// CXX: tussah-clang++: error: Debian has no C++ library for 'x86_64-linux-musl'; compile C, or name a folder that has one with --sysroot=
// RUN: echo '#include <vector>' > %t.cpp
// RUN: %not %tussah-clang --target=x86_64-linux-musl -c %t.cpp 2>&1 | grep -q "'vector' file not found"
// RUN: %not %tussah-clang --target=x86_64-unknown-linux-musl -ftussah-target=onetbb -c %s 2>&1 | %FileCheck --match-full-lines --implicit-check-not={{.}} --check-prefix=TARGET %s
// TARGET: tussah-clang: error: unknown target 'onetbb'; known are native, and the path of a bitcode file

#include <cilk/cilk.h>
#include <cilk/reducer.h>
#include <features.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef __GLIBC__
#error "these are glibc's headers"
#endif

static _Thread_local long visited;

static long fib(int n) {
  ++visited;
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

// More than the 128 KiB that a thread of musl has by itself.
static long deep(int n) {
  volatile char buffer[512];
  buffer[0] = 1;
  if (n == 0)
    return 0;
  long a = cilk_spawn deep(n - 1);
  cilk_sync;
  return a + buffer[0];
}

static void zero(void *view) { *(long *)view = 0; }
static void add(void *left, void *right) { *(long *)left += *(long *)right; }

static void *other(void *result) {
  *(long *)result = fib(12);
  return NULL;
}

static int cleaned;
static void clean(int *local) { cleaned += *local; }

static void *cancelled(void *unused) {
  int local __attribute__((cleanup(clean))) = 1;
  (void)unused;
  if (fib(10) != 55)
    abort();
  return NULL;
}

int main(void) {
  long cilk_reducer(zero, add) sum = 0;
  cilk_for (int i = 0; i < 1000; i++)
    sum += i;
  long elsewhere = 0;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, other, &elsewhere);
  pthread_create(&threads[1], NULL, cancelled, NULL);
  long here = fib(13);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return here != 233 || sum != 499500 || elsewhere != 144 || cleaned != 1 || deep(400) != 400;
}
