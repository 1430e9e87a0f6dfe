// Workers may use the processors that the process may, and no others, though
// each begins on another one than its creator.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -D_GNU_SOURCE %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 20 %t 2
// RUN: env CILK_NWORKERS=5 TUSSAH_STRESS=always-steal timeout 20 %t 5
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 20 taskset -c 0 %t 2

#include "Inputs/kernels.h"
#include "Inputs/test.h"

#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argc;
  cpu_set_t before, mine, other;
  CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
  // All workers look for work when this begins.
  CHECK(fib(10) == 55);
  CHECK(sched_getaffinity(0, sizeof mine, &mine) == 0);
  CHECK(CPU_EQUAL(&before, &mine));
  DIR *threads = opendir("/proc/self/task");
  int count = 0;
  for (struct dirent *entry; (entry = readdir(threads));) {
    int thread = atoi(entry->d_name);
    if (thread == 0)
      continue;
    ++count;
    CHECK(sched_getaffinity(thread, sizeof other, &other) == 0);
    CHECK(CPU_EQUAL(&before, &other));
  }
  closedir(threads);
  CHECK(count == atoi(argv[1]));
}
