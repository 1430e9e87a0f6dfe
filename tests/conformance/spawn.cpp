// Spawns and syncs in C++: what may be called, temporaries, lifetimes.
// RUN: %tussah-clang++ -O1 -std=c++17 %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

static NOINLINE int square(int N) {
  dawdle();
  return N * N;
}

struct Counter {
  int Value = 0;
  NOINLINE void add(int N) {
    dawdle();
    Value += N;
  }
  int get() const { return Value; }
  virtual ~Counter() {}
  virtual int kind() { return 1; }
  static int twice(int N) { return 2 * N; }
};
struct Derived : Counter {
  int kind() override {
    dawdle();
    return 2;
  }
};
struct Functor {
  int Factor;
  int operator()(int N) const { return Factor * square(N); }
};

BEHAVIOUR(call_member, ICG, "cilk_spawn", "member functions can be spawned") {
  Counter C;
  cilk_spawn C.add(5);
  cilk_sync;
  CHECK(C.get() == 5);
}

BEHAVIOUR(call_virtual, ICG, "cilk_spawn", "a spawned virtual function is that of the object's class") {
  std::unique_ptr<Counter> C(new Derived);
  int Kind = cilk_spawn C->kind();
  cilk_sync;
  CHECK(Kind == 2);
}

BEHAVIOUR(call_static_member, OTU, "Adding parallelism", "what can be converted to a function can be spawned") {
  int X = cilk_spawn Counter::twice(21);
  cilk_sync;
  CHECK(X == 42);
}

BEHAVIOUR(call_member_pointer, OTU, "Adding parallelism", "a pointer to a member function can be spawned") {
  Counter C;
  void (Counter::*Pointer)(int) = &Counter::add;
  cilk_spawn (C.*Pointer)(7);
  cilk_sync;
  CHECK(C.get() == 7);
}

BEHAVIOUR(call_functor, ICG, "cilk_spawn", "function objects can be spawned") {
  Functor F{3};
  int X = cilk_spawn F(2);
  int Y = cilk_spawn Functor{5}(2);
  cilk_sync;
  CHECK(X == 12 && Y == 20);
}

BEHAVIOUR(call_lambda, ICG, "cilk_spawn", "lambda expressions can be spawned") {
  int A = 2, B = 0;
  cilk_spawn [A, &B] { B = square(A); }();
  int C = cilk_spawn [](int N) { return square(N); }(3);
  cilk_sync;
  CHECK(B == 4 && C == 9);
}

BEHAVIOUR(call_std_function, ICG, "cilk_spawn", "so can std::function, by its operator ()") {
  std::function<int(int)> F = [](int N) { return square(N) + 1; };
  int X = cilk_spawn F(4);
  cilk_sync;
  CHECK(X == 17);
}

template <class T> static NOINLINE T add(T A, T B) {
  dawdle();
  return A + B;
}

BEHAVIOUR(call_template, OLS, "Keywords for Tasking, Grammar", "functions of templates can be spawned") {
  auto X = cilk_spawn add<std::string>("ab", "cd");
  double Y = cilk_spawn add(1.5, 2.0);
  cilk_sync;
  CHECK(X == "abcd" && Y == 3.5);
}

struct Vector {
  int X, Y;
};
static NOINLINE Vector operator+(Vector A, Vector B) {
  dawdle();
  return {A.X + B.X, A.Y + B.Y};
}

BEHAVIOUR(call_operator_function, OLS, "Keywords for Tasking, Grammar",
          "an overloaded operator can be spawned in the notation of a call") {
  Vector A{1, 2}, B{3, 4}, C;
  C = cilk_spawn operator+(A, B);
  cilk_sync;
  CHECK(C.X == 4 && C.Y == 6);
}

