//===- os.c - Tests of runtime/os -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/os/os.h"
#include "support/os/cgroup.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition);              \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

/// The signal that ends a child process which writes to \p address; 0 if none.
static int signal_of_write(char *address) {
  pid_t child = fork();
  if (child == 0) {
    *(volatile char *)address = 1;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/// Whether the mapping with \p address has the flag \p flag, of two letters.
static bool has_flag(const void *address, const char *flag) {
  FILE *file = fopen("/proc/self/smaps", "r");
  CHECK(file);
  char line[512];
  bool is_there = false, has = false;
  while (file && fgets(line, sizeof line, file)) {
    unsigned long begin, end;
    if (sscanf(line, "%lx-%lx ", &begin, &end) == 2)
      is_there = begin <= (uintptr_t)address && (uintptr_t)address < end;
    else if (is_there && strncmp(line, "VmFlags:", 8) == 0)
      has = strstr(line, flag) != NULL;
  }
  if (file)
    fclose(file);
  return has;
}

/// Each page of a stack is committed for itself, also where the system gives
/// large ones to all.
static void test_large_pages(char *stack, size_t size) {
  void *own;
  CHECK(tussah_os->memory_map(size, &own) == 0);
  if (madvise(own, size, MADV_NOHUGEPAGE) == 0)
    CHECK(has_flag(stack, " nh"));
  munmap(own, size);
}

/// What is written is in the file, and one process at a time has it.
static void test_files(void) {
  char path[] = "/tmp/tussah-os-XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0 && write(file, "before", 6) == 6);
  const size_t size = 8192;
  void *base;
  CHECK(tussah_os->file_map(path, size, &base) == 0);
  char *bytes = base, read_back[2];
  CHECK(tussah_os->file_reserve(bytes + 1, size - 1) == 0);
  CHECK(bytes[0] == 0 && bytes[size - 1] == 0);
  bytes[5000] = 7;
  CHECK(pread(file, read_back, 2, 4999) == 2 && read_back[1] == 7);
  CHECK(tussah_os->file_map(path, size, &base) == EBUSY);
  munmap(bytes, size);
  CHECK(tussah_os->file_map(path, size, &base) == 0);
  munmap(base, size);
  CHECK(tussah_os->file_map("/dev/null", size, &base) == EINVAL);
  CHECK(tussah_os->file_map("/nonexistent/x", size, &base) == ENOENT);
  close(file);
  unlink(path);
}

static void test_stacks(void) {
  const size_t size = 1 << 20, guard = 1 << 16;
  void *base;
  CHECK(tussah_os->stack_map(size, size, guard, &base) == 0);
  CHECK((uintptr_t)base % size == 0);
  char *bytes = base;
  CHECK(signal_of_write(bytes) == SIGSEGV);
  CHECK(signal_of_write(bytes + guard - 1) == SIGSEGV);
  CHECK(signal_of_write(bytes + guard) == 0);
  CHECK(signal_of_write(bytes + size - 1) == 0);
  CHECK(bytes[size - 1] == 0);
  test_large_pages(bytes + guard, size - guard);
  tussah_os->stack_unmap(base, size);
  CHECK(signal_of_write(bytes + size - 1) == SIGSEGV);
  CHECK(tussah_os->stack_map(SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1, guard,
                             &base) != 0);
}

static void test_no_memory(void) {
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {256 << 20, 256 << 20};
    setrlimit(RLIMIT_AS, &limit);
    void *base;
    int stack = tussah_os->stack_map(512 << 20, 1 << 20, 1 << 16, &base);
    int memory = tussah_os->memory_map(512 << 20, &base);
    _exit(stack != 0 && memory != 0 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

static atomic_word word;

static void *wait_for_word(void *argument) {
  while (load_acquire(&word) == 0)
    if (tussah_os->futex_wait(&word, 0, TUSSAH_NO_TIMEOUT) != 0)
      return NULL;
  return argument;
}

static void *return_pending(void *argument) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  *(int *)argument =
      sigismember(&blocked, SIGINT) == 1 && sigismember(&blocked, SIGSEGV) == 0;
  return NULL;
}

/// Sets the integer to 1 if the thread takes over a mask, without the signal
/// that interrupts threads, and hides again.
static void *change_mask(void *argument) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigaddset(&set, SIGUSR1);
  tussah_os_signals wanted, now, idle;
  sigset_t own;
  pthread_sigmask(SIG_SETMASK, &set, &own);
  tussah_os->signals_get(NULL, &wanted);
  pthread_sigmask(SIG_SETMASK, &own, NULL);
  tussah_os->signals_get(NULL, &idle);
  tussah_os->signals_adopt(&wanted);
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  bool is_adopted = sigismember(&set, SIGUSR2) == 1 &&
                    sigismember(&set, SIGUSR1) == 0 &&
                    sigismember(&set, SIGPIPE) == 0;
  tussah_os->signals_adopt(NULL);
  tussah_os->signals_get(NULL, &now);
  *(int *)argument = is_adopted && now.set == idle.set;
  return NULL;
}

static void test_threads(void) {
  tussah_os_thread thread;
  store_relaxed(&word, 0);
  CHECK(tussah_os->thread_create(wait_for_word, &word, 1, &thread) == 0);
  usleep(10000);
  store_release(&word, 1);
  tussah_os->futex_wake(&word, 1);
  tussah_os->thread_join(thread);
  int masked = 0;
  CHECK(tussah_os->thread_create(return_pending, &masked, 1, &thread) == 0);
  tussah_os->thread_join(thread);
  CHECK(masked);
}

static void test_futex_time(void) {
  store_relaxed(&word, 0);
  uint64_t start = tussah_os->clock_ns();
  CHECK(tussah_os->futex_wait(&word, 0, 20000000) == 0);
  CHECK(tussah_os->clock_ns() - start >= 20000000);
  start = tussah_os->clock_ns();
  CHECK(tussah_os->futex_wait(&word, 1, TUSSAH_NO_TIMEOUT) == 0);
}

static void test_memory(void) {
  const size_t size = 1 << 16;
  void *base;
  CHECK(tussah_os->memory_map(size, &base) == 0);
  char *bytes = base;
  CHECK(!tussah_os->memory_is_committed(base, size));
  bytes[size - 1] = 1;
  CHECK(tussah_os->memory_is_committed(base, size));
  CHECK(!tussah_os->memory_is_committed(base, size / 2));
  tussah_os->memory_discard(base, size);
  CHECK(!tussah_os->memory_is_committed(base, size));
  CHECK(bytes[size - 1] == 0);
}

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

static atomic_word number, interrupts, forwarded, spins, unsafe;

static bool interrupted(void *context) {
  if (!tussah_os->faults_are_caught(context))
    fetch_add_relaxed(&unsafe, 1);
  fetch_add_relaxed(&interrupts,
                    context != NULL &&
                        tussah_os->thread_number() == load_relaxed(&number));
  // The second one is somebody else's.
  return load_relaxed(&interrupts) == 1;
}

void illegal_instruction(void);
#ifdef __x86_64__
__asm__("illegal_instruction: ud2");
#else
__asm__("illegal_instruction: udf #0");
#endif

static void faulted(uintptr_t address) {
  if (address == 16)
    _exit(3);
  if (address == (uintptr_t)illegal_instruction)
    _exit(4);
}

static void program_handler(int signal) {
  fetch_add_relaxed(&forwarded, signal == SIGUSR1);
}

/// Computes until `spins` is 0, then sleeps until `word` changes.
static void *spin_and_sleep(void *argument) {
  store_release(&number, tussah_os->thread_number());
  while (load_relaxed(&spins))
    continue;
  return wait_for_word(argument);
}

/// Waits at most 10 seconds for the word to get a value.
static bool becomes(const atomic_word *counter, uintptr_t value) {
  uint64_t end = tussah_os->clock_ns() + 10000000000u;
  while (load_acquire(counter) != value)
    if (tussah_os->clock_ns() > end)
      return false;
  return true;
}

static bool falls_asleep(uintptr_t thread) {
  uint64_t end = tussah_os->clock_ns() + 10000000000u;
  while (tussah_os->thread_runs(thread))
    if (tussah_os->clock_ns() > end)
      return false;
  return true;
}

/// A thread that has been joined may still be on its way out of the kernel.
static bool vanishes(uintptr_t thread) {
  uint64_t end = tussah_os->clock_ns() + 10000000000u;
  while (tussah_os->thread_runs(thread) ||
         tussah_os->thread_interrupt(thread) == 0)
    if (tussah_os->clock_ns() > end)
      return false;
  return true;
}

static void test_signals(void) {
  CHECK(tussah_os->thread_interrupt(tussah_os->thread_number()) != 0);
  signal(SIGUSR1, program_handler);
  tussah_os->signals_catch(SIGUSR1, interrupted, faulted, true);
  store_relaxed(&word, 0);
  store_relaxed(&spins, 1);
  tussah_os_thread thread;
  CHECK(tussah_os->thread_create(spin_and_sleep, &word, 1, &thread) == 0);
  while (load_acquire(&number) == 0)
    continue;
  uintptr_t other = load_relaxed(&number);
  CHECK(tussah_os->thread_runs(other));
  CHECK(tussah_os->thread_interrupt(other) == 0);
  CHECK(becomes(&interrupts, 1));
  CHECK(load_relaxed(&forwarded) == 0);
  CHECK(tussah_os->thread_interrupt(other) == 0);
  CHECK(becomes(&forwarded, 1));
  CHECK(load_relaxed(&unsafe) == 0);
  int is_changed = 0;
  tussah_os_thread changing;
  CHECK(tussah_os->thread_create(change_mask, &is_changed, 1, &changing) == 0);
  tussah_os->thread_join(changing);
  CHECK(is_changed);
  struct sigaction runtimes;
  CHECK(sigaction(SIGSEGV, NULL, &runtimes) == 0);
  CHECK(tussah_os->own_faults_are_caught());
  sigset_t faults;
  sigemptyset(&faults);
  sigaddset(&faults, SIGILL);
  pthread_sigmask(SIG_BLOCK, &faults, NULL);
  CHECK(!tussah_os->own_faults_are_caught());
  pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
  sigaddset(&faults, SIGBUS);
  pthread_sigmask(SIG_BLOCK, &faults, NULL);
  CHECK(!tussah_os->own_faults_are_caught());
  pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
  // A program that has set its own handler gets no signal of the runtime's.
  struct sigaction ours;
  CHECK(sigaction(SIGUSR1, NULL, &ours) == 0);
  signal(SIGUSR1, SIG_IGN);
  CHECK(tussah_os->thread_interrupt(other) == EINVAL);
  CHECK(sigaction(SIGUSR1, &ours, NULL) == 0);
  signal(SIGSEGV, program_handler);
  CHECK(!tussah_os->own_faults_are_caught());
  CHECK(tussah_os->thread_interrupt(other) == 0);
  CHECK(becomes(&unsafe, 1));
  CHECK(sigaction(SIGSEGV, &runtimes, NULL) == 0);
  raise(SIGUSR1);
  store_relaxed(&spins, 0);
  CHECK(falls_asleep(other));
  store_release(&word, 1);
  tussah_os->futex_wake(&word, 1);
  tussah_os->thread_join(thread);
  CHECK(vanishes(other));

  // Faults are told, and others are the program's.
  CHECK(signal_of_write((char *)32) == SIGSEGV);
  pid_t child = fork();
  if (child == 0)
    *(volatile char *)16 = 1;
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  child = fork();
  if (child == 0)
    illegal_instruction();
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 4);

  tussah_os->signals_release();
  uintptr_t before = load_relaxed(&forwarded);
  raise(SIGUSR1);
  CHECK(load_relaxed(&forwarded) == before + 1);
}

/// A handler that uses too much of a signal stack faults.
static void *overflow_signal_stack(void *unused) {
  const size_t size = 1 << 16;
  stack_t now;
  tussah_os->signal_stack_give(size);
  CHECK(sigaltstack(NULL, &now) == 0 && now.ss_flags == 0);
  char *stack = now.ss_sp;
  CHECK(now.ss_size == size && signal_of_write(stack) == 0);
  // What is mapped next would be there.
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  mmap(stack - page, page, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  CHECK(signal_of_write(stack - 1) == SIGSEGV);
  return unused;
}

static void test_signal_stack(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, overflow_signal_stack, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

/// Processors that the thread which was created last may begin on, if it may
/// not use all; else none.
static cpu_set_t begins_on;

/// What the next calls of pthread_create with a choice of processors return.
static int refusal;

/// What the runtime calls.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*run)(void *), void *argument) {
  CPU_ZERO(&begins_on);
  if (attributes)
    pthread_attr_getaffinity_np(attributes, sizeof begins_on, &begins_on);
  if (attributes && refusal)
    return refusal;
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  return real(thread, attributes, run, argument);
}

/// Nobody may ask for processors that do not exist.
static bool refuses_all;

/// What somebody else gives the thread that next asks for processors, as soon
/// as it has them.
static const cpu_set_t *given;

int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *mask) {
  if (refuses_all && CPU_COUNT_S(size, mask) == (int)size * CHAR_BIT) {
    errno = EINVAL;
    return -1;
  }
  int (*real)(pid_t, size_t, const cpu_set_t *);
  *(void **)&real = dlsym(RTLD_NEXT, "sched_setaffinity");
  int result = real(thread, size, mask);
  if (given)
    CHECK(real(thread, sizeof *given, given) == 0);
  given = NULL;
  return result;
}

static void *return_affinity(void *mask) {
  CHECK(sched_getaffinity(0, sizeof(cpu_set_t), mask) == 0);
  return NULL;
}

/// Starts one of \p team threads. It may use what this one may use.
static void start_one_of(unsigned team) {
  cpu_set_t mine, its;
  CHECK(sched_getaffinity(0, sizeof mine, &mine) == 0);
  tussah_os_thread thread;
  int error = tussah_os->thread_create(return_affinity, &its, team, &thread);
  CHECK(error == 0);
  if (error)
    return;
  tussah_os->thread_join(thread);
  CHECK(CPU_EQUAL(&mine, &its));
}

/// Whether system calls are filtered: then nothing asks for processors.
static bool is_filtered;

/// A new thread begins on another processor, and keeps none for itself.
static void test_begin(void) {
  cpu_set_t all, one;
  CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
  unsigned cpus = (unsigned)CPU_COUNT(&all);
  start_one_of(1);
  CHECK(CPU_COUNT(&begins_on) == 0);
  start_one_of(cpus + 1);
  CHECK(CPU_COUNT(&begins_on) == 0);
  if (cpus == 1 || is_filtered)
    return;
  start_one_of(cpus);
  CHECK((unsigned)CPU_COUNT(&begins_on) == cpus - 1);
  CPU_AND(&one, &begins_on, &all);
  CHECK(CPU_EQUAL(&one, &begins_on));
  refusal = EPERM;
  start_one_of(cpus);
  refusal = EAGAIN;
  tussah_os_thread thread;
  CHECK(tussah_os->thread_create(return_affinity, &one, cpus, &thread) ==
        EAGAIN);
  refusal = 0;
  one = all;
  refuses_all = true;
  start_one_of(cpus);
  refuses_all = false;
  // Not all that the control group allows.
  for (int i = 0; i < CPU_SETSIZE && CPU_EQUAL(&one, &all); ++i)
    CPU_CLR(i, &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  start_one_of(cpus - 1);
  CHECK((unsigned)CPU_COUNT(&begins_on) == (cpus > 2 ? cpus - 2 : 0));
  CHECK(sched_setaffinity(0, sizeof all, &all) == 0);
}

/// A thread that leaves a processor keeps the mask that it is given meanwhile.
static void test_mask_from_outside(uintptr_t here, const cpu_set_t *all) {
  cpu_set_t one, after;
  CPU_ZERO(&one);
  CPU_SET(here, &one);
  given = &one;
  tussah_os->processors_leave(&here, 1);
  CHECK(!given);
  CHECK(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&one, &after));
  CHECK(sched_setaffinity(0, sizeof *all, all) == 0);
}

/// A thread leaves a processor, and may use all afterwards.
static void test_leave(void) {
  cpu_set_t all, after;
  CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
  uintptr_t taken[CPU_SETSIZE], here = tussah_os->processor();
  CHECK(here < CPU_SETSIZE && CPU_ISSET(here, &all));
  // It stays where it is put only if it is the only one there.
  bool has_left = CPU_COUNT(&all) == 1 || is_filtered;
  for (int i = 0; i < 100 && !has_left; ++i) {
    here = tussah_os->processor();
    tussah_os->processors_leave(&here, 1);
    has_left = tussah_os->processor() != here;
  }
  CHECK(has_left);
  // None is left, and one that does not exist is taken.
  unsigned count = 0;
  for (uintptr_t i = 0; i < CPU_SETSIZE; ++i)
    taken[count++] = i;
  tussah_os->processors_leave(taken, count);
  taken[0] = TUSSAH_NO_PROCESSOR;
  tussah_os->processors_leave(taken, 1);
  CHECK(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&all, &after));
  if (CPU_COUNT(&all) > 1 && !is_filtered)
    test_mask_from_outside(here, &all);
}

