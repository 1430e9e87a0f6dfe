//===- storage.cpp - Arrays on the heap and static locals -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 50
// extra: sanitize
// Reducers in arrays that `new` makes, and in static variables of functions
// that parallel code calls first; views of views, and views that are aligned.
#include <cilk/cilk.h>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>

template <class T> void zero(void *View) { ::new (View) T(); }
template <class T> void plus(void *Left, void *Right) {
  *static_cast<T *>(Left) += *static_cast<T *>(Right);
  static_cast<T *>(Right)->~T();
}
template <class T> using sum = T cilk_reducer(zero<T>, plus<T>);

struct Holder {
  sum<std::string> Text;
  sum<long> Number = 7;
  Holder() { Text += "made "; }
  void add(int N) {
    Number += N;
    Text += static_cast<char>('a' + N % 26);
  }
};

template <unsigned Alignment> struct alignas(Alignment) Aligned {
  long Values[5] = {};
  bool IsMisplaced = reinterpret_cast<std::uintptr_t>(this) % Alignment != 0;
  Aligned &operator+=(const Aligned &A) {
    for (int I = 0; I < 5; ++I)
      Values[I] += A.Values[I];
    IsMisplaced |= A.IsMisplaced;
    return *this;
  }
};

/// A view with reducers.
struct Levels {
  sum<long> Inner = 0, Many[8] = {};
  Levels &operator+=(Levels &L) {
    Inner += L.Inner;
    for (int I = 0; I < 8; ++I)
      Many[I] += L.Many[I];
    return *this;
  }
};
struct Deeper {
  sum<Levels> Levels_;
  Deeper &operator+=(Deeper &D) {
    Levels_ += D.Levels_;
    return *this;
  }
};
sum<Deeper> Deep;

static sum<long> *makeNumbers(int N) { return new sum<long>[N](); }

static long arrays(int N) {
  sum<long> *Numbers = makeNumbers(N);
  auto *Texts = new sum<std::string>[3];
  auto *Grid = new sum<long>[2][3]();
  auto *Wide = new sum<Aligned<64>>[2];
  auto *Missing = new (std::nothrow) sum<long>[2]();
  sum<long> *Nothing = nullptr;
  cilk_for (int I = 0; I < 24; ++I) {
    Numbers[I % N] += I;
    Texts[I % 3] += static_cast<char>('a' + I);
    Grid[I % 2][I % 3] += I;
    Wide[I % 2].Values[I % 5] += I;
    Missing[I % 2] += 1;
  }
  long Result = Grid[1][2] + Wide[1].Values[3] + Missing[1] + N;
  for (int I = 0; I < N; ++I)
    Result = Result * 3 + Numbers[I];
  for (char Letter : Texts[1])
    Result = Result * 5 % 1000003 + Letter;
  Result += Wide[0].IsMisplaced * 1000;
  delete[] Numbers;
  delete[] Texts;
  delete[] Grid;
  delete[] Wide;
  delete[] Missing;
  delete[] Nothing;
  return Result;
}

template <int Which> static Holder &once() {
  static Holder Held;
  return Held;
}

static Holder *several() {
  static Holder Held[2];
  return Held;
}

static std::string &text() {
  static sum<std::string> Text = std::string("begin ");
  return Text;
}

static sum<Aligned<64>> Wide;
static sum<Aligned<256>> Wider;

int main() {
  sum<long> Sum = 0;
  cilk_for (int I = 0; I < 40; ++I) {
    Sum += arrays(I % 5 + 1);
    if (I >= 20) {
      once<0>().add(I);
      several()[I % 2].add(I);
      text() += static_cast<char>('a' + I % 26);
    }
    Wide.Values[I % 5] += I;
    Wider.Values[I % 5] += I;
    Deep.Levels_.Inner += I;
    Deep.Levels_.Many[I % 8] += I;
  }
  std::printf("%ld\n", (long)Sum);
  std::printf("%ld %s\n", (long)once<0>().Number, once<0>().Text.c_str());
  for (int I = 0; I < 2; ++I)
    std::printf("%ld %s\n", (long)several()[I].Number,
                several()[I].Text.c_str());
  std::printf("%s\n", text().c_str());
  std::printf("%ld %d %ld %d\n", Wide.Values[2], Wide.IsMisplaced,
              Wider.Values[3], Wider.IsMisplaced);
  std::printf("%ld %ld\n", (long)Deep.Levels_.Inner, (long)Deep.Levels_.Many[5]);
}
