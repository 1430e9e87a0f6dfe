//===- minife.cpp - Finite elements with conjugate gradients --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the mini application miniFE does: assembles the sparse matrix of the
/// Laplace equation for a mesh of hexahedra, and solves it by conjugate
/// gradients. The mesh fills a box, whose inner nodes are moved a little at
/// random; it is stored as any mesh would be, as the eight nodes of each
/// element.
///
///     minife [elements along x [along y [along z]]]
///
/// Elements of one colour share no node, so that all of them can be added to
/// the matrix at the same time. On the faces of the box the solution is
/// prescribed to be a linear function, which these elements represent exactly
/// whatever their shape. Checked against it at every node.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "minife"
#define EXAMPLE_USAGE "[elements along x [along y [along z]]]"
#include "example.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <vector>

namespace {

using Point = std::array<double, 3>;
using Element = std::array<int, 8>;
using Vector = std::vector<double>;

struct Mesh {
  std::vector<Point> nodes;
  std::vector<Element> elements; ///< the nodes of each ascend
  std::vector<char> isFixed;     ///< for each node
  /// Elements by colours: those of colour c begin at starts[c].
  std::vector<int> order;
  std::vector<long> starts;
};

double solution(const Point &p) { return 1 + p[0] + 2 * p[1] + 3 * p[2]; }

/// A number from -1 to 1.
double randomNumber(uint64_t &state) {
  return std::ldexp((double)(example_random(&state) >> 11), -52) - 1;
}

/// Gives each element the first colour that no element at its nodes has.
void colour(Mesh &mesh) {
  std::vector<uint32_t> used(mesh.nodes.size());
  std::vector<char> colours(mesh.elements.size());
  int most = 0;
  for (size_t e = 0; e < mesh.elements.size(); ++e) {
    uint32_t taken = 0;
    for (int node : mesh.elements[e])
      taken |= used[node];
    int first = __builtin_ctz(~taken);
    for (int node : mesh.elements[e])
      used[node] |= 1u << first;
    colours[e] = (char)first;
    most = std::max(most, first);
  }
  for (int c = 0; c <= most; ++c) {
    mesh.starts.push_back((long)mesh.order.size());
    for (size_t e = 0; e < colours.size(); ++e)
      if (colours[e] == c)
        mesh.order.push_back((int)e);
  }
  mesh.starts.push_back((long)mesh.order.size());
}

/// A box of \p size elements, which are cubes of size 1 but for the inner
/// nodes' displacements.
Mesh makeMesh(const long (&size)[3]) {
  Mesh mesh;
  uint64_t state = 1;
  for (long z = 0; z <= size[2]; ++z)
    for (long y = 0; y <= size[1]; ++y)
      for (long x = 0; x <= size[0]; ++x) {
        bool isFixed = x == 0 || y == 0 || z == 0 || x == size[0] ||
                       y == size[1] || z == size[2];
        Point p = {(double)x, (double)y, (double)z};
        for (double &coordinate : p)
          coordinate += isFixed ? 0 : 0.1 * randomNumber(state);
        mesh.nodes.push_back(p);
        mesh.isFixed.push_back(isFixed);
      }
  long dy = size[0] + 1, dz = dy * (size[1] + 1);
  for (long z = 0; z < size[2]; ++z)
    for (long y = 0; y < size[1]; ++y)
      for (long x = 0; x < size[0]; ++x) {
        Element element;
        for (int corner = 0; corner < 8; ++corner)
          element[corner] =
              (int)((x + (corner & 1)) + (y + (corner >> 1 & 1)) * dy +
                    (z + (corner >> 2)) * dz);
        mesh.elements.push_back(element);
      }
  colour(mesh);
  return mesh;
}

/// A sparse matrix by rows; the columns of a row ascend.
struct Matrix {
  std::vector<long> starts;
  std::vector<int> columns;
  Vector values;
};

/// Where elements may have nonzeros: between any two nodes of one. The rows of
/// fixed nodes are empty: nothing is to be solved there.
Matrix makePattern(const Mesh &mesh) {
  size_t n = mesh.nodes.size();
  std::vector<std::vector<int>> rows(n);
  for (const Element &element : mesh.elements)
    for (int i : element)
      if (!mesh.isFixed[i])
        rows[i].insert(rows[i].end(), element.begin(), element.end());
  Matrix a;
  a.starts.push_back(0);
  for (std::vector<int> &row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    a.columns.insert(a.columns.end(), row.begin(), row.end());
    a.starts.push_back((long)a.columns.size());
    std::vector<int>().swap(row);
  }
  a.values.resize(a.columns.size());
  return a;
}

using Gradients = std::array<Point, 8>;

/// The gradients of the trilinear functions of a cube's corners, at each of its
/// Gauss points, two in each direction.
std::array<Gradients, 8> makeGradients() {
  std::array<Gradients, 8> all;
  const double gauss = 1 / std::sqrt(3.0);
  for (int point = 0; point < 8; ++point)
    for (int c = 0; c < 8; ++c) {
      double side[3], factor[3];
      for (int d = 0; d < 3; ++d) {
        side[d] = c >> d & 1 ? 1 : -1;
        factor[d] = 1 + side[d] * (point >> d & 1 ? gauss : -gauss);
      }
      all[point][c] = {0.125 * side[0] * factor[1] * factor[2],
                       0.125 * side[1] * factor[0] * factor[2],
                       0.125 * side[2] * factor[0] * factor[1]};
    }
  return all;
}

/// The stiffness matrix of an element, the part on and below the diagonal: the
/// integral of the products of the gradients of trilinear functions.
void integrate(const std::array<Gradients, 8> &gradients, const Mesh &mesh,
               const Element &element, double (&k)[8][8]) {
  for (auto &row : k)
    for (double &value : row)
      value = 0;
  for (const Gradients &local : gradients) {
    double jacobian[3][3] = {};
    for (int c = 0; c < 8; ++c) {
      const Point &p = mesh.nodes[element[c]];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          jacobian[i][j] += local[c][i] * p[j];
    }
    // The inverse times the determinant.
    double cofactor[3][3];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3,
            j2 = (j + 2) % 3;
        cofactor[i][j] = jacobian[i1][j1] * jacobian[i2][j2] -
                         jacobian[i1][j2] * jacobian[i2][j1];
      }
    double determinant = 0;
    for (int j = 0; j < 3; ++j)
      determinant += jacobian[0][j] * cofactor[0][j];
    // By directions, so that a row of products is one of vectors.
    double gradient[3][8];
    for (int j = 0; j < 3; ++j)
      for (int c = 0; c < 8; ++c)
        gradient[j][c] = local[c][0] * cofactor[0][j] +
                         local[c][1] * cofactor[1][j] +
                         local[c][2] * cofactor[2][j];
    double weight = 1 / determinant;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j <= i; ++j)
        k[i][j] += weight * (gradient[0][i] * gradient[0][j] +
                             gradient[1][i] * gradient[1][j] +
                             gradient[2][i] * gradient[2][j]);
  }
}

