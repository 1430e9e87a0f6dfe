// Libraries with parallel code are loaded, used and unloaded, at the same
// addresses. In the first case each has its own runtime, whose threads have to
// end when it is unloaded, and which is another time not there when signals
// come. In the second they share one, which must forget what it knows of their
// code.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -fPIC -shared -DVALUE=1 \
// RUN:   %S/Inputs/library.c -o %t.1.so
// RUN: %tussah-clang -ftussah-target=native -O2 -fPIC -shared -DVALUE=2 \
// RUN:   %S/Inputs/library.c -o %t.2.so
// RUN: %clang -O1 %s -o %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal \
// RUN:   timeout 60 %t unloads %t.1.so %t.2.so
//
// RUN: %tussah-clang -ftussah-target=native -O2 -fPIC -c -DVALUE=1 \
// RUN:   %S/Inputs/library.c -o %t.1.o
// RUN: %tussah-clang -ftussah-target=native -O2 -fPIC -c -DVALUE=2 \
// RUN:   %S/Inputs/library.c -o %t.2.o
// RUN: %clang -shared %t.1.o -L%lib-dir/.. -ltussah -Wl,-rpath,%lib-dir/.. -o %t.1.so
// RUN: %clang -shared %t.2.o -L%lib-dir/.. -ltussah -Wl,-rpath,%lib-dir/.. -o %t.2.so
// RUN: %clang -O1 %s -Wl,--no-as-needed -L%lib-dir/.. -ltussah \
// RUN:   -Wl,-rpath,%lib-dir/.. -o %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal \
// RUN:   timeout 60 %t stays %t.1.so %t.2.so
#define _GNU_SOURCE
#include "Inputs/test.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned threads(void) {
  unsigned count = 0;
  char line[200];
  FILE *status = fopen("/proc/self/status", "r");
  while (fgets(line, sizeof line, status))
    sscanf(line, "Threads: %u", &count);
  fclose(status);
  return count;
}

/// The kernel still counts a thread for a moment after it was joined.
static int threads_become(unsigned count) {
  for (int i = 0; i < 5000 && threads() != count; ++i)
    usleep(1000);
  return threads() == count;
}

static uintptr_t run(const char *name, unsigned threads_left) {
  void *library = dlopen(name, RTLD_NOW);
  if (!library)
    fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  int (*work)(int) = (int (*)(int))dlsym(library, "work");
  CHECK(work(16) == 987 + 610);
  CHECK(threads_become(4));
  struct link_map *map;
  CHECK(dlinfo(library, RTLD_DI_LINKMAP, &map) == 0);
  uintptr_t base = map->l_addr;
  CHECK(dlclose(library) == 0);
  CHECK(threads_become(threads_left));
  // A handler that is not there any more must not be called.
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGURG);
  return base;
}

int main(int argc, char **argv) {
  CHECK(argc == 4);
  unsigned threads_left = strcmp(argv[1], "stays") == 0 ? 4 : 1;
  int same = 0;
  uintptr_t before = 0;
  for (int i = 0; i < 8; ++i) {
    uintptr_t base = run(argv[2 + i % 2], threads_left);
    same += base == before;
    before = base;
  }
  // Otherwise nothing was tested.
  CHECK(same > 0);
}
