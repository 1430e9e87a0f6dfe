// RUN: %tussah-clang++ -std=c++17 -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cilk/cilk.h>

void zero(void *);
void plus(void *, void *);
struct Pair {
  long A, B[2];
};
template <class T> using sum = T cilk_reducer(zero, plus);
sum<long> Static;
sum<Pair> Pairs;
// CHECK: :[[@LINE+1]]:7: warning: 'First' leads to the first view, also in strands that have another one; write a cast if that is meant [-Wtussah-first-view]{{$}}
long *First = &Pairs.A;
auto *Reducer = __builtin_addressof(Static);
long *Meant = (long *)&Pairs.A;
void work(long &);
long value();

void spawned(bool Condition) {
  sum<long> Local = 0;
  long &R = Local;
  long *P = &Static;
  long &Part = Pairs.B[1];
  auto &[A, B] = Pairs;
  auto &Reducer = Static;
  long &Plain = *new long;
  R += 1;
  cilk_spawn work(R); // the child goes on with the view
  // CHECK: :[[@LINE+1]]:3: warning: 'R' may lead to a view of another strand, as there is a spawn, sync or 'cilk_for' between it and its use [-Wtussah-stale-view]{{$}}
  R += 1;
  // CHECK: :[[@LINE+1]]:4: warning: 'P' may lead to
  *P += 1;
  // CHECK: :[[@LINE+1]]:3: warning: 'Part' may lead to
  Part += 1;
  // CHECK: :[[@LINE+1]]:3: warning: 'A' may lead to
  A += B[0] * 0;
  // CHECK: :[[@LINE-1]]:8: warning: 'B' may lead to
  Reducer += 1;
  Plain += 1;
  long &Late = Local;
  P = &Local;
  *P += 1;
  Late += 1;
  cilk_sync;
  R += Part; // the first view is back
  // CHECK: :[[@LINE+1]]:3: warning: 'Late' may lead to
  Late += 1;
  if (Condition)
    cilk_spawn work(R);
  else
    R += 1;
  // CHECK: :[[@LINE+1]]:3: warning: 'R' may lead to
  R += 1;
}

void loops() {
  long &R = Static;
  for (int I = 0; I < 3; ++I) {
    // CHECK: :[[@LINE+1]]:5: warning: 'R' may lead to
    R += 1;
    cilk_spawn work(Static);
  }
  cilk_sync;
  cilk_for (int I = 0; I < 3; ++I) {
    long &Inside = Static;
    Inside += 1;
    // CHECK: :[[@LINE+1]]:5: warning: 'R' may lead to
    R += 1;
    // CHECK: :[[@LINE+1]]:12: warning: 'R' may lead to
    [&R2 = R] { R2 += 1; }();
  }
  R += 1;
  cilk_scope {
    cilk_spawn work(Static);
    long &Again = Static;
    Again += 1;
  }
  R += 1;
  R = cilk_spawn value();
  Static += 1;
}
