//===- linux.c - The operating system is Linux ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "os.h"

#include "../../support/os/processors.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
/// The kernel's number. The headers of older C libraries lack it.
#define MADV_POPULATE_WRITE 23
#endif

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// mmap that returns an errno value.
static int map(size_t size, int protection, void **base) {
  void *p = mmap(NULL, size, protection,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return errno;
  *base = p;
  return 0;
}

static int stack_map(size_t size, size_t align, size_t guard, void **base) {
  // There is no aligned mmap: map more, and give back what is not aligned.
  if (size > SIZE_MAX - align)
    return ENOMEM;
  void *mapped = NULL;
  int error = map(size + align, PROT_NONE, &mapped);
  if (error)
    return error;
  char *start = mapped;
  char *aligned = (char *)(((uintptr_t)start + align - 1) & ~(align - 1));
  // NOLINTNEXTLINE(clang-analyzer-core.NullPointerArithm): it is mapped
  char *end = start + size + align;
  if (aligned != start)
    munmap(start, (size_t)(aligned - start));
  if (aligned + size != end)
    munmap(aligned + size, (size_t)(end - aligned) - size);
  if (mprotect(aligned + guard, size - guard, PROT_READ | PROT_WRITE) != 0) {
    error = errno;
    munmap(aligned, size);
    return error;
  }
  // Else, where the system gives large pages to all, the first frame of each
  // stack would take 2 MiB. Fails where there are none.
  madvise(aligned + guard, size - guard, MADV_NOHUGEPAGE);
  *base = aligned;
  return 0;
}

static void stack_unmap(void *base, size_t size) { munmap(base, size); }

static int memory_map(size_t size, void **base) {
  return map(size, PROT_READ | PROT_WRITE, base);
}

static void memory_unmap(void *base, size_t size) { munmap(base, size); }

/// What the C library makes a cancellation point is called between these two: a
/// thread must not end in the midst of the runtime, where it may hold a lock.
static int forbid_cancellation(void) {
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  return before;
}

static void restore_cancellation(int before) {
  pthread_setcancelstate(before, &before);
}

/// The lock stays with the mapping when \p file is closed.
static int map_file(int file, size_t size, void **base) {
  struct stat status;
  if (fstat(file, &status) != 0)
    return errno;
  if (!S_ISREG(status.st_mode))
    return EINVAL;
  if (flock(file, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? EBUSY : errno;
  if (ftruncate(file, 0) != 0 || ftruncate(file, (off_t)size) != 0)
    return errno;
  void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED)
    return errno;
  *base = mapped;
  // Before Linux 5.14 pages cannot be reserved one by one.
  if (madvise(mapped, 1, MADV_POPULATE_WRITE) != 0 && errno == EINVAL)
    return posix_fallocate(file, 0, (off_t)size);
  return 0;
}

static int file_reserve(void *base, size_t size) {
  size_t before = (uintptr_t)base % (size_t)sysconf(_SC_PAGESIZE);
  if (madvise((char *)base - before, size + before, MADV_POPULATE_WRITE) == 0 ||
      errno == EINVAL)
    return 0;
  // This is what it says where a write would end in SIGBUS.
  return errno == EFAULT ? ENOSPC : errno;
}

static int file_map(const char *path, size_t size, void **base) {
  int before = forbid_cancellation();
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  int error = file < 0 ? errno : map_file(file, size, base);
  if (file >= 0)
    close(file);
  restore_cancellation(before);
  return error;
}

static void memory_discard(void *base, size_t size) {
  madvise(base, size, MADV_DONTNEED);
}

static bool memory_is_committed(void *base, size_t size) {
  unsigned char pages[64];
  size_t count = size / (size_t)sysconf(_SC_PAGESIZE);
  if (count > sizeof pages || mincore(base, size, pages) != 0)
    return true;
  for (size_t i = 0; i < count; ++i)
    if (pages[i] & 1)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

_Static_assert(sizeof(pthread_t) == sizeof(uintptr_t), "threads are words");

/// A thread that begins with another affinity mask than its creator's. Not on
/// the heap: leak checkers would not find the pointer to it.
struct start {
  void *(*run)(void *);
  void *argument;
  size_t size; ///< of a mask
  cpu_set_t *usual, *first, *now;
};

static size_t start_size(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (sizeof(struct start) + 3 * size + page - 1) & ~(page - 1);
}

static void free_start(struct start *start) {
  if (start)
    munmap(start, start_size(start->size));
}

/// True if there is a filter of system calls, or may be.
///
/// A filter never goes away. So after one was seen, the question is not
/// repeated: a second filter, on top of it, may end a process that asks. That
/// there is no filter has to be asked each time, because one may have come
/// since.
static bool is_filtered(void) {
  static atomic_word seen;
  // Relaxed: nothing else is read because of it.
  if (load_relaxed(&seen))
    return true;
  bool is = tussah_calls_are_filtered();
  if (is)
    store_relaxed(&seen, 1);
  return is;
}

/// A thread that will call run(argument), and may use all processors of the
/// caller's mask, but first not the one that executes the caller. Null if there
/// are not as many as \p team, or no memory; or if there is a filter of system
/// calls, as some end a process that asks for processors (systemd's
/// "SystemCallFilter=~@resources").
static struct start *new_start(void *(*run)(void *), void *argument,
                               unsigned team) {
  int here = sched_getcpu();
  if (here < 0 || team < 2 || is_filtered())
    return NULL;
  size_t size;
  cpu_set_t *mask = tussah_affinity(&size);
  void *memory = NULL;
  if (mask && (unsigned)CPU_COUNT_S(size, mask) >= team &&
      map(start_size(size), PROT_READ | PROT_WRITE, &memory) == 0) {
    // NOLINTNEXTLINE(clang-analyzer-core.NullPointerArithm): it is mapped
    char *masks = (char *)memory + sizeof(struct start);
    struct start *start = memory;
    *start = (struct start){run,
                            argument,
                            size,
                            (cpu_set_t *)masks,
                            (cpu_set_t *)(masks + size),
                            (cpu_set_t *)(masks + 2 * size)};
    memcpy(start->usual, mask, size);
    memcpy(start->first, mask, size);
    CPU_CLR_S((size_t)here, size, start->first);
  }
  if (mask)
    CPU_FREE(mask);
  return memory;
}

/// Gives the new thread its usual mask, then calls what it is for. Allocates
/// nothing, and frees nothing: the C library would get memory for the thread
/// from the system, while the creator does so, too.
static void *run_apart(void *argument) {
  const struct start *start = argument;
  tussah_restore_affinity(start->size, start->first, start->usual, start->now);
  return start->run(start->argument);
}

#ifndef __GLIBC__
/// musl has no processors in attributes: the kernel chooses where a thread
/// begins.
static int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size,
                                       const cpu_set_t *set) {
  (void)attributes, (void)size, (void)set;
  return ENOSYS;
}
#endif

/// As pthread_create. If there are as many processors as \p team the thread
/// begins on another one than the caller's, and \p start is to be freed when
/// it has ended.
///
/// The kernel should choose another processor, and most kernels do. Some in
/// virtual machines put a new thread on its creator's processor although others
/// are idle. There it begins only when the creator's time slice ends, after
/// milliseconds, and may stay for ten more until the kernel balances the loads.
static int create_apart(pthread_t *id, void *(*run)(void *), void *argument,
                        unsigned team, struct start **start) {
  *start = new_start(run, argument, team);
  pthread_attr_t attributes;
  // As without attributes: what the program has set for all threads.
  if (*start && pthread_getattr_default_np(&attributes) == 0) {
    int error = pthread_attr_setaffinity_np(&attributes, (*start)->size,
                                            (*start)->first);
    if (!error)
      error = pthread_create(id, &attributes, run_apart, *start);
    pthread_attr_destroy(&attributes);
    // Otherwise the mask was refused: processors have gone meanwhile, or the
    // process may not ask for some.
    if (!error || error == EAGAIN || error == ENOMEM)
      return error;
  }
  free_start(*start);
  *start = NULL;
  return pthread_create(id, NULL, run, argument);
}

/// The signals that the thread which has made one last has blocked.
static sigset_t makers_mask;

static int thread_create(void *(*run)(void *), void *argument, unsigned team,
                         tussah_os_thread *thread) {
  // A signal sent to the process must not interrupt a thread that the program
  // does not know. Faults of the thread itself cannot be blocked.
  sigset_t idle;
  tussah_os_signals_of_idle(&idle);
  pthread_sigmask(SIG_SETMASK, &idle, &makers_mask);
  pthread_t id;
  struct start *start;
  int error = create_apart(&id, run, argument, team, &start);
  pthread_sigmask(SIG_SETMASK, &makers_mask, NULL);
  if (error)
    free_start(start);
  else
    *thread = (tussah_os_thread){(uintptr_t)id, start};
  return error;
}

static void thread_name(unsigned id) {
  char name[16];
  snprintf(name, sizeof name, "tussah/%u", id);
  if (!is_filtered())
    prctl(PR_SET_NAME, name);
}

static void thread_join(tussah_os_thread thread) {
  int before = forbid_cancellation();
  pthread_join((pthread_t)thread.id, NULL);
  restore_cancellation(before);
  free_start(thread.start);
}

static void thread_yield(void) { sched_yield(); }

static uintptr_t processor(void) {
  int here = sched_getcpu();
  return here < 0 ? TUSSAH_NO_PROCESSOR : (uintptr_t)here;
}

static void processors_leave(const uintptr_t *taken, unsigned count) {
  // Where masks are larger than that, or system calls are filtered, the system
  // says no, and the thread stays; see new_start.
  cpu_set_t usual, others, now;
  if (is_filtered() || sched_getaffinity(0, sizeof usual, &usual) != 0)
    return;
  others = usual;
  for (unsigned i = 0; i < count; ++i)
    if (taken[i] < CPU_SETSIZE)
      CPU_CLR(taken[i], &others);
  if (CPU_COUNT(&others) > 0 &&
      sched_setaffinity(0, sizeof others, &others) == 0)
    tussah_restore_affinity(sizeof usual, &others, &usual, &now);
}

static _Thread_local uintptr_t own_number;

static uintptr_t thread_number(void) {
  if (!own_number)
    own_number = (uintptr_t)syscall(SYS_gettid);
  return own_number;
}

static void thread_forked(bool has_left) {
  own_number = 0;
  if (has_left)
    pthread_sigmask(SIG_SETMASK, &makers_mask, NULL);
}

/// Whether a processor executes the thread \p number now: its processor time
/// goes on between two looks. Ten times as quick as to read a file.
static bool uses_processor(uintptr_t number) {
  // As the kernel encodes the processor time of a thread (CPUCLOCK_SCHED and
  // CPUCLOCK_PERTHREAD_MASK); the C library knows it for pthread_t only.
  clockid_t clock = (clockid_t)(~(unsigned)number << 3 | 6);
  struct timespec first, second;
  return clock_gettime(clock, &first) == 0 &&
         clock_gettime(clock, &second) == 0 &&
         (first.tv_nsec != second.tv_nsec || first.tv_sec != second.tv_sec);
}

/// Whether the system says that the thread \p number runs, or waits for a
/// processor only; true if it does not say.
static bool is_runnable(uintptr_t number) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/self/task/%lu/stat",
           (unsigned long)number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    // Not ENOENT: too many open files, or the like.
    return errno != ENOENT || access("/proc/self/task", F_OK) != 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0)
    return true;
  text[length] = 0;
  // The name may contain anything, and is at most 16 bytes.
  const char *name_end = strrchr(text, ')');
  return !name_end || !name_end[1] || name_end[2] == 'R';
}

