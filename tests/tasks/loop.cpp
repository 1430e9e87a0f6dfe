// RUN: %clangxx -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// A loop body becomes a function of the iteration number.
#include "markers.h"

struct V {
  double *a, *b;
};

// CHECK-LABEL: define {{.*}} @_Z4axpyR1Vid(
// CHECK: call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %frame, ptr @_Z4axpyR1Vid.body, i64 {{%.*}}, i64 0,
void axpy(V &v, int n, double s) {
  LOOP(0, n, {
    int i = (int)__tussah_narrow((long)__tussah_loop_index(), 1);
    v.a[i] += s * v.b[i];
  });
}

// The index is unused, but still the first parameter; a counter that the body
// changes is captured by reference, a bound that it only reads by value.
// CHECK-LABEL: define {{.*}} @_Z5countij(
// CHECK: @tussah.parfor({{.*}} ptr @_Z5countij.body, i64 {{%.*}}, i64 0, {{.*}}ptr %total
int count(int n, unsigned m) {
  int total = 0;
  LOOP(0, n, { __atomic_fetch_add(&total, m, __ATOMIC_RELAXED); });
  return total;
}

// CHECK-LABEL: define internal void @_Z4axpyR1Vid.body(i64 %k,
// CHECK: trunc nsw i64 %k to i32
// CHECK-LABEL: define internal void @_Z5countij.body(i64 %k,
// CHECK: atomicrmw
