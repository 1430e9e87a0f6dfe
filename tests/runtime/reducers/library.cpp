// The reducers of the library: views are made by steals only, each is ended
// once, and exceptions of identity and reduce arrive where docs/guides/reducers.md says.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=1 TUSSAH_STATS=%t.json timeout 60 %t
// RUN: %python %S/../Inputs/statistics.py %t.json 'views == 0' 'reductions == 0'
// RUN: env CILK_NWORKERS=8 timeout 60 %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays,signals timeout 60 %t
//
// A program with one list, or one string, has at most one view for each steal:
// DEFINE: %{counted} = env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json timeout 60 %t
// DEFINE: %{few} = %python %S/../Inputs/statistics.py %t.json 'views > 5' 'views <= steals' '0 < reductions' 'reductions <= views'
// RUN: %{counted} list && %{few}
// RUN: %{counted} string && %{few}
// RUN: %{counted} vector && %{few}
// RUN: %{counted} ostream && %{few}
//
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t -pthread
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal timeout 60 %t
//
// RUN: %tussah-clang++ -ftussah-target=native -O1 -g -fsanitize=address,undefined %s -o %t -pthread
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal timeout 60 %t
#include "../Inputs/test.h"

#include <atomic>
#include <cilk/cilk.h>
#include <cilk/holder.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_ostream.h>
#include <cilk/reducer_string.h>
#include <cilk/reducer_vector.h>
#include <sstream>

template <class F> static void tree(const F &Leaf, int Begin, int End) {
  if (End - Begin == 1) {
    Leaf(Begin);
    return;
  }
  int Middle = Begin + (End - Begin) / 2;
  cilk_spawn tree(Leaf, Begin, Middle);
  tree(Leaf, Middle, End);
  cilk_sync;
}

static std::string numbers(int End) {
  std::string All;
  for (int I = 0; I < End; ++I)
    (All += std::to_string(I)) += ' ';
  return All;
}

enum { N = 1000 };

static void testList() {
  cilk::reducer<cilk::op_list_append<int>> List;
  tree([&](int I) { List->push_back(I); }, 0, N);
  int Next = 0;
  for (int I : List.get_value())
    CHECK(I == Next++);
  CHECK(Next == N);
}

static void testVector() {
  cilk::reducer<cilk::op_vector<int>> Vector;
  tree([&](int I) { Vector->push_back(I); }, 0, N);
  for (int I = 0; I < N; ++I)
    CHECK(Vector.get_value()[static_cast<size_t>(I)] == I);
}

static void testString() {
  cilk::reducer_string String;
  tree([&](int I) { (String += std::to_string(I)) += ' '; }, 0, N);
  CHECK(String.get_value() == numbers(N));
}

static void testStream() {
  std::ostringstream Out;
  {
    cilk::reducer_ostream Stream(Out);
    tree([&](int I) { Stream << I << ' '; }, 0, N);
    CHECK(Out.str() == numbers(N));
  }
  CHECK(Out.good());
}

//===----------------------------------------------------------------------===//
// Lifetimes and exceptions
//===----------------------------------------------------------------------===//

struct Bad {};

static std::atomic<long> Alive, Thrown;
static std::atomic<bool> IdentityThrows, ReduceThrows;

/// Counts its views. With data, the runtime must find the monoid.
struct Text {
  std::string Value;
  Text() {
    if (IdentityThrows) {
      ++Thrown;
      throw Bad();
    }
    ++Alive;
  }
  Text(const Text &) = delete;
  ~Text() { --Alive; }
};

template <class Data> struct Monoid : cilk::monoid_base<Text>, Data {
  void reduce(Text *Left, Text *Right) const {
    Left->Value += Right->Value;
    if (ReduceThrows) {
      ++Thrown;
      throw Bad();
    }
  }
};

struct Nothing {};
struct Something {
  std::string Name = "a name that is not kept in the object itself";
};

