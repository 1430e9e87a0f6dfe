// RUN: %clangxx -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// The block that calls std::terminate serves a whole function; a task gets its
// own copy. A task that does not return leaves the parent's code alone.
#include "markers.h"

void may_throw();
[[noreturn]] void die();
struct D {
  ~D() noexcept(false);
};

// CHECK-LABEL: define {{.*}} @_Z6parentv(
// CHECK: @tussah.spawn(
// CHECK: @_Z9may_throwv()
// CHECK: __clang_call_terminate
void parent() {
  D a, b;
  GUARD(g, 0);
  TASK(0, {
    D c, d;
    may_throw();
  });
  may_throw();
}

// CHECK-LABEL: define {{.*}} @_Z5neverv(
// CHECK: @tussah.spawn({{.*}} ptr @_Z5neverv.task
// CHECK: @_Z9may_throwv()
void never() {
  GUARD(g, 0);
  TASK(0, die());
  may_throw();
}

// CHECK-LABEL: define internal void @_Z6parentv.task(
// CHECK: __clang_call_terminate
