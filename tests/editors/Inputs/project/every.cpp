// Every construct that C++ has, with the header. clangd reports nothing but
// what the comments say.
#include <cilk/cilk.h>
#include <cilk/opadd_reducer.h>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Tree {
  int Value = 0;
  std::unique_ptr<Tree> Left, Right;

  int sum() const {
    int A = 0;
    if (Left)
      A = cilk_spawn Left->sum();
    int B = Right ? Right->sum() : 0;
    cilk_sync;
    return A + B + Value;
  }
  int operator()(int X) const { return X + Value; }
  Tree &operator+=(int X) {
    Value += X;
    return *this;
  }
};

struct Point {
  int X, Y;
};

static Point point(int X) { return {X, X + 1}; }
static std::string text(int N) { return std::string(N, 'x'); }

template <class T> static T twice(T X) { return X + X; }

template <class T, class... Rest> static T total(T X, Rest... R) {
  T A = cilk_spawn twice<T>(X);
  T B = (R + ... + T());
  cilk_sync;
  return A + B;
}

static int spawns(Tree &T, const std::function<int(int)> &F) {
  auto A = cilk_spawn twice(3);
  const auto [X, Y] = cilk_spawn point(4);
  std::string S = cilk_spawn text(5);
  T.Value += cilk_spawn F(6);
  T += cilk_spawn twice(7);
  cilk_spawn T(8);
  int (Tree::*Member)() const = &Tree::sum;
  int B = cilk_spawn (T.*Member)();
  cilk_spawn [&T](int Z) { T.Value = Z; }(9);
  auto Lambda = [=] {
    int C = cilk_spawn twice(A);
    cilk_sync;
    return C;
  };
  cilk_spawn {
    std::vector<int> Local(3, B);
    T.Value = Local[0];
  }
  cilk_sync;
  return Lambda() + X + Y + static_cast<int>(S.size());
}

static long loops(std::vector<long> &V) {
  cilk::opadd_reducer<long> Sum = 0;
  cilk_for (auto &X : V)
    X = twice(X);
  cilk_for (auto It = V.begin(); It != V.end(); ++It) {
    struct Local {
      long Value;
      long get() const { return Value; }
    } Object{*It};
    if (Object.get() == 0)
      continue;
    Sum += Object.get();
    //            ^ completion: get
  }
#pragma cilk grainsize 8
  cilk_for (int I = 0; I < 10; ++I) {
    auto [X, Y] = point(I);
    auto Add = [&](int Z) { Sum += Z; };
    Add(X + Y);
  }
#pragma cilk grainsize = static_cast<int>(V.size() / 4)
  cilk_for (std::size_t I = 0; I < V.size(); ++I)
    Sum += V[I];
  return Sum;
}

template <class T> void zero(void *View) { *static_cast<T *>(View) = T(); }
template <class T> void plus(void *Left, void *Right) {
  *static_cast<T *>(Left) += *static_cast<T *>(Right);
}
template <class T> using sum = T cilk_reducer(zero<T>, plus<T>);
struct Totals {
  sum<long> All = 0;
  long cilk_reducer(zero<long>, plus<long>) Bins[2] = {};
};
static sum<long> Global;

static long reducers(const std::vector<long> &V) {
  Totals Local;
  auto Sum = [&](long X) { Local.All += X; };
  cilk_for (long X : V) {
    Sum(X);
    Local.Bins[X % 2] += X;
    //    ^ definition: long cilk_reducer(zero<long>, plus<long>) Bins[2] = {};
    ++Global;
  }
  long &View = Local.All;
  sum<long> &Reducer = Global;
  auto *Whole = __builtin_addressof(Local.Bins[1]);
  return View + Reducer + *Whole;
}

static int exceptions(int N) {
  try {
    cilk_scope {
      cilk_spawn point(N);
      if (N > 100)
        throw std::runtime_error("large");
    }
    cilk_spawn {
      try {
        cilk_spawn point(N);
      } catch (const std::exception &) {
        N = 0;
      }
    }
    cilk_sync;
  } catch (const std::runtime_error &E) {
    return E.what()[0];
  }
  return N;
}

#define SPAWN_AND_SYNC(Call)                                                   \
  do {                                                                         \
    cilk_spawn Call;                                                           \
    cilk_sync;                                                                 \
  } while (false)

static int macros(Tree &T) {
  SPAWN_AND_SYNC(T(1));
  return T.Value;
}

static int wrong() {
  std::string S = cilk_spawn text("no number"); // expect: matching function
  cilk_for (int I = 0; I < 10; ++I)
    S += undeclared(I); // expect: ndeclared
  cilk_sync;
  return static_cast<int>(S.size());
}

int main() {
  Tree T;
  std::vector<long> V(10, 1);
  auto Add = std::make_pair(spawns(T, twice<int>), exceptions(3));
  return Add.first + Add.second + macros(T) + wrong() +
         static_cast<int>(loops(V)) + total(1, 2, 3);
}
