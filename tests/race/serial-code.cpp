// What main accesses where it has no task that runs, and functions that only such places call, is in no race, and is not
// checked. Each access here looks so, and is not.
// RUN: %race --levels 0123 --targets native --workers 1,2 %s -- %tussah-clang++ -std=c++17
// RUN: %tussah-clang++ -O1 -fsanitize=cilk -DOMITTED -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='@__tussah_race_{{load|store}}'
// RUN: %tussah-clang -x c -O1 -fsanitize=cilk -DAGAIN -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=AGAIN
#include <cilk/cilk.h>

#ifdef SAFE
#define STOP cilk_sync
#else
#define STOP (void)0
#endif
#define OUT_OF_LINE __attribute__((noinline)) static

#if defined(AGAIN)
// In C main may be called, here by a task.
// AGAIN: define {{.*}}@main(
// AGAIN: call {{.*}}@__tussah_race_store
static long again;
int main(int argc, char **argv) {
  again = argc;
  if (argc > 1) {
    cilk_spawn main(1, argv);
    cilk_sync;
  }
}

#elif defined(OMITTED)

long filled[64], sum;
// CHECK: define {{.*}}@_ZL4filll(
// CHECK: define {{.*}}@main.task(
// CHECK: call preserve_mostcc void @__tussah_race_store(
// CHECK: declare {{.*}}@__tussah_race_store(
OUT_OF_LINE void add(long n) { sum += n; }
OUT_OF_LINE void fill(long n) {
  for (long i = 0; i < 64; ++i)
    filled[i] = n;
  add(n);
}
static void task() { filled[0] = 1; }
int main(int argc, char **) {
  fill(argc);
  cilk_spawn task();
  cilk_sync;
  __builtin_memset(filled, 0, sizeof filled);
  fill(filled[0]);
  return static_cast<int>(sum);
}

#else

static long own, both, beside, by_pointer, below, turns, scopes, set[8];

OUT_OF_LINE void write(long *p) { *p = 1; }        // race, always
OUT_OF_LINE void add_both() { both += 1; }         // race, always
OUT_OF_LINE void add_beside() { beside += 1; }     // race, always
OUT_OF_LINE void add_pointed() { by_pointer += 1; } // race, always
OUT_OF_LINE void add_below() { below += 1; }       // race, always
OUT_OF_LINE void calls_below() { add_below(); }
OUT_OF_LINE void nothing() {}
static void (*volatile pointer)() = add_pointed;

int main() {
  own = 1;
  cilk_spawn write(&own);
  STOP;
  own = 2; // race, always
  cilk_sync;

  // Called where nothing runs, and by a task.
  add_both();
  cilk_spawn add_both();
  STOP;
  add_both();
  cilk_sync;

  // Called beside a task, by this function, by a pointer, and by what is called there.
  cilk_spawn write(&beside);
  STOP;
  add_beside();
  cilk_sync;
  cilk_spawn write(&by_pointer);
  STOP;
  pointer();
  cilk_sync;
  add_pointed();
  cilk_spawn write(&below);
  STOP;
  calls_below();
  cilk_sync;
  calls_below();

  // Before a spawn, and behind that of the turn before.
  for (int i = 0; i < 3; ++i) {
    turns += i; // race, always
    cilk_spawn write(&turns);
    STOP;
  }
  cilk_sync;

  // Behind the sync of another scope.
  cilk_spawn write(&scopes);
  STOP;
  cilk_scope { cilk_spawn nothing(); }
  scopes = 2; // race, always
  cilk_sync;

  cilk_spawn write(&set[7]);
  STOP;
  __builtin_memset(set, 0, sizeof set); // race, always
  cilk_sync;
  return own + both + beside + by_pointer + below + turns + scopes == 12345;
}
#endif
