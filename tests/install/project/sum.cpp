#include <cilk/cilk.h>

#include <numeric>
#include <vector>

long sumOfSquares(int n) {
  std::vector<long> squares(n);
  cilk_for (int i = 0; i < n; ++i)
    squares[i] = static_cast<long>(i) * i;
  return std::accumulate(squares.begin(), squares.end(), 0L);
}
