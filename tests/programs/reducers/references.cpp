//===- references.cpp - References bound to views -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// cells: all
// extra: sanitize
// flags: -std=c++20
// Plain references to views, above all of reducers of static storage duration:
// to clang these references are constants.
#include <cilk/cilk.h>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

template <class T> void zero(void *View) { ::new (View) T(); }
template <class T> void plus(void *Left, void *Right) {
  *static_cast<T *>(Left) += *static_cast<T *>(Right);
  static_cast<T *>(Right)->~T();
}
template <class T> using sum = T cilk_reducer(zero<T>, plus<T>);

struct Base {
  long InBase = 0;
};
struct Pair : Base {
  long One = 0, Two[2] = {};
  std::string Text;
  Pair &operator+=(const Pair &P) {
    InBase += P.InBase;
    One += P.One;
    Two[0] += P.Two[0];
    Two[1] += P.Two[1];
    Text += P.Text;
    return *this;
  }
};
/// An aggregate, for structured bindings.
struct Both {
  long Left = 0;
  std::string Right;
  Both &operator+=(const Both &B) {
    Left += B.Left;
    Right += B.Right;
    return *this;
  }
};
/// A tuple, whose bindings are variables.
struct Three : std::tuple<long, int> {
  Three &operator+=(const Three &T) {
    std::get<0>(*this) += std::get<0>(T);
    std::get<1>(*this) += std::get<1>(T);
    return *this;
  }
};
namespace std {
template <> struct tuple_size<Three> : integral_constant<size_t, 2> {};
template <size_t I> struct tuple_element<I, Three> {
  using type = tuple_element_t<I, tuple<long, int>>;
};
} // namespace std
struct Array {
  int Elements[3] = {};
  Array &operator+=(const Array &A) {
    for (int I = 0; I < 3; ++I)
      Elements[I] += A.Elements[I];
    return *this;
  }
  int *begin() { return Elements; }
  int *end() { return Elements + 3; }
};
/// A view that has reducers.
struct Outer {
  sum<long> Inner = 0;
  sum<std::string> Names;
  long Plain = 0;
  Outer &operator+=(Outer &O) {
    Inner += O.Inner;
    Names += O.Names;
    Plain += O.Plain;
    return *this;
  }
};

static sum<long> Total;
static sum<std::string> Log;
static sum<Pair> Pairs[2];
static sum<Both> Halves;
static sum<Three> Tuple;
static sum<Array> Numbers;
static sum<Outer> Nest;
struct Holder {
  int Before = 0;
  sum<long> Member = 0;
  sum<Pair> Pairs[2];
};
static Holder Held;
struct Virtual : virtual Holder {};
static Virtual Derived;

static long &Alias = Total;
static const long &ConstAlias = Total;
static long &Deep = Held.Pairs[1].Two[1];
static Base &AsBase = Pairs[1];
static Outer &PlainNest = Nest;
static sum<long> &InNest = Nest.Inner;
static long &ViewInNest = Nest.Inner;
static long &Pointed = *&Total;
static Holder &Whole = Held;
static constexpr sum<long> *Address = __builtin_addressof(Total);

constexpr long &current() { return Total; }
constexpr sum<long> &reducer() { return Total; }
template <long &R> static void addTo(long N) { R += N; }
template <class T> static T &id(T &Object) { return Object; }

struct Member {
  long &InClass = Total;
  std::string &Text = Log;
  sum<long> &Itself = Total;
  Member() = default;
  explicit Member(int) : InClass(Held.Member) {}
};

/// Made by lists; `this` is the object that is initialized.
struct Aggregate {
  sum<long> Own = 1;
  long &InClass = Total;
  long &ToOwn = Own;
  long Value = Total * 0 + 2;
};

/// Uses its reducers before its body.
struct Early : Base {
  sum<long> Value = 3;
  sum<std::string> Text;
  long &View = Value;
  sum<long> &Itself = Value;
  long Seen, Called;
  Early(int N, long M = Total * 0 + 1)
      : Text(std::string(1, static_cast<char>('a' + N % 26))), Seen(Value += M),
        Called(read()) {
    View += 1;
    Itself += 1;
    Value += 1;
  }
  long read() { return Value + (Text += '+').size(); }
};

static void locals(int N) {
  long &Plain = Total;
  const long &Constant = Total;
  auto &&Keeps = Total;
  std::string &Text = Log;
  long &Two = Pairs[1].Two[1];
  Base &ToBase = Pairs[1];
  long &Chained = Plain;
  long &Called = current();
  long &FromReducer = reducer();
  long &FromPointer = *Address;
  long &FromHolder = Derived.Member;
  sum<long> &InView = Nest.Inner;
  long &ViewOfInner = Nest.Inner;
  decltype((Total)) Same = Total;
  decltype(auto) Automatic = (Total);
  long &Chosen = true ? Total : Held.Member;
  long &&Moved = std::move(Total);
  constexpr long &Fixed = Pairs[1].Two[0];
  static constexpr long &FixedStatic = Total;
  Fixed += 22;
  FixedStatic += 23;
  Plain += 1;
  Keeps += Constant * 0 + 2;
  Text += static_cast<char>('a' + N % 26);
  Two += 3;
  ToBase.InBase += 4;
  Chained += 5;
  Called += 6;
  FromReducer += 7;
  FromPointer += 8;
  FromHolder += 9;
  InView += 10;
  ViewOfInner += 11;
  Same += 12;
  Automatic += 13;
  Chosen += 14;
  Moved += 15;
  // A lambda does not capture a constant reference.
  [&] {
    Plain += 16;
    Two += 17;
    Text += '-';
    InView += 18;
    [&] { Chained += FromHolder * 0 + 19; }();
    long &InLambda = Total;
    InLambda += 20;
    static long &Static = Total;
    Static += 21;
  }();
  auto Get = []() -> long & { return Total; };
  long &Got = Get();
  Got += 23;
  auto Generic = [&](auto &Other) { Other += 24 + 0 * Plain; };
  Generic(Total);
  Generic(Plain);
  struct Local {
    static void add() { Chosen_() += 25; }
    static long &Chosen_() {
      static long &Static = Total;
      return Static;
    }
    void use() { Plain += 26; }
  };
  Local::add();
  Local().use();
}

