//===- tussah/cps/path.hpp - The longest path to a thread -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_PATH_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_PATH_HPP

#include <tussah/jobs/pack.hpp>
#include <tussah/support/atomic.hpp>

#include <cstdint>

namespace tussah::cps::detail {

/// A time that is known within bounds, in ticks.
struct Length {
  std::uint64_t Usual = 0, Least = 0, Most = 0;

  Length &operator+=(const Length &other) {
    Usual += other.Usual;
    Least += other.Least;
    Most += other.Most;
    return *this;
  }
};

/// The lengths of the longest paths, in time and in threads; these may be
/// different paths.
struct PathLength {
  Length Time;
  std::uint64_t Threads = 0;

  /// Makes each the longer one.
  void raise(const PathLength &other);
  /// In a message, in nanoseconds.
  void pack(packer &to) const;
  static PathLength unpack(unpacker &from);
};

/// The same, of a closure: several workers may send to it.
class SharedPath {
public:
  /// Of a closure to which only the calling worker can send.
  void set(const PathLength &path);
  void raiseOwn(const PathLength &path);
  void raise(const PathLength &path);
  PathLength get() const;

private:
  support::Atomic<std::uint64_t> Usual = 0, Least = 0, Most = 0, Threads = 0;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_PATH_HPP
