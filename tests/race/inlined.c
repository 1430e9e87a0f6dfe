// Functions are inlined as without the detector, so a variable that they get by reference is no memory that is checked.
// RUN: %tussah-clang -O2 -fsanitize=cilk -S -emit-llvm %s -o - | %FileCheck %s
// CHECK-NOT: call {{.*}}@rotate(
// CHECK-NOT: call {{.*}}@__tussah_race_variable(
struct numbers {
  long at[4];
};

static void rotate(struct numbers *x) {
  long first = x->at[0] ^ x->at[3];
  x->at[0] = x->at[1] + x->at[0];
  x->at[1] = x->at[2] + x->at[1];
  x->at[2] = x->at[3] + x->at[2];
  x->at[3] = first + x->at[3];
}

long sum(long a, long b) {
  struct numbers x = {{a, b, a, b}};
  rotate(&x);
  x.at[0] *= 3;
  rotate(&x);
  return x.at[0] + x.at[1] + x.at[2] + x.at[3];
}
