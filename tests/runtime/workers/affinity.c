// Workers may use the processors that the process may, and no others, though
// each begins on another one than its creator, also if there are more of them
// than processors.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -D_GNU_SOURCE %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 20 %t 2
// RUN: env CILK_NWORKERS=5 TUSSAH_STRESS=always-steal timeout 20 %t 5
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 20 taskset -c 0 %t 2

#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>

/// Threads that began on other processors than all but one of the caller's.
static int apart;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*run)(void *), void *argument) {
  cpu_set_t all, first;
  CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
  CPU_ZERO(&first);
  if (attributes)
    pthread_attr_getaffinity_np(attributes, sizeof first, &first);
  apart += CPU_COUNT(&first) == CPU_COUNT(&all) - 1;
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  return real(thread, attributes, run, argument);
}

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
  // Under a filter of system calls they begin where the system puts them.
  CHECK(apart == (prctl(PR_GET_SECCOMP) == 0 ? count - 1 : 0));
}
