// A program that sees when the runtime waits for a futex for a time only.

#ifndef TIMED_WAITS_H
#define TIMED_WAITS_H

#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

/// Says for how long to wait instead of \p time while the futex is
/// \p expected: the address of a timespec, or 0 for ever.
static long timed_wait(long expected, long time);

/// The futex of the last of these that this thread has called.
static _Thread_local const volatile unsigned *waiting_on;

static long (*real_syscall)(long, ...);

/// Before there are threads: the runtime's signal handlers make system calls,
/// and may interrupt a thread that has the lock of the linker.
__attribute__((constructor)) static void find_syscall(void) {
  real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
}

/// The runtime's, of which it makes no other calls with a time.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; ++i)
    a[i] = va_arg(list, long);
  va_end(list);
  if (!real_syscall) // for the constructor of a library
    find_syscall();
  if (number == SYS_futex && a[3] && (a[1] & FUTEX_CMD_MASK) != FUTEX_WAKE) {
    waiting_on = (const volatile unsigned *)a[0];
    a[3] = timed_wait(a[2], a[3]);
  }
  return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

#endif
