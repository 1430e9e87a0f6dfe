//===- signals.c - Signals on Linux ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program may use the signal for interrupts, too. A signal is the
/// runtime's if it comes from tgkill in this process, and the runtime has noted
/// that it has sent one to the thread. All others go to the handler that was
/// there before, as if this one did not exist.
///
//===----------------------------------------------------------------------===//

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

int tussah_os_interrupt_signal;

static bool (*on_interrupt)(void *context);
static void (*on_fault)(uintptr_t address);

/// The signals that are caught, and what was there before.
enum { INTERRUPT, SEGMENT, BUS, ILLEGAL, CAUGHT };
static int numbers[CAUGHT];
static struct sigaction before[CAUGHT];

/// The last one that is caught as a fault: BUS or ILLEGAL.
static int last_fault = BUS;

/// Those that tell of faults.
static const int faults[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                             SIGTRAP, SIGABRT, SIGSYS};
enum { FAULTS = sizeof faults / sizeof *faults };

bool tussah_os_signal_is_free(int signal) {
  // Those that cannot be caught, or that the C library keeps for itself, are
  // refused by it.
  for (int i = 0; i < FAULTS; ++i)
    if (signal == faults[i])
      return false;
  struct sigaction now;
  sigset_t set;
  return signal != SIGKILL && signal != SIGSTOP &&
         sigaction(signal, NULL, &now) == 0 && sigemptyset(&set) == 0 &&
         sigaddset(&set, signal) == 0;
}

static void all_but_faults(sigset_t *set) {
  sigfillset(set);
  for (int i = 0; i < FAULTS; ++i)
    sigdelset(set, faults[i]);
}

void tussah_os_signals_of_idle(sigset_t *set) {
  all_but_faults(set);
  sigdelset(set, SIGPROF);
  if (tussah_os_interrupt_signal)
    sigdelset(set, tussah_os_interrupt_signal);
}

// The C library's sets have room for more signals than the system has. Signal n
// is bit n - 1 of the first words.
_Static_assert(NSIG - 1 <= 8 * sizeof(tussah_os_signals) &&
                   sizeof(tussah_os_signals) <= sizeof(sigset_t),
               "all signals have room");

static tussah_os_signals from_set(const sigset_t *set) {
  tussah_os_signals signals;
  memcpy(&signals, set, sizeof signals);
  return signals;
}

static sigset_t to_set(const tussah_os_signals *signals) {
  sigset_t set;
  sigemptyset(&set);
  memcpy(&set, signals, sizeof *signals);
  return set;
}

void tussah_os_signals_block(tussah_os_signals *before) {
  sigset_t all, old;
  all_but_faults(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  *before = from_set(&old);
}

void tussah_os_signals_unblock(const tussah_os_signals *before) {
  sigset_t old = to_set(before);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void tussah_os_signals_get(const void *context, tussah_os_signals *blocked) {
  sigset_t set;
  sigemptyset(&set);
  if (context)
    set = ((const ucontext_t *)context)->uc_sigmask;
  else
    pthread_sigmask(SIG_BLOCK, NULL, &set);
  *blocked = from_set(&set);
}

void tussah_os_signals_adopt(const tussah_os_signals *blocked) {
  sigset_t set;
  if (blocked) {
    set = to_set(blocked);
    if (tussah_os_interrupt_signal)
      sigdelset(&set, tussah_os_interrupt_signal);
  } else {
    tussah_os_signals_of_idle(&set);
  }
  pthread_sigmask(SIG_SETMASK, &set, NULL);
}

static bool is_ignored_by_default(int signal) {
  return signal == SIGURG || signal == SIGCHLD || signal == SIGWINCH ||
         signal == SIGCONT;
}

/// Calls the handler of the program with the signals blocked that it would have
/// found blocked; only once, if it was set for one signal. Above all, a fault
/// in a handler for faults must end the process.
static void call(struct sigaction *action, siginfo_t *info,
                 const ucontext_t *context) {
  struct sigaction called = *action;
  sigset_t mask = called.sa_mask, own;
  if (!(called.sa_flags & SA_NODEFER))
    sigaddset(&mask, info->si_signo);
  for (int signal = 1; signal < NSIG; ++signal)
    if (sigismember(&context->uc_sigmask, signal) == 1)
      sigaddset(&mask, signal);
  if (called.sa_flags & SA_RESETHAND) {
    action->sa_flags = 0;
    action->sa_handler = SIG_DFL;
  }
  pthread_sigmask(SIG_SETMASK, &mask, &own);
  if (called.sa_flags & SA_SIGINFO)
    called.sa_sigaction(info->si_signo, info, (void *)context);
  else
    called.sa_handler(info->si_signo);
  pthread_sigmask(SIG_SETMASK, &own, NULL);
}

static bool calls(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) ||
         (action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL);
}

/// Does what the signal would have done without the handlers here.
static void forward(int which, siginfo_t *info, void *context) {
  struct sigaction *action = &before[which];
  bool is_fault = which != INTERRUPT && info->si_code > 0;
  bool is_ignored = action->sa_handler == SIG_IGN && !is_fault;
  if (calls(action)) {
    call(action, info, context);
  } else if (!is_ignored && !is_ignored_by_default(info->si_signo)) {
    // The instruction repeats a fault. Any other signal is sent again.
    signal(info->si_signo, SIG_DFL);
    if (!is_fault)
      syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), info->si_signo);
  }
}

