// A breakpoint behind a spawn stops also the thread that has stolen the
// continuation, though it runs a copy of the code; the copy knows what it is.
//
// REQUIRES: gdb
// DEFINE: %{level} = 0
// DEFINE: %{build} = %tussah-clang -ftussah-target=native -g -O%{level} %s -o %t
// DEFINE: %{debug} = env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 120 %gdb -batch -x %S/Inputs/breakpoints.gdb %t 2>&1
// RUN: %{build}
// RUN: %{debug} | %FileCheck %s
// REDEFINE: %{level} = 2
// RUN: %{build}
// RUN: %{debug} | %FileCheck %s
#include <cilk/cilk.h>
#include <stdio.h>

volatile int behind;
volatile int delay;

__attribute__((noinline)) static int child(int n) {
  for (delay = 0; delay < 1000; delay = delay + 1)
    ;
  return n;
}

__attribute__((noinline)) static int parent(int n) {
  int a = cilk_spawn child(n);
  behind = n; // BREAK
  cilk_sync;
  return a;
}

int main(void) { printf("done %d\n", parent(5)); }

// CHECK: hit Breakpoint
// CHECK-SAME: parent (n=5)
// CHECK: stolen = true
// CHECK: done 5
