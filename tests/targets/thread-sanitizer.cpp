// ThreadSanitizer sees how oneTBB and OpenMP order tasks: it reports the races of a
// program, and nothing else.
// REQUIRES: onetbb, tsan
// RUN: %tussah-clang++ -std=c++17 -O1 -g -fsanitize=thread -ftussah-target=onetbb-counted %s -o %t
// RUN: env TUSSAH_COUNT=%t.count %t | %FileCheck %s
// CHECK: sum 499500, fib 832040, caught 7
// RUN: env TUSSAH_COUNT=%t.count %not %t race 2>&1 | %FileCheck %s --check-prefix=RACE
// RACE: WARNING: ThreadSanitizer: data race
// RACE-NEXT: of size 8
// RACE-NEXT: count(long*)

// LLVM's OpenMP needs an option, as it does for OpenMP programs, because the
// library itself is not instrumented.
// RUN: %if openmp %{ %tussah-clang++ -std=c++17 -O1 -g -fsanitize=thread -ftussah-target=openmp-counted %s -o %t.omp %}
// RUN: %if openmp %{ env TUSSAH_COUNT=%t.count TSAN_OPTIONS=ignore_noninstrumented_modules=1 %t.omp | %FileCheck %s %}
// RUN: %if openmp %{ env TUSSAH_COUNT=%t.count TSAN_OPTIONS=ignore_noninstrumented_modules=1 %not %t.omp race 2>&1 | %FileCheck %s --check-prefix=RACE %}

#include <cilk/cilk.h>

#include <atomic>
#include <stdio.h>
#include <string>
#include <vector>

static long fib(int n) {
  if (n < 2)
    return n;
  std::string text(40, 'x'); // memory that moves between threads
  long x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y + long(text.size()) - 40;
}

static long work(std::vector<long> values, int from) {
  long sum = 0;
  for (long value : values)
    sum += value * from;
  return sum;
}

static int fail(int x) { throw x; }

/// Waits for the other thread, in a way that orders nothing.
static void count(long *counter) {
  static std::atomic<int> arrived{0};
  ++*counter;
  arrived.fetch_add(1, std::memory_order_relaxed);
  while (arrived.load(std::memory_order_relaxed) < 2)
    ;
}

int main(int argc, char **) {
  std::vector<long> values(1000);
  cilk_for (int i = 0; i < 1000; ++i)
    values[i] = i;
  long a = cilk_spawn work(values, 3);
  long b = cilk_spawn work(values, -2);
  cilk_sync;
  int caught = 0;
  try {
    cilk_spawn fail(7);
    cilk_sync;
  } catch (int x) {
    caught = x;
  }
  printf("sum %ld, fib %ld, caught %d\n", a + b, fib(30), caught);
  if (argc > 1) {
    long counter = 0;
    cilk_spawn count(&counter);
    count(&counter);
    cilk_sync;
  }
}
