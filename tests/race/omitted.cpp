// Each rule that leaves checks out, or makes one of many, with accesses that look as if it held: leaving the check out
// would lose a race. `SAFE` programs are as near as can be on the other side. The letters are those of README.md.
// RUN: %race --levels 0123 --targets native --workers 1,2 %s -- %tussah-clang++ -std=c++17
#include <cilk/cilk.h>
#include <cstdlib>
#include <cstring>

#ifdef SAFE
#define IF_SAFE(safe, racy) (safe)
#define STOP cilk_sync
#else
#define IF_SAFE(safe, racy) (racy)
#define STOP (void)0
#endif

static volatile int zero, one = 1;
static long table[4096];
static int *handed;

// Those that run in parallel with each rule's accesses.
__attribute__((noinline)) static void write_at(int *p) { *p = 1; }        // race, always
__attribute__((noinline)) static void write_long(long *p) { *p = 1; }     // race, always
__attribute__((noinline)) static long read_long(long *p) { return *p; }   // race, always
__attribute__((noinline)) static void write_handed() { *handed = 1; }     // race, always
static inline void remember(int &x) { handed = &x; }

/// A: variables whose address is chosen, handed on by a function that is inlined, or captured by a task.
static int variables() {
  int pair[2] = {0, 0}, known = 0, captured = 0;
  int *chosen = zero ? &pair[0] : &pair[1];
  cilk_spawn write_at(chosen);
  STOP;
  pair[1] = 2; // race, always
  cilk_sync;
  remember(known);
  cilk_spawn write_handed();
  STOP;
  known = 3; // race, always
  cilk_sync;
  cilk_spawn [&captured] { captured = 1; }(); // race, always
  STOP;
  captured += 2; // race, always
  cilk_sync;
  return pair[1] + known + captured;
}

/// B: what looks constant and is not.
struct counted {
  int value;
  mutable int uses;
};
static const counted table_of_one[1] = {{5, 0}};
static int constants() {
  const int *view = reinterpret_cast<const int *>(table);
  cilk_spawn write_at(reinterpret_cast<int *>(table));
  STOP;
  int seen = view[0]; // race, always
  cilk_sync;
  cilk_spawn write_at(&table_of_one[zero].uses);
  STOP;
  table_of_one[0].uses = 2; // race, always
  cilk_sync;
  return seen;
}

/// C: repeated: by another strand, smaller first, a read first, on one path only, and atomic first.
__attribute__((noinline)) static int repetitions() {
  long *p = table + 8;
  p[0] = 1; // the strand before
  cilk_spawn write_long(p);
  STOP;
  p[0] = 2; // race, always
  cilk_sync;
  cilk_spawn write_at(reinterpret_cast<int *>(p) + 1);
  *reinterpret_cast<int *>(p) = 1;
  STOP;
  *p += 1; // race, always
  cilk_sync;
  cilk_spawn read_long(p + 1);
  int seen = static_cast<int>(p[1]);
  STOP;
  p[1] = seen; // race, always
  cilk_sync;
  cilk_spawn write_long(p + 2);
  if (zero)
    p[2] = 4;
  STOP;
  p[2] += 1; // race, always
  cilk_sync;
  int *q = reinterpret_cast<int *>(p + 3);
  cilk_spawn __atomic_store_n(q, 1, __ATOMIC_RELAXED); // race, always
  __atomic_store_n(q, 2, __ATOMIC_RELAXED);
  STOP;
  *q += 3; // race, always
  cilk_sync;
  return seen;
}

/// D: side by side: only the second of them races; and not what is behind them.
struct four {
  int a, b, c, d;
};
static four sides;
static void neighbours() {
  cilk_spawn write_at(IF_SAFE(&sides.c, &sides.b));
  sides.a = sides.b = 1; // race, always
  cilk_sync;
  cilk_spawn write_at(IF_SAFE(&sides.a, &sides.d));
  sides.b = 1, sides.c = 1, sides.d = 1; // race, always
  cilk_sync;
}

