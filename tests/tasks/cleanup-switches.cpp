// RUN: %clangxx -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// The switch behind a cleanup that several ways share. Its default leads out of
// the task if clang has not seen the label when it leaves the scope.
#include "markers.h"

struct D {
  explicit D(int) noexcept;
  ~D() noexcept;
};
struct Outer {
  Outer() noexcept;
  ~Outer() noexcept;
};
void use(int) noexcept;

// CHECK-LABEL: define {{.*}} @_Z3onei(
// CHECK: @tussah.spawn(
// CHECK: ret i32
int one(int way) {
  Outer outer;
  GUARD(g, 0);
  TASK(0, {
    {
      D d(1);
      if (way == 1)
        goto end;
      use(1);
    }
    use(2);
  end:;
  });
  return way;
}

// The number of `middle` comes to the inner switch, but not to the outer one.
// CHECK-LABEL: define {{.*}} @_Z3twoi(
// CHECK: @tussah.spawn(
// CHECK: ret i32
int two(int way) {
  Outer outer;
  GUARD(g, 0);
  TASK(0, {
    {
      D d(1);
      {
        D e(2);
        if (way == 1)
          goto middle;
        if (way == 2)
          goto end;
        use(1);
      }
      use(2);
    middle:
      use(3);
    }
    use(4);
  end:;
  });
  return way;
}

// A task may store to an atomic variable at any time.
// CHECK-LABEL: define {{.*}} @_Z6atomicv(
// CHECK: @tussah.spawn(
// CHECK: call void @_Z3usei(i32 noundef 77)
int atomic() {
  _Atomic(int) state = 1;
  GUARD(g, 0);
  TASK(0, state = 2);
  state = 1;
  switch (state) {
  case 1:
    use(76);
    break;
  default:
    use(77);
  }
  return 0;
}

// The program's own switches, where the default is taken and where not.
// CHECK-LABEL: define {{.*}} @_Z6statesi(
// CHECK: call void @_Z3usei(i32 noundef 78)
// CHECK-LABEL: define {{.*}} @_Z5knownv(
// CHECK-NOT: call void @_Z3usei(i32 noundef 79)
// CHECK: ret i32
int states(int n) {
  int state = 1;
  GUARD(g, 0);
  TASK(0, use(1));
  for (;;) {
    switch (state) {
    case 1:
      state = n ? 2 : 3;
      break;
    case 2:
      state = 3;
      break;
    default:
      use(78);
      return 1;
    }
  }
}
int known() {
  int state = 1;
  GUARD(g, 0);
  TASK(0, use(1));
  switch (state) {
  case 1:
    return 1;
  default:
    use(79);
  }
  return 2;
}

// The tasks follow the functions: destructors are theirs, and the parent's are
// not.
// CHECK-LABEL: define internal void @_Z3onei.task(
// CHECK-NOT: @_ZN5OuterD1Ev(
// CHECK: @_ZN1DD1Ev(
// CHECK-NOT: @_ZN5OuterD1Ev(
// CHECK-LABEL: define internal void @_Z3twoi.task(
// CHECK-NOT: @_ZN5OuterD1Ev(
// CHECK: {{^}}}
