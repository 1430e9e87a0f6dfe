// A constructor is never taken for a destructor, which runs only if its object
// is built, whatever freed memory holds: here, the '~' of a destructor's name.
//
// RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=0 MALLOC_PERTURB_=126 \
// RUN:   %tussah-clang++ -O0 -ftussah-target=reverse %s -o %t
// RUN: %t | %FileCheck %s
// CHECK: result 3

#include <cilk/cilk.h>

#include <stdio.h>

// The name is long enough for the base name to lie behind what the allocator
// writes into freed memory.
namespace outermost {

struct Value {
  int number;
  explicit Value(int number) : number(number) {}
  Value(const Value &other) : number(other.number) {}
  ~Value() { number = -1; }
};

struct Result {
  int number;
  Result(const Value &value) : number(value.number) {}
  ~Result() { number = 0; }
};

__attribute__((noinline)) static Value make(int number) {
  return Value(number);
}

} // namespace outermost

int main() {
  outermost::Result result = cilk_spawn outermost::make(3);
  cilk_sync;
  printf("result %d\n", result.number);
}
