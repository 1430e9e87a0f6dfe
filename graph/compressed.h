//===- compressed.h - Compressed files --------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_COMPRESSED_H
#define TUSSAH_GRAPH_COMPRESSED_H

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tussah::graph {

enum class Compression { None, Gzip, Zstd };

/// By the end of a name, `.gz` or `.zst`.
Compression compressionOfName(std::string_view Path);
/// By the first bytes of a file.
Compression compressionOfContent(std::string_view Bytes);
/// \p Path without what says how it is compressed.
std::string_view withoutCompression(std::string_view Path);

/// What a compressed file has. zlib and libzstd are loaded when a file needs
/// them, so that programs that read none do not link with them.
class Decompressor {
public:
  virtual ~Decompressor() = default;
  /// The next bytes, at most \p Count; 0 at the end. Throws io_error.
  virtual std::size_t read(char *To, std::size_t Count) = 0;
};

/// Of the file \p Descriptor, which the caller closes later, from its
/// beginning. Messages call it \p Name. Throws io_error.
std::unique_ptr<Decompressor> decompress(Compression C, int Descriptor,
                                         const std::string &Name);

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_COMPRESSED_H
