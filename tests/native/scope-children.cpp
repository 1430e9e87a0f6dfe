// A scope waits for its own tasks, and not for those that the function has
// spawned outside of it: one of these waits for what comes behind the scope.
// RUN: %tussah-clang++ -O0 %s -o %t.0 && env CILK_NWORKERS=4 %t.0
// RUN: %tussah-clang++ -O2 %s -o %t && env CILK_NWORKERS=4 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t
// RUN: %if onetbb %{ %tussah-clang++ -ftussah-target=onetbb -O2 %s -o %t && %t %}
#include <cilk/cilk.h>
#include <cstdio>
#include <sched.h>
#include <time.h>

static int Released, Inner;

/// Waits for the strand behind the scope; gives up after a time that only a
/// scope that waits for too much can take.
static void waitForRelease(int *Result) {
  timespec Now, Begin;
  timespec_get(&Begin, TIME_UTC);
  do {
    sched_yield();
    timespec_get(&Now, TIME_UTC);
    if (Now.tv_sec - Begin.tv_sec > 10)
      return;
  } while (!__atomic_load_n(&Released, __ATOMIC_ACQUIRE));
  *Result = 1;
}

static void increment() { __atomic_fetch_add(&Inner, 1, __ATOMIC_RELAXED); }

__attribute__((noinline)) static int around(int Form) {
  int Seen = 0, Finished = 0;
  Released = Inner = 0;
  cilk_spawn waitForRelease(&Seen);
  switch (Form) {
  case 0:
    cilk_scope {
      for (int I = 0; I < 10; ++I)
        cilk_spawn increment();
    }
    break;
  case 1:
    cilk_scope for (int I = 0; I < 10; ++I) cilk_spawn increment();
    break;
  case 2:
    cilk_scope {
      cilk_scope {
        cilk_spawn increment();
        cilk_scope cilk_spawn increment();
      }
      for (int I = 0; I < 8; ++I)
        cilk_spawn increment();
    }
    break;
  case 3:
    cilk_for (int I = 0; I < 10; ++I)
      increment();
    break;
  case 4:
    cilk_scope {
      for (int I = 0; I < 10; ++I)
        cilk_spawn increment();
      // It waits for the scope's tasks only.
      cilk_sync;
      Finished = Inner;
    }
    break;
  }
  Finished += Inner;
  __atomic_store_n(&Released, 1, __ATOMIC_RELEASE);
  cilk_sync;
  return Seen && Finished == (Form == 4 ? 20 : 10);
}

int main() {
  for (int Form = 0; Form < 5; ++Form)
    if (!around(Form)) {
      std::printf("form %d: the scope waited for a task outside of it, or not "
                  "for its own\n",
                  Form);
      return 1;
    }
}
