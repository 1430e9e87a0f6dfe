// Coverage of conditions: each iteration adds a bit to the same byte, so leaves
// do not take that for memory that iterations share without changing it.
// DEFINE: %{flags} =
// DEFINE: %{check} = rm -rf %t && mkdir %t && %tussah-clang++ -O2 -Werror -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc %{flags} %s -o %t/a && env CILK_NWORKERS=2 LLVM_PROFILE_FILE=%t/profraw %t/a && %llvm-profdata merge %t/profraw -o %t/profile && %llvm-cov show %t/a -instr-profile=%t/profile --show-mcdc %s | %FileCheck %s
// REDEFINE: %{flags} = -ftussah-target=native
// RUN: %{check}
// REDEFINE: %{flags} = -ftussah-target=serial -fprofile-update=single
// RUN: %{check}

#include <cilk/cilk.h>

// CHECK: Executed MC/DC Test Vectors:
// CHECK: { F, - = F }
// CHECK: { T, F = F }
// CHECK: { T, T = T }
__attribute__((noinline)) static void fill(int *x, int n, int a) {
  cilk_for (int i = 0; i < n; ++i)
    x[i] = i % 3 == 0 && i % 5 == a;
}

int main() {
  int x[1000], sum = 0;
  fill(x, 1000, 0);
  for (int value : x)
    sum += value;
  return sum != 67;
}
