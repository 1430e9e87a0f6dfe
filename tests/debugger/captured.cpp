// A debugger prints the variables that tasks and loop bodies capture, and those
// that they declare, as in the serial elision: optimized for debugging, and not
// optimized.
//
// REQUIRES: gdb
// DEFINE: %{target} = native
// DEFINE: %{level} = g
// From LLVM 21 on, clang keeps variables with -Og until they end. Before, what is
// used later only may be computed later.
// DEFINE: %{inner} = OG%llvm-version
// DEFINE: %{build} = %tussah-clang++ -ftussah-target=%{target} -g -O%{level} %s -o %t
// DEFINE: %{debug} = env CILK_NWORKERS=1 timeout 120 %gdb -batch -x %S/Inputs/captured.gdb %t 2>&1 | %FileCheck %s --check-prefixes=CHECK,%{inner}
// RUN: %{build}
// RUN: %{debug}
// REDEFINE: %{target} = serial
// RUN: %{build}
// RUN: %{debug}
// REDEFINE: %{target} = onetbb
// RUN: %{build}
// RUN: %{debug}
// REDEFINE: %{level} = 0
// REDEFINE: %{inner} = ALL
// RUN: %{build}
// RUN: %{debug}
// REDEFINE: %{target} = serial
// RUN: %{build}
// RUN: %{debug}
// REDEFINE: %{target} = native
// RUN: %{build}
// RUN: %{debug}
#include <cilk/cilk.h>
#include <cstdio>

struct Triple {
  int *First, *Last;
  int Unused;
};

__attribute__((noinline)) static int add(int A, int B) { return A + B; }

__attribute__((noinline)) static int loop(int N) {
  int Values[8] = {0};
  Triple All = {Values, Values + 8, 77};
  cilk_for (int I = 0; I < N; ++I) {
    int Square = I * I;
    All.First[I] = Square; // LOOP
  }
  return Values[7];
}

__attribute__((noinline)) static int task(int Depth) {
  int Local = Depth * 100 + 1, Left = 0;
  cilk_spawn {
    int Inner = Local + 1;
    Left = add(Depth, 1); // TASK
    Left += Inner * Local;
  }
  int Right = add(Depth, 2);
  cilk_sync;
  return Left + Right;
}

int main(int Argc, char **) { std::printf("%d %d\n", loop(8), task(Argc + 2)); }

// CHECK: unused 77
// ALL: inner 302
// OG23: inner 302
// OG22: inner 302
// OG19: inner {{302|<optimized out>}}
// CHECK: local 301
// CHECK: depth 3
