// Flags that change how code is made or linked, in a program with spawned calls,
// a parallel loop and objects. All continuations are stolen. In
// tests/programs/units a program of several files in C and C++ is linked.
// DEFINE: %{flags} =
// DEFINE: %{check} = rm -rf %t && mkdir %t && cd %t && %tussah-clang++ -Werror %{flags} %s -o a && env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal OMP_NUM_THREADS=2 ./a && nm a | %FileCheck %s
// CHECK: {{__tussah_[a-z]|__kmpc_omp_task}}
// REDEFINE: %{flags} = -O2 -gline-tables-only -static
// RUN: %{check}
// REDEFINE: %{flags} = -O2 -fno-exceptions -fno-rtti -fno-asynchronous-unwind-tables
// RUN: %{check}
// REDEFINE: %{flags} = -O2 -g -save-temps -fPIE -pie -ffunction-sections -Wl,--gc-sections
// RUN: %{check}
// REDEFINE: %{flags} = -O2 -g -flto -static-pie
// RUN: %if lld %{ %{check} %}
// REDEFINE: %{flags} = -O0 -g -flto=thin
// RUN: %if lld %{ %{check} %}
// REDEFINE: %{flags} = -ftussah-target=openmp -O2 -g -flto
// RUN: %if lld && openmp %{ %{check} %}
// REDEFINE: %{flags} = -ftussah-target=openmp -O2 -fno-exceptions -save-temps
// RUN: %if openmp %{ %{check} %}


#include <cilk/cilk.h>

#include <string>
#include <vector>

static long identity(long n) { return n; }

static long fib(long n) {
  if (n < 2)
    return identity(n);
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

static std::string name(int i) { return std::string(i, 'a'); }

int main() {
  std::vector<long> squares(20000);
  cilk_for (long i = 0; i < 20000; ++i)
    squares[i] = i * i;
  std::vector<std::string> names(50);
  for (int i = 0; i < 50; ++i)
    names[i] = cilk_spawn name(i);
  long sum = fib(12);
  cilk_sync;
  for (const std::string &n : names)
    sum += n.size();
  for (long square : squares)
    sum -= square % 2;
  return sum != 144 + 1225 - 10000;
}
