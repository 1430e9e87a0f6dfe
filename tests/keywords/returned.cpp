// A returned spawn is a call, as nothing could run next to it: a warning, as in
// OpenCilk.
//
// RUN: %tussah-clang++ -O1 %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: env TUSSAH_STRESS=always-steal %t
#include <cilk/cilk.h>
#include <string>

static long fib(int N) {
  if (N < 2)
    return N;
  long A = cilk_spawn fib(N - 1);
  long B = fib(N - 2);
  cilk_sync;
  return A + B;
}
static std::string word(int N) { return std::string(N, 'x'); }

// CHECK: :[[@LINE+1]]:31: warning: no parallelism from 'cilk_spawn' in a return statement [-Wtussah-return]{{$}}
long returned(int N) { return cilk_spawn fib(N); }

struct Converted {
  std::string Text;
  Converted(std::string T) : Text(T) {}
};
template <class T> static T convert(int N) {
  long A = cilk_spawn fib(N);
  if (N > 3)
    // CHECK: :[[@LINE+1]]:12: warning: no parallelism
    return cilk_spawn word(N);
  cilk_sync;
  return word(A);
}

int main() {
  return returned(10) != 55 || convert<Converted>(5).Text != "xxxxx" ||
         convert<Converted>(2).Text != "x";
}
