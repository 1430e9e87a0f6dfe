// RUN: %clang -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s --implicit-check-not=__tussah_cancellation
// RUN: %clang -DWITHOUT -O1 -Xclang -disable-llvm-passes -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s --check-prefix=WITHOUT --implicit-check-not=tussah.cancel
// A module with the variable of <tussah/cancel.h> has checks before what its
// tasks call, and one without it has none.
#include "markers.h"

#ifndef WITHOUT
__attribute__((used)) static const char __tussah_cancellation = 1;
#endif
// WITHOUT: @tussah.spawn

long child(int);
int *pointer(int);
struct large {
  int numbers[16];
};
struct large large(int);

// A result that is stored is zero.
// CHECK-LABEL: define internal void @stored.task(
// CHECK: [[C:%.*]] = call i1 @tussah.cancelled()
// CHECK-NEXT: br i1 [[C]], label %[[NEXT:.*]], label %[[MADE:.*]]
// CHECK: [[MADE]]:
// CHECK-NEXT: [[R:%.*]] = call i64 @child(
// CHECK: phi i64 {{.*}}[[R]]{{.*}} 0
// CHECK: ret void
long stored(int n) {
  long x;
  GUARD(g, 0);
  TASK(0, x = CALLEE(child)(n));
  SYNC(0);
  return x;
}

// What is read through the result, or is an object, has to be there.
// CHECK-LABEL: define internal void @used.task(
// CHECK-NOT: @tussah.cancelled
// CHECK: call ptr @pointer(
// CHECK-NOT: @tussah.cancelled
// CHECK: ret void
int used(int n) {
  int x;
  GUARD(g, 0);
  TASK(0, x = *CALLEE(pointer)(n));
  SYNC(0);
  return x;
}

// CHECK-LABEL: define internal void @object.task(
// CHECK-NOT: @tussah.cancelled
// CHECK: call void @large(
// CHECK-NOT: @tussah.cancelled
// CHECK: ret void
int object(int n) {
  struct large x;
  GUARD(g, 0);
  TASK(0, x = CALLEE(large)(n));
  SYNC(0);
  return x.numbers[n];
}

// A block is left at once.
// CHECK-LABEL: define internal void @block.task(
// CHECK: [[C:%.*]] = call i1 @tussah.cancelled()
// CHECK-NEXT: br i1 [[C]]
// CHECK: call i64 @child(
// CHECK: call i64 @child(
void block(int n) {
  GUARD(g, 0);
  TASK(0, child(n), child(n + 1));
  SYNC(0);
}
// CHECK: !"tussah.cancellation", i32 1