static bool thread_runs(uintptr_t number) {
  if (uses_processor(number))
    return true;
  int before = forbid_cancellation();
  bool runs = is_runnable(number);
  restore_cancellation(before);
  return runs;
}

/// In a program without a dynamic linker the C compiler's start files register
/// unwind tables, and then libgcc searches them under a lock.
static bool handlers_may_unwind(void) { return getauxval(AT_BASE) != 0; }

static int thread_interrupt(uintptr_t number) {
  // A program may set a handler for the signal at any time. It must not get
  // signals that nobody has sent, but for one that is on its way just then.
  if (!tussah_os_interrupt_signal || !tussah_os_interrupt_is_ours())
    return EINVAL;
  return syscall(SYS_tgkill, getpid(), (pid_t)number,
                 tussah_os_interrupt_signal) == 0
             ? 0
             : errno;
}

/// The half of \p word that a futex compares.
static const uint32_t *futex_of(const atomic_word *word) {
  _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "low half first");
  return (const uint32_t *)word;
}

static int futex_wait(const atomic_word *word, uint32_t expected,
                      uint64_t nanoseconds) {
  struct timespec timeout = {(time_t)(nanoseconds / 1000000000),
                             (long)(nanoseconds % 1000000000)};
  long result =
      syscall(SYS_futex, futex_of(word), FUTEX_WAIT_PRIVATE, expected,
              nanoseconds == TUSSAH_NO_TIMEOUT ? NULL : &timeout, NULL, 0);
  // EAGAIN: the word has changed. EINTR: a signal. Both are wake-ups.
  if (result == 0 || errno == EAGAIN || errno == EINTR || errno == ETIMEDOUT)
    return 0;
  return errno;
}

