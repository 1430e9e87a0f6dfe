// A clock that is a second later each time one looks at it.
#include <time.h>

int clock_gettime(clockid_t which, struct timespec *now) {
  static time_t looks;
  (void)which;
  now->tv_sec = __atomic_add_fetch(&looks, 1, __ATOMIC_RELAXED);
  now->tv_nsec = 0;
  return 0;
}
