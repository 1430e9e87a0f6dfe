// A library to preload, which lets system functions fail. FAIL=mmap:3 is the
// third call of mmap by the program itself, FAIL=mmap:3+ that and all later
// ones. At exit, it writes how often the function was called to the file
// FAIL_COUNT.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static char name[32];
static int which, later;
static atomic_int calls;

__attribute__((constructor)) static void begin(void) {
  const char *fail = getenv("FAIL");
  if (!fail)
    return;
  char plus = 0;
  sscanf(fail, "%31[^:]:%d%c", name, &which, &plus);
  later = plus == '+';
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAIL_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file)
    return;
  fprintf(file, "%d\n", calls);
  fclose(file);
}

static int fails(const char *function) {
  if (strcmp(name, function) != 0)
    return 0;
  int number = ++calls;
  return number == which || (later && number > which);
}

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

void *mmap(void *base, size_t size, int protection, int flags, int file,
           off_t offset) {
  if (fails("mmap")) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return REAL(mmap)(base, size, protection, flags, file, offset);
}

int mprotect(void *base, size_t size, int protection) {
  if (fails("mprotect")) {
    errno = ENOMEM;
    return -1;
  }
  return REAL(mprotect)(base, size, protection);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*run)(void *), void *argument) {
  if (fails("pthread_create"))
    return EAGAIN;
  return REAL(pthread_create)(thread, attributes, run, argument);
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  if (fails("sched_getaffinity")) {
    errno = EPERM;
    return -1;
  }
  return REAL(sched_getaffinity)(process, size, set);
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; ++i)
    a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_futex) {
    const char *function = (a[1] & FUTEX_CMD_MASK) == FUTEX_WAKE ? "wake"
                                                                 : "wait";
    if (fails(function) || fails("futex")) {
      errno = ENOSYS;
      return -1;
    }
  } else if (number == SYS_tgkill && fails("tgkill")) {
    errno = EAGAIN;
    return -1;
  }
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
