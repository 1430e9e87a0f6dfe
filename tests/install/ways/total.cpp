#include "total.h"

#include <cilk/cilk.h>
#include <cstddef>
#include <vector>

static long sum(const std::vector<long> &of, std::size_t first, std::size_t last) {
  if (last - first < 100) {
    long all = 0;
    for (std::size_t i = first; i != last; ++i)
      all += of[i];
    return all;
  }
  std::size_t middle = (first + last) / 2;
  long left = cilk_spawn sum(of, first, middle);
  long right = sum(of, middle, last);
  cilk_sync;
  return left + right;
}

long total(long n) {
  std::vector<long> squares(n);
  cilk_for (long i = 0; i < n; ++i)
    squares[i] = (i + 1) * (i + 1);
  return sum(squares, 0, squares.size());
}
