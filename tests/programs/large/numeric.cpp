//===- numeric.cpp - Matrices, transforms, stencils and integrals ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many constructs in one C++ program: Strassen's multiplication, a fast Fourier
// transform, heat in a rod by trapezoids that are cut in space and time (Frigo
// and Strumpen, ICS 2005), adaptive integration, a sample sort with any order.
//
// RUN: %matrix %s
// tasks: 2000
// flags: -std=c++17 -Wno-unknown-pragmas
// extra: sanitize thinlto
// standards: c++20 c++23

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

//===----------------------------------------------------------------------===//
// Strassen
//===----------------------------------------------------------------------===//

/// A square part of a matrix; does not own it.
struct View {
  long *data;
  int size, stride;

  long &operator()(int row, int column) const {
    return data[row * stride + column];
  }
  View quarter(int row, int column) const {
    int half = size / 2;
    return {data + row * half * stride + column * half, half, stride};
  }
};

/// A matrix of its own.
class Matrix {
  std::vector<long> storage;
  int size;
  Tracked tracked{1};

public:
  explicit Matrix(int size) : storage((size_t)size * size), size(size) {}
  operator View() { return {storage.data(), size, size}; }
};

/// \p f of each element of \p a and \p b.
template <class F> static Matrix combine(View a, View b, F f) {
  Matrix result(a.size);
  View r = result;
#pragma cilk grainsize 4
  cilk_for (int i = 0; i < a.size; ++i)
    for (int j = 0; j < a.size; ++j)
      r(i, j) = f(a(i, j), b(i, j));
  return result;
}
static Matrix operator+(View a, View b) { return combine(a, b, std::plus<>()); }
static Matrix operator-(View a, View b) {
  return combine(a, b, std::minus<>());
}

