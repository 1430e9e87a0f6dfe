// The marker of a spawned call is found behind what clang does to pointers to
// objects when it may assume that their classes stay the same.
// RUN: %tussah-clang++ -O0 -fstrict-vtable-pointers %s -o %t
// RUN: %t && env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal %t
// RUN: %tussah-clang++ -O2 -fstrict-vtable-pointers %s -o %t
// RUN: %t && env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal %t
// RUN: %tussah-clang++ -ftussah-target=reverse -O1 -fstrict-vtable-pointers %s -o %t && %t
#include <cilk/cilk.h>

struct First {
  long Kept = 5;
  virtual ~First() = default;
};

struct Second {
  virtual long fib(long N) = 0;
};

struct Both : First, Second {
  long fib(long N) override {
    if (N < 2)
      return N;
    long A = cilk_spawn fib(N - 1);
    long B = fib(N - 2);
    cilk_sync;
    return A + B;
  }
  long plain(long N) { return N + Kept; }
};

int main() {
  Both Object;
  Second *volatile P = &Object;
  long A = cilk_spawn P->fib(12);
  long B = cilk_spawn static_cast<Both *>(P)->plain(2);
  long C = cilk_spawn Object.Both::fib(7);
  long D = P->fib(5);
  cilk_sync;
  return A + B + C + D != 144 + 7 + 13 + 5;
}
