// RUN: %clangxx -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// Exceptions leave a task by unwinding; handlers inside it keep working, those
// of the parent do not reach into it.
#include "markers.h"

struct Error {};
struct Other {};
void may_throw(int);
void note(int);

// CHECK-LABEL: define {{.*}} @_Z6parentv(
// CHECK: invoke void (ptr, ptr, ptr, ...) @tussah.spawn(
// CHECK-NEXT: to label {{.*}} unwind label %[[PAD:.*]]
// CHECK: [[PAD]]:
// CHECK-NEXT: landingpad { ptr, i32 }
// CHECK-NEXT: cleanup
// CHECK-NEXT: catch ptr @_ZTI5Other
void parent() {
  try {
    GUARD(g, 1);
    TASK(1, try { may_throw(1); } catch (Error &) { note(2); });
    may_throw(3);
  } catch (Other &) {
    note(4);
  }
}

// CHECK-LABEL: define internal void @_Z6parentv.task(
// CHECK: invoke void @_Z9may_throwi(i32 noundef 1)
// CHECK: landingpad { ptr, i32 }
// CHECK-NEXT: cleanup
// CHECK-NEXT: catch ptr @_ZTI5Error
// CHECK-NOT: catch ptr
// CHECK: call i32 @llvm.eh.typeid.for{{.*}}(ptr @_ZTI5Error)
// CHECK-NOT: __cxa_rethrow
// CHECK: resume