static void multiplyPlainly(View a, View b, View c) {
  for (int i = 0; i < c.size; ++i)
    for (int j = 0; j < c.size; ++j) {
      long sum = 0;
      for (int k = 0; k < c.size; ++k)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}

static NOINLINE Matrix multiply(View a, View b) {
  Matrix result(a.size);
  View c = result;
  meet();
  if (a.size <= 8) {
    multiplyPlainly(a, b, c);
    return result;
  }
  auto A = [=](int i, int j) { return a.quarter(i, j); };
  auto B = [=](int i, int j) { return b.quarter(i, j); };
  Matrix m1 = cilk_spawn multiply(A(0, 0) + A(1, 1), B(0, 0) + B(1, 1));
  Matrix m2 = cilk_spawn multiply(A(1, 0) + A(1, 1), B(0, 0));
  Matrix m3 = cilk_spawn multiply(A(0, 0), B(0, 1) - B(1, 1));
  Matrix m4 = cilk_spawn multiply(A(1, 1), B(1, 0) - B(0, 0));
  Matrix m5 = cilk_spawn multiply(A(0, 0) + A(0, 1), B(1, 1));
  Matrix m6 = cilk_spawn multiply(A(1, 0) - A(0, 0), B(0, 0) + B(0, 1));
  Matrix m7 = multiply(A(0, 1) - A(1, 1), B(1, 0) + B(1, 1));
  cilk_sync;
  std::array<View, 7> m{m1, m2, m3, m4, m5, m6, m7};
  int half = c.size / 2;
  cilk_for (int i = 0; i < half; ++i)
    for (int j = 0; j < half; ++j) {
      auto at = [&](int k) { return m[k - 1](i, j); };
      c.quarter(0, 0)(i, j) = at(1) + at(4) - at(5) + at(7);
      c.quarter(0, 1)(i, j) = at(3) + at(5);
      c.quarter(1, 0)(i, j) = at(2) + at(4);
      c.quarter(1, 1)(i, j) = at(1) - at(2) + at(3) + at(6);
    }
  return result;
}

static void strassen() {
  for (int size : {8, 32, 64}) {
    Matrix a(size), b(size), plain(size);
    View va = a, vb = b, vp = plain;
    cilk_for (int i = 0; i < size; ++i)
      cilk_for (int j = 0; j < size; ++j) {
        va(i, j) = (long)(mix(i * 100 + j) % 19) - 9;
        vb(i, j) = (long)(mix(i * 77 + j * 3) % 19) - 9;
      }
    cilk_spawn multiplyPlainly(a, b, plain);
    Matrix product = multiply(a, b);
    cilk_sync;
    View vc = product;
    long wrong = 0, trace = 0;
    for (int i = 0; i < size; ++i) {
      trace += vc(i, i);
      for (int j = 0; j < size; ++j)
        wrong += vc(i, j) != vp(i, j);
    }
    printf("strassen %d: trace %ld, %ld wrong\n", size, trace, wrong);
  }
}

//===----------------------------------------------------------------------===//
// Fourier
//===----------------------------------------------------------------------===//

using Complex = std::complex<double>;

/// Transforms every \p stride-th element of \p in to \p out.
static void fourierTransform(const Complex *in, Complex *out, int n, int stride,
                      double sign) {
  if (n == 1) {
    *out = *in;
    return;
  }
  int half = n / 2;
  cilk_scope {
    cilk_spawn fourierTransform(in, out, half, 2 * stride, sign);
    fourierTransform(in + stride, out + half, half, 2 * stride, sign);
  }
#pragma cilk grainsize(16)
  cilk_for (int k = 0; k < half; ++k) {
    Complex even = out[k];
    Complex odd = std::polar(1.0, sign * 2 * M_PI * k / n) * out[half + k];
    out[k] = even + odd;
    out[half + k] = even - odd;
  }
}

static void fourier() {
  int n = 512;
  std::vector<Complex> signal(n), spectrum(n), back(n);
  for (int i = 0; i < n; ++i)
    signal[i] = std::sin(2 * M_PI * 5 * i / n) + 0.5 * (i % 3);
  fourierTransform(signal.data(), spectrum.data(), n, 1, -1);
  fourierTransform(spectrum.data(), back.data(), n, 1, 1);
  double error = 0;
  for (int i = 0; i < n; ++i)
    error = std::max(error, std::abs(back[i] / (double)n - signal[i]));
  printf("fourier %.6f %.6f, %s\n", std::abs(spectrum[5]),
         std::abs(spectrum[0]), error < 1e-9 ? "and back" : "not back");
}

//===----------------------------------------------------------------------===//
// Heat
//===----------------------------------------------------------------------===//

/// A rod whose ends are kept at 0, for \p steps steps.
class Rod {
  std::array<std::vector<double>, 2> rows;
  int size, steps;
  static constexpr int smallest = 16;

  void step(int t, int lo, int hi) {
    const std::vector<double> &now = rows[t & 1];
    std::vector<double> &next = rows[(t + 1) & 1];
    for (int i = std::max(lo, 1); i < std::min(hi, size - 1); ++i)
      next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
  }

  /// The trapezoid between t0 and t1 whose sides begin at x0 and x1 and move by
  /// dx0 and dx1 in each step.
  void walk(int t0, int t1, int x0, int dx0, int x1, int dx1) {
    int height = t1 - t0;
    if (height == 1) {
      step(t0, x0, x1);
    } else if (x1 - x0 >= 4 * height && x1 - x0 >= smallest) {
      // Two upright parts at the same time, and what is between them.
      int middle = x0 + (x1 - x0) / 2;
      cilk_spawn walk(t0, t1, x0, dx0, middle, -1);
      walk(t0, t1, middle, 1, x1, dx1);
      cilk_sync;
      walk(t0, t1, middle, -1, middle, 1);
    } else {
      int half = height / 2;
      walk(t0, t0 + half, x0, dx0, x1, dx1);
      walk(t0 + half, t1, x0 + dx0 * half, dx0, x1 + dx1 * half, dx1);
    }
  }

public:
  Rod(int size, int steps) : size(size), steps(steps) {
    for (auto &row : rows) {
      row.assign(size, 0);
      for (int i = size / 4; i < size / 2; ++i)
        row[i] = 1 + i % 5;
    }
  }
  void byTrapezoids() { walk(0, steps, 0, 0, size, 0); }
  void byRows() {
    for (int t = 0; t < steps; ++t)
      step(t, 0, size);
  }
  const std::vector<double> &result() const { return rows[steps & 1]; }
};

static void heat() {
  for (auto [size, steps] : {std::pair(64, 10), std::pair(1000, 60)}) {
    Rod a(size, steps), b(size, steps);
    cilk_spawn a.byTrapezoids();
    cilk_spawn b.byRows();
    cilk_sync;
    double sum = std::accumulate(a.result().begin(), a.result().end(), 0.0);
    printf("heat %.9f, %s\n", sum,
           a.result() == b.result() ? "the same" : "another");
  }
}

//===----------------------------------------------------------------------===//
// Integrals
//===----------------------------------------------------------------------===//

struct Undefined : std::domain_error {
  double where;
  explicit Undefined(double where)
      : std::domain_error("undefined"), where(where) {}
};

class Integrator {
  std::function<double(double)> f;
  double tolerance;
  mutable long calls = 0;

  double at(double x) const {
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    double y = f(x);
    if (!std::isfinite(y))
      throw Undefined(x);
    return y;
  }

  double between(double a, double fa, double b, double fb, double area,
                 int depth) const {
    double m = (a + b) / 2, fm = at(m);
    double left = (fa + fm) * (m - a) / 2, right = (fm + fb) * (b - m) / 2;
    if (depth == 0 || std::fabs(left + right - area) < tolerance * (b - a))
      return left + right;
    double l = cilk_spawn between(a, fa, m, fm, left, depth - 1);
    double r = between(m, fm, b, fb, right, depth - 1);
    cilk_sync;
    return l + r;
  }

public:
  Integrator(std::function<double(double)> f, double tolerance)
      : f(std::move(f)), tolerance(tolerance) {}

  std::string operator()(double a, double b) const {
    Tracked local(2);
    char text[80];
    try {
      double fa = cilk_spawn at(a);
      double fb = at(b);
      cilk_sync;
      double area = between(a, fa, b, fb, (fa + fb) * (b - a) / 2, 20);
      snprintf(text, sizeof text, "%.9f by %ld calls", area, calls);
    } catch (const Undefined &e) {
      snprintf(text, sizeof text, "%s at %.6f", e.what(), e.where);
    }
    return text;
  }
};

static void integrals() {
  std::vector<Integrator> functions{
      {[](double x) { return x * x; }, 1e-6},
      {[](double x) { return std::sin(x) * std::exp(-x); }, 1e-5},
      {[](double x) { return x > 0.75 ? NAN : std::sqrt(x); }, 1e-5},
      {[](double x) { return 1 / (x - 0.5); }, 1e-3}};
  std::vector<std::string> texts(functions.size());
  cilk_for (size_t i = 0; i < functions.size(); ++i)
    texts[i] = functions[i](0, 1);
  for (const std::string &text : texts)
    printf("integral %s\n", text.c_str());
}

//===----------------------------------------------------------------------===//
// Sample sort
//===----------------------------------------------------------------------===//

template <class T, class Less = std::less<T>>
static NOINLINE void sampleSort(std::vector<T> &values, Less less = Less()) {
  constexpr int ways = 8;
  if (values.size() < 200) {
    std::sort(values.begin(), values.end(), less);
    return;
  }
  std::vector<T> splitters;
  for (int i = 1; i < ways; ++i)
    splitters.push_back(values[values.size() * i / ways]);
  std::sort(splitters.begin(), splitters.end(), less);
  std::array<std::vector<T>, ways> parts;
#pragma cilk grainsize = 1
  cilk_for (int k = 0; k < ways; ++k) {
    std::vector<T> &part = parts[k];
    for (const T &v : values) {
      if (k > 0 && less(v, splitters[k - 1]))
        continue;
      if (k + 1 < ways && !less(v, splitters[k]))
        continue;
      part.push_back(v);
    }
    if (part.size() < values.size())
      sampleSort(part, less);
    else
      std::sort(part.begin(), part.end(), less);
  }
  values.clear();
  for (auto &part : parts)
    values.insert(values.end(), part.begin(), part.end());
}

static void sorts() {
  std::vector<uint64_t> numbers(5000);
  std::vector<std::string> words(1500);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = mix(i) % 3000;
  for (size_t i = 0; i < words.size(); ++i)
    words[i] = std::to_string(mix(i) % 1000);
  cilk_scope {
    cilk_spawn sampleSort(numbers);
    sampleSort(words, [](const std::string &a, const std::string &b) {
      return std::make_pair(a.size(), b) > std::make_pair(b.size(), a);
    });
  }
  uint64_t hash = 0;
  for (uint64_t n : numbers)
    hash = mix(hash ^ n);
  for (const std::string &word : words)
    for (char c : word)
      hash = mix(hash ^ (unsigned char)c);
  printf("sorts %d %016lx %s\n",
         std::is_sorted(numbers.begin(), numbers.end()), (unsigned long)hash,
         words[700].c_str());
}

int main() {
  cilk_scope strassen();
  fourier();
  heat();
  integrals();
  sorts();
  counters.printBalance("objects");
}
