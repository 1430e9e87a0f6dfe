// A task forks while another worker is in the midst of the runtime, and holds a lock: one
// of the runtime's, as it gets memory for its objects; or the dynamic linker's, as it asks
// whether code was unloaded. The child, which does not have that worker, goes on.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 60 %t memory
// RUN: env CILK_NWORKERS=2 timeout 60 %t linker
#define _GNU_SOURCE
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/// The other worker is to be where it holds the lock; it is; the fork begins; it is over.
static atomic_bool is_armed, is_inside, forks, has_forked;

static bool gets_memory; ///< else a thief asks the linker

static bool is_main(void) { return gettid() == getpid(); }

static void fork_and_go_on(void) {
  forks = true;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(run_kernels() == 0);
    _exit(0);
  }
  has_forked = true;
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

//===----------------------------------------------------------------------===//
// Main gets memory
//===----------------------------------------------------------------------===//

static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

/// Before there are threads: signal handlers of the runtime may need memory.
__attribute__((constructor)) static void find_mmap(void) {
  *(void **)&real_mmap = dlsym(RTLD_NEXT, "mmap");
}

void *mmap(void *base, size_t size, int protection, int flags, int file,
           off_t offset) {
  if (!real_mmap) // for the constructor of a library
    find_mmap();
  if (is_armed && gets_memory && size == 1 << 16 && is_main() &&
      !is_inside) {
    is_inside = true;
    while (!forks)
      sched_yield();
    // So long the fork has to wait.
    usleep(50000);
  }
  return real_mmap(base, size, protection, flags, file, offset);
}

static atomic_int polls;

static void leaf(void) {
  while (!has_forked) {
    fib(3);
    ++polls;
    sched_yield();
  }
}

/// The other worker executes one continuation after the other, until main needs memory
/// for the next one.
static void chain(int depth) {
  if (depth == 0) {
    leaf();
    return;
  }
  cilk_spawn chain(depth - 1);
  if (!is_main() && !has_forked) {
    is_armed = true;
    for (int before = polls; polls - before < 20 && !is_inside;)
      sched_yield();
    if (is_inside)
      fork_and_go_on();
  }
  cilk_sync;
}

//===----------------------------------------------------------------------===//
// A thief asks the linker
//===----------------------------------------------------------------------===//

struct visit {
  int (*visit)(struct dl_phdr_info *info, size_t size, void *argument);
  void *argument;
};

static int visit_object(struct dl_phdr_info *info, size_t size,
                        void *argument) {
  const struct visit *visit = argument;
  if (is_armed && !gets_memory && !is_main() && !is_inside) {
    is_inside = true;
    while (!has_forked)
      sched_yield();
  }
  return visit->visit(info, size, visit->argument);
}

int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *),
                    void *argument) {
  static int (*real)(int (*)(struct dl_phdr_info *, size_t, void *), void *);
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "dl_iterate_phdr");
  return real(visit_object, &(struct visit){visit, argument});
}

static void fork_beside_thief(void) {
  is_armed = true;
  while (!is_inside)
    continue;
  fork_and_go_on();
}

static void search(void) {
  cilk_spawn fork_beside_thief();
  cilk_sync;
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  gets_memory = *argv[1] == 'm';
  if (gets_memory)
    chain(1000); // more than there is memory for at first
  else
    search();
  CHECK(has_forked);
}
