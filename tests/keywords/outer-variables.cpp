// A variable is marked where one life of it may meet several instances of a task
// that nothing before them writes to it for.
// RUN: %tussah-clang++ -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='call void @__tussah_outer'
#include <cilk/cilk.h>

struct Item {
  long first, second;
};

void use(const void *);
extern int n;

// CHECK-LABEL: define {{.*}} @_Z4manyv(
// CHECK: @__tussah_outer({{.*}} %a)
// CHECK: @__tussah_outer({{.*}} %b)
// CHECK: @__tussah_outer({{.*}} %c)
// CHECK: @__tussah_outer({{.*}} %d)
// CHECK: @__tussah_outer({{.*}} %e)
// CHECK: @__tussah_outer({{.*}} %f)
// CHECK: @__tussah_outer({{.*}} %u)
// CHECK: @__tussah_outer({{.*}} %v)
// CHECK: @__tussah_outer({{.*}} %w)
// CHECK: @__tussah_outer({{.*}} %x)
// CHECK: @__tussah_outer({{.*}} %y)
// CHECK: @__tussah_outer({{.*}} %z)
void many() {
  long a, b, c, d, e, f, u, v, w, x, y, z;
  for (int i = 0; i < n; ++i)
    cilk_spawn { a = b = c = d = e = f = i; }
  cilk_sync;
  cilk_for (int i = 0; i < n; ++i)
    u = v = w = x = y = z = i;
}

// CHECK-LABEL: define {{.*}} @_Z5wherev(
// CHECK: @__tussah_outer({{.*}} %call)
// CHECK: @__tussah_outer({{.*}} %result)
// CHECK: @__tussah_outer({{.*}} %scope)
// CHECK: @__tussah_outer({{.*}} %in_head)
// CHECK: @__tussah_outer({{.*}} %with_init)
void where() {
  long call, result, scope;
  Item with_init;
  for (int i = 0; i < n; ++i) {
    cilk_spawn use(&call);
    int value = cilk_spawn [](long *p) { return (int)*p; }(&result);
    cilk_scope { use(&scope); }
  }
  for (long i = 0, in_head; i < n; ++i)
    cilk_spawn use(&in_head);
  while (n)
    cilk_spawn { use([&] { return &with_init; }()); }
}

// Once, or with a value, or one for each.
// CHECK-LABEL: define {{.*}} @_Z4nonev(
void none() {
  long once, value = 1;
  Item zeros{};
  cilk_spawn use(&once);
  for (int i = 0; i < n; ++i) {
    long block[8], call[8], copy[8], behind;
    cilk_spawn {
      use(block);
      for (int k = 0; k < 2; ++k)
        goto out;
    out:;
    }
    cilk_spawn use(call);
    cilk_for (int k = 0; k < 2; ++k)
      use(&value), use(&zeros);
    if (i == 4)
      goto forward;
    use(nullptr);
  forward:
    cilk_spawn use(&behind);
  }
  while (long condition = n)
    cilk_spawn use(&condition);
}

// CHECK-LABEL: define {{.*}} @_Z5jumpsv(
// CHECK: @__tussah_outer({{.*}} %around)
// CHECK-NOT: @__tussah_outer
void jumps() {
  long around;
again:;
  long inside;
  cilk_spawn use(&inside);
  cilk_spawn use(&around);
  if (n)
    goto again;
}

// The inner loop is around one task only.
// CHECK-LABEL: define {{.*}} @_Z6nestedv(
// CHECK: @__tussah_outer({{.*}} %inner)
// CHECK: @__tussah_outer({{.*}} %both)
// CHECK: @__tussah_outer({{.*}} %both)
void nested() {
  for (int i = 0; i < n; ++i) {
    long inner;
    cilk_spawn {
      for (int k = 0; k < n; ++k)
        cilk_spawn use(&inner);
    }
  }
  long both;
  cilk_for (int i = 0; i < n; ++i)
    cilk_spawn { use(&both); }
}

// The variables of a loop are declared in its body.
// CHECK-LABEL: define {{.*}} @_Z5itemsRA8_4Item(
void items(Item (&all)[8]) {
  cilk_for (Item item : all)
    use(&item);
}

struct Iterator {
  long number;
  Iterator() = default;
  long operator-(Iterator other) const { return number - other.number; }
  Iterator operator+(long n) const;
  Iterator &operator++();
  bool operator!=(Iterator other) const;
};

// CHECK-LABEL: define {{.*}} @_Z9iterators8IteratorS_(
void iterators(Iterator first, Iterator last) {
  cilk_for (Iterator i = first; i != last; ++i)
    use(&i);
  cilk_for (Iterator i; i != last; ++i)
    use(&i);
}
