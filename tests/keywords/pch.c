// The same in C.
// RUN: %tussah-clang -x c-header %S/Inputs/precompiled-c.h -o %t.pch
// RUN: %tussah-clang -ftussah-target=%abi-dir/libtussah-abi-reverse-counted.bc -include-pch %t.pch %s -o %t
// RUN: env TUSSAH_COUNT=%t.count %t
// RUN: %FileCheck %s --input-file=%t.count
// CHECK: tasks=11 threads=1
// RUN: %tussah-clang -O2 -x c-header %S/Inputs/precompiled-c.h -o %t.pch
// RUN: %tussah-clang -O2 -ftussah-keep-spawns -include-pch %t.pch %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal %t

int main(void) {
  int values[5], sum = 0;
  fill(values, 5);
  for (int i = 0; i < 5; ++i)
    sum += values[i];
  return sum + fib(5) - 15;
}
