//===- classes.cpp - Reducers in classes and on the heap ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// cells: all
// extra: sanitize
// Reducers that are members: of objects of all storage durations, made by
// constructors, by lists, by copies, by libraries; and on the heap.
#include <cilk/cilk.h>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

template <class T> void zero(void *View) { ::new (View) T(); }
template <class T> void plus(void *Left, void *Right) {
  *static_cast<T *>(Left) += *static_cast<T *>(Right);
  static_cast<T *>(Right)->~T();
}
template <class T> using sum = T cilk_reducer(zero<T>, plus<T>);

/// Nothing but members.
struct Plain {
  sum<std::string> Text;
  sum<long> Number = 0;
  int Other = 3;
};

struct Trivial {
  sum<long> One = 0, Many[3] = {};
};

class Constructed {
  sum<std::string> Text;

public:
  sum<long> Number = 7;
  Plain Inner;
  Trivial Both[2] = {{1, {2}}, {}};

  explicit Constructed(std::string Start) : Text(std::move(Start)) {
    Text += '(';
    if (Number > 1000)
      throw 1;
  }
  ~Constructed() { Text += ')'; }
  void add(int N) {
    Text += static_cast<char>('a' + N % 26);
    Number += N;
    Inner.Text += static_cast<char>('A' + N % 26);
    Both[N % 2].Many[N % 3] += N;
    this->Both[1].One -= 1;
  }
  std::string text() { return Text + '.' + Inner.Text; }
};

struct Derived : Constructed, Trivial {
  sum<long> Own;
  Derived() : Constructed("d"), Own(1) {}
};

/// A reducer whose views have reducers.
struct Nested {
  sum<std::string> Left, Right;
  Nested &operator+=(Nested &Other) {
    Left += Other.Left;
    Right += Other.Right;
    return *this;
  }
  void add(int N) { (N % 2 ? Left : Right) += static_cast<char>('a' + N % 26); }
};

template <class Function> void halves(int Begin, int End, const Function &Do) {
  if (End - Begin == 1) {
    Do(Begin);
    return;
  }
  int Middle = Begin + (End - Begin) / 2;
  cilk_spawn halves(Begin, Middle, Do);
  halves(Middle, End, Do);
  cilk_sync;
}

static std::string show(Plain &P) {
  return P.Text + ":" + std::to_string(P.Number) + ":" +
         std::to_string(P.Other) + "\n";
}

static std::string show(Trivial &T) {
  std::string Result = std::to_string(T.One);
  for (auto &N : T.Many)
    Result += "," + std::to_string(N);
  return Result + "\n";
}

static std::string variables() {
  Plain P, List = {"list", 5}, Copy = List;
  Trivial T = {1, {2, 3}}, Two[2] = {}, Zero;
  Zero.One = 4;
  for (auto &N : Zero.Many)
    N = 0;
  Constructed C("c");
  Derived D;
  halves(0, 40, [&](int N) {
    P.Text += static_cast<char>('0' + N % 10);
    P.Number += N;
    List.Text += '.';
    Copy.Number += N;
    T.Many[N % 3] += N;
    Two[N % 2].One += N;
    Zero.One += 1;
    C.add(N);
    D.add(N);
    D.Own += N;
    D.One += 2 * N;
  });
  Plain Moved = std::move(P), Assigned;
  Assigned = Copy;
  Trivial Other = T;
  return show(Moved) + show(List) + show(Copy) + show(Assigned) + show(T) +
         show(Two[0]) + show(Two[1]) + show(Zero) + show(Other) + C.text() +
         "\n" + D.text() + "\n" + std::to_string(D.Own + D.One) + "\n";
}

static std::string heap() {
  auto *P = new Plain{"new", 1};
  auto *Two = new Plain[2];
  sum<std::string> *Text = new sum<std::string>("heap");
  auto *Number = new sum<long>(6);
  auto Unique = std::make_unique<Constructed>("u");
  std::vector<Plain> Many(3);
  std::vector<Trivial> Growing;
  for (int I = 0; I < 5; ++I)
    Growing.push_back({I, {}});
  std::optional<Constructed> Maybe("o");
  halves(0, 40, [&](int N) {
    P->Text += static_cast<char>('0' + N % 10);
    Two[N % 2].Number += N;
    Two[1].Text += 'x';
    *Text += static_cast<char>('a' + N % 26);
    Text->append("-");
    *Number += N;
    Unique->add(N);
    Many[N % 3].Text += static_cast<char>('a' + N % 26);
    Growing[N % 5].One += N;
    Growing[N % 5].Many[1] += 1;
    Maybe->add(N);
  });
  Many.resize(4);
  std::string Result = show(*P) + show(Two[0]) + show(Two[1]) + *Text + "\n" +
                       std::to_string(*Number) + "\n" + Unique->text() + "\n" +
                       Maybe->text() + "\n";
  for (Plain &Each : Many)
    Result += show(Each);
  for (Trivial &Each : Growing)
    Result += show(Each);
  delete P;
  delete[] Two;
  delete Text;
  delete Number;
  return Result;
}

static Nested Global;

static std::string nested() {
  Nested cilk_reducer(zero<Nested>, plus<Nested>) N;
  halves(0, 60, [&](int I) {
    N.add(I);
    N.Left += '.';
    halves(0, 3, [&](int J) { N.add(J); });
  });
  return N.Left + "\n" + N.Right + "\n";
}

static std::string thrown() {
  std::string Result;
  try {
    Plain P;
    Constructed C("t");
    halves(0, 10, [&](int N) { P.Number += N; });
    if (P.Number == 45)
      throw show(P);
  } catch (std::string &Text) {
    Result = Text;
  }
  return Result;
}

int main() {
  std::string Serial = variables() + heap() + nested() + thrown();
  std::printf("%s", Serial.c_str());
  halves(0, 60, [](int I) { Global.add(I); });
  std::printf("%s %s\n", Global.Left.c_str(), Global.Right.c_str());
  // Again, to the right of steals.
  sum<int> Wrong = 0;
  cilk_for (int I = 0; I < 8; ++I)
    if (variables() + heap() + nested() + thrown() != Serial)
      ++Wrong;
  std::printf("%d\n", Wrong);
}
