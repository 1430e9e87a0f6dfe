// Reducers in C++: the class template, monoids, views; types of OpenCilk with objects.
// RUN: %tussah-clang++ -O1 -std=c++17 %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>
#include <cilk/holder.h>
#include <cilk/opadd_reducer.h>
#include <cilk/ostream_reducer.h>
#include <cilk/reducer.h>

#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

struct Union : cilk::monoid_base<std::set<int>> {
  static void reduce(std::set<int> *Left, std::set<int> *Right) { Left->insert(Right->begin(), Right->end()); }
};

BEHAVIOUR(class_own_monoid, OLS, "C++ Monoid class requirements",
          "a class derived from monoid_base needs to define reduce only") {
  cilk::reducer<Union> Set;
  cilk_for (int I = 0; I < 50; ++I)
    Set->insert(I % 13);
  CHECK(Set.get_value().size() == 13);
}

BEHAVIOUR(class_types, OLS, "C++ reducer class template", "value_type and view_type are those of the monoid") {
  CHECK(std::is_same<cilk::reducer<Union>::value_type, std::set<int>>::value);
  CHECK(std::is_same<cilk::reducer<Union>::view_type, std::set<int>>::value);
}

BEHAVIOUR(class_accessors, OLS, "C++ hyperobject syntax", "view(), operator * and operator -> give the current view") {
  cilk::reducer<Union> Set;
  Set.view().insert(1);
  (*Set).insert(2);
  Set->insert(3);
  CHECK(&Set.view() == &*Set && Set.operator->() == &Set.view());
  const cilk::reducer<Union> &Constant = Set;
  CHECK(Constant.view().size() == 3 && (*Constant).count(2) == 1);
}

BEHAVIOUR(class_constructor_arguments, OLS, "C++ reducer class template",
          "arguments of the constructor initialize the leftmost view") {
  const int Given[] = {4, 5, 6};
  cilk::reducer<Union> Set(Given, Given + 3);
  cilk_for (int I = 0; I < 10; ++I)
    Set->insert(I);
  CHECK(Set.get_value().size() == 10);
}

BEHAVIOUR(class_set_get, OLS, "C++ reducer class template", "set_value replaces the value, get_value returns it") {
  cilk::reducer<Union> Set;
  Set.set_value({1, 2, 3});
  CHECK(Set.get_value() == std::set<int>({1, 2, 3}));
  CHECK((std::is_same<decltype(Set.get_value()), const std::set<int> &>::value));
}

BEHAVIOUR(class_move_in_out, OLS, "C++ reducer class template", "move_in and move_out move the value") {
  cilk::reducer<Union> Set;
  std::set<int> From{7, 8}, To;
  Set.move_in(From);
  Set->insert(9);
  Set.move_out(To);
  CHECK(To == std::set<int>({7, 8, 9}));
}

BEHAVIOUR(class_move_in_constructor, CPL, "List Reducers, Constructors", "cilk::move_in(variable) initializes by a move") {
  std::set<int> From{1, 2};
  cilk::reducer<Union> Set((cilk::move_in(From)));
  CHECK(Set.get_value().size() == 2);
}

struct Modular : cilk::monoid_base<int> {
  int Modulus;
  explicit Modular(int M = 2) : Modulus(M) {}
  void identity(int *View) const { new (View) int(1); }
  void reduce(int *Left, int *Right) const { *Left = *Left * *Right % Modulus; }
};

BEHAVIOUR(class_monoid_with_state, OLS, "C++ reducer class template",
          "a monoid may have state, which all views share") {
  cilk::reducer<Modular> Power(Modular(97), 1);
  CHECK(Power.monoid().Modulus == 97);
  cilk_for (int I = 0; I < 40; ++I)
    *Power = *Power * 5 % 97;
  int Expected = 1;
  for (int I = 0; I < 40; ++I)
    Expected = Expected * 5 % 97;
  CHECK(Power.get_value() == Expected);
}

static int Identities, Destroyed;
struct Counting : cilk::monoid_base<std::string> {
  static void identity(std::string *View) {
    __atomic_fetch_add(&Identities, 1, __ATOMIC_RELAXED);
    new (View) std::string;
  }
  static void reduce(std::string *Left, std::string *Right) { *Left += *Right; }
  static void destroy(std::string *View) {
    __atomic_fetch_add(&Destroyed, 1, __ATOMIC_RELAXED);
    View->~basic_string();
  }
};

