//===- os.c - Tests of runtime/os -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/os/os.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static void test_threads(void) {
  tussah_os_thread thread;
  store_relaxed(&word, 0);
  CHECK(tussah_os->thread_create(wait_for_word, &word, &thread) == 0);
  usleep(10000);
  store_release(&word, 1);
  tussah_os->futex_wake(&word, 1);
  tussah_os->thread_join(thread);
  int masked = 0;
  CHECK(tussah_os->thread_create(return_pending, &masked, &thread) == 0);
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
  return tussah_os_cgroup_cpus(path, root);
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
  CHECK(tussah_os_cgroup_cpus("/nonexistent", root) == 0);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  CHECK(system(command) == 0);
}

int main(void) {
  test_stacks();
  test_no_memory();
  test_threads();
  test_futex_time();
  test_groups();
  CHECK(tussah_os->cpu_count() >= 1);
  CHECK(tussah_os->stack_limit() >= 4096);
  setenv("TUSSAH_TEST", "value", 1);
  CHECK(strcmp(tussah_os->get_environment("TUSSAH_TEST"), "value") == 0);
  CHECK(tussah_os->get_environment("TUSSAH_TEST_MISSING") == NULL);
  printf("%s\n", failures ? "failed" : "passed");
  return failures != 0;
}
