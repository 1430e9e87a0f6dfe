// A thread that the program starts is not checked, neither its own accesses nor with those of strands. That is said.
// RUN: %tussah-clang -O2 -pthread -fsanitize=cilk %s -o %t
// RUN: %t 2>&1 | %FileCheck %s --check-prefixes=CHECK,UNUSED --match-full-lines --implicit-check-not={{.}}
// RUN: %t parallel 2>&1 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// CHECK: Cilksan detected 0 distinct races.
// CHECK-NEXT: Cilksan suppressed 0 duplicate race reports.
// UNUSED-NEXT: Not checked: 1 of 1 spawns and loops, which were not executed: {{.*}}
// CHECK-NEXT: Not checked: what threads access that the program starts itself, and their tasks
#include <cilk/cilk.h>
#include <pthread.h>
#include <stddef.h>

static long values[100];

/// A root of the thread's own.
static void *work_in_parallel(void *argument) {
  cilk_for (int i = 0; i < 100; ++i)
    values[50] += (long)(size_t)argument;
  return NULL;
}

static void *work(void *argument) {
  for (long *p = values; p != values + 100; ++p)
    *p += (long)(size_t)argument;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  work((void *)1);
  pthread_t thread;
  pthread_create(&thread, NULL, argc > 1 ? work_in_parallel : work, (void *)2);
  pthread_join(thread, NULL);
  work((void *)3);
  return 0;
}
