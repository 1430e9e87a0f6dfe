//===- short-forms.cpp - Reducers whose functions are objects' ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 50
// extra: sanitize
// `T cilk_reducer()` and `T cilk_reducer(object)` of <cilk/reducer>, in every
// place where a reducer may be: the order of the serial program, functions with
// data, and one end for each view.
#include <atomic>
#include <cilk/cilk.h>
#include <cilk/reducer>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#define CHECK(condition)                                                       \
  ((condition) ? (void)0                                                       \
               : (std::printf("line %d: %s\n", __LINE__, #condition),          \
                  std::fflush(stdout), std::abort()))

//===----------------------------------------------------------------------===//
// T cilk_reducer()
//===----------------------------------------------------------------------===//

/// Finds objects that end twice.
struct Counted {
  static std::atomic<long> Alive;
  const Counted *Self = this;

  Counted() { ++Alive; }
  Counted(const Counted &) : Counted() {}
  ~Counted() {
    CHECK(Self == this);
    Self = nullptr;
    --Alive;
  }
};
std::atomic<long> Counted::Alive;

struct Room {
  long Unused[3] = {};
};

/// A text, which shows the order. The base is not at its beginning, and empty
/// views have what the reducer was made with.
class Text : Room, public __reducer_base {
  Counted Count;
  char Mark;

public:
  std::string All;

  explicit Text(char Mark = '.') : Mark(Mark) {}
  void add(int I) {
    CHECK(Mark != 0);
    All += char('a' + I % 26);
    if (I % 10 == 0)
      All += Mark;
  }
  std::size_t size() const override { return sizeof *this; }
  __reducer_base *identity(void *View) override {
    return ::new (View) Text(Mark);
  }
  void reduce(__reducer_base *Left, __reducer_base *Right) override {
    static_cast<Text *>(Left)->All += static_cast<Text *>(Right)->All;
  }
};

/// With a virtual base, and aligned.
struct alignas(256) Sums : virtual __reducer_base {
  Counted Count;
  long Sum = 0;
  std::size_t size() const override { return sizeof *this; }
  __reducer_base *identity(void *View) override {
    CHECK(reinterpret_cast<std::uintptr_t>(View) % 256 == 0);
    return ::new (View) Sums;
  }
  void reduce(__reducer_base *Left, __reducer_base *Right) override {
    dynamic_cast<Sums &>(*Left).Sum += dynamic_cast<Sums &>(*Right).Sum;
  }
};

/// For all types.
template <class T> struct Product final : __reducer_base {
  T Value;
  Product(T First = 1) : Value(First) {}
  std::size_t size() const override { return sizeof *this; }
  __reducer_base *identity(void *View) override {
    return ::new (View) Product();
  }
  void reduce(__reducer_base *Left, __reducer_base *Right) override {
    static_cast<Product *>(Left)->Value *=
        static_cast<Product *>(Right)->Value;
  }
};
template <class T> using product = Product<T> cilk_reducer();
typedef Text cilk_reducer() text;

Text cilk_reducer() Global('!');
extern text Declared;
text Declared;
Sums cilk_reducer() Several[3];
product<unsigned> Unsigned;

struct Member {
  text Inside;
  Sums cilk_reducer() Sum;
  Member() : Inside('-') {}
};

static void useReference(Text cilk_reducer() & Reference, text *Pointer) {
  cilk_for (int I = 0; I < 60; ++I) {
    Reference.add(I);
    Pointer->add(I + 1);
  }
}

template <class T> static T multiply(T By) {
  Product<T> cilk_reducer() Local(2), Many[2];
  product<T> Alias;
  cilk_for (int I = 0; I < 40; ++I) {
    Local.Value *= By;
    Many[I % 2].Value *= By;
    Alias.Value *= By;
  }
  return Local.Value + Many[0].Value + Many[1].Value + Alias.Value;
}

static void testObjects() {
  text Local('*');
  Member M, *Heap = new Member;
  text *Single = new text('+'), *Array = new text[3];
  text &Reference = Local;
  static text Static('s');
  auto Add = [&](int I) { Local.add(I); };
  cilk_for (int I = 0; I < 80; ++I) {
    Global.add(I);
    Declared.add(I * 3);
    Several[I % 3].Sum += I;
    Unsigned.Value *= 2 * I + 1;
    Add(I);
    Reference.add(I + 5);
    M.Inside.add(I);
    M.Sum.Sum += I;
    Heap->Inside.add(I);
    Heap->Sum.Sum -= I;
    Single->add(I);
    Array[I % 3].add(I);
    (&Static)->add(I);
  }
  useReference(Local, __builtin_addressof(Global));
  std::printf("%s\n%s\n%s\n", Global.All.c_str(), Declared.All.c_str(),
              Local.All.c_str());
  std::printf("%ld %ld %ld %u\n", Several[0].Sum, Several[1].Sum,
              Several[2].Sum, Unsigned.Value);
  std::printf("%s %ld %s %ld\n", M.Inside.All.c_str(), M.Sum.Sum,
              Heap->Inside.All.c_str(), Heap->Sum.Sum);
  std::printf("%s %s %s\n", Single->All.c_str(), Array[1].All.c_str(),
              Static.All.c_str());
  std::printf("%u %lu\n", multiply(3u), multiply(5ul));
  delete[] Array;
  delete Single;
  delete Heap;
}

//===----------------------------------------------------------------------===//
// T cilk_reducer(object)
//===----------------------------------------------------------------------===//

template <class T> static __reducer_callbacks appending() {
  return {sizeof(T), [](void *View) { ::new (View) T(); },
          [](void *Left, void *Right) {
            *static_cast<T *>(Left) += *static_cast<T *>(Right);
            static_cast<T *>(Right)->~T();
          }};
}

struct Named : Room, __reducer_callbacks {
  explicit Named(const __reducer_callbacks &C) : __reducer_callbacks(C) {}
};

__reducer_callbacks Strings = appending<std::string>();
Named Longs(appending<long>());
__reducer_callbacks &Same = Strings, *Unknown;
std::string cilk_reducer(Strings) Letters;
long cilk_reducer(Longs) Total = 1;
template <class T, __reducer_callbacks &C> struct Holder {
  T cilk_reducer(C) Inside, Pair[2];
};
Holder<std::string, Strings> Held;

struct Offset {
  char Small = 0;
  alignas(128) long Value = 0;
};

template <class T>
static long useCallbacks(__reducer_callbacks &Parameter, T Start) {
  std::atomic<long> Made{0}, Ended{0};
  auto Identity = [&](void *View) {
    ++Made;
    ::new (View) T();
  };
  auto Reduce = [&Ended](void *Left, void *Right) {
    ++Ended;
    *static_cast<T *>(Left) += *static_cast<T *>(Right);
  };
  const __reducer_callbacks Mine{sizeof(T), Identity, Reduce};
  (void)Parameter;
  T cilk_reducer(Parameter) First = Start;
  T cilk_reducer(Mine) Second = Start, Row[3] = {};
  T cilk_reducer(__reducer_callbacks{sizeof(T), Identity, Reduce}) Third = 0;
  char cilk_reducer(appending<char>()) Small = 0;
  cilk_for (int I = 0; I < 100; ++I) {
    First += I;
    Second += 1;
    Row[I % 3] += I;
    Third += 2;
    Small += 1;
  }
  auto InLambda = [&] {
    cilk_for (int I = 0; I < 50; ++I)
      Second += I;
  };
  InLambda();
  CHECK(Made == Ended);
  return First + Second * 10 + Row[0] + Row[1] + Row[2] + Third + Small;
}

static void append(std::string cilk_reducer(Same) & S, int N) {
  cilk_for (int I = 0; I < N; ++I)
    S += char('a' + I % 26);
}

/// The reducer's own callbacks are called, which its type need not name.
static void addTo(long cilk_reducer(*Unknown) * Sum) {
  cilk_for (int I = 0; I < 50; ++I)
    *Sum += I;
}

static std::string useLambdas() {
  std::string Between = "-";
  __reducer_callbacks Joining = {
      sizeof(std::string),
      [&](void *View) { ::new (View) std::string(Between.size() - 1, ' '); },
      appending<std::string>().reduce};
  auto Inner = [&](auto Count) {
    std::string cilk_reducer(Joining) All = ">";
    cilk_for (int I = 0; I < Count; ++I)
      All += char('a' + I % 26);
    return (std::string)All;
  };
  return Inner(40) + Inner(20l);
}

static void testCallbacks() {
  std::string cilk_reducer(Strings) *Heap = new std::string cilk_reducer(
      Strings)("heap: ");
  cilk_for (int I = 0; I < 90; ++I) {
    Letters += char('a' + I % 26);
    Total += I;
    Held.Inside += char('A' + I % 26);
    Held.Pair[I % 2] += char('0' + I % 10);
    *Heap += char('k' + I % 3);
  }
  append(Letters, 30);
  std::printf("%s %ld\n%s %s %s\n%s\n", Letters.c_str(), (long)Total,
              Held.Inside.c_str(), Held.Pair[0].c_str(), Held.Pair[1].c_str(),
              Heap->c_str());
  delete Heap;
  __reducer_callbacks Ints = appending<int>(), Wide = appending<long>();
  std::printf("%ld %ld\n", useCallbacks(Ints, 3), useCallbacks(Wide, 4l));

  long cilk_reducer(Wide) Sum = 7;
  addTo(__builtin_addressof(Sum));
  __reducer_callbacks Offsets = {
      sizeof(Offset),
      [](void *View) {
        CHECK(reinterpret_cast<std::uintptr_t>(View) % 128 == 0);
        ::new (View) Offset();
      },
      [](void *Left, void *Right) {
        static_cast<Offset *>(Left)->Value +=
            static_cast<Offset *>(Right)->Value;
      }};
  Offset cilk_reducer(Offsets) Aligned;
  cilk_for (int I = 0; I < 70; ++I)
    Aligned.Value += I;
  std::printf("%ld %ld %s\n", (long)Sum, Aligned.Value, useLambdas().c_str());
}

int main() {
  long Before = Counted::Alive;
  for (int I = 0; I < 2; ++I)
    testObjects();
  // A static one has been made.
  CHECK(Counted::Alive == Before + 1);
  testCallbacks();
}