/// E: ranges: the last element and the one behind it, columns, strides, backwards, and a loop that makes no turn.
__attribute__((noinline)) static void fill(long *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = i; // race, always
}
__attribute__((noinline)) static void fill_back(long *p, int n) {
  for (int i = n; i-- > 0;)
    p[i] = i; // race, always
}
__attribute__((noinline)) static void fill_every(long *p, int n, int step) {
  for (int i = 0; i < n; ++i)
    p[i * step] = i; // race, always
}
__attribute__((noinline)) static void fill_columns(long (*p)[16], int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      p[row][column] = row; // race, always
}
__attribute__((noinline)) static void fill_rows(long (*p)[16], int rows) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < 16; ++column)
      p[row][column] = row; // race, always
}
static void ranges() {
  long *p = table + 1024;
  cilk_spawn write_long(p + IF_SAFE(100, 99));
  fill(p, 100);
  cilk_sync;
  cilk_spawn write_long(p + IF_SAFE(100, 0));
  fill_back(p, 100);
  cilk_sync;
  cilk_spawn write_long(p + IF_SAFE(7, 6));
  fill_every(p, 20, 3);
  cilk_sync;
  long(*rows)[16] = reinterpret_cast<long(*)[16]>(p);
  cilk_spawn write_long(&rows[9][IF_SAFE(5, 4)]);
  fill_columns(rows, 10, 5);
  cilk_sync;
  cilk_spawn write_long(&rows[IF_SAFE(10, 9)][15]);
  fill_rows(rows, 10);
  cilk_sync;
  cilk_spawn write_long(p);
  fill(p, zero); // nothing
  fill_columns(rows, zero, 5);
  fill_columns(rows, 5, zero);
  cilk_sync;
}

/// F: loops that leave early: where they stop, and no further; what they step over.
__attribute__((noinline)) static int find(const long *p, long what) {
  int i = 0;
  while (p[i] != what) // race, always
    ++i;
  return i;
}
__attribute__((noinline)) static void fill_some(long *p, const long *which, int n) {
  for (int i = 0; i < n; ++i) {
    if (which[i] < 0)
      break;
    if (which[i])
      p[i] = i; // race, always
  }
}
static int searches() {
  long *p = table + 2048, *which = table + 3072;
  for (int i = 0; i < 64; ++i) {
    p[i] = i + 2;
    which[i] = i == 40 ? -1 : i % 7 != 3;
  }
  p[30] = 1;
  cilk_spawn write_long(p + IF_SAFE(31, 30));
  int result = find(p, 1);
  cilk_sync;
  cilk_spawn write_long(p + IF_SAFE(31, 32));
  fill_some(p, which, 64);
  cilk_sync;
  cilk_spawn write_long(p + IF_SAFE(40, 39));
  fill_some(p, which, 64);
  cilk_sync;
  return result;
}

/// E, too: iterations are strands of their own if something in the loop spawns.
__attribute__((noinline)) static void pass(long *p) {
  cilk_spawn write_long(p);
  STOP;
  p[1] = 1;
}
static void loops_of_spawns() {
  long *p = table + 512;
  for (int i = 0; i < 4; ++i) {
    cilk_spawn write_long(p);
    STOP;
    p[0] += i; // race, always
    pass(p + 8);
    cilk_sync;
  }
}

/// H: copies: the last byte of a structure, of memcpy and memset, and one behind.
struct large {
  char bytes[201];
};
static large first, second;
__attribute__((noinline)) static void write_byte(char *p) { *p = 1; } // race, always
static void copies() {
  cilk_spawn write_byte(IF_SAFE(&first.bytes[200], &second.bytes[200]));
  second = IF_SAFE(second, first); // race, always
  cilk_sync;
  cilk_spawn write_byte(&second.bytes[IF_SAFE(150, 149)]);
  memcpy(second.bytes, first.bytes, 150); // race, always
  cilk_sync;
  cilk_spawn write_byte(&second.bytes[IF_SAFE(50, 49)]);
  memset(second.bytes, 0, 50 * one); // race, always
  cilk_sync;
  cilk_spawn write_byte(second.bytes);
  memset(second.bytes, 1, static_cast<size_t>(zero)); // nothing
  cilk_sync;
}

int main() {
  int result = variables() + constants() + repetitions() + searches();
  neighbours();
  ranges();
  loops_of_spawns();
  copies();
  return result == 12345;
}
