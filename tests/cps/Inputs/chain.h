// A computation that is not fully strict: continuations are sent, and passed to
// siblings; the sends go in all directions. A number travels along a chain, each
// station of which learns from a sibling where the next one is. NAP is what a
// sibling does before; nothing if it is not defined.
#ifndef TUSSAH_TESTS_CPS_INPUTS_CHAIN_H
#define TUSSAH_TESTS_CPS_INPUTS_CHAIN_H

#include <tussah/cps.hpp>

#ifndef NAP
#define NAP() static_cast<void>(0)
#endif

namespace {

void station(tussah::cps::cont<tussah::cps::cont<long>> previous,
             tussah::cps::cont<long> mine) {
  NAP();
  send_argument(previous, mine);
}
void relay(tussah::cps::cont<long> next, long value) {
  send_argument(next, value + 1);
}
void depart(tussah::cps::cont<long> first) { send_argument(first, 0); }

/// Sends \p length.
void chain(tussah::cps::cont<long> k, int length) {
  using namespace tussah::cps;
  cont<cont<long>> link;
  spawn_next<depart>(missing(link));
  for (int i = 0; i < length; ++i) {
    cont<cont<long>> next;
    cont<long> value;
    spawn_next<relay>(missing(next), missing(value));
    spawn<station>(link, value);
    link = next;
  }
  spawn<station>(link, k);
}

} // namespace

#endif // TUSSAH_TESTS_CPS_INPUTS_CHAIN_H
