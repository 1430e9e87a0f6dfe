// tasks: 10
// cells: all
// extra: sanitize thinlto
// flags: -std=c++17 -mno-avx -Wno-psabi
// RUN: %matrix %s

// Foreign functions get arguments on the stack that are aligned more strictly
// than the stack: objects by value and wide vectors, in calls from a function
// whose frame cannot be realigned, at any depth of the stack.

#include <cilk/cilk.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

struct Wide {
  alignas(64) uint64_t Values[4];
};
struct alignas(128) Wider {
  char Text[128];
};
struct Large {
  long Values[6];
};
typedef float Vector __attribute__((vector_size(32)));

template <class T> static long misalignment(const T &Object) {
  auto Address = reinterpret_cast<uintptr_t>(&Object);
  asm volatile("" : "+r"(Address));
  return Address % alignof(T);
}

__attribute__((noinline)) static long one(Wide W) {
  return misalignment(W) * 1000 + W.Values[3];
}

// Its other arguments change where the objects lie.
__attribute__((noinline)) static Wide several(int A, int B, int C, int D, int E,
                                              int F, int G, Wide V, char H,
                                              Wider W, double I) {
  return {{uint64_t(misalignment(V) + misalignment(W)), V.Values[0],
           uint64_t(A + B + C + D + E + F + G + H), uint64_t(W.Text[7] + I)}};
}

// Objects that are not over-aligned lie beside those that are.
__attribute__((noinline)) static long mixed(Large A, Wide W, Large B) {
  long Sum = misalignment(W) * 1000 + W.Values[2];
  for (int I = 0; I < 6; ++I)
    Sum += I * A.Values[I] - B.Values[I];
  return Sum;
}

__attribute__((noinline)) static long vectors(Vector A, Vector B, Vector C,
                                              Vector D, Vector E, Vector F,
                                              Vector G, Vector H, Vector I) {
  Vector Sum = A + B + C + D + E + F + G + H + 2 * I;
  return long(Sum[0] + Sum[7]);
}

__attribute__((noinline)) static long variable(int Count, ...) {
  va_list List;
  va_start(List, Count);
  long Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += va_arg(List, Wide).Values[1];
  va_end(List);
  return Sum;
}

__attribute__((noinline)) static long fails(Wide W) {
  if (misalignment(W) == 0)
    throw std::runtime_error("aligned");
  return 0;
}

static long (*volatile Indirect)(Wide) = one;

static long caught(Wide W) {
  try {
    return fails(W);
  } catch (const std::runtime_error &E) {
    return E.what()[0];
  }
}

static long tree(int Depth) {
  Wide W = {{uint64_t(Depth), 2, 3, 4}};
  Wider Text = {"abcdefg!"};
  Large L = {{1, Depth, 3, 5, 7, 9}}, M = {{2, 4, 6, 8, Depth, 1}};
  Vector V = {1, 2, 3, 4, 5, 6, 7, float(Depth)};
  if (Depth == 0)
    return one(W);
  long X = cilk_spawn tree(Depth - 1);
  Wide R = several(1, 2, 3, 4, 5, 6, 7, W, 8, Text, 9.5);
  long Sum = one(W) + Indirect(W) + R.Values[0] * 1000 + R.Values[1] +
             R.Values[2] + R.Values[3];
  Sum += vectors(V, V, V, V, V, V, V, V, V) + variable(3, W, R, W) + caught(W) +
         mixed(L, W, M);
  long Y = tree(Depth - 1);
  cilk_sync;
  return X + 3 * Y + Sum + one(W);
}

int main() { std::printf("%ld\n", tree(6)); }
