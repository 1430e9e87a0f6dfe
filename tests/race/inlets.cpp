// Row E5: inlets are critical sections of their frame, and cancelled tasks race no more than others.
// RUN: %race --levels 0 --targets native %s -- %tussah-clang++
#include <cilk/cilk.h>
#include <tussah/inlet.h>

static long total;
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main() {
  long sum = 0, count = 0;
  tussah::cancel_token token;
  auto handler = [&](int x) {
    sum += x;
#ifndef SAFE
    total += x; // race always
#endif
    if (++count == 5)
      token.cancel();
  };
  tussah::inlet<decltype(handler)> results(handler);
#ifndef SAFE
  cilk_spawn [] { total = 1; }(); // race always
#endif
  for (int i = 0; i < 5; ++i) {
    tussah_inlet_call(results, fib, i);
    if (sum > 100)
      return 1;
  }
  tussah_inlet_sync(&results);
  tussah_cancel_scope(token) {
    for (int i = 0; i < 4; ++i)
      cilk_spawn fib(i);
  }
  return sum != 7;
}
