//===- matmul.cpp - Matrix multiplication, by tasks on demand -------------===//
///
/// \file
/// C = A B, block by block: two nested loops over blocks of the result, which
/// are independent, and which a thief takes as it finds them in memory.
///
/// The matrices hold small whole numbers, so the result is exact. Checked by
/// Freivalds' method: C r = A (B r) for random vectors r.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "matmul"
#define EXAMPLE_USAGE "[n] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <algorithm>
#include <vector>

namespace {
constexpr long BlockSize = 32;

using Vector = std::vector<double>;

struct Product {
  long Size;
  Vector A, B, C;

  long blocks() const { return (Size + BlockSize - 1) / BlockSize; }

  /// The block of C in row \p bi and column \p bj of blocks.
  void multiply(long bi, long bj) {
    long lastRow = std::min((bi + 1) * BlockSize, Size);
    long lastColumn = std::min((bj + 1) * BlockSize, Size);
    for (long i = bi * BlockSize; i < lastRow; ++i)
      for (long k = 0; k < Size; ++k) {
        double a = A[i * Size + k];
        for (long j = bj * BlockSize; j < lastColumn; ++j)
          C[i * Size + j] += a * B[k * Size + j];
      }
  }
};

Vector randomNumbers(long count, long most, uint64_t &state) {
  Vector numbers(count);
  for (double &x : numbers)
    x = (double)(example_random(&state) % (2 * most + 1)) - (double)most;
  return numbers;
}

Vector times(const Vector &m, const Vector &v) {
  Vector product(v.size());
  for (size_t i = 0; i < v.size(); ++i)
    for (size_t k = 0; k < v.size(); ++k)
      product[i] += m[i * v.size() + k] * v[k];
  return product;
}
} // namespace

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 1);
    long n = argc > 1 ? example_number("n", argv[1], 1, 10000) : 512;
    uint64_t state = 1;
    Product p = {n, randomNumbers(n * n, 8, state),
                 randomNumbers(n * n, 8, state), Vector(n * n)};
    example.run(
        [&] {
          for (long i = 0; i < p.blocks(); ++i)
            for (long j = 0; j < p.blocks(); ++j)
              p.multiply(i, j);
          return true;
        },
        [&](const bt::options &how) {
          bt::run(how, [&](bt::worker &w) {
            bt::parallel_for(w, 0L, p.blocks(), [&p](bt::worker &w, long i) {
              bt::parallel_for(
                  w, 0L, p.blocks(),
                  [&p, i](bt::worker &, long j) { p.multiply(i, j); });
            });
          });
          return true;
        });
    for (int round = 0; round < 3; ++round) {
      Vector r = randomNumbers(n, 1024, state);
      if (times(p.C, r) != times(p.A, times(p.B, r)))
        example_fail(1, "wrong result: C r is not A (B r)");
    }
    printf("(%ld x %ld) * (%ld x %ld): last element %.0f\n", n, n, n, n,
           p.C.back());
  });
}
