// cilk::opadd_reducer, used as a T, in every place where it may be.
//
// RUN: %tussah-clang++ -ftussah-target=native -std=c++11 -Wall -Wextra -pedantic \
// RUN:   -Wno-unused-function -Werror -O2 %s -o %t
// RUN: env CILK_NWORKERS=1 timeout 60 %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays timeout 60 %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json \
// RUN:   timeout 60 %t
// RUN: %python %S/../Inputs/statistics.py %t.json 'views > 5'
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal timeout 60 %t
#include "../Inputs/test.h"

#include <atomic>
#include <cilk/cilk.h>
#include <cilk/opadd_reducer.h>
#include <string>

static std::atomic<long> Alive;

/// Adding is concatenating, so the order counts; its address is its own.
struct Digits {
  std::string Text;
  explicit Digits(int) { ++Alive; }
  Digits(const Digits &Other) : Text(Other.Text) { ++Alive; }
  ~Digits() { --Alive; }
  Digits &operator=(const Digits &) = default;
  Digits &operator+=(const Digits &Other) {
    Text += Other.Text;
    return *this;
  }
  Digits &operator+=(char C) {
    Text += C;
    return *this;
  }
  void operator&() const = delete;
};

struct Histogram {
  cilk::opadd_reducer<long> Bins[10] = {};
  cilk::opadd_reducer<double> Sum = 0.5;
};

static cilk::opadd_reducer<unsigned> Global = 7;

static void count(Histogram &H, int Begin, int End) {
  if (End - Begin == 1) {
    H.Bins[Begin % 10] += Begin;
    H.Sum += 0.25;
    ++Global;
    return;
  }
  int Middle = Begin + (End - Begin) / 2;
  cilk_spawn count(H, Begin, Middle);
  count(H, Middle, End);
  cilk_sync;
}

static void testHistogram() {
  Histogram *H = new Histogram;
  Global = 7u;
  count(*H, 0, 1000);
  for (int I = 0; I < 10; ++I)
    CHECK(H->Bins[I] == 100 * I + 49500);
  CHECK(H->Sum == 250.5);
  CHECK(Global == 1007);
  delete H;
}

static void testOrder() {
  cilk::opadd_reducer<Digits> All(0);
  std::string Expected;
  for (int I = 0; I < 500; ++I)
    Expected += char('0' + I % 10);
  cilk_for (int I = 0; I < 500; ++I)
    All += char('0' + I % 10);
  CHECK(All.Text == Expected);
  cilk::opadd_reducer<Digits> Copy = All;
  Copy += All;
  CHECK(Copy.Text == Expected + Expected);
  All = Copy;
  CHECK(All.Text == Copy.Text);
}

/// Reducers of strands that are not leftmost, and all operators.
static void testOperators() {
  cilk_for (int I = 0; I < 100; ++I) {
    cilk::opadd_reducer<int> Sum = I;
    cilk_for (int K = 0; K < 20; ++K) {
      Sum += 3;
      Sum -= 1;
      ++Sum;
      Sum++;
      --Sum;
      Sum--;
    }
    int Value = Sum;
    CHECK(Value == I + 40);
    *&Sum = 4;
    int &View = Sum;
    CHECK(++View == 5 && Sum == 5);
    cilk::opadd_reducer<int> Empty = 0;
    CHECK(Empty == 0 && (Empty = 3) == 3 && Empty++ == 3 && Empty-- == 4);
  }
}

int main() {
  for (int Round = 0; Round < 3; ++Round) {
    testHistogram();
    testOrder();
    testOperators();
  }
  CHECK(Alive == 0);
  return 0;
}
