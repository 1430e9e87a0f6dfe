/* All of <tussah/cilk1.h>: threads that are declared and static, arrays of variable
 * and fixed length, continuations in structures, in arrays and of continuations,
 * tail calls, placement, and helpers that are ordinary functions. */
#include <stdio.h>
#include <tussah/cilk1.h>
/* Its names may be keywords here. */
#include "words.h"
#include <string.h>

struct pair { cont long to; int tag; };
typedef unsigned long count_t;

thread deliver (struct pair p, long v);

static thread total (cont long k, int n, long counts[n])
{
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += counts[i];
  send_argument (k, sum);
}

static int fits (const signed char *b, int row, int c) {
  for (int i = 0; i < row; ++i) {
    int d = b[i] - c;
    if (d == 0 || d == row - i || d == i - row) return 0;
  }
  return 1;
}

thread search (cont long k, int n, int row, signed char board[row])
{
  if (row == n) {
    struct pair p = {k, 7};
    spawn deliver (p, 1);
    return;
  }
  signed char next[16];
  memcpy (next, board, row);
  cont long left = k;
  int last = -1;
  for (int c = 0; c < n; ++c)
    if (fits (board, row, c)) last = c;
  if (last < 0) { send_argument (k, 0); return; }
  for (int c = 0; c <= last; ++c)
    if (fits (board, row, c)) {
      next[row] = c;
      if (c == last)
        call search (left, n, row + 1, next);
      else {
        cont long a, b;
        spawn_next add (left, ?a, ?b);
        spawn search (a, n, row + 1, next);
        left = b;
      }
    }
}
thread add (cont long k, long a, long b) { long v[2] = {a, b}; spawn total (k, 2, v); }
thread deliver (struct pair p, long v) { send_argument (p.to, v); }
thread fixed (cont long k, int a[3], cont cont long c, double d) {
  cont long z;
  spawn_next add (k, ?z, a[2] + (long)d);
  send_argument (c, z);
}
thread second (cont long to) { send_argument (to, 40); }
thread top (cont long k) {
  int a[] = {1, 2, 3};
  cont cont long c;
  spawn_on (cilk_processors () - 1) second (?c);
  spawn fixed (k, a, c, 5.5);
}

/* Not fully strict: arrays of continuations, and a helper that sends. */
static void answer (cont long *to, int n) {
  for (int i = 0; i < n; ++i)
    send_argument (to[i], i * i);
}
thread scatter (int n, cont long to[n], char pad[100]) {
  if (pad[99] == 'x')
    answer (to, n);
}
thread gather (cont long k, long a, long b, long c) {
  send_argument (k, 100 * a + 10 * b + c);
}
thread loop (cont long k) {
  char pad[100];
  cont long parts[3];
  memset (pad, 'x', sizeof (pad));
  spawn_next gather (k, ?parts[0], ?parts[1], ?parts[2]);
  tail_call scatter (3, parts, pad);
}

int main (int argc, char **argv)
{
  long r, t, u; signed char b[1] = {0};
  cilk_options (&argc, argv);
  cilk_run search (&r, 8, 0, b);
  cilk_run top (&t);
  cilk_run loop (&u);
  if (cilk_rank () == 0)
    printf ("%ld %ld %ld\n", r, t, u);
}
