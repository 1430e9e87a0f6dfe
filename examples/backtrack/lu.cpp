//===- lu.cpp - LU decomposition, by tasks on demand ----------------------===//
///
/// \file
/// Decomposes a diagonally dominant matrix into L U, in place and without
/// pivoting, by blocks: for each block on the diagonal, the blocks beside it,
/// below it, and then the square that remains, in loops that are split on
/// demand. Checked by L (U r) = A r for a random vector r.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "lu"
#define EXAMPLE_USAGE "[n] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {
constexpr long BlockSize = 32;

using Vector = std::vector<double>;

class Matrix {
public:
  Matrix(long size, uint64_t &state) : Size(size), Values(size * size) {
    for (double &x : Values)
      x = (double)(example_random(&state) % 2001) / 1000 - 1;
    for (long i = 0; i < size; ++i)
      at(i, i) += (double)size;
  }

  long blocks() const { return (Size + BlockSize - 1) / BlockSize; }

  /// The block on the diagonal.
  void decompose(long k) {
    for (long p = begin(k); p < end(k); ++p)
      for (long i = p + 1; i < end(k); ++i) {
        double factor = at(i, p) /= at(p, p);
        for (long j = p + 1; j < end(k); ++j)
          at(i, j) -= factor * at(p, j);
      }
  }
  /// A block to its right.
  void solveRight(long k, long j) {
    for (long p = begin(k); p < end(k); ++p)
      for (long i = p + 1; i < end(k); ++i)
        addRow(i, -at(i, p), p, j);
  }
  /// A block below it.
  void solveBelow(long i, long k) {
    for (long row = begin(i); row < end(i); ++row)
      for (long p = begin(k); p < end(k); ++p) {
        double factor = at(row, p) /= at(p, p);
        for (long j = p + 1; j < end(k); ++j)
          at(row, j) -= factor * at(p, j);
      }
  }
  /// A block of the square that remains.
  void update(long i, long j, long k) {
    for (long row = begin(i); row < end(i); ++row)
      for (long p = begin(k); p < end(k); ++p)
        addRow(row, -at(row, p), p, j);
  }

  Vector times(const Vector &v) const {
    Vector product(Size);
    for (long i = 0; i < Size; ++i)
      for (long j = 0; j < Size; ++j)
        product[i] += at(i, j) * v[j];
    return product;
  }
  /// L (U v).
  Vector timesFactors(const Vector &v) const {
    Vector u(Size), product(Size);
    for (long i = 0; i < Size; ++i)
      for (long j = i; j < Size; ++j)
        u[i] += at(i, j) * v[j];
    for (long i = 0; i < Size; ++i) {
      product[i] = u[i];
      for (long j = 0; j < i; ++j)
        product[i] += at(i, j) * u[j];
    }
    return product;
  }

private:
  double &at(long i, long j) { return Values[i * Size + j]; }
  double at(long i, long j) const { return Values[i * Size + j]; }
  long begin(long block) const { return block * BlockSize; }
  long end(long block) const { return std::min((block + 1) * BlockSize, Size); }
  /// Adds a multiple of row \p p to row \p i, in the columns of a block.
  void addRow(long i, double factor, long p, long block) {
    for (long j = begin(block); j < end(block); ++j)
      at(i, j) += factor * at(p, j);
  }

  long Size;
  Vector Values;
};

/// Runs `body(i)` for from <= i < to, in parallel or not.
struct Serially {
  template <class Body> void loop(long from, long to, Body body) {
    for (long i = from; i < to; ++i)
      body(*this, i);
  }
};
struct OnDemand {
  bt::worker &W;
  template <class Body> void loop(long from, long to, Body body) {
    bt::parallel_for(W, from, to, [&body](bt::worker &w, long i) {
      OnDemand inner{w};
      body(inner, i);
    });
  }
};
} // namespace

template <class How> static void decompose(How how, Matrix &m) {
  long n = m.blocks();
  for (long k = 0; k < n; ++k) {
    m.decompose(k);
    how.loop(k + 1, n, [&m, k](How &, long i) {
      m.solveRight(k, i);
      m.solveBelow(i, k);
    });
    how.loop(k + 1, n, [&m, k, n](How &how, long i) {
      how.loop(k + 1, n, [&m, k, i](How &, long j) { m.update(i, j, k); });
    });
  }
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 1);
    long n = argc > 1 ? example_number("n", argv[1], 1, 10000) : 512;
    uint64_t state = 1;
    Matrix original(n, state), m = original;
    example.run(
        [&] {
          decompose(Serially(), m);
          return true;
        },
        [&](const bt::options &how) {
          bt::run(how, [&](bt::worker &w) { decompose(OnDemand{w}, m); });
          return true;
        });
    Vector r(n);
    for (double &x : r)
      x = (double)(example_random(&state) % 2001) / 1000 - 1;
    Vector expected = original.times(r), product = m.timesFactors(r);
    double worst = 0;
    for (long i = 0; i < n; ++i)
      worst = std::max(worst, std::fabs(product[i] - expected[i]));
    // Some rounding errors of numbers of the size of n.
    if (!(worst <= 1e-13 * (double)n * (double)n))
      example_fail(1, "wrong result: L U r is off by %g", worst);
    printf("L U of %ld x %ld numbers\n", n, n);
  });
}
