// Whoever is asked for nothing executes no fence and no atomic operation but loads:
// there is none in the functions themselves, whose other calls are cold.
// RUN: %clangxx -std=c++17 -O2 -I%include-dir -S %s -o %t.s
// RUN: sed -n '/^_Z3fib/,/cfi_endproc/p' %t.s > %t.fib && sed -n '/^_Z6search/,/cfi_endproc/p' %t.s > %t.search
// RUN: %FileCheck %s --check-prefixes=FIB,ALL < %t.fib
// RUN: %FileCheck %s --check-prefixes=SEARCH,ALL < %t.search
// RUN: %not grep -E '^[[:space:]]+(lock|[lms]fence|xchg)' %t.fib %t.search
#include <tussah/backtrack.hpp>

using namespace tussah::backtrack;

// FIB-DAG: call{{.*}}_Z3fib
// SEARCH-DAG: call{{.*}}_Z6search
// ALL-DAG: call{{.*}}Core6attend
// ALL-DAG: call{{.*}}join
// ALL-DAG: call{{.*}}Core7abandon
[[gnu::noinline]] long fib(worker &w, int n) {
  if (n < 2)
    return n;
  auto [a, b] = do_two(
      w, [n](worker &w) { return fib(w, n - 1); },
      [n](worker &w) { return fib(w, n - 2); });
  return a + b;
}

struct Board {
  long Taken;
};
struct Placed {
  Board &On;
  bool apply(int i) {
    if (On.Taken >> i & 1)
      return false;
    On.Taken |= 1L << i;
    return true;
  }
  void undo(int i) { On.Taken &= ~(1L << i); }
};
struct Search {
  workspace<Board> Start;
  int From, To;
  long Count;
  void run(worker &w);
};
[[gnu::noinline]] long search(worker &w, Board &board, int from, int to) {
  long count = 0;
  choices<Search>(
      w, from, to, Placed{board},
      [&](worker &w, int) {
        count += board.Taken == 0xff ? 1 : search(w, board, 0, 8);
      },
      [&](Search &task, int a, int b) {
        task.Start = w.copy(board);
        task.From = a;
        task.To = b;
      },
      [&](Search &task) { count += task.Count; });
  return count;
}
void Search::run(worker &w) { Count = search(w, *Start, From, To); }
