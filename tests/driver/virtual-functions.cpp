// REQUIRES: lld
// The parent loads the virtual function that a task calls. Devirtualization at
// link time must not take the call of the task for one of that function.
// DEFINE: %{lto} =
// DEFINE: %{flags} =
// DEFINE: %{check} = %tussah-clang++ %{lto} %{flags} -fwhole-program-vtables -fvisibility=hidden -fuse-ld=lld %s -o %t && env CILK_NWORKERS=2 %t
// REDEFINE: %{lto} = -O2 -flto
// RUN: %{check}
// REDEFINE: %{flags} = -ftussah-target=serial
// RUN: %{check}
// REDEFINE: %{flags} = -fsanitize=cfi-vcall
// RUN: %{check}
// REDEFINE: %{flags} = -fvirtual-function-elimination
// RUN: %{check}
// REDEFINE: %{flags} =
// REDEFINE: %{lto} = -O1 -flto=thin
// RUN: %{check}
// REDEFINE: %{lto} = -O0 -flto
// RUN: %{check}
// REDEFINE: %{flags} = -ftussah-target=serial
// RUN: %{check}
// REDEFINE: %{flags} = -fsanitize=cfi-vcall
// RUN: %{check}
// REDEFINE: %{flags} = -fvirtual-function-elimination -ftussah-target=serial
// RUN: %{check}

#include <cilk/cilk.h>

struct Base {
  virtual ~Base() = default;
  virtual long compute(int n) = 0;
};

struct Only : Base {
  long compute(int n) override {
    if (n < 2)
      return n;
    long a = cilk_spawn compute(n - 1);
    long b = compute(n - 2);
    cilk_sync;
    return a + b;
  }
};

int main() {
  Base *volatile object = new Only;
  long result = cilk_spawn object->compute(14);
  cilk_sync;
  delete object;
  return result != 377;
}