static int futex_wake(const atomic_word *word, unsigned count) {
  long result = syscall(SYS_futex, futex_of(word), FUTEX_WAKE_PRIVATE, count,
                        NULL, NULL, 0);
  return result >= 0 ? 0 : errno;
}

static uint64_t clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

static unsigned cpu_count(void) {
  int before = forbid_cancellation();
  unsigned cpus = tussah_affinity_cpus();
  unsigned quota = tussah_cgroup_cpus("/proc/self/cgroup", "/sys/fs/cgroup");
  restore_cancellation(before);
  return quota && quota < cpus ? quota : cpus;
}

static uint64_t stack_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  return limit.rlim_cur;
}

static const char *get_environment(const char *name) {
  return secure_getenv(name);
}

static const char *const *environment(void) {
  static const char *const none[] = {NULL};
  return environ && !getauxval(AT_SECURE) ? (const char *const *)environ : none;
}

static void message(const char *text, size_t length) {
  int before = forbid_cancellation();
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      break;
    text += written;
    length -= (size_t)written;
  }
  restore_cancellation(before);
}

const struct tussah_os tussah_os_linux = {
    // Ignored where it is not caught, and hardly ever used.
    .default_signal = SIGURG,
    .signal_is_free = tussah_os_signal_is_free,
    .stack_map = stack_map,
    .stack_unmap = stack_unmap,
    .memory_map = memory_map,
    .memory_unmap = memory_unmap,
    .file_map = file_map,
    .file_reserve = file_reserve,
    .thread_create = thread_create,
    .thread_name = thread_name,
    .thread_join = thread_join,
    .thread_yield = thread_yield,
    .processor = processor,
    .processors_leave = processors_leave,
    .thread_number = thread_number,
    .thread_forked = thread_forked,
    .thread_runs = thread_runs,
    .thread_interrupt = thread_interrupt,
    .futex_wait = futex_wait,
    .futex_wake = futex_wake,
    .signals_catch = tussah_os_signals_catch,
    .handlers_may_unwind = handlers_may_unwind,
    .faults_are_caught = tussah_os_faults_are_caught,
    .own_faults_are_caught = tussah_os_own_faults_are_caught,
    .signals_release = tussah_os_signals_release,
    .signals_block = tussah_os_signals_block,
    .signals_unblock = tussah_os_signals_unblock,
    .signals_get = tussah_os_signals_get,
    .signals_adopt = tussah_os_signals_adopt,
    .signal_stack_give = tussah_os_signal_stack_give,
    .signal_stack_take = tussah_os_signal_stack_take,
    .memory_discard = memory_discard,
    .memory_is_committed = memory_is_committed,
    .clock_ns = clock_ns,
    .cpu_count = cpu_count,
    .stack_limit = stack_limit,
    .get_environment = get_environment,
    .environment = environment,
    .message = message,
};

const struct tussah_os *tussah_os = &tussah_os_linux;
