// Cilk code and OpenMP code in one program, on the same runtime.
// REQUIRES: openmp
// RUN: %tussah-clang++ -std=c++17 -O1 -Wall -Werror -fopenmp -ftussah-target=openmp-counted %s -o %t
// RUN: env CILK_NWORKERS=3 TUSSAH_COUNT=%t.count %t | %FileCheck %s
// RUN: env TUSSAH_COUNT=%t.count OMP_NUM_THREADS=3 OMP_MAX_ACTIVE_LEVELS=3 %t nested | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=COUNT --input-file=%t.count
// COUNT: tussah-count: tasks=[[#]] threads={{[2-9]|[0-9][0-9]}}
// Without the variant that counts, one thread is enough, and it is asked for
// once.
// RUN: %tussah-clang++ -std=c++17 -O2 -fopenmp -ftussah-target=openmp %s -o %t
// RUN: env CILK_NWORKERS=1 %t | %FileCheck %s --check-prefixes=CHECK --implicit-check-not=warning
// RUN: env OMP_NUM_THREADS=1 %t | %FileCheck %s
// RUN: env CILK_NWORKERS=many %t 2>&1 | %FileCheck %s --check-prefixes=WARNING,CHECK --implicit-check-not=warning
// WARNING: tussah: warning: CILK_NWORKERS is 'many', but must be a number from 1 to 2048; using [[#]]

#include <cilk/cilk.h>

#include <atomic>
#include <stdio.h>
#include <string.h>
#include <thread>
#include <vector>

extern "C" {
int omp_get_num_threads(void);
int omp_get_level(void);
}

static long fib(int n) {
  if (n < 2)
    return n;
  long x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

static long sum(const std::vector<long> &values) {
  long result = 0;
#pragma omp parallel for reduction(+ : result)
  for (size_t i = 0; i < values.size(); ++i)
    result += values[i];
  return result;
}

static int fail(int x) { throw x; }

static long failing(int n) {
  try {
    cilk_spawn fail(n);
    cilk_spawn fail(n + 1);
    fib(5);
    cilk_sync;
  } catch (int x) {
    return x;
  }
  return 0;
}

// Worksharing that belongs to the team of whoever calls.
static void fill(std::vector<long> &values) {
#pragma omp for
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = fib(i % 16);
}

static void discarded(int fails) {
  struct Argument {
    int value;
    explicit Argument(int value) : value(value) {
      if (value)
        throw value;
    }
    Argument(const Argument &) = default;
  };
  static std::atomic<int> seen{0};
  try {
    cilk_spawn [](Argument a, Argument) { seen += a.value + 1; }(Argument(0), Argument(fails));
    cilk_sync;
  } catch (int) {
  }
  if (!fails)
    printf("spawned %d\n", seen.load());
}

int main(int argc, char **) {
  std::vector<long> values(1000);
  cilk_for (int i = 0; i < 1000; ++i)
    values[i] = i;
  // CHECK: 499500, 0 regions
  printf("%ld, %d regions\n", sum(values), omp_get_level());

  // Each thread of a team spawns into it.
  long total = 0;
#pragma omp parallel num_threads(4) reduction(+ : total)
  {
    total += fib(12);
    fill(values);
  }
  // CHECK-NEXT: 1, 98985
  printf("%d, %ld\n", int(total / 144 == 4 || total / 144 == 1), sum(values));

  // One thread spawns, the others take.
  total = 0;
#pragma omp parallel
#pragma omp single
  {
    total = fib(14);
#pragma omp task shared(total)
    total += fib(10);
  }
  // CHECK-NEXT: 432
  printf("%ld\n", total);

  // A region within tasks, where a team may be made or not.
  std::atomic<long> nested{0};
  cilk_for (int i = 0; i < 8; ++i) {
    long mine = 0;
#pragma omp parallel reduction(+ : mine)
    mine += fib(8) == 21 && omp_get_level() > 0;
    nested += mine > 0;
  }
  // CHECK-NEXT: 8
  printf("%ld\n", nested.load());

  // Between spawn and sync, and after an exception, which gives back the team.
  long x = cilk_spawn fib(15);
  long y = sum(values);
  cilk_sync;
  // CHECK-NEXT: 610, 98985, caught 7, team of 1
  printf("%ld, %ld, caught %ld, team of %d\n", x, y, failing(7), omp_get_num_threads());

  // CHECK-NEXT: spawned 1
  discarded(1);
  discarded(0);

  // Threads that are not OpenMP's have a team each. None ends before the last
  // has spawned: libomp frees the memory of tasks with the thread that made
  // them, though others have it in their lists (docs/guides/targets.md).
  constexpr int Threads = 3;
  std::vector<std::thread> threads;
  std::atomic<long> all{0};
  std::atomic<int> done{0};
  for (int i = 0; i < Threads; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 20; ++j)
        all += fib(10);
      ++done;
      while (done != Threads)
        std::this_thread::yield();
    });
  for (std::thread &thread : threads)
    thread.join();
  // CHECK-NEXT: 3300
  printf("%ld\n", all.load());
  return argc > 2;
}
