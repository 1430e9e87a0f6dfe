// RUN: %clang -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s --implicit-check-not=__tussah_outer
// Variables that only a task uses are its own, unless a marker says that they
// are declared outside.
#include "markers.h"

void __tussah_outer(void *variable) NOTHROW;
void use(int *);
int get(int);

// CHECK-LABEL: define {{.*}} @own(
// CHECK: @tussah.spawn({{.*}} ptr @own.task)
void own(int n) {
  int array[4];
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    TASK(0, use(array));
  }
}

// CHECK-LABEL: define {{.*}} @outer(
// CHECK: @tussah.spawn({{.*}} ptr @outer.task, ptr %array)
void outer(int n) {
  int array[4];
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    TASK(0, __tussah_outer(array); use(array));
  }
}

// An outer task has it for an inner one.
// CHECK-LABEL: define {{.*}} @inner(
// CHECK: @tussah.spawn({{.*}} ptr @inner.task.1)
void inner(int n) {
  GUARD(g, 0);
  TASK(0, {
    GUARD(h, 1);
    int array[4];
    TASK(1, __tussah_outer(array); use(array));
  });
}

// What the task writes before it reads is its own even so.
// CHECK-LABEL: define {{.*}} @written(
// CHECK: @tussah.spawn({{.*}} ptr @written.task)
void written(void) {
  int value;
  GUARD(g, 0);
  TASK(0, __tussah_outer(&value); value = get(1); get(value));
}

// Arguments are evaluated by the parent, which keeps it.
// CHECK-LABEL: define {{.*}} @arguments(
// CHECK-NOT: @tussah.storage
// CHECK: @tussah.spawn({{.*}} ptr @arguments.task
void arguments(int n) {
  int array[4];
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    TASK(0, __tussah_outer(array);
         CALLEE(get)(i == 0 ? array[0] = 1 : ++array[0]));
  }
}

// CHECK-LABEL: define internal void @own.task(
// CHECK: alloca [4 x i32]
// CHECK-LABEL: define internal void @outer.task(ptr
// CHECK-NOT: alloca
// CHECK-LABEL: define internal void @inner.task(
