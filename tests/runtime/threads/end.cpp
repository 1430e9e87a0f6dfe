// A thread cannot end in parallel code; one line says so.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %not --crash %t child 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout -k 1 60 %not --crash %t child 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout -k 1 60 %not --crash %t continuation 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t after | %FileCheck %s --check-prefix=AFTER
// CHECK: tussah: error: a thread cannot end in parallel code
// AFTER: ended with 5
#include <cilk/cilk.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *where;

static long fib(int n) {
  if (n < 2)
    return n;
  long x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

static void end(const char *here) {
  if (strcmp(where, here) == 0)
    pthread_exit((void *)5);
}

static void parallel() {
  cilk_spawn end("child");
  fib(20);
  cilk_spawn fib(20);
  end("continuation");
  cilk_sync;
}

static void *run(void *) {
  parallel();
  end("after");
  return nullptr;
}

int main(int, char **arguments) {
  where = arguments[1];
  pthread_t thread;
  void *result = nullptr;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, &result);
  printf("ended with %ld\n", (long)(intptr_t)result);
}
