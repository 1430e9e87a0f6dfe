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

/// The runtime's, of which it makes no other calls with a time.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; ++i)
    a[i] = va_arg(list, long);
  va_end(list);
  long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  if (number == SYS_futex && a[3] && (a[1] & FUTEX_CMD_MASK) != FUTEX_WAKE)
    a[3] = timed_wait(a[2], a[3]);
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

#endif
