// The rounding mode of a strand goes on with it on another thread, is that of
// the frame behind a sync, and does not leak to what the thread does next.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -frounding-math %s -lm -o %t
// RUN: env CILK_NWORKERS=1 timeout 60 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json timeout 60 %t
// RUN: %python %S/Inputs/statistics.py %t.json 'steals > 5'
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays,signals timeout 60 %t
#include "Inputs/test.h"

#include <cilk/cilk.h>
#include <fenv.h>
#include <float.h>

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                            FE_TOWARDZERO};

/// What both units, of vectors and of the old stack, do in that mode.
static void check_mode(int mode) {
  CHECK(fegetround() == mode);
  volatile double one = 1, three = 3;
  double third = one / three;
  CHECK((mode == FE_UPWARD) == (third > 0x1.5555555555555p-2));
  volatile long double long_one = 1, long_three = 3;
  long double long_third = long_one / long_three;
#if LDBL_MANT_DIG == 64
  CHECK((mode == FE_UPWARD || mode == FE_TONEAREST) ==
        (long_third > 0xa.aaaaaaaaaaaaaaap-5L));
#else // quadruple precision, by functions that ask for the mode
  CHECK((mode == FE_UPWARD) ==
        (long_third > 0x1.5555555555555555555555555555p-2L));
#endif
}

static void tree(int n, int mode) {
  check_mode(mode);
  if (n == 0)
    return;
  cilk_spawn tree(n - 1, mode);
  check_mode(mode);
  tree(n - 1, mode);
  check_mode(mode);
  cilk_sync;
  check_mode(mode);
}

int main(void) {
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i) {
      fesetround(modes[i]);
      tree(7, modes[i]);
      check_mode(modes[i]);
      fesetround(FE_TONEAREST);
    }
    tree(2, FE_TONEAREST);
  }
}
