// A library to preload, which lets system functions fail. FAIL=mmap:3 is the
// third call of mmap by the program itself, FAIL=mmap:3+ that and all later
// ones. At exit, it writes how often the function was called to the file
// FAIL_COUNT.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

static char name[32];
static int which, later;
static atomic_int calls;

__attribute__((constructor)) static void begin(void) {
  const char *fail = getenv("FAIL");
  if (!fail || *name)
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

/// Whether this call of \p function fails, with \p error.
static int fails(const char *function, int error) {
  // Constructors of other libraries may come first.
  if (!*name)
    begin();
  if (strcmp(name, function) != 0)
    return 0;
  int number = ++calls;
  if (number != which && !(later && number > which))
    return 0;
  errno = error;
  return 1;
}

/// Defines `real_function`, which is looked for before there are threads: the
/// runtime's signal handlers call some of these functions, and may interrupt a
/// thread that has the lock of the linker.
#define LOOK_FOR(function)                                                     \
  static __typeof__(&function) real_##function;                                \
  __attribute__((constructor)) static void find_##function(void) {             \
    real_##function = (__typeof__(&function))dlsym(RTLD_NEXT, #function);      \
  }

/// What LOOK_FOR found. Constructors of other libraries may come first.
#define REAL(function)                                                         \
  (real_##function ? real_##function : (find_##function(), real_##function))

/// A function that returns -1 if it fails.
#define CAN_FAIL(function, error, parameters, arguments)                       \
  LOOK_FOR(function)                                                           \
  int function parameters {                                                    \
    return fails(#function, error) ? -1 : REAL(function) arguments;            \
  }

/// A function that returns what errno would be.
#define CAN_REFUSE(function, error, parameters, arguments)                     \
  LOOK_FOR(function)                                                           \
  int function parameters {                                                    \
    return fails(#function, error) ? error : REAL(function) arguments;         \
  }

CAN_FAIL(mprotect, ENOMEM, (void *base, size_t size, int protection),
         (base, size, protection))
CAN_FAIL(munmap, ENOMEM, (void *base, size_t size), (base, size))
CAN_FAIL(madvise, ENOMEM, (void *base, size_t size, int advice),
         (base, size, advice))
CAN_FAIL(mincore, EAGAIN, (void *base, size_t size, unsigned char *pages),
         (base, size, pages))
CAN_FAIL(sched_getaffinity, EPERM, (pid_t process, size_t size, cpu_set_t *set),
         (process, size, set))
CAN_FAIL(getrlimit, EPERM,
         (__rlimit_resource_t resource, struct rlimit *limit),
         (resource, limit))
CAN_FAIL(sigaction, EINVAL,
         (int number, const struct sigaction *action, struct sigaction *before),
         (number, action, before))
CAN_FAIL(sigaltstack, ENOMEM, (const stack_t *stack, stack_t *before),
         (stack, before))
CAN_REFUSE(pthread_create, EAGAIN,
           (pthread_t * thread, const pthread_attr_t *attributes,
            void *(*run)(void *), void *argument),
           (thread, attributes, run, argument))
CAN_REFUSE(pthread_key_create, EAGAIN,
           (pthread_key_t * key, void (*destroy)(void *)), (key, destroy))
CAN_REFUSE(posix_memalign, ENOMEM,
           (void **memory, size_t alignment, size_t size),
           (memory, alignment, size))

/// What pthread_atfork is in a program.
int __register_atfork(void (*prepare)(void), void (*parent)(void),
                      void (*child)(void), void *library);
CAN_REFUSE(__register_atfork, ENOMEM,
           (void (*prepare)(void), void (*parent)(void), void (*child)(void),
            void *library),
           (prepare, parent, child, library))

LOOK_FOR(mmap)
void *mmap(void *base, size_t size, int protection, int flags, int file,
           off_t offset) {
  if (fails("mmap", ENOMEM))
    return MAP_FAILED;
  return REAL(mmap)(base, size, protection, flags, file, offset);
}

LOOK_FOR(open)
/// The runtime makes no files.
int open(const char *path, int flags, ...) {
  return fails("open", EMFILE) ? -1 : REAL(open)(path, flags, 0);
}

static const char *futex_name(long operation) {
  return (operation & FUTEX_CMD_MASK) == FUTEX_WAKE ? "wake" : "wait";
}

LOOK_FOR(syscall)
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; ++i)
    a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_futex &&
      (fails(futex_name(a[1]), ENOSYS) || fails("futex", ENOSYS)))
    return -1;
  if (number == SYS_tgkill && fails("tgkill", EAGAIN))
    return -1;
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
