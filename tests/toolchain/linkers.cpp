// Each linker, with each way to link the C library and the runtime: steals by several workers,
// exceptions out of tasks, reducers, thread-local variables.
// REQUIRES: lld, mold
// DEFINE: %{flags} =
// DEFINE: %{link} = %tussah-clang++ -Werror %{flags} %t.o -o %t.exe
// DEFINE: %{run} = env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t.exe && env CILK_NWORKERS=1 %t.exe
// DEFINE: %{check} = %{link} -fuse-ld=bfd && %{run} && %{link} -fuse-ld=lld && %{run} && %{link} -fuse-ld=mold && %{run}
// RUN: %tussah-clang++ -Werror -O2 -ffunction-sections -c %s -o %t.o
// REDEFINE: %{flags} = -Wl,--gc-sections
// RUN: %{check}
// REDEFINE: %{flags} = -static
// RUN: %{check}
// REDEFINE: %{flags} = -static-pie
// RUN: %{check}
// REDEFINE: %{flags} = -static-libtussah
// RUN: %{check}

// gold is in each binutils of Debian 12, and in a package of its own later.
// REDEFINE: %{flags} = -fuse-ld=gold
// RUN: %if gold %{ %{link} && %{run} %}
// REDEFINE: %{flags} = -fuse-ld=gold -static
// RUN: %if gold %{ %{link} && %{run} %}
// REDEFINE: %{flags} = -fuse-ld=gold -static-pie
// RUN: %not %{link} 2>&1 | %FileCheck --match-full-lines --implicit-check-not={{.}} --check-prefix=GOLD %s
// GOLD: tussah-clang++: error: -fuse-ld=gold cannot link with -static-pie; choose -fuse-ld=lld, or leave it out

// No part of a library comes with it that it does not use, though all have std::string's functions
// for themselves.
// DEFINE: %{alone} = %FileCheck --implicit-check-not=tussah::cps --implicit-check-not=tussah::jobs --implicit-check-not=tussah::graph %s --check-prefix
// REDEFINE: %{flags} = -static
// RUN: %{link} && nm -C %t.exe | %{alone} ONLY
// REDEFINE: %{flags} =
// RUN: %{link} && nm -C %t.exe | %{alone} ONLY
// REDEFINE: %{flags} = -static-libstdc++
// RUN: %{link} && %{run} && nm -C %t.exe | %{alone} ONLY
// RUN: readelf -d %t.exe | %FileCheck --implicit-check-not=libstdc++ --check-prefix=DYNAMIC %s
// ONLY: basic_string
// DYNAMIC: libtussah.so.0

#include <cilk/cilk.h>
#include <cilk/opadd_reducer.h>

#include <string>
#include <thread>
#include <vector>

static thread_local std::string Visited;

struct Found {
  int Depth;
  std::string Name;
};

static long fib(int N) {
  if (N < 2)
    return N;
  Visited += 'a';
  long A = cilk_spawn fib(N - 1);
  long B = fib(N - 2);
  cilk_sync;
  return A + B;
}

static void search(int Depth) {
  std::string Local(static_cast<size_t>(Depth), 'x');
  if (Depth == 0)
    throw Found{7, Local + "found, and longer than what fits into a string itself"};
  cilk_spawn search(Depth - 1);
  Local += 'y';
  cilk_sync;
}

int main() {
  long Elsewhere = 0;
  std::thread Other([&] { Elsewhere = fib(12); });
  long Here = fib(16);
  Other.join();
  cilk::opadd_reducer<long> Sum(0);
  cilk_for (int I = 0; I < 10000; ++I)
    Sum += I;
  int Caught = 0;
  for (int I = 0; I < 20; ++I)
    try {
      search(I);
    } catch (const Found &F) {
      Caught += F.Depth == 7 && F.Name.size() > 20;
    }
  return Elsewhere != 144 || Here != 987 || static_cast<long>(Sum) != 49995000 || Caught != 20;
}
