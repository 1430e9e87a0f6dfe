// RUN: %clangxx -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// Tasks in tasks: each level has its own frame and its own function.
#include "markers.h"

void leaf(int);

// CHECK-LABEL: define {{.*}} @_Z6parenti(
// CHECK: [[F:%.*]] = call ptr @tussah.frame()
// CHECK-NOT: @tussah.frame()
// CHECK: @tussah.spawn(ptr [[F]], ptr null, ptr @[[OUTER:_Z6parenti.task[.0-9]*]]
// CHECK: @tussah.sync(ptr [[F]])
void parent(int n) {
  GUARD(g0, 0);
  TASK(0, {
    GUARD(g1, 1);
    TASK(1, leaf(n));
    LOOP(1, n, leaf((int)__tussah_loop_index()));
    TASK(1, leaf(n + 1));
  });
}

// CHECK: define internal void @[[OUTER]](
// CHECK: [[G:%.*]] = call ptr @tussah.frame()
// CHECK-DAG: invoke void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr [[G]],
// CHECK-DAG: void @tussah.sync(ptr [[G]])
// An exception on the way out waits for the tasks, and may be replaced.
// CHECK-DAG: void @tussah.sync.unwind(ptr [[G]], ptr %exn
