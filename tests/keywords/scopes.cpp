// A scope in a function that has other tasks becomes a function of its own, or
// a target with one count for each function would wait for all tasks at its end.
// Where control may leave or enter it elsewhere it stays.
// RUN: %tussah-clang++ -std=c++17 -O0 -ftussah-target=reverse -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not="v.scope("
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <cstdarg>

void f(int);
extern int n;

// CHECK: {{call|invoke}} {{.*}}@_Z6amongsv.scope(
void amongs() {
  cilk_spawn f(1);
  cilk_scope { cilk_spawn f(2); }
}

// CHECK: {{call|invoke}} {{.*}}@_Z5laterv.scope(
void later() {
  for (int i = 0; i < n; ++i) {
    cilk_scope cilk_spawn f(2);
    cilk_spawn f(1);
  }
}

// CHECK: {{call|invoke}} {{.*}}@_Z5innerv.scope(
void inner() {
  cilk_scope {
    cilk_spawn f(1);
    cilk_scope { cilk_spawn f(2); }
  }
}

void alone() {
  f(1);
  cilk_scope { cilk_spawn f(2); }
  cilk_scope { cilk_spawn f(3); }
}

void in_others() {
  cilk_spawn { cilk_scope cilk_spawn f(3); }
  cilk_for (int i = 0; i < n; ++i)
    cilk_scope cilk_spawn f(i);
}

void jumps() {
  cilk_spawn f(1);
  for (;;) {
    cilk_scope {
      cilk_spawn f(2);
      if (n == 1)
        return;
    }
    cilk_scope {
      cilk_spawn f(3);
      if (n == 2)
        break;
    }
    cilk_scope {
      cilk_spawn f(4);
      if (n == 3)
        goto out;
    }
    cilk_scope {
      cilk_spawn f(5);
    in:
      f(6);
    }
    if (n == 4)
      goto in;
  }
out:
  f(7);
}

void frame(int a, ...) {
  va_list list;
  char *p;
  cilk_spawn f(1);
  cilk_scope {
    cilk_spawn f(2);
    va_start(list, a);
  }
  cilk_scope {
    cilk_spawn f(3);
    p = (char *)__builtin_alloca(n);
  }
  cilk_scope {
    cilk_spawn f(4);
    if (__cilkrts_synched())
      f(5);
  }
  p[0] = va_arg(list, int);
  va_end(list);
  f(p[0]);
}

// CHECK: define internal {{.*}}@_Z6amongsv.scope(
// CHECK: define internal {{.*}}@_Z5laterv.scope(
// CHECK: define internal {{.*}}@_Z5innerv.scope(