BEHAVIOUR(class_identity_destroy, OLS, "C++ hyperobject behavior",
          "each view is made by identity and ended by destroy; functions of the monoid may be static") {
  Identities = Destroyed = 0;
  {
    cilk::reducer<Counting> Text;
    for (char C = 'a'; C <= 'j'; ++C) {
      cilk_spawn [&Text, C] { dawdle(); *Text += C; }();
      *Text += '.';
    }
    cilk_sync;
    CHECK(Text.get_value() == "a.b.c.d.e.f.g.h.i.j.");
  }
  CHECK(Identities == Destroyed && Identities >= (workers() > 1));
}

static int Allocations;
struct Allocating : cilk::monoid_base<long> {
  static void reduce(long *Left, long *Right) { *Left += *Right; }
  static void *allocate(size_t Size) {
    __atomic_fetch_add(&Allocations, 1, __ATOMIC_RELAXED);
    return ::operator new(Size);
  }
  static void deallocate(void *Memory) { ::operator delete(Memory); }
};

struct Sum : cilk::monoid_base<long> {
  static void reduce(long *Left, long *Right) { *Left += *Right; }
};

BEHAVIOUR(class_default_identity, CPL, "monoid_base", "the identity of monoid_base is the default value, 0 for numbers") {
  // What memory has been used before is not 0.
  for (int Round = 0; Round < 4; ++Round) {
    cilk::reducer<Sum> S;
    for (int I = 0; I < 10; ++I) {
      cilk_spawn [&S] { dawdle(); *S += 1; }();
      *S += I;
    }
    cilk_sync;
    CHECK(S.get_value() == 55);
    S.set_value(-1);
  }
}

DEVIATION(class_allocate, OLS, "C++ hyperobject behavior", "the memory of a view comes from the monoid's allocate",
          "the memory of views is the runtime's: allocate and deallocate may be there, and are not called; "
          "let identity put what needs an allocator of its own behind a pointer") {
  Allocations = 0;
  cilk::reducer<Allocating> Sum;
  for (int I = 0; I < 10; ++I) {
    cilk_spawn [&Sum] { dawdle(); *Sum += 1; }();
    *Sum += I;
  }
  cilk_sync;
  CHECK(Sum.get_value() == 55 && Allocations == 0);
}

class Averages {
public:
  typedef double value_type;
  Averages(double V = 0) : Sum(V), Count(V != 0) {}
  void add(double X) { Sum += X, ++Count; }
  void reduce(Averages *Right) { Sum += Right->Sum, Count += Right->Count; }
  void view_move_in(double &V) { *this = Averages(V); }
  void view_move_out(double &V) { V = view_get_value(); }
  void view_set_value(const double &V) { *this = Averages(V); }
  double view_get_value() const { return Sum / Count; }

private:
  double Sum;
  int Count;
};

BEHAVIOUR(class_view_class, OLS, "C++ View class requirements",
          "a view may be another class than the value, which it converts by view_ functions") {
  cilk::reducer<cilk::monoid_with_view<Averages>> Mean;
  cilk_for (int I = 1; I <= 9; ++I)
    Mean->add(I);
  CHECK(Mean.get_value() == 5.0);
  Mean.set_value(2.0);
  CHECK(Mean.get_value() == 2.0);
  double Value = 3;
  Mean.move_in(Value);
  Value = 0;
  Mean.move_out(Value);
  CHECK(Value == 3.0);
}

BEHAVIOUR(class_leftmost_has_serial_value, OLS, "Reducers", "the leftmost view has the value of the serial execution") {
  cilk::reducer<Counting> Text("(");
  *Text += 'a';
  std::string Seen;
  cilk_spawn [&] { Seen = *Text; *Text += 'b'; }();
  *Text += 'c';
  cilk_sync;
  CHECK(Seen == "(a" && Text.get_value() == "(abc");
}

BEHAVIOUR(class_as_member, CPR, "The Monoid, the View and the Reducer", "a reducer is an object: a member, on the heap, in an array") {
  struct Statistics {
    cilk::reducer<Union> Seen;
  };
  auto S = std::make_unique<Statistics>();
  cilk::reducer<Union> Each[2];
  cilk_for (int I = 0; I < 20; ++I) {
    S->Seen->insert(I);
    Each[I % 2]->insert(I);
  }
  CHECK(S->Seen.get_value().size() == 20 && Each[0].get_value().size() == 10 && Each[1].get_value().count(19));
}

