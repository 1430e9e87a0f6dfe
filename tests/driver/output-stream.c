// Output through a link to a stream that is a pipe, as -o /dev/stderr can be: the
// link stays, and the pipe gets the whole object. The link is the test's own:
// clang that root runs replaces the real one if the stream is a regular file.
// RUN: rm -rf %t && mkdir %t && ln -s /proc/self/fd/2 %t/stream
// RUN: %tussah-clang -O1 -c %s -o %t/file.o
// RUN: sh -c '"$@" 2>&1 >/dev/null | cat >%t/piped.o' - %tussah-clang -O1 -c %s -o %t/stream
// RUN: test -L %t/stream
// RUN: cmp %t/file.o %t/piped.o
#include <cilk/cilk.h>

int left(int n);

int both(int n) {
  int x = cilk_spawn left(n);
  int y = left(n + 1);
  cilk_sync;
  return x + y;
}
