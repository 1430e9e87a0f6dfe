// A call of itself that a function ends with is a jump in the fast copy, and a
// call in the slow one. What it must not be: tests/programs/frames/tail-calls.cpp.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -Rpass=tussah -S %s -o %t.s 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %FileCheck %s --input-file=%t.s
// RUN: %tussah-clang -ftussah-target=native -O1 -S %s -o - | %FileCheck %s --check-prefix=CALL
// RUN: %tussah-clang -ftussah-target=native -O2 -fno-optimize-sibling-calls -S %s -o - | %FileCheck %s --check-prefix=CALL

#include <cilk/cilk.h>

// The spawn, and the slow copy.
// CHECK-LABEL: fib.native:
// CHECK-COUNT-2: callq fib.native
// CHECK-NOT: callq fib.native
// CHECK-LABEL: kept.native:
//
// In the fast copy too.
// CALL-LABEL: fib.native:
// CALL-COUNT-3: callq fib.native
// CALL-NOT: callq fib.native
// CALL-LABEL: kept.native:
long fib(long n) {
  if (n < 2)
    return n;
  long x = cilk_spawn fib(n - 1);
  // REMARK: :[[@LINE+1]]:12: remark: the function ends with a call of itself
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

// A variable that the call may use.
// CHECK-COUNT-3: callq kept.native
// CHECK-NOT: callq kept.native
// CHECK-LABEL: unordered.native:
long kept(long n, long *from) {
  if (n < 2)
    return *from;
  long local = n + *from;
  long x = cilk_spawn kept(n - 1, from);
  long y = kept(n - 2, &local);
  cilk_sync;
  return x + y;
}

// What thefts decide is not in the order of the program.
// CHECK-COUNT-3: callq unordered.native
// CHECK-NOT: callq unordered.native
// CHECK-LABEL: handed.native:
double unordered(long n) {
  if (n < 2)
    return 1.0 / n;
  double x = cilk_spawn unordered(n - 1);
  double y = unordered(n - 2);
  cilk_sync;
  return x + y;
}

struct large {
  long values[8];
};

// The parameter is handed over: there is one copy, of the child.
// CHECK-COUNT-2: callq handed.native
// CHECK-NOT: callq handed.native
// CHECK-LABEL: leaf.native:
void handed(struct large l, long first, long end) {
  if (end - first == 1) {
    *(volatile long *)l.values[0] = first;
    return;
  }
  cilk_spawn handed(l, first, first + (end - first) / 2);
  handed(l, first + (end - first) / 2, end);
}

void use(const long **);

// A variable that is used only where the function does not call itself.
// CHECK-COUNT-2: callq leaf.native
// CHECK-NOT: callq leaf.native
// CHECK-LABEL: before.native:
void leaf(long first, long end) {
  if (end - first == 1) {
    const long *address = &first;
    use(&address);
    return;
  }
  cilk_spawn leaf(first, first + (end - first) / 2);
  leaf(first + (end - first) / 2, end);
}

// And one that somebody may still use then.
// CHECK-COUNT-3: callq before.native
// CHECK-NOT: callq before.native
// CHECK-LABEL: again.native:
void before(long first, long end) {
  const long *address = &first;
  if (end - first == 1) {
    *(volatile long *)address = 0;
    return;
  }
  use(&address);
  cilk_spawn before(first, first + (end - first) / 2);
  before(first + (end - first) / 2, end);
}

// So is one in a loop around the call.
// CHECK-COUNT-3: callq again.native
// CHECK-NOT: callq again.native
// CHECK-LABEL: fib.native.root:
void again(long first, long end) {
  const long *address = &first;
  while (end - first == 1) {
    use(&address);
    if (end == 3)
      return;
  }
  cilk_spawn again(first, first + (end - first) / 2);
  again(first + (end - first) / 2, end);
}
