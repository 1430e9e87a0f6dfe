// Space: what docs/reference/runtime.md promises. Roots leave nothing behind; stacks that
// were deep once give their memory back; and an idle process uses no processor.
//
// RUN: %tussah-clang -ftussah-target=native -O1 %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.1 timeout 100 %t 2
// RUN: env CILK_NWORKERS=16 TUSSAH_STATS=%t.2 timeout 100 %t 16
//
// 16 free stacks for each worker and 8 more, and those in use: at most as many
// for each worker as spawns can be nested, in this program 20, and one more.
// RUN: %python %S/Inputs/statistics.py %t.1 'most_fibers <= 2 * (16 + 21) + 8'
// RUN: %python %S/Inputs/statistics.py %t.2 'most_fibers <= 16 * (16 + 21) + 8' \
// RUN:   'fibers > 1000'
#include "Inputs/kernels.h"
#include "Inputs/test.h"

#include <unistd.h>

static long resident_pages(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long size, resident;
  CHECK(fscanf(file, "%ld %ld", &size, &resident) == 2);
  fclose(file);
  return resident;
}

static void small(int *result) {
  cilk_spawn fib(3);
  *result += 1;
  cilk_sync;
}

__attribute__((noinline)) static int use_stack(int kilobytes) {
  volatile char memory[1024];
  for (int i = 0; i < 1024; i += 64)
    memory[i] = (char)(kilobytes + i);
  return kilobytes > 1 ? use_stack(kilobytes - 1) + memory[960] : memory[0];
}

static void use_stacks(int n) {
  for (int i = 0; i < n; ++i)
    cilk_spawn use_stack(4000);
  cilk_sync;
}

static double processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  int workers = atoi(argv[1]), result = 0;
  // 1. Roots.
  for (int i = 0; i < 2000; ++i)
    small(&result);
  CHECK(run_kernels() == 0);
  long before = resident_pages();
  for (int i = 0; i < 100000; ++i)
    small(&result);
  // A stack that is touched for the first time has at most 2 pages.
  long grown = resident_pages() - before;
  if (grown > 2 * 16 * (workers + 1))
    printf("grown by %ld pages\n", grown);
  CHECK(grown <= 2 * 16 * (workers + 1) && result == 102000);

  // 2. Deep stacks: 128 KiB stay of each free one when its worker sleeps, and
  // 64 KiB may not be noticed. It sleeps soon, if it is not kept from it.
  use_stacks(200);
  double end = seconds() + 30;
  do {
    usleep(20000);
    grown = resident_pages() - before;
  } while (grown > 48 * 17 * (workers + 1) && seconds() < end);
  if (grown > 48 * 17 * (workers + 1))
    printf("grown by %ld pages\n", grown);
  CHECK(grown <= 48 * 17 * (workers + 1));

  // 3. Idleness, 100 ms after the last root, or when all have gone to sleep.
  usleep(100000);
  double start, used;
  do {
    start = seconds(), used = processor_time();
    usleep(500000);
    used = processor_time() - used;
  } while (used >= 0.01 * (seconds() - start) && seconds() < end);
  CHECK(used < 0.01 * (seconds() - start));

  // 4. Deep recursions use what their frames need.
  CHECK(fib(20) == 6765 && queens(8, 0, NULL) == 92);
}
