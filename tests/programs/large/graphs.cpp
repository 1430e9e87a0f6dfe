//===- graphs.cpp - Graphs, bags and trees --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many constructs in one C++ program: breadth-first search whose layers are bags
// of pennants (Leiserson and Schardl, SPAA 2010, section 3), components, a
// maximal independent set, trees that are built, walked and destroyed in
// parallel, a parser whose errors are exceptions.
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
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

class Graph {
  std::vector<int> offsets;
  std::vector<int> targets;

public:
  /// A grid with shortcuts, of \p side squared vertices.
  explicit Graph(int side) {
    int n = side * side;
    std::vector<std::vector<int>> lists(n);
    cilk_for (int v = 0; v < n; ++v) {
      auto [row, column] = std::div(v, side);
      auto add = [&, &list = lists[v]](int r, int c) {
        if (r < 0 || r >= side || c < 0 || c >= side)
          return;
        if (r * side + c != v &&
            mix((uint64_t)std::min(v, r * side + c) * 7919 +
                std::max(v, r * side + c)) %
                    4 !=
                0)
          list.push_back(r * side + c);
      };
      add(row - 1, column);
      add(row + 1, column);
      add(row, column - 1);
      add(row, column + 1);
      if (row == column)
        add(side - 1 - row, side - 1 - column);
    }
    offsets.resize(n + 1);
    for (int v = 0; v < n; ++v)
      offsets[v + 1] = offsets[v] + (int)lists[v].size();
    targets.resize(offsets[n]);
#pragma cilk grainsize = std::max(1, n / 50)
    cilk_for (int v = 0; v < n; ++v)
      std::copy(lists[v].begin(), lists[v].end(),
                targets.begin() + offsets[v]);
  }

  int size() const { return (int)offsets.size() - 1; }

  struct Range {
    const int *first, *last;
    const int *begin() const { return first; }
    const int *end() const { return last; }
  };
  Range neighbours(int v) const {
    return {targets.data() + offsets[v], targets.data() + offsets[v + 1]};
  }
};

//===----------------------------------------------------------------------===//
// Bags
//===----------------------------------------------------------------------===//

/// 2^k elements: a root with one child that is a complete binary tree.
template <class T> struct Pennant {
  T element;
  std::unique_ptr<Pennant> left, right;
  Tracked tracked{1};

  explicit Pennant(T element) : element(element) {}

  static std::unique_ptr<Pennant> unite(std::unique_ptr<Pennant> x,
                                        std::unique_ptr<Pennant> y) {
    y->right = std::move(x->left);
    x->left = std::move(y);
    return x;
  }

  template <class F> void forEach(const F &f) const {
    if (left)
      cilk_spawn left->forEach(f);
    if (right)
      cilk_spawn right->forEach(f);
    f(element);
  }
};

template <class T> class Bag {
  std::vector<std::unique_ptr<Pennant<T>>> spine;

public:
  void insert(T element) {
    carry(std::make_unique<Pennant<T>>(std::move(element)), 0);
  }

  /// Takes the elements of \p other.
  void unite(Bag &&other) {
    for (size_t k = 0; k < other.spine.size(); ++k)
      if (other.spine[k])
        carry(std::move(other.spine[k]), k);
    other.spine.clear();
  }

  bool empty() const {
    return std::none_of(spine.begin(), spine.end(),
                        [](const auto &p) { return (bool)p; });
  }

  template <class F> void forEach(const F &f) const {
    cilk_for (const auto &pennant : spine)
      if (pennant)
        pennant->forEach(f);
  }

private:
  void carry(std::unique_ptr<Pennant<T>> p, size_t k) {
    for (;; ++k) {
      if (k >= spine.size())
        spine.resize(k + 1);
      if (!spine[k])
        break;
      p = Pennant<T>::unite(std::move(p), std::move(spine[k]));
    }
    spine[k] = std::move(p);
  }
};

