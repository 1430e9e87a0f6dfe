//===- uses.cpp - Odd uses of reducers ------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 20
// extra: sanitize
// standards: c++17 c++20 c++23
#include <cilk/cilk.h>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

template <class T> void zero(void *View) { ::new (View) T(); }
template <class T> void plus(void *Left, void *Right) {
  *static_cast<T *>(Left) += *static_cast<T *>(Right);
  static_cast<T *>(Right)->~T();
}
template <class T> using sum = T cilk_reducer(zero<T>, plus<T>);
template <class T> using indirect = sum<T>;
template <class T> using same = T;
using text = same<sum<std::string>>;

/// As wide as a register of AVX-512.
struct alignas(64) Wide {
  long Lanes[8] = {};
  bool Misplaced = reinterpret_cast<std::uintptr_t>(this) % 64 != 0;
  Wide &operator+=(const Wide &W) {
    for (int I = 0; I < 8; ++I)
      Lanes[I] += W.Lanes[I];
    Misplaced |= W.Misplaced;
    return *this;
  }
};
struct alignas(256) Wider : Wide {
  bool Far = reinterpret_cast<std::uintptr_t>(this) % 256 != 0;
};

/// The numbers that a container has been given, in order.
struct Numbers {
  std::vector<int> All;
  long Extra = 0;
  Numbers &operator+=(const Numbers &N) {
    All.insert(All.end(), N.All.begin(), N.All.end());
    Extra += N.Extra;
    return *this;
  }
  void operator()(int N) { All.push_back(N); }
  int &operator[](int) { return All.back(); }
  Numbers *operator->() { return this; }
};

indirect<long> Total;
text Log;
sum<Wide> Lanes;
sum<Wider> Far;
sum<Numbers> List;

// Overloads and templates see the type of the view.
static const char *kind(long &) { return "long"; }
static const char *kind(const std::string &) { return "string"; }
template <class T> void bump(T &View) { View += 1; }
template <class T> void take(T &&View) { View += 1; }

static long &asView() { return Total; }
static indirect<long> &asReducer() { return Total; }
static void viaPointer(sum<long> *P, text &T) {
  *P += 1;
  P[0] += 1;
  T += 'p';
}

static void step(int N) {
  Lanes.Lanes[N % 8] += N;
  Far.Lanes[N % 8] += N;
  List(N);
  List[0] += 1;
  List->Extra += N;
  bump(Total);
  take(Total);
  asView() += 1;
  asReducer() += 1;
  void (*Call)(sum<long> *, text &) = viaPointer;
  Call(__builtin_addressof(Total), Log);
  auto Generic = [](auto &X, auto Y) { X += Y; };
  Generic(Total, 1);
  Generic(Log, 'g');
  // A copy is a value, another reducer is one.
  long Value = Total;
  auto Copy = [Value, Total_ = Total]() mutable { return Value -= Total_; };
  Total += Copy();
  auto Inner = [&] {
    auto Deeper = [&] { Total += 1; };
    Deeper();
  };
  Inner();
  sum<long> Local = N;
  auto &Again = (void(0), Local);
  sum<long> &Chosen = N % 2 ? Local : Total;
  Chosen += 0;
  Again += 1;
  {
    auto Captured = [Local]() mutable { return Local += 5; };
    Total += Captured() - Local;
  }
  auto &[Members, Sum] = List;
  Sum += Members.empty() ? 100 : 1;
  for (int &Each : List.All)
    Each += 0;
  Total += [&](long M = Total * 0) { return M + Local; }();
  Total += std::exchange(Local, 0);
  std::swap(Local, Local);
  if (long Now = Local; Now != 0)
    Log += "wrong";
  switch (Local) {
  case 0:
    Log += kind(Total)[0];
    Log += kind(Log)[0];
  }
  for (Local = 0; Local < 3; ++Local)
    Log += static_cast<char>('0' + Local);
  long Numbers[] = {Local, Local++, ++Local}, *Address = &Local;
  *Address += Numbers[2] + (void(Local), 1) + long(sizeof(Local));
  Total += Local << 1 ^ ~Local;
  static_cast<sum<long> &>(Total) += noexcept(Local + 1) ? 1 : 0;
  Total = Local ? Total + 1 : Total - 1;
}

struct Late {
  sum<long> Value = Total * 0 + 4;
  long &View = Value;
  sum<long> &Itself = Value;
  long Seen;
  Late(long N = Total * 0 + 2) : Value(N), Seen(Value += 3) {}
};

template <class T, T First> struct Instance {
  // The lambda's functions are those of each instance.
  static void identity(void *View) { *static_cast<T *>(View) = T(First); }
  static void reduce(void *Left, void *Right) {
    *static_cast<T *>(Left) *= *static_cast<T *>(Right);
  }
  T use() {
    T cilk_reducer(identity, reduce) Product = First;
    auto Times = [&](auto By) {
      T cilk_reducer(identity, reduce) Inner = First;
      cilk_for (int I = 0; I < 8; ++I)
        Inner *= T(By);
      Product *= Inner;
    };
    cilk_spawn Times(2);
    Times(3.0f);
    cilk_sync;
    return Product;
  }
};

int main() {
  cilk_for (int I = 0; I < 40; ++I)
    step(I);
  std::printf("%ld %s\n", (long)Total, Log.c_str());
  std::printf("%ld %d %ld %d%d\n", Lanes.Lanes[3], Lanes.Misplaced,
              Far.Lanes[5], Far.Misplaced, Far.Far);
  for (int N : List.All)
    std::printf("%d ", N);
  std::printf("%ld\n", List.Extra);
  Late L;
  L.View += 1;
  L.Itself += 1;
  std::printf("%ld %ld\n", (long)L.Value, L.Seen);
  std::printf("%ld %d\n", Instance<long, 1>().use(), Instance<int, 1>().use());
#if __cplusplus >= 201703L
  // Only since C++17 a lambda may be an argument.
  long cilk_reducer([](void *V) { *static_cast<long *>(V) = -1; },
                    [](void *L, void *R) {
                      auto *A = static_cast<long *>(L);
                      *A = *A > *static_cast<long *>(R) ? *A
                                                        : *static_cast<long *>(R);
                    }) Largest = -1;
  cilk_for (int I = 0; I < 100; ++I)
    Largest = Largest > I * 37 % 101 ? Largest : I * 37 % 101;
  std::printf("%ld\n", Largest);
#endif
}
