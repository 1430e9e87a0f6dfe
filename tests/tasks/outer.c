// RUN: %clang -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s --implicit-check-not=__tussah_outer
// Variables that only a task uses are its own, unless a marker says that they
// are declared outside: then they outlive it if their address leaves it.
#include "markers.h"

#define SHARED 0
#define ONE 1
#define MANY 2
void *__tussah_outer(void *variable, unsigned lives) NOTHROW;
void *__tussah_alloca(void *memory) NOTHROW;
void use(int *);
int get(int);
int *same(int *);

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
    TASK(0, __tussah_outer(array, SHARED); use(array));
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
    TASK(1, __tussah_outer(array, SHARED); use(array));
  });
}

// What the task writes before it reads is its own even so.
// CHECK-LABEL: define {{.*}} @written(
// CHECK: @tussah.spawn({{.*}} ptr @written.task)
void written(void) {
  int value;
  GUARD(g, 0);
  TASK(0, __tussah_outer(&value, SHARED); value = get(1); get(value));
}

// Arguments are evaluated by the parent, which keeps it.
// CHECK-LABEL: define {{.*}} @arguments(
// CHECK-NOT: @tussah.storage
// CHECK: @tussah.spawn({{.*}} ptr @arguments.task
void arguments(int n) {
  int array[4];
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    TASK(0, __tussah_outer(array, SHARED);
         CALLEE(get)(i == 0 ? array[0] = 1 : ++array[0]));
  }
}

// One life: the variable of the parent is its place.
// CHECK-LABEL: define {{.*}} @leaves(
// CHECK-NOT: @tussah_kept
// CHECK: @tussah.spawn({{.*}} ptr @leaves.task, ptr %array)
void leaves(void) {
  int array[4];
  GUARD(g, 0);
  TASK(0, __tussah_outer(array, ONE); use(array));
}

// Nothing learns its address.
// CHECK-LABEL: define {{.*}} @stays(
// CHECK: @tussah.spawn({{.*}} ptr @stays.task)
void stays(void) {
  struct { int number, others[7]; } a, b;
  GUARD(g, 0);
  TASK(0, __tussah_outer(&a, ONE); __tussah_outer(&b, ONE);
       int *p = &a.others[2]; *p = 3; a.number = 4; b = a;
       get(b.number + p[1]));
}

// The address is given away by a computation of the parent.
// CHECK-LABEL: define {{.*}} @computed(
// CHECK-NOT: @tussah.storage
// CHECK: call ptr @same(ptr
// CHECK: @tussah.spawn({{.*}} ptr @computed.task
void computed(void) {
  int array[4];
  GUARD(g, 0);
  TASK(0, __tussah_outer(array, ONE); CALLEE(use)(same(array)));
}

// Volatile accesses, atomic ones, and addresses in other variables.
// CHECK-LABEL: define {{.*}} @others(
// CHECK: @tussah.spawn({{.*}} ptr @others.task, ptr %a, ptr %b, ptr %c, ptr %where)
int *others(void) {
  volatile int a;
  _Atomic int b;
  int c, *where;
  GUARD(g, 0);
  TASK(0, __tussah_outer((void *)&a, ONE); __tussah_outer(&b, ONE);
       __tussah_outer(&c, ONE); a = 1; b = 2; where = &c);
  SYNC(0);
  return where;
}

// Many lives: each instance has its own, until control comes back, or leaves
// the function, and the task has ended.
// CHECK-LABEL: define {{.*}} @many(
// CHECK: store ptr null, ptr [[SLOT:%.*]],
// CHECK: [[KEPT:%.*]] = call ptr @tussah_kept_new(ptr [[SLOT]], i64 16, i64 16)
// CHECK: call void @tussah_kept_share(ptr [[KEPT]])
// CHECK: @tussah.spawn({{.*}} ptr @many.task, ptr [[KEPT]]
// CHECK: call void @tussah_kept_close(ptr [[SLOT]])
// CHECK-NEXT: ret void
void many(int n) {
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    int array[4];
    TASK(0, __tussah_outer(array, MANY); use(array));
  }
}

// The same of what an argument is made of, before that.
// CHECK-LABEL: define {{.*}} @many_arguments(
// CHECK: [[KEPT:%.*]] = call ptr @tussah_kept_new(
// CHECK: call ptr @same(ptr
// CHECK: call void @tussah_kept_share(ptr [[KEPT]])
// CHECK: @tussah.spawn({{.*}} ptr @many_arguments.task, ptr
void many_arguments(int n) {
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    int array[4];
    TASK(0, __tussah_outer(array, MANY); CALLEE(use)(same(array)));
  }
}

// Of a literal too, which the marker returns. A value is copied.
// CHECK-LABEL: define {{.*}} @literal(
// CHECK: call ptr @tussah_kept_new(
// CHECK: store i32 5,
// CHECK: @tussah.spawn({{.*}} ptr @literal.task,
void literal(int n) {
  GUARD(g, 0);
  for (int i = 0; i < n; i++) {
    TASK(0, CALLEE(use)(__tussah_outer(&(int){5}, MANY)));
  }
}

// What `alloca` gives lives until the function ends, unless only the task can
// use it.
// CHECK-LABEL: define {{.*}} @memory(
// CHECK: %allocations = alloca ptr
// CHECK: store ptr null, ptr %allocations
// CHECK: @tussah.spawn({{.*}} ptr @memory.task{{.*}} ptr %allocations
// CHECK: call void @tussah_kept_close_list(ptr %allocations)
// CHECK-NEXT: ret void
void memory(int n) {
  GUARD(g, 0);
  TASK(0, int *p = __tussah_alloca(__builtin_alloca(n)); use(p);
       char *q = __tussah_alloca(__builtin_alloca(n)); q[n - 1] = 3;
       get(q[n - 1]));
}

// CHECK-LABEL: define internal void @own.task(
// CHECK: alloca [4 x i32]
// CHECK-LABEL: define internal void @outer.task(ptr
// CHECK-NOT: alloca
// CHECK-LABEL: define internal void @inner.task(
// CHECK-LABEL: define internal void @stays.task(
// CHECK-COUNT-2: alloca %struct.anon
// CHECK-LABEL: define internal void @many.task(
// CHECK: call void @use(
// CHECK: call void @tussah_kept_end(
// CHECK-NEXT: ret void
// CHECK-LABEL: define internal void @memory.task(
// CHECK: call ptr @tussah_kept_alloca(ptr %allocations, i64
// CHECK-NOT: @tussah_kept_alloca
// CHECK: alloca i8, i64
