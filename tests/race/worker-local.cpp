// Objects of workers are no races, nor what they own; a reference that is kept behind a spawn is one.
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>
#include <tussah/worker_local.h>
#include <vector>

static tussah::worker_local<std::vector<int>> Scratch([] { return std::vector<int>(8, 0); });
static tussah::worker_local<long> Sums;

__attribute__((noinline)) static void add(std::vector<int> &To, int Value) {
  To[Value % 8] += Value; // race, always
}

static void loop(int N) {
  cilk_for (int I = 0; I < N; ++I) {
    std::vector<int> &Mine = Scratch.local();
    for (int J = 0; J < 3; ++J)
      Mine.push_back(I);
    Mine.resize(8);
    Sums.local() += I;
  }
  long Sum = 0;
  Sums.for_each([&](long One) { Sum += One; });
  if (Sum != long(N) * (N - 1) / 2)
    __builtin_trap();
  Sums.clear();
}

static void task() { Sums.local() += 1; }

static void tasks(int N) {
  for (int I = 0; I < N; ++I) {
    cilk_spawn task();
    Sums.local() += 2;
  }
  cilk_sync;
  long Sum = 0;
  Sums.for_each([&](long One) { Sum += One; });
  if (Sum != 3L * N)
    __builtin_trap();
}

__attribute__((noinline)) static void useScratch(int Value) { add(Scratch.local(), Value); }

static void kept() {
  std::vector<int> &Mine = Scratch.local();
  cilk_spawn add(Mine, 1);
#ifdef SAFE
  cilk_sync;
#endif
  add(Mine, 1);
  cilk_sync;
  useScratch(1);
}

int main() {
  loop(20);
  tasks(20);
  kept();
}
