// Kaleidoscope: programs that call themselves too often.

#ifndef KALEIDOSCOPE_STACKOVERFLOW_H
#define KALEIDOSCOPE_STACKOVERFLOW_H

namespace kaleidoscope {

/// From here on the process calls \p How and ends with exit code 1 if the
/// calling thread, which should be the first one, runs out of stack.
void reportStackOverflow(void (*How)());

} // namespace kaleidoscope

#endif
