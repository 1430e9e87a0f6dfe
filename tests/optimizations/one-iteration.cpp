// RUN: %tussah-clang++ -ftussah-target=native -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %tussah-clang++ -ftussah-target=native -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=LARGE
// A loop of one iteration runs the body, without the loads that a leaf does
// before it. There is no second copy of a large body for that.
#include <cilk/cilk.h>

struct Vectors {
  const double *x, *y;
  double *w;
};

// CHECK: define internal void @_Z5briefR7Vectorsl.body(
void brief(Vectors &v, long n) {
  cilk_for (long i = 0; i < n; ++i) v.w[i] = v.x[i] * v.y[i];
}

#define STEP(c)                                                                \
  if (a > c)                                                                   \
    b = b * a + c;                                                             \
  else                                                                         \
    a = a * b - c;
#define STEPS(c)                                                               \
  STEP(c) STEP(c + 1) STEP(c + 2) STEP(c + 3) STEP(c + 4) STEP(c + 5)

// LARGE-NOT: define {{.*}} @_Z5largeR7Vectorsl.body(
// LARGE: define internal void @_Z5largeR7Vectorsl.body.leaf(
// LARGE-NOT: define {{.*}} @_Z5largeR7Vectorsl.body(
void large(Vectors &v, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    double a = v.x[i], b = v.y[i];
    STEPS(1) STEPS(7) STEPS(13)
    v.w[i] = a + b;
  }
}