BEHAVIOUR(call_in_constructor, OLS, "Task blocks", "constructors and destructors are functions that may spawn") {
  static int Ended;
  struct Both {
    int A, B;
    Both() {
      A = cilk_spawn square(2);
      B = square(3);
    }
    ~Both() {
      cilk_spawn [] { dawdle(); Ended = 1; }();
    }
  };
  Ended = 0;
  {
    Both X;
    CHECK(X.A == 4 && X.B == 9);
  }
  CHECK(Ended == 1);
}

BEHAVIOUR(call_in_lambda, OLR, "Implicit syncs", "a lambda that spawns syncs before it returns") {
  int X = 0;
  auto Spawns = [&] { cilk_spawn [&X] { dawdle(); X = 5; }(); };
  Spawns();
  CHECK(X == 5);
}

// Receivers and temporaries

BEHAVIOUR(receiver_class, OLS, "Spawn", "the child constructs the receiver of an initializer spawn") {
  std::string Text = cilk_spawn add<std::string>("one ", "two");
  std::vector<int> Numbers = cilk_spawn [] { return std::vector<int>(100, 7); }();
  cilk_sync;
  CHECK(Text == "one two" && Numbers.size() == 100 && Numbers[99] == 7);
}

struct Converted {
  std::string From;
  Converted(int N) : From(std::to_string(N)) {}
};

BEHAVIOUR(receiver_conversion, OLS, "Spawn", "a conversion of the result to the receiver's class takes place in the child") {
  Converted X = cilk_spawn square(12);
  Converted Y(0);
  Y = cilk_spawn square(13);
  cilk_sync;
  CHECK(X.From == "144" && Y.From == "169");
}

struct Tracked {
  static int Living;
  int Value;
  explicit Tracked(int N) : Value(N) { change(1); }
  Tracked(const Tracked &Other) : Value(Other.Value) { change(1); }
  ~Tracked() {
    Value = -1;
    change(-1);
  }
  static void change(int By) { __atomic_fetch_add(&Living, By, __ATOMIC_RELAXED); }
};
int Tracked::Living = 0;

static NOINLINE int by_reference(const Tracked &T) {
  dawdle();
  dawdle();
  return T.Value;
}
static NOINLINE int by_value(Tracked T) {
  dawdle();
  dawdle();
  return T.Value;
}

BEHAVIOUR(temporaries_live, OLS, "Spawn", "temporaries of the arguments are destroyed in the child, after the call") {
  int X = cilk_spawn by_reference(Tracked(5));
  int Y = cilk_spawn by_value(Tracked(6));
  cilk_sync;
  CHECK(X == 5 && Y == 6);
  CHECK(Tracked::Living == 0);
}

BEHAVIOUR(temporaries_of_callee, OLS, "Spawn", "so are temporaries of the object whose member is called") {
  struct Maker {
    Tracked T{8};
    NOINLINE int get() const {
      dawdle();
      return T.Value;
    }
  };
  int X = cilk_spawn Maker().get();
  cilk_sync;
  CHECK(X == 8 && Tracked::Living == 0);
}

BEHAVIOUR(temporaries_in_loop, OLS, "Spawn", "each spawn of a loop has temporaries of its own") {
  int Sum = 0, X[20];
  for (int I = 0; I < 20; ++I)
    X[I] = cilk_spawn by_reference(Tracked(I));
  cilk_sync;
  for (int I = 0; I < 20; ++I)
    Sum += X[I];
  CHECK(Sum == 190 && Tracked::Living == 0);
}

BEHAVIOUR(arguments_moved, OLS, "Spawn", "arguments that can only be moved are passed as in a call") {
  auto P = std::make_unique<int>(3);
  auto Take = [](std::unique_ptr<int> Q) { dawdle(); return *Q + 1; };
  int X = cilk_spawn Take(std::move(P));
  CHECK(P == nullptr);
  cilk_sync;
  CHECK(X == 4);
}

