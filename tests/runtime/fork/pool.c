// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=4 timeout 60 %t 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=1 timeout 60 %t 2>&1 | %FileCheck %s
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <cilk/cilk_api.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static int wait_for(pid_t child) {
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

/// The child's child works too.
static void test_quiet(int depth) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(run_kernels() == 0);
    if (depth > 0)
      test_quiet(depth - 1);
    exit(7);
  }
  CHECK(run_kernels() == 0);
  int status = wait_for(child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

/// Forks in a task. The child may do anything but parallel work, and says so.
static void fork_in_task(int enters) {
  fflush(stderr);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    if (enters)
      __cilkrts_get_nworkers();
    else
      _exit(9);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, (void *(*)(void *))run_kernels, NULL) ==
          0);
    pthread_join(thread, NULL);
    _exit(0);
  }
  int status = wait_for(child);
  if (enters)
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  else
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 9);
}

static void test_busy(int enters) {
  cilk_spawn fork_in_task(enters);
  CHECK(fib(20) == 6765);
  cilk_sync;
}

/// The child goes on with the task itself. If the continuation was stolen, it
/// must not wait for the thread that has it, for the child does not have that
/// thread; else the child has all there is.
static pid_t original;

/// 1 if another worker executes the continuation. Known before the fork, for a
/// continuation may be stolen from the parent afterwards.
static atomic_int stolen;

static void fork_and_return(int *status) {
  double end = seconds() + 10;
  while (__cilkrts_get_nworkers() > 1 && !stolen && seconds() < end)
    continue;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child != 0)
    *status = wait_for(child);
}

static void test_return(void) {
  int status = 0;
  unsigned before = __cilkrts_get_worker_number();
  cilk_spawn fork_and_return(&status);
  stolen = __cilkrts_get_worker_number() != before;
  compute(0.05);
  cilk_sync;
  if (getpid() != original)
    _exit(5);
  if (__cilkrts_get_nworkers() > 1)
    CHECK(stolen && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  else
    CHECK(!stolen && WIFEXITED(status) && WEXITSTATUS(status) == 5);
}

/// Another thread forks while a root runs.
static void *fork_beside(void *unused) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    run_kernels();
    _exit(0);
  }
  int status = wait_for(child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  return unused;
}

static void test_beside(void) {
  cilk_spawn fib(10);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, fork_beside, NULL) == 0);
  CHECK(fib(20) == 6765);
  pthread_join(thread, NULL);
  cilk_sync;
}

int main(void) {
  original = getpid();
  test_quiet(1);
  CHECK(run_kernels() == 0);
  test_quiet(1);
  test_busy(0);
  // CHECK: tussah: error: this process was forked while parallel code was running
  test_busy(1);
  // CHECK: tussah: error: this process was forked while parallel code was running
  test_beside();
  CHECK(run_kernels() == 0);
  test_quiet(0);
  test_return();
  CHECK(run_kernels() == 0);
  fprintf(stderr, "end\n");
  // CHECK: {{^}}end
}
