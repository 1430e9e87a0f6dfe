// A shared library with tasks is loaded by a program that knows nothing of them,
// used and unloaded, again and again. The threads of oneTBB go on after that, so
// such a library stays, and oneTBB with it.
//
// RUN: %clang -O1 -DPROGRAM %s -o %t
// RUN: %if onetbb %{ %tussah-clang -O1 -ftussah-target=onetbb -shared -fPIC %s -o %t.so && env CILK_NWORKERS=4 %t %t.so %}
// RUN: %if onetbb %{ readelf -d %t.so | %FileCheck %s %}
// RUN: %if openmp %{ %tussah-clang -O1 -ftussah-target=openmp -shared -fPIC %s -o %t.so && env CILK_NWORKERS=4 %t %t.so %}
// CHECK: NODELETE
//
// What can be unloaded is, and programs are as they were.
// RUN: %tussah-clang -O1 -shared -fPIC %s -o %t.so
// RUN: readelf -d %t.so | %FileCheck %s --check-prefix=UNLOADS
// RUN: %if onetbb %{ %tussah-clang -O1 -DMAIN -ftussah-target=onetbb %s -o %t.exe && readelf -d %t.exe | %FileCheck %s --check-prefix=UNLOADS %}
// UNLOADS-NOT: NODELETE

#ifdef PROGRAM
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  (void)argc;
  for (int i = 0; i < 5; ++i) {
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library)
      return fprintf(stderr, "%s\n", dlerror()), 1;
    int (*count)(int) = (int (*)(int))dlsym(library, "count");
    if (count(12) != 4096)
      return 2;
    dlclose(library);
    usleep(20000); // threads look for work meanwhile
  }
  return 0;
}
#else
#include <cilk/cilk.h>

int count(int depth) {
  if (depth == 0)
    return 1;
  int a = cilk_spawn count(depth - 1);
  int b = count(depth - 1);
  cilk_sync;
  return a + b;
}
#ifdef MAIN
int main(void) { return count(3) != 8; }
#endif
#endif
