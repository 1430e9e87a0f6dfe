#include <tussah/cilk1.h>
thread sum (cont int k, int x, int y);
typedef cont int result_t;
void helper (result_t k, int v);
