// Stands before dlopen, so that it is this library, and not its caller, for which the linker searches.
#define _GNU_SOURCE
#include <dlfcn.h>

void *dlopen(const char *file, int flags) {
  void *(*real)(const char *, int) =
      (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  void *library = real(file, flags);
  return library;
}