BEHAVIOUR(class_ends_leftmost, OLS, "C++ hyperobject behavior", "the end of a reducer destroys its leftmost view") {
  std::shared_ptr<int> Shared = std::make_shared<int>(1);
  struct Last : cilk::monoid_base<std::shared_ptr<int>> {
    static void reduce(std::shared_ptr<int> *Left, std::shared_ptr<int> *Right) { Left->swap(*Right); }
  };
  {
    cilk::reducer<Last> R(Shared);
    cilk_for (int I = 0; I < 10; ++I)
      *R = Shared;
    CHECK(Shared.use_count() >= 2);
  }
  CHECK(Shared.use_count() == 1);
}

// The example of the reducers' page

typedef cilk::reducer<Counting> Words;
static void two(Words &W, const char *A, const char *B) {
  cilk_spawn [&W, A] { dawdle(); W->append(A); }();
  W->append(B);
  cilk_sync;
}

BEHAVIOUR(class_example_of_views, CPR, "An Example", "the nested example computes ((abcdefgh)) for each schedule") {
  Words A("((");
  cilk_spawn two(A, "ab", "cd");
  two(A, "ef", "gh");
  cilk_sync;
  A->append("))");
  CHECK(A.get_value() == "((abcdefgh))");
}

// Types of OpenCilk

struct Text {
  std::string Letters;
};
static void textIdentity(void *View) { new (View) Text; }
static void textReduce(void *Left, void *Right) {
  static_cast<Text *>(Left)->Letters += static_cast<Text *>(Right)->Letters;
  static_cast<Text *>(Right)->~Text();
}

BEHAVIOUR(type_class, ORD, "Declaring a reducer",
          "the view may be an object: identity constructs it by placement new, reduce destroys the right one") {
  Text cilk_reducer(textIdentity, textReduce) T;
#pragma cilk grainsize 1
  cilk_for (int I = 0; I < 20; ++I)
    T.Letters += std::string(30, static_cast<char>('a' + I));
  std::string Expected;
  for (int I = 0; I < 20; ++I)
    Expected += std::string(30, static_cast<char>('a' + I));
  CHECK(T.Letters == Expected);
}

static void pointerIdentity(void *View) { *static_cast<std::vector<int> **>(View) = new std::vector<int>; }
static void pointerReduce(void *Left, void *Right) {
  auto *L = *static_cast<std::vector<int> **>(Left), *R = *static_cast<std::vector<int> **>(Right);
  L->insert(L->end(), R->begin(), R->end());
  delete R;
}

BEHAVIOUR(type_pointer_view, ORD, "Declaring a reducer", "a view may be a pointer to memory of the program's own allocator") {
  std::vector<int> First;
  std::vector<int> *cilk_reducer(pointerIdentity, pointerReduce) V = &First;
  cilk_for (int I = 0; I < 100; ++I)
    V->push_back(I);
  bool Right = First.size() == 100;
  for (int I = 0; I < 100 && Right; ++I)
    Right = First[I] == I;
  CHECK(Right);
}

static void zero(void *View) { *static_cast<int *>(View) = 0; }
static void plus(void *Left, void *Right) { *static_cast<int *>(Left) += *static_cast<int *>(Right); }
static NOINLINE void increment(int &X) { ++X; }

BEHAVIOUR(type_reference, OBL, "OpenCilk 3.0", "a reference parameter binds to the view of the strand") {
  int cilk_reducer(zero, plus) Sum = 0;
  cilk_for (int I = 0; I < 50; ++I)
    increment(Sum);
  CHECK(Sum == 50);
}

BEHAVIOUR(type_reference_work_around, ORD, "Limitations", "so does *&reducer") {
  int cilk_reducer(zero, plus) Sum = 0;
  cilk_for (int I = 0; I < 50; ++I)
    increment(*&Sum);
  CHECK(Sum == 50);
}

struct Counters {
  int cilk_reducer(zero, plus) Odd = 0;
  int cilk_reducer(zero, plus) Even = 0;
};

BEHAVIOUR(type_member, OBL, "OpenCilk 3.0", "members of classes may be reducers") {
  Counters C;
  auto Heap = std::make_unique<Counters>();
  cilk_for (int I = 0; I < 31; ++I) {
    I % 2 ? C.Odd += 1 : C.Even += 1;
    Heap->Even += 2;
  }
  CHECK(C.Odd == 15 && C.Even == 16 && Heap->Even == 62);
}

