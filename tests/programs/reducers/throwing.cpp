// Identity functions, reduce functions and users of reducers that throw: what
// is documented arrives (docs/guides/reducers.md), and each view ends once.
//
// RUN: %matrix %s
// tasks: 1
#include <atomic>
#include <cilk/cilk.h>
#include <cilk/reducer>
#include <cilk/reducer.h>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

static std::atomic<long> Alive, Calls;
/// Which call of the function throws, of so many; 0: none.
static std::atomic<int> IdentityThrows, ReduceThrows;

#define CHECK(condition)                                                       \
  ((condition) ? (void)0                                                       \
               : (std::printf("line %d: %s\n", __LINE__, #condition),          \
                  std::fflush(stdout), std::abort()))

static void perhapsThrow(int Period, const char *What) {
  if (Period && Calls.fetch_add(1) % Period == 0)
    throw std::runtime_error(What);
}

/// Counts its objects, and finds ones that end twice.
struct Count {
  long Value;
  const Count *Self = this;

  explicit Count(long Value) : Value(Value) { ++Alive; }
  ~Count() {
    CHECK(Self == this);
    Self = nullptr;
    --Alive;
  }
  Count(const Count &) = delete;
};

struct Monoid : cilk::monoid_base<Count> {
  static void identity(Count *View) {
    perhapsThrow(IdentityThrows, "identity");
    ::new (static_cast<void *>(View)) Count(0);
  }
  static void reduce(Count *Left, Count *Right) {
    perhapsThrow(ReduceThrows, "reduce");
    Left->Value += Right->Value;
  }
};

void identity(void *View) {
  Monoid::identity(static_cast<Count *>(View));
}

void reduce(void *Left, void *Right) {
  struct Ender {
    Count *View;
    ~Ender() { View->~Count(); }
  } From{static_cast<Count *>(Right)};
  Monoid::reduce(static_cast<Count *>(Left), From.View);
}

/// The same as an object with functions.
struct CountReducer : __reducer_base, Count {
  explicit CountReducer(long Value) : Count(Value) {}
  std::size_t size() const override { return sizeof *this; }
  __reducer_base *identity(void *View) override {
    perhapsThrow(IdentityThrows, "identity");
    return ::new (View) CountReducer(0);
  }
  void reduce(__reducer_base *Left, __reducer_base *Right) override {
    Monoid::reduce(static_cast<CountReducer *>(Left),
                   static_cast<CountReducer *>(Right));
  }
};

__reducer_callbacks Callbacks{sizeof(Count), ::identity, ::reduce};

/// Runs \p F, which may throw one of the exceptions named, and makes and ends
/// all of its reducers. Returns what it throws, or nothing.
template <class F> static std::string thrownBy(const F &Function) {
  std::string What;
  try {
    Function();
  } catch (const std::runtime_error &E) {
    What = E.what();
  }
  CHECK(Alive == 0);
  IdentityThrows = ReduceThrows = 0;
  return What;
}

static const long N = 300;

/// A use that throws has no effect; others go on.
static void testIdentityCaught() {
  std::string What = thrownBy([] {
    IdentityThrows = 2;
    std::atomic<long> Missed(0);
    cilk::reducer<Monoid> Class(0);
    Count cilk_reducer(identity, reduce) Keyword(0);
    cilk_for (long I = 0; I < N; ++I) {
      try {
        Class->Value += 1;
      } catch (const std::runtime_error &) {
        ++Missed;
      }
      try {
        Keyword.Value += 1;
      } catch (const std::runtime_error &) {
        ++Missed;
      }
    }
    IdentityThrows = 0;
    CHECK(Class->Value + Keyword.Value + Missed == 2 * N);
  });
  CHECK(What.empty());
}

template <class F> static void testUncaught(const F &Fill) {
  for (int Period = 1; Period < 4; ++Period) {
    std::string What = thrownBy([&] {
      IdentityThrows = Period;
      Fill();
    });
    CHECK(What.empty() || What == "identity");
    What = thrownBy([&] {
      ReduceThrows = Period;
      Fill();
    });
    CHECK(What.empty() || What == "reduce");
  }
  CHECK(thrownBy(Fill).empty());
}

static void fillClass() {
  cilk::reducer<Monoid> Sum(0);
  cilk_for (long I = 0; I < N; ++I)
    Sum->Value += I;
  CHECK(Sum->Value == N * (N - 1) / 2);
}

static void fillKeyword() {
  Count cilk_reducer(identity, reduce) Sum(0);
  cilk_for (long I = 0; I < N; ++I)
    if (I % 3)
      Sum.Value += I;
  CHECK(Sum.Value == N * N / 3);
}

static void fillObject() {
  CountReducer cilk_reducer() Sum(0);
  cilk_for (long I = 0; I < N; ++I)
    Sum.Value += I;
  CHECK(Sum.Value == N * (N - 1) / 2);
}

static void fillCallbacks() {
  __reducer_callbacks Local = Callbacks;
  Count cilk_reducer(Callbacks) Known(0);
  Count cilk_reducer(Local) Kept(0);
  Count cilk_reducer(__reducer_callbacks(Callbacks)) Temporary(0);
  cilk_for (long I = 0; I < N; ++I) {
    Known.Value += I;
    Kept.Value += 1;
    Temporary.Value += 1;
  }
  CHECK(Known.Value == N * (N - 1) / 2);
  CHECK(Kept.Value == N && Temporary.Value == N);
}

static void add(cilk::reducer<Monoid> &Sum, long Begin, long End) {
  if (End - Begin == 1) {
    Sum->Value += Begin;
    return;
  }
  long Middle = Begin + (End - Begin) / 2;
  cilk_spawn add(Sum, Begin, Middle);
  Count Local(Begin);
  add(Sum, Middle, End);
  cilk_sync;
}

static void fillTree() {
  cilk::reducer<Monoid> Sum(0);
  add(Sum, 0, N);
  CHECK(Sum->Value == N * (N - 1) / 2);
}

/// What a child throws is earlier than what a reduce function does.
static void testChildFirst() {
  std::string What = thrownBy([] {
    cilk::reducer<Monoid> Sum(0);
    ReduceThrows = 1;
    cilk_scope {
      cilk_spawn {
        Sum->Value += 1;
        throw std::runtime_error("child");
      }
      cilk_spawn { Sum->Value += 1; }
      Sum->Value += 1;
    }
  });
  std::printf("first: %s\n", What.c_str());
}

/// The exception of an iteration ends reducers that others use.
static void testUserThrows() {
  std::string What = thrownBy([] {
    cilk::reducer<Monoid> Class(0);
    Count cilk_reducer(identity, reduce) Keyword(0);
    cilk_for (long I = 0; I < N; ++I) {
      Class->Value += 1;
      Keyword.Value += 1;
      if (I == 57)
        throw std::runtime_error("iteration");
      // Of strands that are not leftmost too.
      cilk::reducer<Monoid> Inner(0);
      cilk_for (int K = 0; K < 3; ++K)
        Inner->Value += 1;
      CHECK(Inner->Value == 3);
    }
  });
  std::printf("user: %s\n", What.c_str());
}

int main() {
  testIdentityCaught();
  testUncaught(fillClass);
  testUncaught(fillKeyword);
  testUncaught(fillObject);
  testUncaught(fillCallbacks);
  testUncaught(fillTree);
  testChildFirst();
  testUserThrows();
  std::printf("all views have ended\n");
  return 0;
}