/// The vertices that \p claim accepts of those behind the edges of \p layer.
template <class F>
static NOINLINE Bag<int> nextLayer(const Graph &graph,
                                   const std::vector<int> &layer, int lo,
                                   int hi, const F &claim) {
  Bag<int> result;
  if (hi - lo <= 4) {
    for (int i = lo; i < hi; ++i)
      for (int v : graph.neighbours(layer[i]))
        if (claim(v))
          result.insert(v);
    return result;
  }
  int middle = lo + (hi - lo) / 2;
  result = cilk_spawn nextLayer(graph, layer, lo, middle, claim);
  Bag<int> other = nextLayer(graph, layer, middle, hi, claim);
  cilk_sync;
  result.unite(std::move(other));
  return result;
}

static std::vector<int> search(const Graph &graph, int start) {
  std::vector<int> distance(graph.size(), -1);
  distance[start] = 0;
  std::vector<int> layer{start};
  for (int d = 1; !layer.empty(); ++d) {
    Bag<int> next = nextLayer(graph, layer, 0, (int)layer.size(), [&](int v) {
      int unknown = -1;
      return __atomic_compare_exchange_n(&distance[v], &unknown, d, false,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    });
    std::vector<int> found(next.empty() ? 0 : graph.size());
    int count = 0;
    next.forEach([&](int v) {
      found[__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED)] = v;
    });
    found.resize(count);
    layer = std::move(found);
  }
  return distance;
}

/// Labels each vertex with the smallest one that it is connected to.
static std::vector<int> components(const Graph &graph) {
  std::vector<int> label(graph.size()), next(graph.size());
  std::iota(label.begin(), label.end(), 0);
  bool changes = true;
  while (changes) {
    changes = false;
    cilk_for (int v = 0; v < graph.size(); ++v) {
      int smallest = label[v];
      for (int w : graph.neighbours(v))
        smallest = std::min(smallest, label[w]);
      next[v] = smallest;
      if (smallest == label[v])
        continue;
      __atomic_store_n(&changes, true, __ATOMIC_RELAXED);
    }
    label.swap(next);
  }
  return label;
}

/// Luby's algorithm with fixed priorities: the greedy set in their order.
static std::vector<char> independentSet(const Graph &graph) {
  enum : char { Open, In, Out };
  int n = graph.size(), open = n;
  std::vector<char> state(n, Open), next(n);
  auto before = [](int v, int w) {
    return std::make_pair(mix(v), v) < std::make_pair(mix(w), w);
  };
  while (open) {
    open = 0;
    cilk_for (int v = 0; v < n; ++v) {
      next[v] = state[v];
      if (state[v] != Open)
        continue;
      bool isFirst = true, isOut = false;
      for (int w : graph.neighbours(v)) {
        isOut |= state[w] == In;
        isFirst &= state[w] == Out || before(v, w);
      }
      if (isOut)
        next[v] = Out;
      else if (isFirst)
        next[v] = In;
      else
        __atomic_fetch_add(&open, 1, __ATOMIC_RELAXED);
    }
    state.swap(next);
  }
  return state;
}

//===----------------------------------------------------------------------===//
// Trees, and a parser of them
//===----------------------------------------------------------------------===//

struct SyntaxError : std::runtime_error {
  size_t position;
  SyntaxError(size_t position, const std::string &what)
      : std::runtime_error(what), position(position) {}
};

/// (+ a b ...) and (* a b ...) of numbers and such lists.
class Expression {
  char operation = 0;
  long number = 0;
  std::vector<std::unique_ptr<Expression>> operands;
  Tracked tracked{2};

public:
  /// Parses the operands of a list at the same time; the first error in the
  /// text is thrown.
  static std::unique_ptr<Expression> parse(std::string_view text,
                                           size_t offset) {
    meet();
    auto result = std::make_unique<Expression>();
    if (text.empty())
      throw SyntaxError(offset, "nothing");
    if (text[0] != '(') {
      for (char c : text) {
        if (c < '0' || c > '9')
          throw SyntaxError(offset, std::string("no digit: ") + c);
        result->number = result->number * 10 + (c - '0');
      }
      return result;
    }
    if (text.size() < 4 || (text[1] != '+' && text[1] != '*'))
      throw SyntaxError(offset + 1, "no operation");
    result->operation = text[1];
    auto parts = split(text.substr(3, text.size() - 4), offset + 3);
    result->operands.resize(parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
      auto [part, at] = parts[i];
      result->operands[i] = cilk_spawn parse(part, at);
    }
    cilk_sync;
    return result;
  }