/// Adds an element's matrix to \p a, but for the rows of fixed nodes.
void addElement(const std::array<Gradients, 8> &gradients, const Mesh &mesh,
                const Element &element, Matrix &a) {
  double k[8][8];
  integrate(gradients, mesh, element, k);
  for (int i = 0; i < 8; ++i) {
    int row = element[i];
    if (mesh.isFixed[row])
      continue;
    const int *at = a.columns.data() + a.starts[row];
    double *values = a.values.data() + a.starts[row];
    // Nodes of an element ascend, as columns do.
    for (int j = 0, k1 = 0; j < 8; ++j) {
      while (at[k1] != element[j])
        ++k1;
      values[k1] += j <= i ? k[i][j] : k[j][i];
    }
  }
}

void assemble(const Mesh &mesh, Matrix &a) {
  const std::array<Gradients, 8> gradients = makeGradients();
  for (size_t c = 0; c + 1 < mesh.starts.size(); ++c)
    cilk_for (long e = mesh.starts[c]; e < mesh.starts[c + 1]; ++e)
      addElement(gradients, mesh, mesh.elements[mesh.order[e]], a);
}

/// Rows that a task has at least. Sums are made of those of such blocks, one
/// after the other, so that they do not depend on the schedule.
constexpr long Rows = 1024;