BEHAVIOUR(default_arguments, OLS, "Spawn", "default arguments are evaluated before the spawn point") {
  static int Next;
  struct Local {
    static int identity(int N) { dawdle(); return N; }
  };
  auto Call = [](int N) { return Local::identity(N); };
  Next = 1;
  int X = cilk_spawn Call(Next++);
  CHECK(Next == 2);
  int Y = cilk_spawn Call(Next++);
  CHECK(Next == 3);
  cilk_sync;
  CHECK(X == 1 && Y == 2);
}

// Destructors and syncs

struct Reports {
  const int *Done;
  int *Seen;
  ~Reports() { *Seen = __atomic_load_n(Done, __ATOMIC_ACQUIRE); }
};

static NOINLINE void finish(int *Done) {
  dawdle();
  dawdle();
  set(Done);
}

static NOINLINE void destroys_after(int *Done, int *Seen) {
  Reports R{Done, Seen};
  cilk_spawn finish(Done);
}

BEHAVIOUR(destructors_after_sync, OLR, "Implicit syncs",
          "destructors of a scope's variables are called after the scope's implicit sync") {
  int Done = 0, Seen = -1;
  destroys_after(&Done, &Seen);
  CHECK(Seen == 1 && Done == 1);
}

DEVIATION(destructors_before_sync, OLS, "Task blocks",
          "destructors of a task block's variables are invoked before its implicit sync (as in Cilk Plus)",
          "the implicit sync comes first, as in OpenCilk, so that children may use the variables: "
          "code that is right with the other order is right with this one") {
  int Done = 0, Seen = -1;
  [&] {
    Reports R{&Done, &Seen};
    cilk_spawn finish(&Done);
  }();
  CHECK(Seen == 1);
}

BEHAVIOUR(destructors_explicit_sync, OLS, "Sync", "an explicit sync at the end comes before the destructors") {
  int Done = 0, Seen = -1;
  [&] {
    Reports R{&Done, &Seen};
    cilk_spawn finish(&Done);
    cilk_sync;
  }();
  CHECK(Seen == 1);
}

BEHAVIOUR(destructors_in_scope, OLR, "Implicit syncs", "in a cilk_scope as well") {
  int Done = 0, Seen = -1;
  cilk_scope {
    Reports R{&Done, &Seen};
    cilk_spawn finish(&Done);
  }
  CHECK(Seen == 1);
}

BEHAVIOUR(receiver_before_function_sync, OLS, "Task blocks",
          "the receiver has its value when the implicit sync at the end of a function is over") {
  static std::string Kept;
  struct Local {
    static void run() { Kept = cilk_spawn add<std::string>("kept ", "value"); }
  };
  Local::run();
  CHECK(Kept == "kept value");
}

BEHAVIOUR(references_as_arguments, ICG, "cilk_spawn",
          "objects that are passed by reference are those of the parent, which live until the sync") {
  std::vector<int> Numbers(4);
  auto Fill = [](std::vector<int> &V, int Index) { dawdle(); V[Index] = Index + 1; };
  for (int I = 0; I < 4; ++I)
    cilk_spawn Fill(Numbers, I);
  cilk_sync;
  CHECK(Numbers == std::vector<int>({1, 2, 3, 4}));
}

BEHAVIOUR(serial_quicksort, OCV, "Add parallelism using cilk_spawn", "the quicksort of the guide sorts") {
  struct Sort {
    static void run(int *Begin, int *End) {
      if (Begin == End)
        return;
      int *Last = End - 1, *Middle = Begin;
      for (int *I = Begin; I != Last; ++I)
        if (*I < *Last)
          std::swap(*I, *Middle++);
      std::swap(*Last, *Middle);
      cilk_spawn run(Begin, Middle);
      run(Middle + 1, End);
      cilk_sync;
    }
  };
  std::vector<int> A(500);
  for (int I = 0; I < 500; ++I)
    A[I] = I * 37 % 500;
  Sort::run(A.data(), A.data() + 500);
  bool Sorted = true;
  for (int I = 0; I < 500; ++I)
    Sorted = Sorted && A[I] == I;
  CHECK(Sorted);
}
