//===- bare.cpp - The keyword without parentheses -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 20
// `T cilk_reducer v` is `T cilk_reducer() v`. Without the plugin the program
// has to define the keyword.
#include <cilk/cilk.h>
#include <cilk/reducer>
#include <cstdio>
#include <new>

#ifndef __tussah__
#undef cilk_reducer
#undef _Hyperobject
#define cilk_reducer
#define _Hyperobject
#endif

struct Sum : __reducer_base {
  long Value = 0;
  std::size_t size() const override { return sizeof *this; }
  __reducer_base *identity(void *View) override { return ::new (View) Sum; }
  void reduce(__reducer_base *Left, __reducer_base *Right) override {
    static_cast<Sum *>(Left)->Value += static_cast<Sum *>(Right)->Value;
  }
};

struct Sum cilk_reducer Global;
Sum _Hyperobject Other;
using Alias = Sum cilk_reducer;
static Alias Third;

template <class T> struct Box {
  T cilk_reducer Inside;
};

static long valueOf(Sum cilk_reducer *Pointer) { return Pointer->Value; }

int main() {
  Sum cilk_reducer Local;
  Box<Sum> B;
  cilk_for (int I = 0; I < 1000; ++I) {
    Global.Value += I;
    Other.Value++;
    Third.Value--;
    Local.Value += 2;
    B.Inside.Value += 3;
  }
  Sum cilk_reducer &Reference = Local;
  std::printf("%ld %ld %ld ", valueOf(__builtin_addressof(Global)), Other.Value,
              Third.Value);
  std::printf("%ld %ld %ld\n", Local.Value, Reference.Value, B.Inside.Value);
}
