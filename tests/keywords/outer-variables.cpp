// What a task names of its function's variables is marked: its instances share
// one life (0), or there is one life and one instance (1), or each instance has
// another life (2).
// RUN: %tussah-clang++ -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='call ptr @__tussah_outer'
#include <cilk/cilk.h>

struct Item {
  long first, second;
};

void use(const void *);
extern int n;

// CHECK-LABEL: define {{.*}} @_Z4manyv(
// CHECK: @__tussah_outer({{.*}} %a, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %b, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %c, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %d, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %e, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %f, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %i, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %u, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %v, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %w, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %x, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %y, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %z, i32 noundef 0)
void many() {
  long a, b, c, d, e, f, u, v, w, x, y, z;
  for (int i = 0; i < n; ++i)
    cilk_spawn { a = b = c = d = e = f = i; }
  cilk_sync;
  cilk_for (int i = 0; i < n; ++i)
    u = v = w = x = y = z = i;
}

// CHECK-LABEL: define {{.*}} @_Z5wherev(
// CHECK: @__tussah_outer({{.*}} %call, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %result, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %value, i32 noundef 2)
// CHECK: @__tussah_outer({{.*}} %scope, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %in_head, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %with_init, i32 noundef 0)
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
// CHECK: @__tussah_outer({{.*}} %once, i32 noundef 1)
// CHECK: @__tussah_outer({{.*}} %block, i32 noundef 2)
// CHECK: @__tussah_outer({{.*}} %call{{[0-9]+}}, i32 noundef 2)
// CHECK: @__tussah_outer({{.*}} %value, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %zeros, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %behind, i32 noundef 2)
// CHECK: @__tussah_outer({{.*}} %condition, i32 noundef 2)
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
// CHECK: @__tussah_outer({{.*}} %inside, i32 noundef 2)
// CHECK: @__tussah_outer({{.*}} %around, i32 noundef 0)
void jumps() {
  long around;
again:;
  long inside;
  cilk_spawn use(&inside);
  cilk_spawn use(&around);
  if (n)
    goto again;
}

// The inner loop is around one task only, whose variable it is.
// CHECK-LABEL: define {{.*}} @_Z6nestedv(
// CHECK: @__tussah_outer({{.*}} %inner, i32 noundef 2)
// CHECK: @__tussah_outer({{.*}} %inner, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %both, i32 noundef 0)
// CHECK: @__tussah_outer({{.*}} %both, i32 noundef 0)
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

// Parameters, and what handlers, lambdas and patterns name.
// CHECK-LABEL: define {{.*}} @_Z6others
// CHECK: @__tussah_outer({{.*}} %parameter{{.*}}, i32 noundef 1)
// CHECK: @__tussah_outer({{.*}}, i32 noundef 1)
// CHECK: @__tussah_outer({{.*}} %captured, i32 noundef 1)
// CHECK: @__tussah_outer({{.*}} %caught, i32 noundef 1)
void others(Item parameter) {
  auto [first, second] = parameter;
  long captured;
  cilk_spawn use(&parameter);
  cilk_spawn use(&second);
  cilk_spawn [&] { use(&captured); }();
  try {
    use(&first);
  } catch (Item caught) {
    cilk_spawn use(&caught);
  }
}

// Of an iteration, whose tasks leave it there.
// CHECK-LABEL: define {{.*}} @_Z5innerRA8_4Item(
// CHECK: @__tussah_outer({{.*}} %item, i32 noundef 1)
void inner(Item (&all)[8]) {
  cilk_for (Item item : all)
    cilk_spawn use(&item);
}
