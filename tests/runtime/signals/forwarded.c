// Handlers that the program has set before its first root are called for its own signals
// as if the runtime had none: with the same signals blocked, and once only if they are for
// once. A fault in a handler for faults ends the process, and so does exit.
//
// RUN: %clang -I%include-dir -O2 %s -o %t.serial
// RUN: timeout 60 %t.serial masks
// RUN: timeout 60 %not --crash %t.serial fault 2>&1 | %FileCheck %s
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t masks
// RUN: env CILK_NWORKERS=2 timeout 60 %not --crash %t fault 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 timeout 60 %t exit
// CHECK: in the handler
// CHECK-NOT: in the handler
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

static int *volatile null;

static void fault(int signal) {
  (void)signal;
  static const char text[] = "in the handler\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) > 0)
    *null = 1;
}

static void leave(int signal) {
  (void)signal;
  exit(0);
}

static bool is_blocked(int signal) {
  sigset_t now;
  CHECK(sigprocmask(SIG_BLOCK, NULL, &now) == 0);
  return sigismember(&now, signal) == 1;
}

static int calls;
static sigjmp_buf before_fault;

/// Main blocks SIGUSR1, and the handler SIGUSR2.
static void check(int signal, siginfo_t *info, void *context) {
  ++calls;
  CHECK(info->si_signo == signal && context);
  CHECK(is_blocked(SIGUSR1) && is_blocked(SIGUSR2) && !is_blocked(SIGTERM));
  CHECK(is_blocked(signal) == (signal != SIGBUS));
  if (signal == SIGSEGV)
    siglongjmp(before_fault, 1);
}

static void set(int signal, int flags) {
  struct sigaction action = {.sa_sigaction = check,
                             .sa_flags = SA_SIGINFO | flags};
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGUSR2);
  CHECK(sigaction(signal, &action, NULL) == 0);
}

static void check_masks(void) {
  raise(SIGURG);
  raise(SIGURG);
  CHECK(calls == 1);
  raise(SIGBUS);
  CHECK(calls == 2);
  for (int i = 3; i < 5; ++i) {
    if (sigsetjmp(before_fault, 1) == 0)
      *null = 1;
    CHECK(calls == i);
  }
  CHECK(is_blocked(SIGUSR1) && !is_blocked(SIGUSR2) && !is_blocked(SIGSEGV));
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  bool faults = strcmp(argv[1], "masks") != 0;
  if (faults) {
    signal(SIGSEGV, strcmp(argv[1], "exit") == 0 ? leave : fault);
  } else {
    set(SIGURG, SA_RESETHAND);
    set(SIGBUS, SA_NODEFER);
    set(SIGSEGV, 0);
  }
  CHECK(fib(20) == 6765);
  if (faults)
    *null = 1;
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, SIGUSR1);
  CHECK(sigprocmask(SIG_BLOCK, &own, NULL) == 0);
  check_masks();
}
