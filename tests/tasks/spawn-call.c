// RUN: %clang -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// The spawned call alone is the task; its arguments are evaluated before it.
#include "markers.h"

int child(int, int);
int arg(int);

// CHECK-LABEL: define {{.*}} @parent(
// CHECK: [[A:%.*]] = call i32 @arg(
// CHECK: %frame = call ptr @tussah.frame()
// CHECK: call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @parent.task, {{.*}}[[A]]
// CHECK-NOT: @arg
// CHECK: call i32 @child(i32 noundef 3
// CHECK: call void @tussah.sync(ptr %frame)
// The guard's sync follows an explicit one and is gone.
// CHECK-NOT: tussah.sync
// CHECK: ret i32
int parent(int n) {
  int x, y;
  GUARD(g, 0);
  TASK(0, x = CALLEE(child)(n, arg(n)));
  y = child(3, n);
  SYNC(0);
  return x + y;
}

// Without an explicit sync the guard's stays.
// CHECK-LABEL: define {{.*}} @implicit(
// CHECK: @tussah.spawn(
// CHECK: call void @tussah.sync(
// CHECK: ret void
void implicit(int n) {
  GUARD(g, 0);
  TASK(0, CALLEE(child)(n, 1));
}

// A frame lives outside of all loops, or a later iteration would lose tasks;
// also of loops made with goto.
// CHECK-LABEL: define {{.*}} @looped(
// CHECK-NEXT: entry:
// CHECK-NOT: br
// CHECK: %frame = call ptr @tussah.frame()
// CHECK: br label
void looped(int n) {
  GUARD(g, 0);
again:
  TASK(0, CALLEE(child)(n, 1));
  if (n-- > 0)
    goto again;
}

// The result goes through memory of the parent, arguments by value.
// CHECK-LABEL: define internal void @parent.task(
// CHECK-SAME: ptr %x
// CHECK: [[R:%.*]] = call i32 @child(
// CHECK: store i32 [[R]], ptr %x
// CHECK: ret void
