// The machine has 256 MiB of memory.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

long sysconf(int name) {
  static long (*real)(int);
  if (!real)
    real = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  return name == _SC_PHYS_PAGES ? (256L << 20) / real(_SC_PAGESIZE)
                                : real(name);
}
