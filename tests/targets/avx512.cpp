// Reducers that are vectors of 64 bytes: their views are aligned for whole
// registers wherever the reducer is, in code of all levels. Runs where the
// processor has AVX-512.
//
// RUN: %tussah-clang++ -O2 -mavx512f -ftussah-target=native -S %s -o - | %FileCheck %s
// CHECK: vmova{{.*}}%zmm
// RUN: %if avx512f %{ %tussah-clang++ -mavx512f -O0 %s -o %t && env TUSSAH_STRESS=always-steal timeout 60 %t %}
// RUN: %if avx512f %{ %tussah-clang++ -mavx512f -O3 -mprefer-vector-width=512 %s -o %t && env TUSSAH_STRESS=always-steal timeout 60 %t %}
// RUN: %if avx512f %{ %tussah-clang++ -mavx512f -O2 -ftussah-target=reverse %s -o %t && timeout 60 %t %}
// RUN: %if avx512f %{ %if onetbb %{ %tussah-clang++ -mavx512f -O2 -ftussah-target=onetbb %s -o %t && timeout 60 %t %} %}
// RUN: %if avx512f %{ %if openmp %{ %tussah-clang++ -mavx512f -O2 -ftussah-target=openmp %s -o %t && timeout 60 %t %} %}
#include <cilk/cilk.h>
#include <cstdint>
#include <cstdio>

typedef long V8 __attribute__((vector_size(64)));
static bool IsMisplaced;

static void check(void *View) {
  if (reinterpret_cast<std::uintptr_t>(View) % sizeof(V8))
    __atomic_store_n(&IsMisplaced, true, __ATOMIC_RELAXED);
}
static void zero(void *View) {
  check(View);
  *static_cast<V8 *>(View) = V8();
}
static void plus(void *Left, void *Right) {
  check(Left);
  check(Right);
  *static_cast<V8 *>(Left) += *static_cast<V8 *>(Right);
}
typedef V8 cilk_reducer(zero, plus) vectors;

static vectors Global;
static vectors Two[2];
struct Holder {
  char First;
  vectors Member = V8();
  long cilk_reducer([](void *View) { *static_cast<long *>(View) = 0; },
                    [](void *Left, void *Right) {
                      *static_cast<long *>(Left) += *static_cast<long *>(Right);
                    }) Small = 0;
};

static void add(vectors &Where, long N) {
  Where += V8{N, N + 1, N + 2, N + 3, N + 4, N + 5, N + 6, N + 7};
}

int main() {
  char Odd = 1;
  vectors Local = V8();
  auto *OnHeap = new Holder[3];
  cilk_for (long I = 0; I < 96; ++I) {
    add(Global, I * Odd);
    add(Two[I % 2], I);
    add(Local, I);
    add(OnHeap[I % 3].Member, I);
    OnHeap[I % 3].Small += 1;
  }
  V8 Sum = Global, Other = Two[0] + Two[1], Third = Local, Fourth = V8();
  for (int I = 0; I < 3; ++I)
    Fourth += OnHeap[I].Member;
  for (int I = 0; I < 8; ++I)
    if (Sum[I] != 95 * 48 + 96 * I || Other[I] != Sum[I] ||
        Third[I] != Sum[I] || Fourth[I] != Sum[I])
      return 1;
  if (OnHeap[1].Small != 32)
    return 2;
  delete[] OnHeap;
  return IsMisplaced ? 3 : 0;
}