template <class Data> static void testLifetimes() {
  for (int Throws = 0; Throws < 3; ++Throws) {
    long Before = Alive;
    {
      typedef cilk::reducer<Monoid<Data>> reducer;
      reducer Out, *Heap = new reducer;
      Thrown = 0;
      IdentityThrows = Throws == 1;
      ReduceThrows = Throws == 2;
      bool Caught = false;
      try {
        tree(
            [&](int I) {
              Out->Value += std::to_string(I) + ' ';
              Heap->view().Value += 'x';
            },
            0, 200);
      } catch (Bad) {
        Caught = true;
      }
      IdentityThrows = ReduceThrows = false;
      CHECK(Caught == (Thrown > 0));
      if (!Caught) {
        CHECK(Out.get_value().Value == numbers(200));
        CHECK(Heap->get_value().Value == std::string(200, 'x'));
      }
      delete Heap;
    }
    CHECK(Alive == Before);
  }
}

/// Uses a reducer on both sides of spawns, behind which the thread may be
/// another one: nothing of the thread must be remembered.
template <class Data> static void testAcrossSpawns() {
  cilk::reducer<Monoid<Data>> Out, Other;
  std::string Expected;
  for (int I = 0; I < 500; ++I) {
    Out->Value += 'a';
    cilk_spawn [&] { Out->Value += 'b'; }();
    Out->Value += 'c';
    Other->Value += 'x';
    cilk_spawn [&] { Other->Value += 'y'; }();
    Out->Value += 'd';
    Expected += "abcd";
    if (I % 10 == 0)
      cilk_sync;
    Other->Value += 'z';
  }
  cilk_sync;
  CHECK(Out->Value == Expected);
  CHECK(Other->Value.size() == 1500);
}

/// A reducer whose first view is not made is not registered.
static void testThrowingConstructor() {
  long Before = Alive;
  cilk_for (int I = 0; I < 20; ++I) {
    bool Caught = false;
    try {
      struct Throwing : Monoid<Something> {
        void identity(Text *) const { throw Bad(); }
      };
      cilk::reducer<Throwing> R;
    } catch (Bad) {
      Caught = true;
    }
    CHECK(Caught);
  }
  CHECK(Alive == Before);
}

/// Reducers that begin in strands that are not leftmost, nested.
static void testNested(int Depth) {
  cilk::reducer<cilk::op_string> Text;
  cilk::reducer_max<int> Max;
  cilk::reducer<cilk::op_add<int>> Sum(Depth);
  cilk_for (int I = 0; I < 12; ++I) {
    *Text += std::to_string(I) + ' ';
    Max.calc_max(I);
    *Sum += I;
    if (Depth > 0 && I % 4 == 0)
      testNested(Depth - 1);
    *Sum -= I - 1;
  }
  CHECK(Text.get_value() == numbers(12));
  CHECK(Max.get_value() == 11);
  CHECK(Sum.get_value() == Depth + 12);
}

/// Makes objects for strands only.
static std::atomic<long> Made;

static void testHolder() {
  struct Object {
    int X = 0;
    Object() { ++Made; }
  };
  Made = 0;
  {
    cilk::holder<Object> H;
    CHECK(Made == 1);
    for (int I = 0; I < 100; ++I)
      H->X += I;
    CHECK(Made == 1 && H->X == 4950);
    cilk_for (int I = 0; I < 100; ++I)
      H().X = I;
    // Left objects remain, the first one too.
    CHECK(&H() == &*H);
  }
}

static void testAll() {
  testList();
  testVector();
  testString();
  testStream();
  testLifetimes<Nothing>();
  testLifetimes<Something>();
  testAcrossSpawns<Nothing>();
  testAcrossSpawns<Something>();
  testThrowingConstructor();
  testNested(3);
  testHolder();
}

int main(int ArgumentCount, char **Arguments) {
  std::string Mode = ArgumentCount > 1 ? Arguments[1] : "all";
  if (Mode == "all")
    testAll();
  for (int Round = 0; Round < 30 && Mode != "all"; ++Round)
    Mode == "list"     ? testList()
    : Mode == "string" ? testString()
    : Mode == "vector" ? testVector()
                       : testStream();
  CHECK(Alive == 0);
  return 0;
}
