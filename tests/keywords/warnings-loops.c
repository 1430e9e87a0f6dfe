// RUN: %tussah-clang -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tussah-clang++ -x c++ -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Loops that mean something else than they did as serial ones; short forms.
#include <cilk/cilk.h>

void use(int);
int next(int);
int global;
__thread int apart;
void zero(void *);
void plus(void *, void *);

void grain(int n) {
// CHECK: :[[@LINE+1]]:27: warning: ';' at the end of '#pragma cilk grainsize' is ignored [-Wtussah-grainsize]{{$}}
#pragma cilk grainsize = 4;
  cilk_for (int i = 0; i < n; i++) use(i);
// CHECK: :[[@LINE+1]]:26: warning: ';' at the end of '#pragma cilk_grainsize' is ignored [-Wtussah-grainsize]{{$}}
#pragma cilk_grainsize 4 ;
  cilk_for (int i = 0; i < n; i++) use(i);
}

void shared(int n, int p, int **list) {
  int i, j, k;
  double d;
  int *q;
  static int once;
  cilk_for (i = 0; i < n; i++) {
    // CHECK: :[[@LINE+1]]:10: warning: all iterations of 'cilk_for' share 'j', which this loop counts; declare it in the loop [-Wtussah-shared-counter]{{$}}
    for (j = 0; j < n; j++)
      // CHECK: :[[@LINE+1]]:12: warning: all iterations of 'cilk_for' share 'k', which this loop counts; declare it in the loop [-Wtussah-shared-counter]{{$}}
      for (k = n; k--;)
        use(k);
  }
  cilk_for (int i = 0; i < n; i++) {
    // CHECK: :[[@LINE+1]]:10: warning: {{.*}} share 'j',
    for (j = 1; j < n; j *= 2) use(j);
    // CHECK: :[[@LINE+2]]:10: warning: {{.*}} share 'j',
    // CHECK: :[[@LINE+1]]:17: warning: {{.*}} share 'k',
    for (j = 0, k = 0; j < k; j++, k += 2) use(j);
    // CHECK: :[[@LINE+1]]:27: warning: {{.*}} share 'p',
    for (; p < n; use(j), p++) use(p);
    // CHECK: :[[@LINE+1]]:10: warning: {{.*}} share 'd',
    for (d = 0; d < 1; d += 0.1) use(i);
    // CHECK: :[[@LINE+1]]:10: warning: {{.*}} share 'q',
    for (q = list[i]; *q; ++q) use(*q);
    // CHECK: :[[@LINE+1]]:10: warning: {{.*}} share 'global',
    for (global = 0; global < n; global++) use(global);
    // CHECK: :[[@LINE+1]]:10: warning: {{.*}} share 'once',
    for (once = 0; once < n; once++) use(once);
    if (i > 0)
      // CHECK: :[[@LINE+1]]:12: warning: {{.*}} share 'j',
      for (j = 0; j < n; j = next(j)) use(j);
    cilk_spawn {
      // CHECK: :[[@LINE+1]]:12: warning: {{.*}} share 'j',
      for (j = 0; j < n; j++) use(j);
    }
  }
  // Of the outer loop each iteration has its own j, of the inner one not.
  cilk_for (int i = 0; i < n; i++) {
    int j;
    for (j = 0; j < n; j++) use(j);
    cilk_for (int k = 0; k < n; k++)
      // CHECK: :[[@LINE+1]]:12: warning: {{.*}} share 'j',
      for (j = 0; j < n; j++) use(j);
  }
}

void apartFromOthers(int n, int *a) {
  int i, j, total = 0;
  _Atomic int atomic;
  int cilk_reducer(zero, plus) sum = 0;
  cilk_for (i = 0; i < n; i++) {
    int own, other = 0;
    for (int j = 0; j < n; j++) use(j);
    for (own = 0; own < n; own++) use(own);
    for (; other < n; other++) use(other);
    for (apart = 0; apart < n; apart++) use(apart);
    for (atomic = 0; atomic < n; atomic++) use(atomic);
    for (sum = 0; sum < n; sum++) use(i);
    // Only reads it, or assigns it where it need not be a counter.
    for (int k = total; k < total; k++) a[k] = total;
    cilk_for (j = 0; j < n; j++) use(j);
    // One iteration only.
    if (i == 0 && n > 3)
      for (j = 0; j < n; j++) use(j);
    else if (next(i))
      use(i);
    if (n == 1 || i == 0)
      for (j = 0; j < n; j++) use(j);
  }
  for (j = 0; j < n; j++) {
    cilk_for (i = 0; i < n; i++) use(i + j);
    cilk_spawn use(j);
  }
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) use(j);
  }
}
