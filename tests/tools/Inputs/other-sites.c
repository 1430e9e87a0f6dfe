#include <cilk/cilk.h>
static void add(int *where) { *where += 3; }
void outer(int *where) {
  cilk_for (int i = 0; i < 3; ++i) {
    int *mine = where + i;
    cilk_spawn add(mine);
  }
}
