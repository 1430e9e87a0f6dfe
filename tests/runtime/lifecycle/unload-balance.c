// A host that loads a plugin, calls it on several threads, and unloads it, for ever: the
// runtime comes and goes with the plugin, and leaves nothing. By hand with 10000 cycles.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -fPIC -shared -DVALUE=1 \
// RUN:   %S/../Inputs/library.c -o %t.so
// RUN: %clang -O1 %s -o %t -pthread
// RUN: env CILK_NWORKERS=4 timeout 120 %t %t.so 100
#define _GNU_SOURCE
#include "../Inputs/resources.h"

#include <dlfcn.h>
#include <pthread.h>

static int (*work)(int);

static void *call(void *unused) {
  CHECK(work(14) == 377 + 233);
  return unused;
}

static void cycle(const char *name) {
  void *library = dlopen(name, RTLD_NOW);
  if (!library)
    fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  work = (int (*)(int))dlsym(library, "work");
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    CHECK(pthread_create(&threads[i], NULL, call, NULL) == 0);
  call(NULL);
  for (int i = 0; i < 2; ++i)
    CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(dlclose(library) == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  struct resources untouched = resources_now(), before = untouched;
  for (int i = 0, n = atoi(argv[2]); i < n; ++i) {
    cycle(argv[1]);
    if (i == n / 10)
      before = resources_now();
  }
  check_balance(&before);
  // Handlers, mask, threads and descriptors are as they were before the first cycle.
  untouched.mappings = before.mappings;
  untouched.resident = before.resident;
  check_balance(&untouched);
}
