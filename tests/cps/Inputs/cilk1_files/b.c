#include "sum.h"
thread sum (cont int k, int x, int y) { if (x) call sum (k, 0, x + y); else send_argument (k, y); }
void helper (result_t k, int v) { send_argument (k, v); }
