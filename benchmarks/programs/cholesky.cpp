//===- cholesky.cpp - Decomposition of a sparse matrix --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cholesky's decomposition A = L L^T of a sparse symmetric matrix. A matrix is
/// a quadtree: four quarters, of which those that are zero are not there, down
/// to small dense blocks. Quarters of products are tasks; the decomposition
/// fills the tree up as it goes.
///
///     cholesky [size [nonzeros]]
///
/// The nonzeros below the diagonal are at random places; the diagonal
/// dominates. Checked by L (L^T r) = A r for a random vector r.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "cholesky"
#define EXAMPLE_USAGE "[size [nonzeros]]"
#include "cholesky.h"
#include "example.h"

#include <new>
#include <vector>

namespace {

/// Rows and columns of a dense block.
constexpr int BlockSize = 16;

struct Block {
  double at[BlockSize][BlockSize];
};

/// A matrix of BlockSize * 2^depth rows. The depth is known where a tree is
/// used: blocks, at depth 0, and nodes are told apart by it. A tree that is
/// zero is null.
union Tree {
  /// Upper left, upper right, lower left, lower right.
  struct Node *node;
  Block *block;
};

struct Node {
  Tree quarter[4];
};

bool isZero(Tree tree) { return !tree.node; }

Tree makeBlock() {
  Tree tree;
  tree.block = new Block();
  return tree;
}

/// Makes \p tree a matrix that is not null, of zeros if it was null.
void fill(int depth, Tree &tree) {
  if (!isZero(tree))
    return;
  if (depth == 0)
    tree = makeBlock();
  else
    tree.node = new Node();
}

void release(int depth, Tree tree) {
  if (isZero(tree))
    return;
  if (depth == 0) {
    delete tree.block;
    return;
  }
  for (Tree quarter : tree.node->quarter)
    release(depth - 1, quarter);
  delete tree.node;
}

/// A = L, of which the upper triangle is left as it is.
void decomposeBlock(Block &a) {
  for (int k = 0; k < BlockSize; ++k) {
    double root = std::sqrt(a.at[k][k]), inverse = 1 / root;
    a.at[k][k] = root;
    for (int i = k + 1; i < BlockSize; ++i)
      a.at[i][k] *= inverse;
    for (int i = k + 1; i < BlockSize; ++i)
      for (int j = k + 1; j <= i; ++j)
        a.at[i][j] -= a.at[i][k] * a.at[j][k];
  }
}

/// Replaces A by the X with X L^T = A.
void solveBlock(Block &a, const Block &l) {
  // By columns of X, so that the inner loop is over rows.
  double x[BlockSize][BlockSize];
  for (int j = 0; j < BlockSize; ++j) {
    for (int i = 0; i < BlockSize; ++i)
      x[j][i] = a.at[i][j];
    for (int k = 0; k < j; ++k)
      for (int i = 0; i < BlockSize; ++i)
        x[j][i] -= x[k][i] * l.at[j][k];
    double inverse = 1 / l.at[j][j];
    for (int i = 0; i < BlockSize; ++i)
      x[j][i] *= inverse;
  }
  for (int i = 0; i < BlockSize; ++i)
    for (int j = 0; j < BlockSize; ++j)
      a.at[i][j] = x[j][i];
}

/// C -= A B^T.
void subtractBlock(Block &c, const Block &a, const Block &b) {
  double columns[BlockSize][BlockSize];
  for (int k = 0; k < BlockSize; ++k)
    for (int j = 0; j < BlockSize; ++j)
      columns[k][j] = b.at[j][k];
  // Four rows at a time, whose sums stay in registers.
  for (int i = 0; i < BlockSize; i += 4) {
    double sum[4][BlockSize] = {};
    for (int k = 0; k < BlockSize; ++k)
      for (int r = 0; r < 4; ++r)
        for (int j = 0; j < BlockSize; ++j)
          sum[r][j] += a.at[i + r][k] * columns[k][j];
    for (int r = 0; r < 4; ++r)
      for (int j = 0; j < BlockSize; ++j)
        c.at[i + r][j] -= sum[r][j];
  }
}

void subtractProduct(int depth, Tree &c, Tree a, Tree b, bool lower);

/// One quarter of C -= A B^T: rows \p i of A, and \p j of B.
void subtractQuarter(int depth, Node &c, const Node &a, const Node &b, int i,
                     int j, bool lower) {
  Tree &quarter = c.quarter[2 * i + j];
  for (int k = 0; k < 2; ++k)
    subtractProduct(depth - 1, quarter, a.quarter[2 * i + k],
                    b.quarter[2 * j + k], lower);
}

/// C -= A B^T. If \p lower, the part of C above the diagonal is not wanted.
void subtractProduct(int depth, Tree &c, Tree a, Tree b, bool lower) {
  if (isZero(a) || isZero(b))
    return;
  fill(depth, c);
  if (depth == 0)
    return subtractBlock(*c.block, *a.block, *b.block);
  Node &to = *c.node;
  const Node &x = *a.node, &y = *b.node;
  cilk_spawn subtractQuarter(depth, to, x, y, 0, 0, lower);
  if (!lower)
    cilk_spawn subtractQuarter(depth, to, x, y, 0, 1, false);
  cilk_spawn subtractQuarter(depth, to, x, y, 1, 0, false);
  subtractQuarter(depth, to, x, y, 1, 1, lower);
  cilk_sync;
}

void solve(int depth, Tree a, Tree l);

/// The upper or the lower half of `solve`.
void solveHalf(int depth, Node &a, const Node &l, int i) {
  Tree &left = a.quarter[2 * i], &right = a.quarter[2 * i + 1];
  solve(depth - 1, left, l.quarter[0]);
  subtractProduct(depth - 1, right, left, l.quarter[2], false);
  solve(depth - 1, right, l.quarter[3]);
}

/// Replaces A by the X with X L^T = A.
void solve(int depth, Tree a, Tree l) {
  if (isZero(a))
    return;
  if (depth == 0)
    return solveBlock(*a.block, *l.block);
  cilk_spawn solveHalf(depth, *a.node, *l.node, 0);
  solveHalf(depth, *a.node, *l.node, 1);
  cilk_sync;
}

/// Replaces A, of which there is the lower triangle, by L.
void decompose(int depth, Tree a) {
  if (depth == 0)
    return decomposeBlock(*a.block);
  Tree *quarter = a.node->quarter;
  decompose(depth - 1, quarter[0]);
  solve(depth - 1, quarter[2], quarter[0]);
  subtractProduct(depth - 1, quarter[3], quarter[2], quarter[2], true);
  decompose(depth - 1, quarter[3]);
}

double &element(int depth, Tree &tree, long row, long column) {
  Tree *at = &tree;
  for (; depth > 0; --depth) {
    fill(depth, *at);
    long half = (long)BlockSize << (depth - 1);
    at = &at->node->quarter[2 * (row >= half) + (column >= half)];
    row %= half;
    column %= half;
  }
  fill(0, *at);
  return at->block->at[row][column];
}

using Vector = std::vector<double>;

/// Calls \p visit(row, column, value) for each element of the lower triangle
/// that may not be zero.
template <class Visit>
void visitLower(int depth, Tree tree, long row, long column, Visit &visit) {
  if (isZero(tree))
    return;
  if (depth == 0) {
    for (int i = 0; i < BlockSize; ++i)
      for (int j = 0; j < BlockSize; ++j)
        if (column + j <= row + i)
          visit(row + i, column + j, tree.block->at[i][j]);
    return;
  }
  long half = (long)BlockSize << (depth - 1);
  for (int q = 0; q < 4; ++q)
    visitLower(depth - 1, tree.node->quarter[q], row + q / 2 * half,
               column + q % 2 * half, visit);
}

/// A r, of the lower triangle of a symmetric matrix.
Vector timesSymmetric(int depth, Tree a, const Vector &r) {
  Vector result(r.size());
  auto visit = [&](long i, long j, double value) {
    result[i] += value * r[j];
    if (i != j)
      result[j] += value * r[i];
  };
  visitLower(depth, a, 0, 0, visit);
  return result;
}

/// L (L^T r).
Vector timesSquare(int depth, Tree l, const Vector &r) {
  Vector half(r.size()), result(r.size());
  auto up = [&](long i, long j, double value) { half[j] += value * r[i]; };
  visitLower(depth, l, 0, 0, up);
  auto down = [&](long i, long j, double value) {
    result[i] += value * half[j];
  };
  visitLower(depth, l, 0, 0, down);
  return result;
}

/// Returns a matrix of \p n rows, and rows of a unit matrix behind them.
Tree makeMatrix(int depth, long n, long nonzeros) {
  Tree a = {nullptr};
  for (long i = n; i < (long)BlockSize << depth; ++i)
    element(depth, a, i, i) = 1;
  addElements(n, nonzeros, [&](long i, long j, double value) {
    element(depth, a, i, j) += value;
  });
  return a;
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 2);
  long n = argc > 1 ? example_number("size", argv[1], 1, 100000) : 500;
  long nonzeros =
      argc > 2 ? example_number("nonzeros", argv[2], 0, 100000000) : 2 * n;
  int depth = 0;
  while ((long)BlockSize << depth < n)
    ++depth;
  Tree a = makeMatrix(depth, n, nonzeros);
  Vector r((size_t)BlockSize << depth);
  uint64_t state = 2;
  for (double &x : r)
    x = randomNumber(state);
  Vector expected = timesSymmetric(depth, a, r);

  double start = example_clock();
  decompose(depth, a);
  example_time(start);

  Vector result = timesSquare(depth, a, r);
  for (size_t i = 0; i < r.size(); ++i)
    if (!(std::fabs(result[i] - expected[i]) <= 1e-9))
      example_fail(1, "wrong result: row %zu of L L^T r is %.12f, not %.12f", i,
                   result[i], expected[i]);
  double sum = 0;
  long elements = 0;
  auto visit = [&](long i, long j, double value) {
    elements += value != 0;
    sum += i == j ? 2 * std::log2(value) : 0;
  };
  visitLower(depth, a, 0, 0, visit);
  report(n, nonzeros, elements, sum);
  release(depth, a);
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the matrix");
}
