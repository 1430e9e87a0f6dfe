// What tasks share of the variables that they name: all instances one life (0),
// one the only life (1), or each its own (2). In C, control may jump over an
// initializer.
// RUN: %tussah-clang -std=c17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='call ptr @__tussah_outer'
#include <cilk/cilk.h>

void use(void *);

// CHECK-LABEL: define {{.*}} @over_case(
// CHECK: @__tussah_outer({{.*}} %value, i32 noundef 0)
void over_case(int n) {
  switch (n) {
    long value = 5;
  default:
    for (int i = 0; i < n; ++i)
      cilk_spawn use(&value);
  }
}

// CHECK-LABEL: define {{.*}} @over_label(
// CHECK: @__tussah_outer({{.*}} %value, i32 noundef 0)
void over_label(int n) {
  goto behind;
  long value = 5;
behind:
  for (int i = 0; i < n; ++i)
    cilk_spawn use(&value);
}

// It is the same variable each time control jumps over its declaration.
// CHECK-LABEL: define {{.*}} @over_and_over(
// CHECK: @__tussah_outer({{.*}} %value, i32 noundef 0)
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
// CHECK: @__tussah_outer({{.*}} %value, i32 noundef 2)
// CHECK: @__tussah_outer({{.*}} %value{{[0-9]+}}, i32 noundef 2)
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
// CHECK: @__tussah_outer({{.*}} %pointer, i32 noundef 0)
void variable_length(int n) {
  long(*pointer)[n];
  long array[n];
  for (int i = 0; i < n; ++i) {
    cilk_spawn use(&pointer);
    cilk_spawn use(array);
  }
}

struct item {
  int number;
};
int value(struct item);

// Literals of which an address is taken belong to the block around the spawn.
// CHECK-LABEL: define {{.*}} @literals(
// CHECK: @__tussah_outer(ptr noundef %.compoundliteral, i32 noundef 1)
// CHECK: @__tussah_outer(ptr noundef %.compoundliteral{{[0-9]+}}, i32 noundef 2)
// CHECK: @__tussah_outer(ptr noundef %.compoundliteral{{[0-9]+}}, i32 noundef 1)
extern int m;
void literals(void) {
  cilk_spawn use(&(struct item){m});
  for (int i = 0; i < 3; ++i)
    cilk_spawn use((int[]){m, 2});
  cilk_spawn value((struct item){m});
  cilk_spawn { use(&(struct item){m}); }
  cilk_spawn {
    cilk_spawn use(&(struct item){3});
    use(&(struct item){4});
  }
  cilk_spawn use(({ int *p = &(int){3}; p; }));
  use(&(struct item){m});
}

// CHECK-LABEL: define {{.*}} @memory(
// CHECK-NOT: call ptr @__tussah_alloca
// CHECK: @__tussah_task_begin
// CHECK: @__tussah_alloca
// CHECK: @__tussah_alloca
// CHECK-NOT: call ptr @__tussah_alloca
void memory(void) {
  use(__builtin_alloca(8));
  cilk_spawn use(__builtin_alloca(8));
  cilk_spawn {
    use(__builtin_alloca(8));
    void *p = __builtin_alloca(8);
    use(p);
  }
}
