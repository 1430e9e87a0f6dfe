// RUN: %clang -O1 -fexceptions -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// C with -fexceptions: an exception of a callee passes through tasks and waits
// for them, although C has no handlers.
#include "markers.h"

void callee(int);

// CHECK-LABEL: define {{.*}} @parent({{.*}} personality ptr @__gcc_personality_v0
// CHECK-DAG: invoke void @callee(i32 noundef 2)
// CHECK-DAG: void @tussah.sync.unwind(
// CHECK-DAG: resume
void parent(int n) {
  GUARD(g, 0);
  TASK(0, CALLEE(callee)(n));
  callee(2);
}

// CHECK-LABEL: define internal void @parent.task(
// CHECK: call void @callee(
// CHECK-NOT: landingpad
// CHECK: ret void
