//===- globals.cpp - Reducers of static storage duration ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 50
// cells: all
// extra: sanitize
// Reducers of static storage duration, in every form that an expression can
// have. The lists show the order in which updates are united.
#include <cilk/cilk.h>
#include <cstdio>
#include <string>

template <class T> void zero(void *View) { ::new (View) T(); }
template <class T> void plus(void *Left, void *Right) {
  *static_cast<T *>(Left) += *static_cast<T *>(Right);
  static_cast<T *>(Right)->~T();
}
void appendText(void *Left, void *Right) {
  auto *L = static_cast<std::string *>(Left);
  auto *R = static_cast<std::string *>(Right);
  *L += '|';
  L->pop_back();
  *L += *R;
  R->~basic_string();
}

template <class T> using sum = T cilk_reducer(zero<T>, plus<T>);
typedef std::string cilk_reducer(zero<std::string>, appendText) text;

sum<long> Total = 5;
long _Hyperobject(zero<long>, plus<long>) Bins[4];
text Log = "begin ";
static sum<double> Half;
extern sum<unsigned> Later;
struct Counter {
  static sum<int> Shared;
  static text Names[2];
};
sum<int> Counter::Shared = 1;
text Counter::Names[2];

// Two instances with functions of their own.
template <class T, int N> struct Steps {
  static constexpr int Number = N;
  static void identity(void *View) { ::new (View) T(); }
  static void reduce(void *Left, void *Right) {
    *static_cast<T *>(Left) += *static_cast<T *>(Right);
    static_cast<T *>(Right)->~T();
  }
  static T cilk_reducer(identity, reduce) Value;
  template <class U> using twice = U cilk_reducer(zero<T>, plus<U>);
  static twice<T> Second;
};
template <class T, int N>
T cilk_reducer((Steps<T, N>::identity), (Steps<T, N>::reduce))
    Steps<T, N>::Value;
template <class T, int N>
typename Steps<T, N>::template twice<T> Steps<T, N>::Second;

template <class T> T cilk_reducer(zero<T>, plus<T>) Variable;

#define BUMP(X) ((X) += 1)
#define VALUE(X) (X)

static void add(sum<long> &Where, long N) { Where += N; }
static sum<long> &where() { return Total; }
static sum<long> *pointer() { return __builtin_addressof(Bins[1]); }
static void through(long &View, long N) { View += N; }

static void step(int N) {
  Total += N;
  ++Bins[N % 4];
  Bins[(N + 1) % 4]--;
  Log += std::to_string(N) + " ";
  Log.append(N % 3 == 0 ? "fizz " : "");
  Half = Half + 0.5;
  Later |= 0u;
  BUMP(Later);
  Counter::Shared -= N;
  Counter::Names[N & 1] += static_cast<char>('a' + N % 26);
  add(Total, 1);
  where() += 2;
  *pointer() += 3;
  pointer()[1] += N;
  (N % 2 ? Bins[0] : Bins[3]) += 7;
  through(Total, 4);
  auto &Reference = Total;
  Reference += 1;
  auto *Pointer = __builtin_addressof(Total);
  *Pointer += 1;
  long *View = &Total;
  *View += 1;
  auto ByReference = [&](long M) { Total += M; };
  ByReference(2);
  Steps<std::string, 1>::Value += static_cast<char>('A' + N % 26);
  Steps<std::string, 2>::Value += static_cast<char>('0' + N % 10);
  Steps<std::string, 2>::Second += static_cast<char>('0' + N % 10);
  Variable<long> += N;
  Variable<std::string> += '.';
  static sum<long> Calls;
  VALUE(Calls) += sizeof Calls;
  decltype(Total) &Same = Total;
  Same += 1;
  __typeof__(Log) *Text = __builtin_addressof(Log);
  Text->push_back('/');
  for (auto &Bin : Bins)
    Bin += 1;
  if (N == 99)
    std::printf("calls %s\n", Calls > 0 ? "some" : "none");
}

static void halves(int Begin, int End) {
  if (End - Begin == 1) {
    step(Begin);
    return;
  }
  int Middle = Begin + (End - Begin) / 2;
  cilk_spawn halves(Begin, Middle);
  halves(Middle, End);
  cilk_sync;
}

static long value(int N) {
  Log += "v";
  return N;
}

static void assign() {
  for (int I = 0; I < 8; ++I)
    Total += cilk_spawn value(I);
  cilk_sync;
}

static long byDefault(long N = Total) { return N; }
struct ByDefault {
  long Member = Total + 1;
};

sum<unsigned> Later = 0;

int main() {
  halves(0, 100);
  cilk_for (int I = 0; I < 50; ++I) {
    Log += "<" + std::to_string(I) + ">";
    Total += I;
    cilk_spawn add(Total, I);
  }
  assign();
  std::printf("%ld %ld %ld %ld %ld\n", (long)Total, Bins[0], Bins[1], Bins[2],
              Bins[3]);
  std::printf("%s\n", Log.c_str());
  std::printf("%g %u %d %s %s\n", Half, Later, Counter::Shared,
              Counter::Names[0].c_str(), Counter::Names[1].c_str());
  std::printf("%s %s %s %ld %zu\n", Steps<std::string, 1>::Value.c_str(),
              Steps<std::string, 2>::Value.c_str(),
              Steps<std::string, 2>::Second.c_str(), Variable<long>,
              Variable<std::string>.size());
  std::printf("%ld %ld\n", byDefault() - Total, ByDefault().Member - Total);
}