BEHAVIOUR(type_opadd, OHD, "opadd_reducer.h", "cilk::opadd_reducer<T> is a sum that is used as a T") {
  cilk::opadd_reducer<int> Sum = 3;
  cilk::opadd_reducer<double> Half = 0;
  cilk_for (int I = 0; I < 40; ++I) {
    Sum += I;
    Half += 0.5;
  }
  CHECK(Sum == 783 && Half == 20.0);
}

BEHAVIOUR(type_ostream, OHD, "ostream_reducer.h", "cilk::ostream_reducer writes to its stream in serial order") {
  std::ostringstream To;
  {
    cilk::ostream_reducer<char> Out(To);
    cilk_for (int I = 0; I < 20; ++I)
      Out << I << ' ';
  }
  std::ostringstream Expected;
  for (int I = 0; I < 20; ++I)
    Expected << I << ' ';
  CHECK(To.str() == Expected.str());
}

// Holders

BEHAVIOUR(holder_isolates, CPH, "Description", "each strand that is executed at the same time has its own object") {
  cilk::holder<std::vector<int>> Scratch;
  int Right = 0;
  cilk_for (int I = 0; I < 40; ++I) {
    Scratch().assign(100, I);
    dawdle();
    if (Scratch().front() == I && Scratch().back() == I)
      __atomic_fetch_add(&Right, 1, __ATOMIC_RELAXED);
  }
  CHECK(Right == 40);
}

BEHAVIOUR(holder_same_after_sync, CPH, "Description", "the view before the first spawn is the view behind each sync") {
  cilk::holder<int> H;
  int *Before = &H();
  for (int I = 0; I < 3; ++I) {
    cilk_spawn [&H] { dawdle(); H() = 1; }();
    H() = 2;
    cilk_sync;
    CHECK(&H() == Before);
  }
}

BEHAVIOUR(holder_first_child, CPH, "Description", "the first spawned child has the view of the function's entry") {
  cilk::holder<int> H;
  H() = 42;
  int *Before = &H(), *Inside = nullptr;
  int Value = 0;
  cilk_spawn [&] { Inside = &H(); Value = H(); }();
  cilk_sync;
  CHECK(Inside == Before && Value == 42);
}

BEHAVIOUR(holder_first_iteration, CPH, "Description", "so has the first iteration of a cilk_for, and what follows the loop") {
  cilk::holder<int> H;
  int *Before = &H(), *First = nullptr;
  cilk_for (int I = 0; I < 16; ++I) {
    if (I == 0)
      First = &H();
    H() = I;
  }
  CHECK(First == Before && &H() == Before);
}

template <class Policy> static NOINLINE bool keepsLast() {
  bool Keeps = true;
  for (int Round = 0; Round < 3; ++Round) {
    cilk::holder<std::string, Policy> H;
#pragma cilk grainsize 1
    cilk_for (int I = 0; I < 12; ++I)
      H() = std::to_string(I);
    Keeps = Keeps && H() == "11";
  }
  return Keeps;
}

BEHAVIOUR(holder_keeps_last, CPH, "enum holder_policy",
          "with holder_keep_last the value behind a sync is that of the serialization") {
  CHECK(keepsLast<cilk::holder_keep_last>());
}

BEHAVIOUR(holder_keeps_last_ways, CPH, "enum holder_policy", "the same for holder_keep_last_copy, _swap and _move") {
  CHECK(keepsLast<cilk::holder_keep_last_copy>());
  CHECK(keepsLast<cilk::holder_keep_last_swap>());
  CHECK(keepsLast<cilk::holder_keep_last_move>());
}

BEHAVIOUR(holder_accessors, CPH, "Usage Example", "h() is the strand's object, also in functions that are called") {
  static cilk::holder<std::map<int, int>> Memo;
  struct Local {
    static int computed(int N) {
      Memo()[N] = N * N;
      return Memo()[N];
    }
  };
  int Sum = 0;
  cilk_for (int I = 0; I < 10; ++I) {
    Memo().clear();
    __atomic_fetch_add(&Sum, Local::computed(I), __ATOMIC_RELAXED);
  }
  CHECK(Sum == 285);
}

BEHAVIOUR(holder_opencilk, OHD, "holder.h", "a cilk::holder is used as the object where a reference is wanted") {
  cilk::holder<int> H;
  int Sum = 0;
  cilk_for (int I = 0; I < 10; ++I) {
    H = I;
    int &Object = H;
    __atomic_fetch_add(&Sum, Object, __ATOMIC_RELAXED);
  }
  CHECK(Sum == 45);
}
