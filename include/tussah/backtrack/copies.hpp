//===- tussah/backtrack/copies.hpp - Names of broadcast values --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_COPIES_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_COPIES_HPP

#include <tussah/jobs/pack.hpp>

#include <cstdint>
#include <memory>

namespace tussah::backtrack::detail {

/// Names a broadcast value by its type and contents. So a task that refers to
/// it has the same inputs in each job, which checkpoints rely on.
struct CopyName {
  std::uint64_t First = 0, Second = 0;

  friend bool operator<(const CopyName &a, const CopyName &b) {
    return a.First != b.First ? a.First < b.First : a.Second < b.Second;
  }
};

/// Makes the value of a message.
using CopyReader = std::shared_ptr<const void>(cps::unpacker &from);

/// A value, and what ends its life on all ranks together with it.
struct Broadcast {
  CopyName Name;
  std::shared_ptr<const void> Value;
};

} // namespace tussah::backtrack::detail

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_COPIES_HPP
