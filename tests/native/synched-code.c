// Where nothing was stolen, __cilkrts_synched() is no call: only code that thieves
// run asks.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -S %s -o - | grep -c 'call.*__cilkrts_synched' | grep -x 1
// RUN: %tussah-clang -ftussah-target=native -O0 -S %s -o - | grep -c 'call.*__cilkrts_synched' | grep -x 1
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

int work(int n);
void stolen(void);

int twice(int n) {
  int a = cilk_spawn work(n);
  if (!__cilkrts_synched())
    stolen();
  int b = work(n + 1);
  cilk_sync;
  return a + b;
}
