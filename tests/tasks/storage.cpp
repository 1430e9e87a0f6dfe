// RUN: %clangxx -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// Arguments of class type are built by the parent in the task's storage. The
// task destroys them; the parent does if building one of them throws.
#include "markers.h"

struct S {
  S(int);
  S(const S &);
  ~S();
  int v[4];
};
int use(S, const S &);

// CHECK-LABEL: define {{.*}} @_Z6parenti(
// CHECK: [[M:%.*]] = call ptr @tussah.storage(ptr %frame, i64 32, i64 4)
// CHECK: invoke void @_ZN1SC1Ei(
// CHECK: invoke void @_ZN1SC1Ei(
// CHECK: call void @_ZN1SD1Ev(
// CHECK: call void @tussah.discard(ptr %frame, ptr [[M]])
// CHECK-NEXT: invoke void @__cxa_rethrow()
// CHECK: invoke void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr [[M]], ptr @_Z6parenti.task
// CHECK: invoke void @tussah.sync.unwind(ptr %frame
void parent(int n) {
  S keep(1);
  GUARD(g, 0);
  TASK(0, CALLEE(use)(S(n), S(2)));
}

// CHECK-LABEL: define internal void @_Z6parenti.task(
// CHECK: invoke {{.*}} @_Z3use1SRKS_(
// CHECK: landingpad { ptr, i32 }
// CHECK-NEXT: cleanup
// CHECK-NOT: catch
// CHECK: @_ZN1SD1Ev(
// CHECK: resume
// CHECK: @_ZN1SD1Ev(
// CHECK: ret void