  /// Modulo a prime, so that it never overflows.
  long value() const {
    if (!operation)
      return number;
    std::vector<long> values(operands.size());
    cilk_for (size_t i = 0; i < values.size(); ++i)
      values[i] = operands[i]->value();
    long result = operation == '*';
    for (long v : values)
      result = (operation == '*' ? result * v : result + v) % 1000003;
    return result;
  }

  ~Expression() {
    for (auto &operand : operands)
      cilk_spawn operand.reset();
  }

private:
  static std::vector<std::pair<std::string_view, size_t>>
  split(std::string_view text, size_t offset) {
    std::vector<std::pair<std::string_view, size_t>> parts;
    int depth = 0;
    size_t begin = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
      if (i == text.size() || (depth == 0 && text[i] == ' ')) {
        if (i != begin)
          parts.emplace_back(text.substr(begin, i - begin), offset + begin);
        begin = i + 1;
      } else if (text[i] == '(') {
        ++depth;
      } else if (text[i] == ')') {
        --depth;
      }
    }
    return parts;
  }
};

static std::string write(uint64_t seed, int depth, int errors) {
  if (depth == 0)
    return errors && mix(seed) % errors == 0 ? "x"
                                             : std::to_string(mix(seed) % 100);
  std::string parts[4];
  cilk_scope for (int i = 0; i < 4; ++i)
      parts[i] = cilk_spawn write(seed * 4 + i, depth - 1, errors);
  std::string result = mix(seed) % 2 ? "(+" : "(*";
  for (const std::string &part : parts)
    result += ' ' + part;
  return result + ')';
}

static std::optional<long> evaluate(const std::string &text) {
  std::unique_ptr<Expression> tree;
  try {
    tree = cilk_spawn Expression::parse(text, 0);
    cilk_sync;
  } catch (const SyntaxError &e) {
    printf("error at %zu of %zu: %s\n", e.position, text.size(), e.what());
    return std::nullopt;
  }
  long value;
  cilk_scope value = cilk_spawn tree->value();
  return value;
}

//===----------------------------------------------------------------------===//

template <class T> static uint64_t hashOf(const std::vector<T> &values) {
  uint64_t hash = 0;
  for (T v : values)
    hash = mix(hash ^ (uint64_t)v);
  return hash;
}

static void graphs(int side) {
  Graph graph(side);
  std::vector<int> distances, labels;
  std::vector<char> set;
  cilk_spawn { labels = components(graph); }
  set = cilk_spawn independentSet(graph);
  distances = search(graph, graph.size() / 2);
  cilk_sync;
  printf("graph %d: %d far, %016lx %016lx %016lx\n", side,
         *std::max_element(distances.begin(), distances.end()),
         (unsigned long)hashOf(distances), (unsigned long)hashOf(labels),
         (unsigned long)hashOf(set));
}

int main() {
  for (int side : {1, 5, 20})
    graphs(side);
  for (auto [seed, depth, errors] :
       {std::make_tuple(1, 0, 0), std::make_tuple(2, 3, 0),
        std::make_tuple(3, 4, 0), std::make_tuple(4, 4, 50),
        std::make_tuple(5, 4, 5), std::make_tuple(6, 2, 1)}) {
    std::string text = write(seed, depth, errors);
    if (auto value = evaluate(text))
      printf("value %ld of %zu characters\n", *value, text.size());
  }
  counters.printBalance("objects");
}