static void bindings(int N) {
  auto &[Left, Right] = Halves;
  Left += N;
  Right += static_cast<char>('0' + N % 10);
  auto &[Long, Int] = Tuple;
  Long += N;
  Int += 1;
  auto &[Before, Member, Two] = Held;
  Member += N + Before;
  Two[1].One += N;
  [&] {
    Left += 2;
    Long += 3;
    Member += 4;
  }();
  static auto &[StaticLeft, StaticRight] = Halves;
  StaticLeft += 5;
  StaticRight += '.';
  for (int &Element : Numbers)
    Element += N;
  for (auto &Each : Pairs)
    Each.One += N;
  for (Pair &Each : Pairs)
    Each.Text += static_cast<char>('A' + N % 26);
  for (auto &[Number, Text] = Halves; Text.empty(); Text += '!')
    Number += 1;
}

static void throughMembers(int N) {
  sum<long> Holder::*ToMember = &Holder::Member;
  auto Deduced = &Virtual::Member;
  Held.*ToMember += N;
  Derived.*Deduced += N;
  Holder *Pointer = &Derived;
  long &View = Pointer->*ToMember;
  View += 2;
  long Base::*Plain = &Base::InBase;
  Pairs[0].*Plain += 3;
}

static void globals(int N) {
  Alias += 1 + ConstAlias * 0;
  Deep += 2;
  AsBase.InBase += 3;
  PlainNest.Plain += 4;
  PlainNest.Inner += 5;
  InNest += 6;
  ViewInNest += 7;
  Pointed += 8;
  Whole.Member += N;
  Whole.Pairs[0].One += N;
  addTo<Total>(9);
  id(Total) += 10;
  std::string &Names = Nest.Names;
  Names += static_cast<char>('a' + N % 26);
  Member Default, Other(1), List{};
  Default.InClass += 11;
  Default.Text += '=';
  Default.Itself += 12;
  Other.InClass += 13;
  List.InClass += 14;
  Aggregate Made{};
  Made.InClass += 15;
  Made.ToOwn += 16;
  Total += Made.Own + Made.Value;
  Aggregate Part{17};
  Total += Part.ToOwn;
  Early E(N);
  cilk_for (int I = 0; I < 3; ++I)
    E.Value += I;
  Log += E.Text;
  Total += E.View + E.Value + E.Seen + E.Called;
}

/// References to views of reducers that are not static.
static long automatic(int N) {
  sum<long> Local = N, Many[3] = {};
  long &View = Local;
  long &Second = Many[1];
  auto *Heap = new sum<long>(1);
  long &OnHeap = *Heap;
  View += 1;
  Second += 2;
  OnHeap += 3;
  [&] {
    View += 4;
    Second += OnHeap;
  }();
  cilk_for (int I = 0; I < 4; ++I) {
    long &Inside = Local;
    Inside += I;
    [&] { Inside += 1; }();
    for (long &Each : Many)
      Each += I;
  }
  long Result = Local + Many[0] + 3 * Many[1] + 5 * Many[2] + *Heap;
  delete Heap;
  return Result;
}

static void show(const Pair &P) {
  std::printf("%ld %ld %ld %ld %s\n", P.InBase, P.One, P.Two[0], P.Two[1],
              P.Text.c_str());
}

int main() {
  sum<long> Sum = 0;
  cilk_for (int I = 0; I < 60; ++I) {
    locals(I);
    bindings(I);
    globals(I);
    throughMembers(I);
    Sum += automatic(I);
  }
  long &Result = Total;
  std::printf("%ld %ld %ld %s\n", Result, (long)Total, (long)Sum, Log.c_str());
  show(Pairs[0]);
  show(Pairs[1]);
  std::printf("%ld %s\n", Halves.Left, Halves.Right.c_str());
  std::printf("%ld %d\n", std::get<0>(Tuple), std::get<1>(Tuple));
  std::printf("%d %d\n", Numbers.Elements[0], Numbers.Elements[2]);
  std::printf("%ld %ld %s\n", (long)Nest.Inner, Nest.Plain,
              Nest.Names.c_str());
  std::printf("%ld %ld\n", (long)Held.Member, (long)Derived.Member);
  show(Held.Pairs[0]);
  show(Held.Pairs[1]);
}