static void test_affinity(void) {
  cpu_set_t all, one;
  CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
  unsigned cpus = tussah_os->cpu_count();
  CHECK(cpus >= 1 && cpus <= (unsigned)CPU_COUNT(&all));
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &all))
      CPU_SET(i, &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(tussah_os->cpu_count() == 1);
  CHECK(sched_setaffinity(0, sizeof all, &all) == 0);
}

//===----------------------------------------------------------------------===//
// Control groups
//===----------------------------------------------------------------------===//

static char root[] = "/tmp/tussah-os-XXXXXX";

static void write_file(const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", root, name);
  for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')); ++p) {
    *p = 0;
    mkdir(path, 0700);
    *p = '/';
  }
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
    perror(path);
    exit(1);
  }
}

static unsigned quota(const char *groups) {
  char path[256];
  write_file("cgroup", groups);
  snprintf(path, sizeof path, "%s/cgroup", root);
  return tussah_cgroup_cpus(path, root);
}

static void test_groups(void) {
  if (!mkdtemp(root)) {
    perror(root);
    exit(1);
  }
  write_file("a/cpu.max", "400000 100000\n");
  write_file("a/b/cpu.max", "max 100000\n");
  write_file("a/c/cpu.max", "150000 100000\n");
  write_file("a/d/cpu.max", "nonsense\n");
  write_file("cpu/x/cpu.cfs_quota_us", "50000\n");
  write_file("cpu/x/cpu.cfs_period_us", "100000\n");
  write_file("cpu/y/cpu.cfs_quota_us", "-1\n");
  write_file("cpu/y/cpu.cfs_period_us", "100000\n");
  CHECK(quota("0::/a\n") == 4);
  CHECK(quota("0::/a/b\n") == 4);
  CHECK(quota("0::/a/c\n") == 2);
  CHECK(quota("0::/a/d\n") == 4);
  CHECK(quota("0::/missing\n") == 0);
  CHECK(quota("0::/\n") == 0);
  CHECK(quota("3:memory:/x\n2:cpu,cpuacct:/x\n0::/\n") == 1);
  CHECK(quota("2:cpuset:/x\n") == 0);
  CHECK(quota("2:cpu:/y\n") == 0);
  CHECK(quota("") == 0);
  CHECK(quota("nonsense\n:\n::\n") == 0);
  CHECK(tussah_cgroup_cpus("/nonexistent", root) == 0);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  CHECK(system(command) == 0);
}

int main(void) {
  test_stacks();
  test_files();
  test_no_memory();
  test_threads();
  test_futex_time();
  test_memory();
  test_signals();
  test_signal_stack();
  is_filtered = prctl(PR_GET_SECCOMP) > 0;
  test_leave();
  test_affinity();
  test_begin();
  test_groups();
  CHECK(tussah_os->stack_limit() >= 4096);
  setenv("TUSSAH_TEST", "value", 1);
  CHECK(strcmp(tussah_os->get_environment("TUSSAH_TEST"), "value") == 0);
  CHECK(tussah_os->get_environment("TUSSAH_TEST_MISSING") == NULL);
  printf("%s\n", failures ? "failed" : "passed");
  return failures != 0;
}
