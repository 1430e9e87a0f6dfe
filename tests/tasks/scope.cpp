// RUN: %clangxx -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// A task that is called: a function with frames of its own, and a call with the
// unwind edge of the code around it.
#include "markers.h"

void leaf(int);

// CHECK-LABEL: define {{.*}} @_Z6parenti(
// CHECK: [[F:%.*]] = call ptr @tussah.frame()
// CHECK-NOT: @tussah.frame()
// CHECK: @tussah.spawn(ptr [[F]], ptr null, ptr @[[TASK:_Z6parenti.task[.0-9]*]]
// CHECK: invoke void @[[SCOPE:_Z6parenti.scope[.0-9]*]]({{.*}})
// CHECK: @tussah.sync(ptr [[F]])
// CHECK: ret void
void parent(int n) {
  GUARD(g0, 0);
  TASK(0, leaf(n));
  TASK(~0u, {
    GUARD(g1, 1);
    TASK(1, leaf(n + 1));
  });
  leaf(n + 2);
}

// CHECK: define internal void @[[SCOPE]]({{.*}}) [[ATTRIBUTES:#[0-9]+]]
// CHECK: [[G:%.*]] = call ptr @tussah.frame()
// CHECK: @tussah.spawn(ptr [[G]], ptr null, ptr @
// CHECK: @tussah.sync(ptr [[G]])
// CHECK: attributes [[ATTRIBUTES]] = {
// CHECK-NOT: tussah-task
// CHECK-SAME: }
