// RUN: %clangxx -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// The temporary that C++ makes for an argument in memory is the task's copy: it
// is copied once. One whose address is known elsewhere is copied again.
#include "markers.h"

struct Big {
  long v[8];
};
struct Known {
  long v[8];
  Known(long);
};
void child(Big);
void knows(Known);

// CHECK-LABEL: define {{.*}} @_Z5callsR3Big(
// CHECK: [[STORAGE:%.*]] = call ptr @tussah.storage(ptr %frame, i64 64, i64 8)
// CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 [[COPY:%.*]], ptr {{.*}}, i64 64
// CHECK-NOT: @llvm.memcpy
// CHECK: @tussah.spawn(ptr %frame, ptr [[STORAGE]], ptr @_Z5callsR3Big.task, ptr [[COPY]])
void calls(Big &b) {
  GUARD(g, 0);
  TASK(0, CALLEE(child)(b));
}

// CHECK-LABEL: define {{.*}} @_Z10constructsl(
// CHECK: @tussah.storage(ptr %frame, i64 128, i64 8)
// CHECK: invoke void @_ZN5KnownC1El(ptr {{[^%]*}}[[TEMPORARY:%[^,]*]], i64
// CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 [[COPY:%.*]], ptr align 8 [[TEMPORARY]], i64 64
// CHECK: @tussah.spawn({{.*}} ptr [[COPY]])
void constructs(long n) {
  GUARD(g, 0);
  TASK(0, CALLEE(knows)(Known(n)));
}

// CHECK-LABEL: define internal void @_Z5callsR3Big.task(
// CHECK: byval(%struct.Big){{.*}}"tussah-own-copy"
// CHECK-LABEL: define internal void @_Z10constructsl.task(
// CHECK: byval(%struct.Known){{.*}}"tussah-own-copy"
