// Two object files of one program, both with tasks.
#include <cilk/cilk.h>

void second(void);

static void leaf(void) {}

#ifdef SECOND
void second(void) {
#else
int main(void) {
#endif
  cilk_spawn leaf();
  cilk_sync;
#ifndef SECOND
  second();
#endif
}
