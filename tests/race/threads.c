// A thread that the program starts is not checked, neither its own accesses nor with those of strands.
// RUN: %tussah-clang -O2 -pthread -fsanitize=cilk %s -o %t
// RUN: %t 2>&1 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// CHECK: Cilksan detected 0 distinct races.
// CHECK-NEXT: Cilksan suppressed 0 duplicate race reports.
#include <pthread.h>
#include <stddef.h>

static long values[100];

static void *work(void *argument) {
  for (long *p = values; p != values + 100; ++p)
    *p += (long)(size_t)argument;
  return NULL;
}

int main(void) {
  work((void *)1);
  pthread_t thread;
  pthread_create(&thread, NULL, work, (void *)2);
  pthread_join(thread, NULL);
  work((void *)3);
  return 0;
}