static void handle_interrupt(int signal, siginfo_t *info, void *context) {
  (void)signal;
  int error = errno;
  bool from_here = info->si_code == SI_TKILL && info->si_pid == getpid();
  // An interrupt that comes twice must not end the process.
  bool is_default = !(before[INTERRUPT].sa_flags & SA_SIGINFO) &&
                    before[INTERRUPT].sa_handler == SIG_DFL;
  if (!from_here || (!on_interrupt(context) && !is_default))
    forward(INTERRUPT, info, context);
  errno = error;
}

static void handle_fault(int signal, siginfo_t *info, void *context) {
  int error = errno;
  if (info->si_code > 0)
    on_fault((uintptr_t)info->si_addr);
  int which = ILLEGAL;
  while (which > SEGMENT && numbers[which] != signal)
    --which;
  forward(which, info, context);
  errno = error;
}

static void catch(int which, void (*handler)(int, siginfo_t *, void *),
                  int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  // An interrupt is short. Only its own faults may interrupt it.
  if (which == INTERRUPT) {
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    sigdelset(&action.sa_mask, SIGBUS);
    sigdelset(&action.sa_mask, SIGILL);
  }
  // The handler may be called as soon as it is set, and reads `before`.
  if (sigaction(numbers[which], NULL, &before[which]) != 0 ||
      sigaction(numbers[which], &action, NULL) != 0)
    numbers[which] = 0;
}

void tussah_os_signals_catch(int signal, bool (*interrupted)(void *context),
                             void (*faulted)(uintptr_t address),
                             bool has_traps) {
  on_interrupt = interrupted;
  on_fault = faulted;
  numbers[INTERRUPT] = signal;
  numbers[SEGMENT] = SIGSEGV;
  numbers[BUS] = SIGBUS;
  numbers[ILLEGAL] = has_traps ? SIGILL : 0;
  last_fault = has_traps ? ILLEGAL : BUS;
  if (signal)
    catch(INTERRUPT, handle_interrupt, SA_RESTART);
  for (int which = SEGMENT; which <= last_fault; ++which)
    catch(which, handle_fault, SA_NODEFER);
  tussah_os_interrupt_signal = numbers[INTERRUPT];
}

bool tussah_os_interrupt_is_ours(void) {
  struct sigaction now;
  return sigaction(numbers[INTERRUPT], NULL, &now) == 0 &&
         now.sa_sigaction == handle_interrupt;
}

