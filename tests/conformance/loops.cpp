// cilk_for in C++: iterators, what they must have, ranges, templates.
// RUN: %tussah-clang++ -O1 -std=c++17 %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>

#include <array>
#include <deque>
#include <string>
#include <vector>

static std::vector<int> numbers(int N) {
  std::vector<int> V(N);
  for (int I = 0; I < N; ++I)
    V[I] = I;
  return V;
}
template <class C> static bool are(const C &Container, int Factor, int Add) {
  int I = 0;
  for (int X : Container)
    if (X != Factor * I++ + Add)
      return false;
  return true;
}

BEHAVIOUR(iterator_vector, ICG, "cilk_for", "a loop may count an iterator, also one made as T::iterator i(...)") {
  auto V = numbers(50);
  cilk_for (std::vector<int>::iterator I(V.begin()); I != V.end(); ++I)
    *I *= 3;
  CHECK(are(V, 3, 0));
}

BEHAVIOUR(iterator_deque, OLR, "Grammar, For", "any random access iterator can be counted") {
  std::deque<int> D(40);
  cilk_for (auto I = D.begin(); I < D.end(); I++)
    *I = static_cast<int>(I - D.begin());
  CHECK(are(D, 1, 0));
}

BEHAVIOUR(iterator_stride, OLS, "cilk_for Loops, Requirements on types and operators",
          "an iterator may be counted by a stride") {
  auto V = numbers(10);
  cilk_for (auto I = V.begin(); I < V.end(); I += 2)
    *I = -1;
  CHECK(V[0] == -1 && V[1] == 1 && V[8] == -1 && V[9] == 9);
}

BEHAVIOUR(iterator_down, OLS, "cilk_for Loops, Requirements on types and operators", "and downwards") {
  auto V = numbers(10);
  cilk_for (auto I = V.end() - 1; I >= V.begin() + 5; --I)
    *I = 0;
  CHECK(V[4] == 4 && V[5] == 0 && V[9] == 0);
}

BEHAVIOUR(iterator_reverse, OLR, "Grammar, For", "so can reverse and constant iterators") {
  const auto V = numbers(20);
  long Sum = 0;
  cilk_for (auto I = V.rbegin(); I != V.rend(); ++I)
    __atomic_fetch_add(&Sum, *I, __ATOMIC_RELAXED);
  cilk_for (auto I = V.cbegin(); I != V.cend(); ++I)
    __atomic_fetch_add(&Sum, *I, __ATOMIC_RELAXED);
  CHECK(Sum == 380);
}

/// Has what the documents ask for, and nothing else.
struct Least {
  int At;
  static int Copies;
  explicit Least(int N) : At(N) {}
  Least(const Least &Other) : At(Other.At) { __atomic_fetch_add(&Copies, 1, __ATOMIC_RELAXED); }
  Least &operator=(const Least &) = default;
  bool operator<(const Least &Other) const { return At < Other.At; }
  int operator-(const Least &Other) const { return At - Other.At; }
  Least &operator+=(int N) {
    At += N;
    return *this;
  }
  Least &operator++() { return *this += 1; }
};
int Least::Copies = 0;

BEHAVIOUR(iterator_least, OLS, "cilk_for Loops, Requirements on types and operators",
          "a class needs a comparison, a difference that is an integer, += and a copy constructor") {
  int Seen[12] = {0};
  const Least End(12);
  cilk_for (Least I(0); I < End; ++I)
    Seen[I.At] = 1;
  int Sum = 0;
  for (int X : Seen)
    Sum += X;
  CHECK(Sum == 12);
}

BEHAVIOUR(iterator_copied, OLS, "cilk_for Loops, Dynamic constraints",
          "the copy constructor of the control variable may be executed more often than in the serialization") {
  Least::Copies = 0;
  long Sum = 0;
  const Least End(30);
  cilk_for (Least I(0); I < End; I += 1)
    __atomic_fetch_add(&Sum, I.At, __ATOMIC_RELAXED);
  CHECK(Sum == 435 && Least::Copies > 0);
}

