// What has no checks: constants, variables of threads, and variables that no other strand can know; no end of lifetime in
// functions without tasks; no frame where nothing is checked or called; and one check of what memcpy copies. In
// omitted.cpp leaving such a check out would lose a race.
// RUN: %tussah-clang -O1 -fsanitize=cilk -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='@__tussah_race_{{load|store|end|variable}}('
// RUN: %tussah-clang -Wno-tussah-race -O1 -fsanitize=cilk -DENDS -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=ENDS
#include <cilk/cilk.h>
#include <string.h>

extern int take(int *);
static const int constants[4] = {1, 2, 3, 4};
static _Thread_local int own[4];
int global[4];

// CHECK-LABEL: @reads_constants(
// CHECK-NOT: __tussah_race_frame
// CHECK: ret i32
int reads_constants(int i) { return constants[i & 3]; }

// CHECK-LABEL: @of_thread(
// CHECK: call void @__tussah_race_gap
// CHECK: ret i32
int of_thread(int i) {
  own[i & 3] = i;
  return own[(i + 1) & 3];
}

// CHECK-LABEL: @array_of_its_own(
// CHECK-NOT: __tussah_race_frame
// CHECK: ret i32
int array_of_its_own(int n) {
  int x[16];
  for (int i = 0; i < 16; ++i)
    x[i] = n * i;
  return x[n & 15];
}

// CHECK-LABEL: @idle(
// CHECK-NOT: __tussah_race_frame
// CHECK: ret i32
int idle(int n) { return n * 2; }

// CHECK-LABEL: @copies(
// CHECK: call void @__tussah_race_gap
// CHECK: call void @__tussah_race_load_range(i64 {{.*}}, ptr {{.*}}, i64 {{.*}}1, i64 {{.*}}100, i64 {{.*}}1)
// CHECK: call void @__tussah_race_store_range(i64 {{.*}}, ptr {{.*}}, i64 {{.*}}1, i64 {{.*}}100, i64 {{.*}}1)
// CHECK: ret void
void copies(char *to, char *from) { memcpy(to, from, 100); }

#ifdef ENDS
// ENDS-LABEL: @shows(
// ENDS: call void @__tussah_race_variable
// ENDS-NOT: @__tussah_race_end
// ENDS: ret i32
int shows(void) {
  int x = 0;
  return take(&x);
}

// The same with a task: the variable ends with a write.
// ENDS-LABEL: @shows_a_task{{.*}}(
// ENDS: call void @__tussah_race_variable
// ENDS: call void @__tussah_race_end
int shows_a_task(void) {
  int x = 0;
  cilk_spawn take(&x);
  return x;
}
#endif
