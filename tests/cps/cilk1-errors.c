// Each mistake with <tussah/cilk1.h> is an error at its place, and nothing else is.
// RUN: %not %tussah-clang -I%include-dir -fsyntax-only -ferror-limit=0 %s 2> %t
// RUN: grep error: %t > %t.errors
// RUN: printf '#include <tussah/cilk1.h>\nvoid f(void) { spawn g(1' > %t.c && %not %tussah-clang -c %t.c -o %t.o 2>&1 | %FileCheck %s --check-prefix=END
// RUN: printf '#include <tussah/cilk1.h>\nthread f(int k) { spawn g(1' > %t.c && %not %tussah-clang -c %t.c -o %t.o 2>&1 | %FileCheck %s --check-prefix=END
// END-NOT: Stack dump
// END: error: expected {{.*thread.*}}
// END-NOT: Stack dump
// RUN: %FileCheck %s < %t.errors && %count 39 < %t.errors
#include <tussah/cilk1.h>

struct list {
  struct list *next;
};
union either {
  cont int k;
  long x;
};

// CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 1 of the thread 'pointer' is, or has, a pointer, which means nothing in another process; pass what it points to
thread pointer(int *p);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 2 of the thread 'list' is, or has, a pointer
thread list(int i, struct list l);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 1 of the thread 'atomic' is, or has, a pointer
thread atomic(_Atomic(int *) p);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 1 of the thread 'either' has a continuation in a union
thread either(union either e);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 1 of the thread 'unknown' has no length; give it the name of an argument before, as in 'int n, int a[n]'
thread unknown(int a[]);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} the arguments of the thread 'large' are larger than a closure can be; give a large array a length, as in 'int n, int a[n]'
thread large(char a[70000]);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} expected 'thread name (parameters)' and ';' or '{ body }'
thread int;
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} expected the name of a type after 'cont'; it must be known at file scope
thread notype(cont nothing k);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} expected the name of a type after 'cont'; it must be known at file scope
thread badtype(cont short double k);
struct open;
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} the type 'struct open' after 'cont' is not complete here
thread incomplete(cont struct open k);
struct open {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} the type 'struct open' after 'cont' is not complete here
  cont struct open k;
};
#define EIGHT(n) int n##0, int n##1, int n##2, int n##3, int n##4, int n##5, int n##6, int n##7
thread most(EIGHT(a), EIGHT(b), EIGHT(c), EIGHT(d), EIGHT(e), EIGHT(f), EIGHT(g), EIGHT(h));
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} the thread 'more' has more than 64 arguments
thread more(EIGHT(a), EIGHT(b), EIGHT(c), EIGHT(d), EIGHT(e), EIGHT(f), EIGHT(g), EIGHT(h), int i);
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} the static thread 'lost' is spawned but not defined
static thread lost(int x);

thread take(cont int k, int x) { send_argument(k, x); }
thread array(int n, int a[n]) { (void)a; }
struct wide {
  char bytes[300];
};
thread far(struct wide a, struct wide b) { (void)a, (void)b; }
thread plain(int n) { (void)n; }
thread single(cont struct wide k) { (void)k; }

thread nobody(cont int k) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} there is no thread 'sum'
  spawn sum(k, 1);
}

thread spawns(cont int k, cont long l) {
  cont int x, y;
  cont float f = {0};
  cont struct wide w;
  int values[3] = {0};
  struct wide wide = {{0}};
  spawn lost(1);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} the thread 'take' has 2 arguments, not 1
  spawn take(k);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} initializing 'argument 1 of thread take' (aka 'struct cont int') with an expression of incompatible type 'cont long'
  spawn take(l, 1);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 2 of the thread 'take' needs a 'cont int' behind '?'
  spawn_next take(k, ?f); (void)f;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} this continuation stands for argument 1 already
  spawn_next both(?x, ?x);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 2 of the thread 'take' cannot be missing: 'call' needs all of them
  call take(x, ?x);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 1 of the thread 'array' cannot be missing: it is the length of an array
  spawn array(?x, values);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 2 of the thread 'array' cannot be missing: it is an array
  spawn array(3, ?x);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 2 of the thread 'far' cannot be missing: it is not in the first 256 bytes of its closure
  spawn far(wide, ?w);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} nothing can be sent to 'y': the thread does not use it again
  spawn_next take(w.__where ? x : x, ?y);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} expected the name of a thread after 'spawn'
  spawn (take)(k, 1);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} expected a name and arguments, none of them empty, after 'spawn'
  spawn take(k, );
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} expected the number of a worker in parentheses after 'spawn_on'
  spawn_on take(k, 1);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} expected '(continuation, value)' after 'send_argument'
  send_argument(k);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} initializing 'typeof (**__tussah_to.__continuation)' (aka 'int') with an expression of incompatible type 'struct wide'
  send_argument(k, wide);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} member reference base type 'typeof (values[0])' (aka 'int') is not a structure or union
  send_argument(values[0], 1);
}
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} redefinition of 'plain'
thread plain(int n) { (void)n; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} conflicting types for 'take'
thread take(cont long k, int x);

thread both(cont int k, int x) { (void)k, (void)x; }

int function(void) {
  int result;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} 'cilk_run' needs a thread whose first argument is a continuation, for the result
  cilk_run plain(1);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} there is no thread 'later'; declare it above
  cilk_run later(&result);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} argument 2 of the thread 'take' cannot be missing: 'cilk_run' needs all of them
  cilk_run take(&result, ?result);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} the thread 'plain' is no function; 'spawn', 'call' or, outside of threads, 'cilk_run' runs it
  plain(1);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} the thread 'both' is no function
  const void *address = (const void *)both;
  return result + (address != 0);
}

// CHECK-DAG: :[[#@LINE+1]]:{{.*}} the thread 'both' is no function; 'spawn', 'call'
thread caller(cont int k) { both(k, 1); }

int other(void) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} a thread is declared at file scope
  thread inside(int x);
  return 0;
}
