//===- compressed.cpp - Compressed files ----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compressed.h"

#include <tussah/graph/io.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>
#include <vector>

namespace tussah::graph {

static bool endsWith(std::string_view Text, std::string_view End) {
  return Text.size() > End.size() &&
         Text.substr(Text.size() - End.size()) == End;
}

Compression compressionOfName(std::string_view Path) {
  return endsWith(Path, ".gz")    ? Compression::Gzip
         : endsWith(Path, ".zst") ? Compression::Zstd
                                  : Compression::None;
}

Compression compressionOfContent(std::string_view Bytes) {
  return Bytes.substr(0, 2) == "\x1f\x8b"           ? Compression::Gzip
         : Bytes.substr(0, 4) == "\x28\xb5\x2f\xfd" ? Compression::Zstd
                                                    : Compression::None;
}

std::string_view withoutCompression(std::string_view Path) {
  if (compressionOfName(Path) != Compression::None)
    Path.remove_suffix(Path.size() - Path.rfind('.'));
  return Path;
}

namespace {

/// A shared library that stays loaded.
class Library {
  const std::string &For;
  const char *File;
  void *Handle;

public:
  Library(const char *File, const char *Package, const std::string &For)
      : For(For), File(File), Handle(dlopen(File, RTLD_NOW)) {
    if (!Handle)
      throw io_error(For + ": it is compressed, and " + File +
                     " cannot be loaded; install " + Package +
                     ", or decompress the file");
  }
  template <class Function> void find(Function *&F, const char *Name) const {
    F = reinterpret_cast<Function *>(dlsym(Handle, Name));
    if (!F)
      throw io_error(For + ": " + File + " has no " + Name);
  }
};

/// By zlib's functions for files.
class GzipFile : public Decompressor {
  using Stream = struct OpaqueStream *;
  std::string Name;
  Stream File = nullptr;
  int (*Read)(Stream, void *, unsigned);
  const char *(*Error)(Stream, int *);
  int (*Close)(Stream);

  void requireNoError() {
    int Code = 0;
    const char *Text = Error(File, &Code);
    // Z_OK, Z_STREAM_END, and Z_ERRNO, whose text says nothing.
    if (Code < 0)
      throw io_error(Name + ": " +
                     (Code == -1   ? std::strerror(errno)
                      : Code == -5 ? "the compressed file ends too early"
                                   : Text));
  }

public:
  GzipFile(int Descriptor, const std::string &Name) : Name(Name) {
    Library L("libz.so.1", "zlib1g", Name);
    Stream (*Open)(int, const char *);
    L.find(Open, "gzdopen");
    L.find(Read, "gzread");
    L.find(Error, "gzerror");
    L.find(Close, "gzclose");
    int Mine = dup(Descriptor);
    File = Mine < 0 ? nullptr : Open(Mine, "rb");
    if (!File) {
      std::string Why = std::strerror(errno);
      if (Mine >= 0)
        close(Mine);
      throw io_error(Name + ": " + Why);
    }
  }
  ~GzipFile() override { Close(File); }

  std::size_t read(char *To, std::size_t Count) override {
    int Some = Read(
        File, To, static_cast<unsigned>(std::min<std::size_t>(Count, 1 << 30)));
    if (Some <= 0)
      requireNoError();
    return Some > 0 ? static_cast<std::size_t>(Some) : 0;
  }
};

/// By libzstd's functions for streams.
class ZstdFile : public Decompressor {
  struct In {
    const void *From;
    std::size_t Size, At;
  };
  struct Out {
    void *To;
    std::size_t Size, At;
  };
  std::string Name;
  int Descriptor;
  struct OpaqueStream *Stream = nullptr;
  std::vector<char> Bytes;
  In Input = {};
  /// What the last call returned: 0 at the end of a frame.
  std::size_t Expects = 0;
  std::size_t (*Next)(OpaqueStream *, Out *, In *);
  std::size_t (*Free)(OpaqueStream *);
  unsigned (*IsError)(std::size_t);
  const char *(*ErrorName)(std::size_t);

  /// False at the end of the file.
  bool fill() {
    ssize_t Count;
    do
      Count = ::read(Descriptor, Bytes.data(), Bytes.size());
    while (Count < 0 && errno == EINTR);
    if (Count < 0)
      throw io_error(Name + ": " + std::strerror(errno));
    Input = {Bytes.data(), static_cast<std::size_t>(Count), 0};
    return Count != 0;
  }

public:
  ZstdFile(int Descriptor, const std::string &Name)
      : Name(Name), Descriptor(Descriptor), Bytes(std::size_t(1) << 17) {
    Library L("libzstd.so.1", "libzstd1", Name);
    OpaqueStream *(*Make)();
    L.find(Make, "ZSTD_createDStream");
    L.find(Next, "ZSTD_decompressStream");
    L.find(Free, "ZSTD_freeDStream");
    L.find(IsError, "ZSTD_isError");
    L.find(ErrorName, "ZSTD_getErrorName");
    Stream = Make();
    if (!Stream)
      throw std::bad_alloc();
  }
  ~ZstdFile() override { Free(Stream); }

  std::size_t read(char *To, std::size_t Count) override {
    Out Output = {To, Count, 0};
    while (Output.At != Count) {
      // It may hold back output that needs no more input.
      bool Ended = Input.At == Input.Size && !fill();
      if (Ended && Expects == 0)
        break;
      std::size_t Before = Output.At;
      Expects = Next(Stream, &Output, &Input);
      if (IsError(Expects))
        throw io_error(Name + ": " + ErrorName(Expects));
      if (Ended && Output.At == Before)
        throw io_error(Name + ": the compressed file ends too early");
    }
    return Output.At;
  }
};

} // namespace

std::unique_ptr<Decompressor> decompress(Compression C, int Descriptor,
                                         const std::string &Name) {
  if (C == Compression::Gzip)
    return std::make_unique<GzipFile>(Descriptor, Name);
  return std::make_unique<ZstdFile>(Descriptor, Name);
}

} // namespace tussah::graph
