// A value that a loop has advanced before a spawn is not advanced behind it,
// where the victim and the thief would both do so.
//
// DEFINE: %{level} =
// DEFINE: %{compile} = %tussah-clang++ -ftussah-target=native -ftussah-keep-spawns -std=c++17 -O%{level} %s
// DEFINE: %{check} = %{compile} -S -o %t.s && %python %S/Inputs/check-code.py --atomics --sites 4 %t.s
// DEFINE: %{run} = %{compile} -o %t && env CILK_NWORKERS=1 %t && env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays timeout 60 %t
// REDEFINE: %{level} = 0
// RUN: %{check}
// RUN: %{run}
// REDEFINE: %{level} = 1
// RUN: %{check}
// RUN: %{run}
// REDEFINE: %{level} = 2
// RUN: %{check}
// RUN: %{run}
// REDEFINE: %{level} = 3
// RUN: %{check}
// RUN: %{run}
// REDEFINE: %{level} = s
// RUN: %{check}
// RUN: %{run}
//
// Where a loop seldom spawns, what lives across the spawn is stored into the
// frame for it, not in each iteration.
// RUN: %tussah-clang++ -ftussah-target=native -std=c++17 -O2 %s -S -emit-llvm -o - | %FileCheck %s
// CHECK-LABEL: define {{.*}}visit{{.*}}.native(
// CHECK-NOT: asm "", "=r,0"
// CHECK: cmpxchg
// CHECK: call ptr asm "", "=r,0"
// CHECK-NEXT: invoke
#include <cilk/cilk.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

struct Node {
  const int *First, *Last;
};

struct Graph {
  std::vector<Node> Nodes;
  std::vector<int> Marks;
};

static bool claim(int &mark) {
  int none = -1;
  return __atomic_load_n(&mark, __ATOMIC_RELAXED) == -1 &&
         __atomic_compare_exchange_n(&mark, &none, 1, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

// The inner loop looks for the next child, and the outer one spawns a visit of
// it. Only the position lives across the spawn.
__attribute__((noinline)) static void visit(Graph &g, int from) {
  const int *next = g.Nodes[from].First, *last = g.Nodes[from].Last;
  auto advance = [&](int &child) {
    while (next != last) {
      child = *next++;
      if (claim(g.Marks[child]))
        return true;
    }
    return false;
  };
  int child;
  while (advance(child))
    cilk_spawn visit(g, child);
}

static void mark(char &bit) { __atomic_add_fetch(&bit, 1, __ATOMIC_RELAXED); }

// The same with numbers: the next bit that is set, and how many there were.
__attribute__((noinline)) static long visitBits(const char *bits, long count,
                                                std::vector<char> &seen) {
  long found = 0;
  for (long i = 0; i < count;) {
    while (i < count && !bits[i++])
      ;
    if (!bits[i - 1])
      break;
    ++found;
    cilk_spawn mark(seen[i - 1]);
  }
  return found;
}

int main() {
  constexpr int Count = 4000;
  // A tree, so that one arc that is left out leaves out a vertex.
  std::vector<int> arcs(Count - 1);
  std::iota(arcs.begin(), arcs.end(), 1);
  auto arc = [&](int i) { return arcs.data() + std::min(i, Count - 1); };
  Graph g{std::vector<Node>(Count), std::vector<int>(Count, -1)};
  for (int v = 0; v < Count; ++v)
    g.Nodes[v] = {arc(4 * v), arc(4 * v + 4)};
  g.Marks[0] = 1;
  visit(g, 0);
  for (int v = 0; v < Count; ++v)
    if (g.Marks[v] != 1)
      return std::printf("vertex %d is not visited\n", v), 1;

  std::vector<char> bits(Count), seen(Count);
  long set = 0;
  for (int i = 0; i < Count; ++i)
    set += bits[i] = i % 3 == 1;
  if (long found = visitBits(bits.data(), Count, seen); found != set)
    return std::printf("%ld bits instead of %ld\n", found, set), 1;
  if (seen != bits)
    return std::puts("not each bit is seen once"), 1;
}
