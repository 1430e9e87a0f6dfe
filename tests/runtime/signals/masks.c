// While it works in a root, a thread of the pool blocks what the root's thread
// had blocked: a task's own signals do there what they do in the serial program.
// A thread without work blocks all that is sent to the process, also one that
// has worked before.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=2 timeout 60 %not --crash %t pipe 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 timeout 60 %not --crash %t size 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 timeout 60 %not --crash %t raise 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 timeout 60 %t others
// RUN: env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal,signals timeout 60 %t roots
// CHECK: on a thread of the pool
// CHECK-NOT: went on
#define _GNU_SOURCE
#include "../Inputs/robbed.h"
#include "../Inputs/test.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// Calls \p deed on a thread of the pool.
static void on_thief(void (*deed)(void)) {
  is_stolen = false;
  cilk_spawn be_robbed();
  is_stolen = true;
  CHECK(gettid() != getpid());
  deed();
  cilk_sync;
}

//===----------------------------------------------------------------------===//
// Signals that end the process
//===----------------------------------------------------------------------===//

static void write_to_pipe(void) {
  int ends[2];
  CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
  (void)!write(ends[1], "x", 1);
}

static void write_too_much(void) {
  int file = memfd_create("test", 0);
  struct rlimit limit = {1, 1};
  CHECK(file >= 0 && setrlimit(RLIMIT_FSIZE, &limit) == 0);
  for (int i = 0; i < 2; ++i)
    (void)!write(file, "x", 1);
}

static void (*fatal)(void);
static void raise_term(void) { raise(SIGTERM); }

static void do_fatal(void) {
  fprintf(stderr, "on a thread of the pool\n");
  fatal();
  fprintf(stderr, "went on\n");
}

//===----------------------------------------------------------------------===//
// Signals that are caught, or waited for
//===----------------------------------------------------------------------===//

static atomic_int caught;
static _Atomic pid_t catcher;

static void handle(int signal) {
  (void)signal;
  catcher = gettid();
  ++caught;
}

/// The handler has run when `raise` returns, also one that the program sets
/// after the first root.
static void raise_own(void) {
  raise(SIGUSR1);
  CHECK(caught == 1 && catcher == gettid());
  pthread_kill(pthread_self(), SIGUSR1);
  CHECK(caught == 2);
  CHECK(signal(SIGUSR2, handle) != SIG_ERR);
  raise(SIGUSR2);
  CHECK(caught == 3);
}

/// A program that a task starts has the signals that it would have serially.
static void start_program(void) { CHECK(system("kill -TERM $$") == SIGTERM); }

static pid_t thief;
static void note_thief(void) { thief = gettid(); }

/// The signals that the thread \p id has blocked, as the system says.
static unsigned long long blocked_by(pid_t id) {
  char path[64], line[200];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", id);
  FILE *status = fopen(path, "r");
  CHECK(status);
  unsigned long long set = 0;
  while (fgets(line, sizeof line, status))
    sscanf(line, "SigBlk: %llx", &set);
  fclose(status);
  return set;
}

static unsigned long long bit(int signal) { return 1ull << (signal - 1); }

/// What a thread without work blocks, and not with work.
static bool hides(void) {
  unsigned long long wanted =
      bit(SIGINT) | bit(SIGTERM) | bit(SIGCHLD) | bit(SIGALRM) | bit(SIGPIPE);
  unsigned long long blocked = blocked_by(thief) & wanted;
  CHECK(blocked == 0 || blocked == wanted);
  return blocked != 0;
}

static void test_others(void) {
  CHECK(signal(SIGUSR1, handle) != SIG_ERR);
  on_thief(raise_own);
  on_thief(start_program);
  for (int i = 0; i < 3; ++i) {
    on_thief(note_thief);
    while (!hides())
      usleep(1000);
  }
}

//===----------------------------------------------------------------------===//
// Roots of threads with different masks
//===----------------------------------------------------------------------===//

static atomic_int strands_of_pool;
static pid_t owners[2];

/// The thread blocks what the one that has entered the root does: one of two
/// signals.
static void check_mask(int which) {
  sigset_t set;
  CHECK(pthread_sigmask(SIG_BLOCK, NULL, &set) == 0);
  CHECK(sigismember(&set, SIGUSR1) == (which == 0));
  CHECK(sigismember(&set, SIGUSR2) == (which == 1));
  CHECK(sigismember(&set, SIGPIPE) == 0);
  strands_of_pool += gettid() != owners[which];
}

static void tree(int depth, int which) {
  check_mask(which);
  if (depth == 0)
    return;
  cilk_spawn tree(depth - 1, which);
  check_mask(which);
  tree(depth - 1, which);
  cilk_sync;
  check_mask(which);
}

static void *grow(void *argument) {
  int which = (int)(intptr_t)argument;
  owners[which] = gettid();
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, which == 0 ? SIGUSR1 : SIGUSR2);
  CHECK(pthread_sigmask(SIG_SETMASK, &own, NULL) == 0);
  for (int i = 0; i < 50; ++i)
    tree(7, which);
  return NULL;
}

static void test_roots(void) {
  pthread_t second;
  CHECK(pthread_create(&second, NULL, grow, (void *)1) == 0);
  grow((void *)0);
  CHECK(pthread_join(second, NULL) == 0);
  CHECK(strands_of_pool > 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  const char *mode = argv[1];
  fatal = strcmp(mode, "pipe") == 0    ? write_to_pipe
          : strcmp(mode, "size") == 0  ? write_too_much
          : strcmp(mode, "raise") == 0 ? raise_term
                                       : NULL;
  void (*volatile run)(void) =
      strcmp(mode, "roots") == 0 ? test_roots : test_others;
  if (fatal)
    on_thief(do_fatal);
  else
    run();
}