BEHAVIOUR(loop_declared_in_head, OLS, "cilk_for Loops, Syntactic constraints",
          "in C++ the control variable is declared and initialized in the loop") {
  long Sum = 0;
  cilk_for (long I{2}; I < 8; ++I)
    __atomic_fetch_add(&Sum, I, __ATOMIC_RELAXED);
  cilk_for (auto I = 0; I < 4; ++I)
    __atomic_fetch_add(&Sum, I, __ATOMIC_RELAXED);
  CHECK(Sum == 33);
}

BEHAVIOUR(loop_default_constructor, OLS, "cilk_for Loops, Syntactic constraints",
          "the initialization may be a default constructor") {
  struct FromZero : Least {
    FromZero() : Least(0) {}
  };
  int Count = 0;
  const FromZero Zero;
  FromZero End = Zero;
  End += 5;
  cilk_for (FromZero I; I < End; ++I)
    __atomic_fetch_add(&Count, 1, __ATOMIC_RELAXED);
  CHECK(Count == 5);
}

BEHAVIOUR(loop_enumerators, OLS, "cilk_for Loops, Requirements on types and operators",
          "the stride may have another type that converts to the type of the difference") {
  enum Step { Two = 2 };
  int Seen[10] = {0};
  cilk_for (int I = 0; I < 10; I += Two)
    Seen[I] = 1;
  CHECK(Seen[0] && !Seen[1] && Seen[8] && !Seen[9]);
}

template <class Iterator> static NOINLINE void increase(Iterator First, Iterator Last) {
  cilk_for (Iterator I = First; I != Last; ++I)
    *I += 1;
}

BEHAVIOUR(loop_template, OLS, "cilk_for Loops", "loops of templates work for each type") {
  auto V = numbers(30);
  increase(V.begin(), V.end());
  increase(V.data(), V.data() + 30);
  CHECK(are(V, 1, 2));
}

BEHAVIOUR(loop_range, OBL, "OpenCilk 3.0", "a range-based for loop may be a cilk_for") {
  auto V = numbers(25);
  std::array<int, 3> A{{1, 2, 3}};
  cilk_for (int &X : V)
    X *= 2;
  cilk_for (auto &X : A)
    X -= 1;
  CHECK(are(V, 2, 0) && are(A, 1, 0));
}

BEHAVIOUR(loop_range_values, OBL, "OpenCilk 3.0", "its variable may be a copy") {
  const std::vector<std::string> Words{"a", "bc", "def"};
  int Length = 0;
  cilk_for (std::string Word : Words)
    __atomic_fetch_add(&Length, static_cast<int>(Word.size()), __ATOMIC_RELAXED);
  CHECK(Length == 6);
}

BEHAVIOUR(loop_objects_in_body, OLS, "cilk_for Loops",
          "objects of the body are constructed and destroyed in each iteration") {
  static int Living, Made;
  struct Object {
    Object() {
      __atomic_fetch_add(&Living, 1, __ATOMIC_RELAXED);
      __atomic_fetch_add(&Made, 1, __ATOMIC_RELAXED);
    }
    ~Object() { __atomic_fetch_add(&Living, -1, __ATOMIC_RELAXED); }
  };
  cilk_for (int I = 0; I < 17; ++I) {
    Object O;
    if (I % 3 == 0)
      continue;
  }
  CHECK(Living == 0 && Made == 17);
}

BEHAVIOUR(loop_captures_by_reference, OLS, "cilk_for Loops",
          "other variables of the function are shared by all iterations") {
  std::vector<int> V(10);
  const int Add = 4;
  cilk_for (int I = 0; I < 10; ++I)
    V[I] = I + Add;
  CHECK(are(V, 1, 4));
}

struct Table {
  std::vector<int> Cells = std::vector<int>(8);
  NOINLINE void fill(int Factor) {
    cilk_for (int I = 0; I < 8; ++I)
      Cells[I] = Factor * I;
  }
};

BEHAVIOUR(loop_in_member, OLS, "cilk_for Loops", "a loop in a member function uses the members of its object") {
  Table T;
  T.fill(6);
  CHECK(are(T.Cells, 6, 0));
}

BEHAVIOUR(loop_in_lambda, OLS, "Task blocks", "a loop in a lambda ends before the lambda does") {
  std::vector<int> V(8);
  [&V](int Add) {
    cilk_for (int I = 0; I < 8; ++I)
      V[I] = I + Add;
  }(3);
  CHECK(are(V, 1, 3));
}
