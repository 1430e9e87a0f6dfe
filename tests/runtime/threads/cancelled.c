// A thread that is to be cancelled ends in its own code, and not in what the runtime does
// for it, where it may hold a lock: not where it enters the first root, nor while others
// have what it waits for, nor where it forks, which ends the pool.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=4 timeout 60 %t
#define _GNU_SOURCE
#include "../Inputs/robbed.h"
#include "../Inputs/test.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// The thread that has entered the root waits for one that sleeps in the system.
static int wait_for_thief(void) {
  is_stolen = false;
  cilk_spawn be_robbed();
  is_stolen = true;
  struct timespec time = {0, 20000000};
  syscall(SYS_nanosleep, &time, NULL);
  cilk_sync;
  return 1;
}

static pid_t child;

static void *be_cancelled(void *done) {
  pthread_cancel(pthread_self());
  *(int *)done += fib(15) == 610;
  *(int *)done += wait_for_thief();
  child = fork();
  if (child == 0)
    _exit(0);
  ++*(int *)done;
  pthread_testcancel();
  ++*(int *)done;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int done = 0;
  void *result = NULL;
  CHECK(pthread_create(&thread, NULL, be_cancelled, &done) == 0);
  CHECK(pthread_join(thread, &result) == 0);
  CHECK(result == PTHREAD_CANCELED && done == 3);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(run_kernels() == 0);
}
