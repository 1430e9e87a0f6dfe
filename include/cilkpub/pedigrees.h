//===- pedigrees.h - Pedigrees as values ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The classes of Intel's Cilkpub library that copy and compare pedigrees.
/// Compile with -ftussah-pedigrees. docs/guides/pedigrees.md explains
/// pedigrees.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILKPUB_PEDIGREES_H
#define TUSSAH_INCLUDE_CILKPUB_PEDIGREES_H

#include <cilk/cilk_api.h>

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <vector>

namespace cilkpub {

/// Terms that Cilkpub stores without allocating. Here it means nothing.
const int DEFAULT_STATIC_PED_LENGTH = 16;

template <int Length> class opt_pedigree_scope;

/// A copy of a pedigree: terms from the root to the strand. A value: copies are
/// independent, and it stays valid when its strand has ended. What reads the
/// current pedigree takes time in proportion to its length.
template <int Length = DEFAULT_STATIC_PED_LENGTH> class opt_pedigree {
public:
  typedef std::reverse_iterator<const uint64_t *> const_iterator;
  typedef const uint64_t *const_reverse_iterator;

  /// No terms.
  opt_pedigree() {}

  /// The \p count terms at \p terms: if \p is_reversed, the strand's first.
  opt_pedigree(const uint64_t *terms, int count, bool is_reversed)
      : reversed(terms, terms + count) {
    if (!is_reversed)
      std::reverse(reversed.begin(), reversed.end());
  }

  /// The pedigree of the calling strand.
  static opt_pedigree current() {
    return current(opt_pedigree_scope<Length>());
  }

  /// The same in \p scope, which must not have ended. Ends the process, with a
  /// message, if the strand is not in it.
  static opt_pedigree current(const opt_pedigree_scope<Length> &scope);

  int length() const { return static_cast<int>(reversed.size()); }

  /// Term \p k, 0 being the root's.
  const uint64_t &operator[](int k) const { return reversed[length() - 1 - k]; }

  const_iterator begin() const { return const_iterator(rend()); }
  const_iterator end() const { return const_iterator(rbegin()); }
  const_reverse_iterator rbegin() const { return reversed.data(); }
  const_reverse_iterator rend() const { return rbegin() + length(); }

  /// Number of terms at the root's end that are the same in \p other.
  int common_prefix_length(const opt_pedigree &other) const {
    int most = std::min(length(), other.length()), k = 0;
    while (k < most && (*this)[k] == other[k])
      ++k;
    return k;
  }

  /// Negative, 0 or positive, in the order in which a serial program executes
  /// the strands: of terms as of letters in a dictionary.
  int compare(const opt_pedigree &other) const {
    int k = common_prefix_length(other);
    if (k == length() || k == other.length())
      return length() < other.length() ? -1 : length() > other.length();
    return (*this)[k] < other[k] ? -1 : 1;
  }

  /// True if \p other begins with all terms of this one.
  bool is_prefix_of(const opt_pedigree &other) const {
    return common_prefix_length(other) == length();
  }

  /// True if a scope that was entered with the pedigree \p scope has this one.
  bool in_scope_of(const opt_pedigree &scope) const {
    int k = common_prefix_length(scope);
    return k == scope.length() ||
           (k == scope.length() - 1 && k < length() && scope[k] < (*this)[k]);
  }

  /// Stores the first \p most terms, or as many as there are, from the root on.
  /// Returns how many.
  int copy_to_array(uint64_t *terms, int most) const {
    int count = std::min(most, length());
    std::copy(begin(), begin() + count, terms);
    return count;
  }

  /// The same from the strand on.
  int copy_reverse_to_array(uint64_t *terms, int most) const {
    int count = std::min(most, length());
    std::copy(rbegin(), rbegin() + count, terms);
    return count;
  }

  /// Stores \p most terms of the current pedigree, or as many as there are,
  /// from the strand on. Returns its length, or \p most + 1 if that is greater.
  static int get_current_reverse_pedigree(uint64_t *terms, int most) {
    __cilkrts_pedigree leaf = __cilkrts_get_pedigree();
    int count = 0;
    for (const __cilkrts_pedigree *node = &leaf; node; node = node->parent) {
      if (count == most)
        return most + 1;
      terms[count++] = node->rank;
    }
    return count;
  }

  /// Writes \p header and the terms to \p file.
  void fprint(FILE *file, const char *header) const {
    std::fprintf(file, "%s [", header);
    for (int k = 0; k < length(); ++k)
      std::fprintf(file, k ? ", %" PRIu64 : "%" PRIu64, (*this)[k]);
    std::fprintf(file, "]\n");
  }

private:
  std::vector<uint64_t> reversed; ///< the strand's term first
};

template <int Length>
bool operator==(const opt_pedigree<Length> &a, const opt_pedigree<Length> &b) {
  return a.compare(b) == 0;
}
template <int Length>
bool operator!=(const opt_pedigree<Length> &a, const opt_pedigree<Length> &b) {
  return a.compare(b) != 0;
}
template <int Length>
bool operator<(const opt_pedigree<Length> &a, const opt_pedigree<Length> &b) {
  return a.compare(b) < 0;
}
template <int Length>
bool operator<=(const opt_pedigree<Length> &a, const opt_pedigree<Length> &b) {
  return a.compare(b) <= 0;
}
template <int Length>
bool operator>(const opt_pedigree<Length> &a, const opt_pedigree<Length> &b) {
  return a.compare(b) > 0;
}
template <int Length>
bool operator>=(const opt_pedigree<Length> &a, const opt_pedigree<Length> &b) {
  return a.compare(b) >= 0;
}

/// A strand from which pedigrees are counted: for what follows it in its task,
/// and the tasks that are spawned there, they do not depend on what came
/// before. To be used until the task ends.
template <int Length> class opt_pedigree_scope {
public:
  /// The whole program.
  opt_pedigree_scope() : stop() {}

  /// Begins with the calling strand.
  static opt_pedigree_scope current() {
    opt_pedigree_scope scope;
    scope.stop = __cilkrts_get_pedigree();
    scope.terms = opt_pedigree<Length>::current();
    return scope;
  }

  /// True if the calling strand is in \p scope.
  static bool current_is_in_scope(const opt_pedigree_scope &scope) {
    return opt_pedigree<Length>::current().in_scope_of(scope.terms);
  }

  /// The pedigree that it begins with. The last node of one in the scope has
  /// the same parent.
  __cilkrts_pedigree get_stop_node() const { return stop; }

  /// Writes \p header and the terms to \p file.
  void fprint(FILE *file, const char *header) const {
    terms.fprint(file, header);
  }

private:
  __cilkrts_pedigree stop;
  opt_pedigree<Length> terms;
};

namespace internal {

/// Calls \p visit with each term of the current pedigree in a scope that begins
/// at \p stop, the strand's first. Returns how many there are. Ends the process
/// if the strand is not in the scope, or \p most terms are not enough.
template <class Visitor>
int walk_pedigree(const __cilkrts_pedigree &stop, int most,
                  const Visitor &visit) {
  __cilkrts_pedigree leaf = __cilkrts_get_pedigree();
  const __cilkrts_pedigree *node = &leaf;
  for (int depth = 0; node && depth < most; ++depth, node = node->parent) {
    if (node->parent == stop.parent) {
      visit(depth, node->rank - stop.rank);
      return depth + 1;
    }
    visit(depth, node->rank);
  }
  std::fprintf(stderr, node ? "cilkpub: error: a pedigree is too long\n"
                            : "cilkpub: error: a pedigree scope is used "
                              "outside of its task\n");
  std::abort();
}

} // namespace internal

template <int Length>
opt_pedigree<Length>
opt_pedigree<Length>::current(const opt_pedigree_scope<Length> &scope) {
  opt_pedigree result;
  const int unlimited = 0x7fffffff;
  internal::walk_pedigree(
      scope.get_stop_node(), unlimited,
      [&](int, uint64_t term) { result.reversed.push_back(term); });
  return result;
}

typedef opt_pedigree<> pedigree;
typedef opt_pedigree_scope<DEFAULT_STATIC_PED_LENGTH> pedigree_scope;

} // namespace cilkpub

#endif // TUSSAH_INCLUDE_CILKPUB_PEDIGREES_H
