// In C, control may jump over an initializer: only a mark tells then that the
// tasks share the variable.
// RUN: %tussah-clang -std=c17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='call void @__tussah_outer'
#include <cilk/cilk.h>

void use(void *);

// CHECK-LABEL: define {{.*}} @over_case(
// CHECK: @__tussah_outer({{.*}} %value)
void over_case(int n) {
  switch (n) {
    long value = 5;
  default:
    for (int i = 0; i < n; ++i)
      cilk_spawn use(&value);
  }
}

// CHECK-LABEL: define {{.*}} @over_label(
// CHECK: @__tussah_outer({{.*}} %value)
void over_label(int n) {
  goto behind;
  long value = 5;
behind:
  for (int i = 0; i < n; ++i)
    cilk_spawn use(&value);
}

// It is the same variable each time control jumps over its declaration.
// CHECK-LABEL: define {{.*}} @over_and_over(
// CHECK: @__tussah_outer({{.*}} %value)
void over_and_over(int n) {
again:
  if (n)
    goto behind;
  long value;
behind:
  cilk_spawn use(&value);
  if (n--)
    goto again;
}

// CHECK-LABEL: define {{.*}} @forward(
void forward(int n) {
  for (int i = 0; i < n; ++i) {
    long value;
    if (i == 4)
      goto behind;
    use(0);
  behind:
    cilk_spawn use(&value);
  }
  for (int i = 0; i < n; ++i)
    switch (i) {
      long value;
    case 1:
      cilk_spawn use(&value);
    }
}

// The pointer has a fixed size, unlike the array.
// CHECK-LABEL: define {{.*}} @variable_length(
// CHECK: @__tussah_outer({{.*}} %pointer)
void variable_length(int n) {
  long(*pointer)[n];
  long array[n];
  for (int i = 0; i < n; ++i) {
    cilk_spawn use(&pointer);
    cilk_spawn use(array);
  }
}
