// Kaleidoscope: programs that call themselves too often.

#include "StackOverflow.h"

#include <cstdint>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

namespace kaleidoscope {

static uintptr_t LeastAddress;
static void (*Report)();

/// On a stack of its own.
static void onFault(int Signal, siginfo_t *Info, void *) {
  constexpr uintptr_t Near = 1 << 20;
  auto At = reinterpret_cast<uintptr_t>(Info->si_addr);
  if (Info->si_code > 0 && At + Near > LeastAddress &&
      At < LeastAddress + Near) {
    Report();
    // The thread may have held locks that a proper end would wait for.
    _exit(1);
  }
  // Another fault: it happens again, and ends the process.
  signal(Signal, SIG_DFL);
}

void reportStackOverflow(void (*How)()) {
  Report = How;
  pthread_attr_t Attributes;
  void *Least;
  size_t Size;
  if (pthread_getattr_np(pthread_self(), &Attributes) != 0)
    return;
  if (pthread_attr_getstack(&Attributes, &Least, &Size) == 0)
    LeastAddress = reinterpret_cast<uintptr_t>(Least);
  pthread_attr_destroy(&Attributes);
  alignas(16) static char Other[64 << 10];
  stack_t Stack = {};
  Stack.ss_sp = Other;
  Stack.ss_size = sizeof(Other);
  struct sigaction Action = {};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (LeastAddress != 0 && sigaltstack(&Stack, nullptr) == 0)
    sigaction(SIGSEGV, &Action, nullptr);
}

} // namespace kaleidoscope
