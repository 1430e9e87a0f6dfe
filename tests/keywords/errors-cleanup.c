// RUN: %not %tussah-clang -fsyntax-only -fexceptions -w %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:
// RUN: %tussah-clang -fsyntax-only -w %s
// Cleanups of a task, where C++ exceptions pass through C.
#include <cilk/cilk.h>

#define CLEANED __attribute__((cleanup(done)))
void done(int *);
void f(int *);

void tasks(int n) {
  int CLEANED outside = n;
  cilk_spawn {
    // CHECK: :[[@LINE+1]]:17: error: a variable with a cleanup is not supported in a spawned block in C with '-fexceptions'; move it to a function that the task calls{{$}}
    int CLEANED inside = n;
    f(&inside);
  }
  cilk_for (int i = 0; i < n; i++) {
    // CHECK: :[[@LINE+1]]:17: error: a variable with a cleanup is not supported in the body of a 'cilk_for' loop in C with '-fexceptions'; move it to a function that the task calls{{$}}
    int CLEANED inside = n;
    f(&inside);
  }
  cilk_sync;
  f(&outside);
}
