// RUN: %not %tussah-clang -fsyntax-only -w -ferror-limit=0 -fexceptions -fobjc-exceptions -fobjc-runtime=gnustep-2.0 %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:
// Handlers of Objective-C, in tasks and around keywords.
#include <cilk/cilk.h>

int f(int);

void in_tasks(int n) {
  cilk_spawn {
    // CHECK: :[[@LINE+1]]:5: error: '@try' is not supported in a spawned block; move it to a function that is called there{{$}}
    @try {
      f(1);
    } @catch (id e) {
      f(2);
    }
  }
  cilk_for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: '@try' is not supported in the body of a 'cilk_for' loop; move it to a function that is called there{{$}}
    @try {
      f(i);
    } @finally {
      f(2);
    }
  }
}

void outside_of_tasks(int n) {
  @try {
    // CHECK: :[[@LINE+1]]:5: error: 'cilk_spawn' is not allowed in this kind of statement; {{.*$}}
    cilk_spawn f(1);
    f(2);
  } @catch (id e) {
    // CHECK: :[[@LINE+1]]:5: error: 'cilk_for' is not allowed here{{$}}
    cilk_for (int i = 0; i < n; ++i)
      f(i);
  }
}

void others_are_fine(int n) {
  @try {
    f(1);
  } @catch (id e) {
    f(2);
  }
  cilk_spawn {
    @synchronized ((id)0) {
      f(3);
    }
    @throw (id)0;
  }
}
