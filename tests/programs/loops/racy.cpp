// Iterations that race have no meaning when they run at once. On one worker
// they still do what the serial elision does, in its order: who looks for the
// mistake may rely on that.

// RUN: %clangxx -O1 -I %include-dir %s -o %t.elision && %t.elision > %t.expected
// RUN: %FileCheck %s < %t.expected
// RUN: %tussah-clang++ -O2 -march=native -ftussah-target=serial %s -o %t
// RUN: env CILK_NWORKERS=1 %t | diff %t.expected -
// RUN: %tussah-clang++ -O0 -march=native -ftussah-target=native %s -o %t
// RUN: env CILK_NWORKERS=1 %t | diff %t.expected -
// RUN: %tussah-clang++ -O1 -march=native -ftussah-target=native %s -o %t
// RUN: env CILK_NWORKERS=1 %t | diff %t.expected -
// RUN: %tussah-clang++ -O2 -march=native -ftussah-target=native %s -o %t
// RUN: env CILK_NWORKERS=1 %t | diff %t.expected -
// RUN: %tussah-clang++ -O3 -march=native -ftussah-target=native %s -o %t
// RUN: env CILK_NWORKERS=1 %t | diff %t.expected -

#include <cilk/cilk.h>
#include <cstdio>

static int Hits;
static long Table[4];
static const int N = 1000;
static int Values[N];

struct State {
  long sum = 0;
  int last = 0;
  float highest = -1;
};

__attribute__((noinline)) static long sum() {
  long s = 0;
  cilk_for (int i = 0; i < N; i++)
    s += i;
  return s;
}

__attribute__((noinline)) static void members(State &s) {
  cilk_for (int i = 0; i < N; i++) {
    s.sum += Values[i];
    s.last = i;
    if (Values[i] > s.highest)
      s.highest = Values[i];
  }
}

__attribute__((noinline)) static void globals() {
  cilk_for (int i = 0; i < N; i++) {
    if (Values[i] % 3 == 0)
      ++Hits;
    Table[1] += Values[i];
    Table[2] = Table[1] + Hits;
  }
}

// The temporary of one iteration is read in the next, before it is written.
__attribute__((noinline)) static int carried(int *out) {
  int previous = 7;
  cilk_for (int i = 0; i < N; i++) {
    out[i] = previous;
    previous = Values[i];
  }
  return previous;
}

template <typename F> __attribute__((noinline)) static void forAll(F body) {
  cilk_for (int i = 0; i < N; i++)
    body(i);
}

__attribute__((noinline)) static unsigned captured() {
  unsigned count = 0, product = 1;
  forAll([&](int i) {
    count += static_cast<unsigned>(Values[i]) & 1;
    product = product * 3 + static_cast<unsigned>(i);
  });
  return count * 31 + product % 1000;
}

int main() {
  for (int i = 0; i < N; i++)
    Values[i] = (i * 7919) % 1009;
  State s;
  members(s);
  globals();
  static int out[N];
  int previous = carried(out);
  unsigned hash = 0;
  for (int v : out)
    hash = hash * 31 + static_cast<unsigned>(v);
  // CHECK: 499500
  std::printf("%ld\n", sum());
  std::printf("%ld %d %g\n", s.sum, s.last, s.highest);
  std::printf("%d %ld %ld\n", Hits, Table[1], Table[2]);
  std::printf("%d %u\n", previous, hash);
  std::printf("%u\n", captured());
}
