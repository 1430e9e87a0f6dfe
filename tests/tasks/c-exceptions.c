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

// An exception that leaves a task has waited for the children of the task, and
// cleaned up what is the task's, but nothing of its parent.
// CHECK-LABEL: define {{.*}} @block(
// CHECK-NOT: @cleanup
// CHECK: invoke {{.*}}@tussah.spawn({{.*}} ptr @block.task.1,
// CHECK-NOT: @cleanup
// CHECK: call void @tussah.sync.unwind(
// CHECK-NOT: @cleanup
// CHECK: resume
void cleanup(int *);
void block(int n) {
  GUARD(g, 0);
  TASK(0, {
    GUARD(inner, 1);
    int __attribute__((cleanup(cleanup))) cleaned = n;
    TASK(1, CALLEE(callee)(n));
    callee(3);
  });
  callee(4);
}

// The same if the guard is not initialized.
// CHECK-LABEL: define {{.*}} @uninitialized(
// CHECK: @tussah.spawn({{.*}} ptr @uninitialized.task,
// CHECK: call void @tussah.sync.unwind(
// CHECK: resume
void uninitialized(int n) {
  GUARD(g, 0);
  if (__tussah_task_begin(0)) {
    int leave __attribute__((cleanup(__tussah_task_leave)));
    callee(n);
  }
  __tussah_task_end(0);
  callee(4);
}

// Until its arguments are evaluated it is the parent that fails.
// CHECK-LABEL: define {{.*}} @arguments(
// CHECK: [[STORAGE:%.*]] = call ptr @tussah.storage(
// CHECK: invoke i32 @risk(
// CHECK: landingpad
// CHECK: call void @tussah.discard(ptr %frame, ptr [[STORAGE]])
// CHECK-NEXT: br
// CHECK: call void @tussah.sync.unwind(
// CHECK: resume
struct Large {
  long values[8];
};
void large(struct Large, int);
int risk(int);
void arguments(struct Large *p) {
  GUARD(g, 0);
  TASK(0, CALLEE(large)(*p, risk(1)));
}

// CHECK-LABEL: define internal void @parent.task(
// CHECK: invoke void @callee(
// CHECK-NOT: @tussah
// CHECK: resume
// CHECK-NOT: @tussah
// CHECK: ret void

// CHECK-LABEL: define internal void @block.task.1(
// CHECK: invoke {{.*}}@tussah.spawn(
// CHECK: invoke void @cleanup(
// CHECK: invoke void @tussah.sync.unwind(ptr %frame, ptr %exn)
// CHECK: invoke void @callee(i32 noundef 3)
// CHECK: invoke void @tussah.sync(ptr %frame)
// CHECK-NOT: @tussah
// CHECK: ret void

// CHECK-LABEL: define internal void @uninitialized.task(
// CHECK: invoke void @callee(
// CHECK-NOT: @tussah
// CHECK: resume
// CHECK-NOT: @tussah
// CHECK: ret void
