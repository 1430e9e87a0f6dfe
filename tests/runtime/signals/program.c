// What programs do with signals works beside the runtime: waiting for them in main, a
// handler for SIGCHLD, a jump out of a handler in main, and a handler for the runtime's
// own signal that is set after the first root, which receives nothing that nobody sent.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=4 timeout 60 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,signals timeout 60 %t
#define _GNU_SOURCE
#include "../Inputs/robbed.h"
#include "../Inputs/test.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static int wanted; ///< the signal that a task sends to the process

static void kill_process(void) {
  is_stolen = false;
  cilk_spawn be_robbed();
  is_stolen = true;
  CHECK(gettid() != getpid());
  CHECK(kill(getpid(), wanted) == 0);
  cilk_sync;
}

/// Right behind a root, no thread takes what main blocks: SIGUSR1 would end the
/// process.
static void test_behind_roots(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  for (int i = 0; i < 400; ++i) {
    int got = 0;
    CHECK(fib(10) == 55);
    CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
    CHECK(kill(getpid(), SIGUSR1) == 0);
    CHECK(sigwait(&set, &got) == 0 && got == SIGUSR1);
    CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
  }
}

/// The signals are blocked in main, and so in all threads.
static void test_waiting(void) {
  CHECK(fib(16) == 987);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  for (int i = 0; i < 20; ++i) {
    int got = 0;
    wanted = SIGUSR1;
    kill_process();
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    CHECK(sigwait(&one, &got) == 0 && got == SIGUSR1);
    sigemptyset(&one);
    sigaddset(&one, SIGUSR2);
    int file = signalfd(-1, &one, 0);
    wanted = SIGUSR2;
    kill_process();
    struct signalfd_siginfo info;
    CHECK(read(file, &info, sizeof info) == sizeof info);
    CHECK(info.ssi_signo == SIGUSR2);
    close(file);
  }
}

static atomic_int children_ended;
static void note_child(int signal) { children_ended += signal == SIGCHLD; }

static void start_children(int n) {
  if (n == 1) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
      _exit(7);
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0)
      continue;
    CHECK(ended == child && WEXITSTATUS(status) == 7);
    return;
  }
  cilk_spawn start_children(n / 2);
  start_children(n - n / 2);
  cilk_sync;
}

static sigjmp_buf back;
static void jump(int signal) {
  CHECK(gettid() == getpid());
  siglongjmp(back, signal);
}

/// The threads of the pool have just worked.
static void test_jump(void) {
  CHECK(signal(SIGINT, jump) != SIG_ERR);
  volatile int jumps = 0;
  while (jumps < 500) {
    CHECK(fib(10) == 55);
    if (sigsetjmp(back, 1) == 0) {
      kill(getpid(), SIGINT);
      CHECK(!"the signal has come");
    }
    ++jumps;
  }
}

static volatile sig_atomic_t foreign;
static void count_foreign(int signal) { foreign += signal == SIGURG; }

/// A leaf for which thieves wait that would interrupt it.
static void leaf(int n) {
  compute(0.01);
  (void)n;
}

static void nest(int depth) {
  if (depth == 0) {
    leaf(depth);
    return;
  }
  cilk_spawn nest(depth - 1);
  for (int i = 0; i < 2; ++i)
    cilk_spawn leaf(i);
  cilk_sync;
}

static void test_own_handler(void) {
  nest(3);
  CHECK(signal(SIGURG, count_foreign) != SIG_ERR);
  for (int i = 0; i < 20; ++i)
    nest(4);
  // One signal for each worker may have been on its way.
  CHECK(foreign <= 4);
  int before = foreign;
  raise(SIGURG);
  CHECK(foreign == before + 1);
}

int main(void) {
  void (*volatile run[])(void) = {test_behind_roots, test_waiting, test_jump,
                                  test_own_handler};
  CHECK(signal(SIGCHLD, note_child) != SIG_ERR);
  void (*volatile start)(int) = start_children;
  start(16);
  CHECK(children_ended > 0);
  for (unsigned i = 0; i < sizeof run / sizeof *run; ++i)
    run[i]();
}
