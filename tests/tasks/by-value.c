// RUN: %clang -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// An object that is passed by value in memory is copied before the spawn, into
// storage of the task, and the call knows that nothing else uses the copy. In a
// spawned block it is the block that passes it, and the object is the parent's.
#include "markers.h"

typedef struct {
  long v[8];
} Big;
void child(Big);

// CHECK-LABEL: define {{.*}} @calls(
// CHECK: [[STORAGE:%.*]] = call ptr @tussah.storage(ptr %frame, i64 64, i64 8)
// CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 [[COPY:%.*]], ptr {{.*}}, i64 64
// CHECK: @tussah.spawn(ptr %frame, ptr [[STORAGE]], ptr @calls.task, ptr [[COPY]])
void calls(Big *b) {
  GUARD(g, 0);
  TASK(0, CALLEE(child)(*b));
}

// CHECK-LABEL: define {{.*}} @blocks(
void blocks(Big *b) {
  Big local = *b;
  GUARD(g, 0);
  TASK(0, { child(local); });
}

// CHECK-LABEL: define internal void @calls.task(
// CHECK: call void @child(ptr {{.*}}byval(%struct.Big){{.*}}"tussah-own-copy"
// CHECK-LABEL: define internal void @blocks.task(
// CHECK: call void @child(ptr {{.*}}byval(%struct.Big) align 8 %local)
// CHECK-NOT: tussah-own-copy
