// RUN: %tussah-clang++ -fno-caret-diagnostics -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tussah-clang++ -fno-caret-diagnostics -fsyntax-only -Wno-tussah-race %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %not %tussah-clang++ -fno-caret-diagnostics -fsyntax-only -Werror=tussah-race %s 2>&1 | %FileCheck %s --check-prefix=ERROR
// Races that can be seen in the source, and what looks like them.
// NONE-NOT: {{.}}
// ERROR: error: 'a' is read before the sync {{.*}} [-Werror,-Wtussah-race]
#include <cilk/cilk.h>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

long f(long);
void use(long);
void by(long *);
void const_reference(const long &);
void parts(int *, int);

long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  // CHECK: :[[@LINE+2]]:12: warning: 'a' is read before the sync with the task whose result it is [-Wtussah-race]{{$}}
  // CHECK: :[[@LINE-3]]:12: note: the task is spawned here
  long r = a + b;
  cilk_sync;
  return r + a;
}

struct Member {
  int n = 0;
  std::vector<int> list;
  void run(int *out) {
    cilk_for (int i = 0; i < 10; ++i) {
      // CHECK: :[[@LINE+1]]:7: warning: all iterations of 'cilk_for' change 'n' and may do so at the same time, so changes are lost; make it a reducer [-Wtussah-race]{{$}}
      n++;
      // CHECK: :[[@LINE+1]]:12: warning: 'push_back' changes 'list', which
      list.push_back(i);
      out[i]++;
    }
  }
};

long shared(int n, int *p, std::vector<std::vector<int>> &rows) {
  long count = 0, sum = 0, last = 0, found = 0;
  double t;
  std::string s;
  std::vector<int> v, *w = &v;
  cilk_for (int i = 0; i < n; ++i) {
    if (i % 3 == 0)
      // CHECK: :[[@LINE+2]]:9: warning: all iterations of 'cilk_for' change 'count' and
      // CHECK: :[[@LINE-7]]:8: note: 'count' is declared here
      ++count;
    // CHECK: :[[@LINE+1]]:5: warning: {{.*}} change 'sum' and
    sum += i;
    // CHECK: :[[@LINE+1]]:7: warning: 'push_back' changes 'v', which all iterations of 'cilk_for' have and may change at the same time; use a reducer, or give each iteration its own element [-Wtussah-race]{{$}}
    v.push_back(i);
    // CHECK: :[[@LINE+1]]:8: warning: 'push_back' changes 'w', which
    w->push_back(i);
    // CHECK: :[[@LINE+1]]:5: warning: all iterations of 'cilk_for' assign to 't' and may do so at the same time; declare it in the loop [-Wtussah-race]{{$}}
    t = f(i);
    p[i] = t * t;
    // CHECK: :[[@LINE+1]]:5: warning: {{.*}} change what 'p' points to and
    *p += 1;
    // CHECK: :[[@LINE+1]]:7: warning: 'append' changes 's', which
    s.append("x");
    rows[i].push_back(i);
    if (i == n - 1)
      last = i;
    if (p[i] == 7)
      found = i;
    // What all assign alike.
    last = 1;
    long own = 0;
    own += i;
    std::vector<int> mine;
    mine.push_back(i);
  }
  return count + sum + last + found;
}

long excluded(int n) {
  long count = 0;
  std::atomic<long> atomic{0};
  std::mutex m;
  cilk_for (int i = 0; i < n; ++i) {
    std::lock_guard<std::mutex> guard(m);
    ++count;
  }
  cilk_for (int i = 0; i < n; ++i)
    ++atomic;
  return count + atomic;
}

void passed() {
  long x = 0;
  cilk_spawn by(&x);
  // CHECK: :[[@LINE+1]]:5: warning: 'x' is changed before the sync with a task that has its address; pass it by value, or put a cilk_sync before it [-Wtussah-race]{{$}}
  x = 2;
  cilk_sync;
  x = 3;
  cilk_spawn const_reference(x);
  // CHECK: :[[@LINE+1]]:3: warning: 'x' is changed before
  x++;
  cilk_sync;
  // CHECK: :[[@LINE+1]]:29: warning: 'i' is changed before
  for (long i = 0; i < 8; ++i)
    cilk_spawn by(&i);
  cilk_sync;
  cilk_spawn [&] { x = 3; }();
  // CHECK: :[[@LINE+1]]:7: warning: 'x' is read before the sync with a task that changes it [-Wtussah-race]{{$}}
  use(x);
  cilk_sync;
  cilk_spawn { x = 4; }
  // CHECK: :[[@LINE+1]]:7: warning: 'x' is read before
  use(x);
}

void notPassed(bool parallel, int *array) {
  long x = 0, y;
  cilk_spawn use(x);
  x = 1;
  y = cilk_spawn f(x);
  // The block has a copy of what it only reads.
  for (int i = 0; i < 4; ++i)
    cilk_spawn { array[i] = i; }
  if (x) {
    cilk_sync;
    use(y);
  }
  cilk_sync;
  // A sync that belongs to the spawn.
  if (parallel)
    y = cilk_spawn f(1);
  else
    y = f(1);
  use(x);
  if (parallel)
    cilk_sync;
  use(y);
  // A variable of each iteration.
  for (int i = 0; i < 4; ++i) {
    long z;
    z = cilk_spawn f(i);
    cilk_sync;
    use(z);
  }
  {
    cilk_scope { y = cilk_spawn f(2); }
    use(y);
  }
  try {
    cilk_spawn by(&x);
  } catch (...) {
    x = 4;
  }
  x = 5;
  cilk_spawn parts(array, 4);
  array[5] = 1;
  cilk_sync;
  // No read.
  y = cilk_spawn f(2);
  (void)y;
  cilk_sync;
#pragma tussah diagnostic ignored "-Wtussah-race"
  y = cilk_spawn f(3);
  use(y);
}
