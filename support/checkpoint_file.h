//===- checkpoint_file.h - What a checkpoint begins with --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// jobs/ writes these files and reads them; `tussah job` says which is the
/// newest that is whole.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_CHECKPOINT_FILE_H
#define TUSSAH_SUPPORT_CHECKPOINT_FILE_H

#include <cstdint>

namespace tussah::support {

inline constexpr char CheckpointMagic[8] = {'t', 'u', 's', 's',
                                            'a', 'h', 'c', 'p'};

/// The bytes of the contents follow: so many, with this checksum.
struct CheckpointHeader {
  /// CheckpointMagic.
  char Begin[sizeof(CheckpointMagic)];
  std::uint32_t Format, Unused;
  std::uint64_t Size, Sum;
};

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_CHECKPOINT_FILE_H
