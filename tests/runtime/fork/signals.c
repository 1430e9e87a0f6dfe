// A process that a task forks on a thread of the pool, which takes no signals of the
// process, gets its signals as if the task had run on the thread that started the pool.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t
#define _GNU_SOURCE
#include "../Inputs/robbed.h"
#include "../Inputs/test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/// Waits for a signal that ends it, as a program would that it executes.
static void fork_on_thief(void) {
  is_stolen = false;
  cilk_spawn be_robbed();
  is_stolen = true;
  CHECK(gettid() != getpid());
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    sigset_t blocked;
    CHECK(sigprocmask(SIG_BLOCK, NULL, &blocked) == 0);
    for (int signal = 1; signal < NSIG; ++signal)
      CHECK(sigismember(&blocked, signal) != 1 || signal == SIGUSR2);
    CHECK(sigismember(&blocked, SIGUSR2) == 1);
    raise(SIGTERM);
    _exit(1);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  cilk_sync;
}

int main(void) {
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, SIGUSR2);
  CHECK(sigprocmask(SIG_BLOCK, &own, NULL) == 0);
  fork_on_thief();
}
