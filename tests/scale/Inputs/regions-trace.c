// Regions of random.cpp, in the trace.
#include <stdio.h>
void region_begin(void);
void region_end(unsigned long seed);
void region_begin(void) { printf("begin\n"); }
void region_end(unsigned long seed) { printf("end %lu\n", seed); }