/// True if faults reach handle_fault, given the signals that are blocked.
static bool are_caught(const sigset_t *blocked) {
  for (int which = SEGMENT; which <= last_fault; ++which) {
    struct sigaction now;
    if (!numbers[which] || sigaction(numbers[which], NULL, &now) != 0 ||
        now.sa_sigaction != handle_fault ||
        sigismember(blocked, numbers[which]) != 0)
      return false;
  }
  return true;
}

bool tussah_os_faults_are_caught(const void *context) {
  return are_caught(&((const ucontext_t *)context)->uc_sigmask);
}

bool tussah_os_own_faults_are_caught(void) {
  sigset_t blocked;
  return pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 &&
         are_caught(&blocked);
}

//===----------------------------------------------------------------------===//
// Signal stacks
//===----------------------------------------------------------------------===//

/// The memory that the runtime gave to a thread, with this at its top. At the
/// bottom is a guard, because a handler of the program may use more.
struct signal_stack {
  char *base;
  size_t guard, size; ///< of the guard, and of the stack between the two
};

static stack_t stack_of(const struct signal_stack *stack) {
  return (stack_t){.ss_sp = stack->base + stack->guard, .ss_size = stack->size};
}

/// Whether the system was asked for the calling thread's signal stack.
static _Thread_local bool asked;

/// Each thread's struct signal_stack, so that it is unmapped when the thread
/// ends.
static pthread_key_t stacks;
static bool has_key;
static pthread_mutex_t key_lock = PTHREAD_MUTEX_INITIALIZER;

static void take_back(void *argument) {
  struct signal_stack *stack = argument;
  stack_t now, none = {.ss_flags = SS_DISABLE};
  bool is_given =
      sigaltstack(NULL, &now) == 0 && now.ss_sp == stack_of(stack).ss_sp;
  // A handler of the program's, on this stack, has called exit.
  if (is_given && (now.ss_flags & SS_ONSTACK))
    return;
  if (is_given)
    sigaltstack(&none, NULL);
  munmap(stack->base, stack->guard + stack->size + sizeof *stack);
}

/// Null if there is no memory.
static struct signal_stack *map_stack(size_t size) {
  size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  struct signal_stack stack = {.guard = guard, .size = size};
  size_t whole = guard + size + sizeof stack;
  stack.base = mmap(NULL, whole, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.base == MAP_FAILED)
    return NULL;
  if (mprotect(stack.base, guard, PROT_NONE) != 0) {
    munmap(stack.base, whole);
    return NULL;
  }
  return memcpy(stack.base + guard + size, &stack, sizeof stack);
}

static bool make_key(void) {
  pthread_mutex_lock(&key_lock);
  has_key = has_key || pthread_key_create(&stacks, take_back) == 0;
  bool result = has_key;
  pthread_mutex_unlock(&key_lock);
  return result;
}

void tussah_os_signal_stack_give(size_t size) {
  stack_t now;
  if (asked)
    return;
  asked = true;
  if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE) ||
      !make_key())
    return;
  struct signal_stack *stack = map_stack(size);
  if (!stack)
    return;
  stack_t own = stack_of(stack);
  if (pthread_setspecific(stacks, stack) != 0 || sigaltstack(&own, NULL) != 0) {
    pthread_setspecific(stacks, NULL);
    take_back(stack);
  }
}

void tussah_os_signal_stack_take(bool unloads) {
  pthread_mutex_lock(&key_lock);
  void *own = has_key ? pthread_getspecific(stacks) : NULL;
  if (own) {
    pthread_setspecific(stacks, NULL);
    take_back(own);
  }
  asked = false;
  if (has_key && unloads) {
    pthread_key_delete(stacks);
    has_key = false;
  }
  pthread_mutex_unlock(&key_lock);
}

void tussah_os_signals_release(void) {
  tussah_os_interrupt_signal = 0;
  for (int which = 0; which < CAUGHT; ++which) {
    struct sigaction now;
    if (!numbers[which] || sigaction(numbers[which], NULL, &now) != 0)
      continue;
    if (now.sa_sigaction == handle_interrupt ||
        now.sa_sigaction == handle_fault)
      sigaction(numbers[which], &before[which], NULL);
  }
}
