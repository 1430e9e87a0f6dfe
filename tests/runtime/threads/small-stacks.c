// Threads with the smallest stacks that there may be are the first to enter
// parallel code, and enter it when the processors are counted anew.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0 %t
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <limits.h>
#include <pthread.h>
#include <unistd.h>

static void *enter(void *result) {
  *(int *)result = fib(20);
  return NULL;
}

int main(void) {
  pthread_attr_t small;
  CHECK(pthread_attr_init(&small) == 0);
  CHECK(pthread_attr_setstacksize(&small, (size_t)PTHREAD_STACK_MIN) == 0);
  for (int i = 0; i < 3; ++i) {
    pthread_t thread;
    int result = 0;
    CHECK(pthread_create(&thread, &small, enter, &result) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(result == 6765);
    usleep(110000);
  }
}