/// Calls \p work(from, to) for blocks of rows, and returns the sum of what it
/// returns.
template <class Work> double sumOfBlocks(long n, Vector &sums, Work work) {
  double *sum = sums.data();
  long blocks = (n + Rows - 1) / Rows;
  cilk_for (long block = 0; block < blocks; ++block)
    sum[block] = work(block * Rows, std::min(n, (block + 1) * Rows));
  double total = 0;
  for (long block = 0; block < blocks; ++block)
    total += sum[block];
  return total;
}

/// Solves A x = 0 for the nodes that are not fixed, by conjugate gradients with
/// the diagonal as preconditioner, from what \p solved holds. Returns the
/// number of steps.
int solve(const Matrix &a, const std::vector<char> &isFixed, Vector &solved) {
  long n = (long)solved.size();
  Vector residual(n), direction(n), product(n), inverse(n);
  Vector sums((n + Rows - 1) / Rows);
  double *x = solved.data(), *r = residual.data(), *p = direction.data();
  double *q = product.data(), *d = inverse.data();
  const long *starts = a.starts.data();
  const int *columns = a.columns.data();
  const double *values = a.values.data();
  const char *fixed = isFixed.data();

  // Four sums at the same time: each waits for its last addition.
  auto row = [=](long i, const double *v) {
    double sum[4] = {};
    long k = starts[i], end = starts[i + 1];
    for (; k + 4 <= end; k += 4)
      for (int part = 0; part < 4; ++part)
        sum[part] += values[k + part] * v[columns[k + part]];
    for (; k < end; ++k)
      sum[0] += values[k] * v[columns[k]];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  };
  double rho = sumOfBlocks(n, sums, [=](long from, long to) {
    double sum = 0;
    for (long i = from; i < to; ++i) {
      if (fixed[i])
        continue;
      for (long k = starts[i]; k < starts[i + 1]; ++k)
        if (columns[k] == i)
          d[i] = 1 / values[k];
      r[i] = -row(i, x);
      p[i] = d[i] * r[i];
      sum += r[i] * p[i];
    }
    return sum;
  });
  const double goal = 1e-24 * rho;
  int steps = 0;
  for (; rho > goal && steps < 10000; ++steps) {
    double curvature = sumOfBlocks(n, sums, [=](long from, long to) {
      double sum = 0;
      for (long i = from; i < to; ++i) {
        q[i] = row(i, p);
        sum += p[i] * q[i];
      }
      return sum;
    });
    double alpha = rho / curvature;
    double next = sumOfBlocks(n, sums, [=](long from, long to) {
      double sum = 0;
      for (long i = from; i < to; ++i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        sum += r[i] * r[i] * d[i];
      }
      return sum;
    });
    double beta = next / rho;
    cilk_for (long i = 0; i < n; ++i)
      p[i] = d[i] * r[i] + beta * p[i];
    rho = next;
  }
  return steps;
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 3);
  const char *const names[3] = {"elements along x", "elements along y",
                                "elements along z"};
  long size[3] = {20, 20, 20};
  for (int i = 0; i < 3; ++i)
    size[i] = argc > i + 1 ? example_number(names[i], argv[i + 1], 1, 1000)
                           : size[i > 0 ? i - 1 : 0];
  if (size[0] * size[1] * size[2] > 200000000)
    example_fail(2, "there must be at most 200000000 elements");
  Mesh mesh = makeMesh(size);
  Matrix a = makePattern(mesh);
  Vector x(mesh.nodes.size());
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = mesh.isFixed[i] ? solution(mesh.nodes[i]) : 0;

  double start = example_clock();
  assemble(mesh, a);
  int steps = solve(a, mesh.isFixed, x);
  example_time(start);

  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double expected = solution(mesh.nodes[i]);
    if (!(std::fabs(x[i] - expected) <= 1e-8 * expected))
      example_fail(
          1, "wrong result: node %zu has %.12f, not %.12f, after %d steps", i,
          x[i], expected, steps);
    sum += x[i] / (double)x.size();
  }
  printf("%zu nodes, %zu nonzeros, %zu colours: mean %.6f\n", x.size(),
         a.values.size(), mesh.starts.size() - 1, sum);
  // Rounded, because compilers may join a multiplication and an addition.
  example_checksum(example_mix((uint64_t)std::llround(sum * 1e6)));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the mesh");
}
