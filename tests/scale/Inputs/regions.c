// Regions of random.cpp, in rows of Cilkscale.
#include <cilk/cilkscale.h>
#include <stdio.h>
static wsp_t before;
void region_begin(void);
void region_end(unsigned long seed);
void region_begin(void) { before = wsp_getworkspan(); }
void region_end(unsigned long seed) {
  char tag[20];
  snprintf(tag, sizeof tag, "%lu", seed);
  wsp_dump(wsp_sub(wsp_getworkspan(), before), tag);
}
