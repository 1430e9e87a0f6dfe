// RUN: %clang -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// What a task may share with its parent, and how.
#include "markers.h"

void use(int *);
int get(int);

// A variable that only reads is passed by value, so the parent may change it
// afterwards (here: the loop's counter); its own variables move into the task.
// CHECK-LABEL: define {{.*}} @by_value(
// CHECK: for.body:
// CHECK: [[I:%.*]] = load i32, ptr %i
// CHECK: @tussah.spawn({{.*}} ptr @by_value.task, i32 [[I]])
void by_value(int n) {
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    TASK(0, int local = get(i); use(&local));
  }
}

// Atomic and volatile variables are shared.
// CHECK-LABEL: define {{.*}} @shared(
// CHECK: @tussah.spawn({{.*}} ptr @shared.task, {{.*}}ptr %{{[av]}}, ptr %{{[av]}}
int shared(int n) {
  _Atomic int a = 0;
  volatile int v = 0;
  GUARD(g, 0);
  TASK(0, {
    while (a < n)
      v;
  });
  a = n;
  return v;
}

// So is one whose address somebody knows.
// CHECK-LABEL: define {{.*}} @escaped(
// CHECK: @tussah.spawn({{.*}} ptr @escaped.task, ptr %n.addr)
void escaped(int n) {
  use(&n);
  GUARD(g, 0);
  TASK(0, get(n));
}

// The stack slot of a captured variable is not given to others when its scope
// ends: the task may still write to it.
// CHECK-LABEL: define {{.*}} @scoped(
// CHECK-NOT: lifetime{{.*}}ptr %unused
// CHECK: @tussah.spawn({{.*}} ptr @scoped.task, ptr %unused)
// CHECK-NOT: lifetime{{.*}}ptr %unused
// CHECK: ret void
void scoped(int n) {
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    int unused;
    use(&unused);
    TASK(0, unused = CALLEE(get)(3));
  }
}

// A variable of which nothing but its lifetime is left moves, too.
// CHECK-LABEL: define {{.*}} @lifetime_only(
// CHECK: @tussah.spawn({{.*}} ptr @lifetime_only.task)
void lifetime_only(void) {
  GUARD(g, 0);
  TASK(0, {
    int nothing;
    get(1);
  });
}

// CHECK-LABEL: define internal void @by_value.task(i32
// CHECK-NEXT: newFuncRoot:
// CHECK-NEXT: %local = alloca i32
