// A precompiled header keeps its keywords; who reads it makes the tasks.
// RUN: %tussah-clang++ -std=c++17 -x c++-header %S/Inputs/precompiled.h -o %t.pch
// RUN: %tussah-clang++ -std=c++17 -ftussah-target=%abi-dir/libtussah-abi-reverse-counted.bc -include-pch %t.pch %s -o %t
// RUN: env TUSSAH_COUNT=%t.count %t
// RUN: %FileCheck %s --input-file=%t.count
// CHECK: tasks=6 threads=1
// RUN: %tussah-clang++ -std=c++17 -O2 -x c++-header %S/Inputs/precompiled.h -o %t.pch
// RUN: %tussah-clang++ -std=c++17 -O2 -ftussah-keep-spawns -include-pch %t.pch %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal %t

static int here(int n) {
  int x = cilk_spawn in_template<long>(n);
  cilk_sync;
  return x;
}

int main() {
  return in_inline(1) + Member().call(1) + in_static(1) + in_lambda(1) +
         here(1) + counter - 8;
}
