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

/// The compressed bytes of a file, as a decompressor takes them.
class Source {
  const std::string &Name;
  int Descriptor;
  std::vector<char> Bytes;
  std::size_t Size = 0;

public:
  /// How many have been taken.
  std::size_t At = 0;

  Source(int Descriptor, const std::string &Name)
      : Name(Name), Descriptor(Descriptor), Bytes(std::size_t(1) << 17) {}
  const char *data() const { return Bytes.data(); }
  std::size_t size() const { return Size; }
  /// Whether there are more. Reads on if all have been taken.
  bool more() {
    if (At != Size)
      return true;
    ssize_t Count;
    do
      Count = ::read(Descriptor, Bytes.data(), Bytes.size());
    while (Count < 0 && errno == EINTR);
    if (Count < 0)
      throw io_error(Name + ": " + std::strerror(errno));
    Size = static_cast<std::size_t>(Count);
    At = 0;
    return Count != 0;
  }
};

/// By zlib's functions for streams: those for files leave out what they do not
/// understand behind the first member of a file.
class GzipFile : public Decompressor {
  /// z_stream of zlib.h, which is part of its binary interface.
  struct State {
    const char *In;
    unsigned InSize;
    unsigned long TotalIn;
    void *Out;
    unsigned OutSize;
    unsigned long TotalOut;
    const char *Message;
    void *Internal, *Allocate, *Free, *Opaque;
    int Kind;
    unsigned long Check, Reserved;
  };
  enum { Ok = 0, StreamEnd = 1, OutOfMemory = -4, NoProgress = -5 };

  std::string Name;
  Source From;
  State S = {};
  bool IsInside = false; // in a member of the file
  int (*Inflate)(State *, int);
  int (*Reset)(State *);
  int (*End)(State *);

  /// Whether there is another member, in front of which it is then. Zeros
  /// behind the last one fill blocks of a tape.
  bool begin() {
    while (From.more() && From.data()[From.At] == 0)
      ++From.At;
    if (!From.more())
      return false;
    Reset(&S);
    return true;
  }
  void step() {
    S.In = From.data() + From.At;
    S.InSize = static_cast<unsigned>(From.size() - From.At);
    int Code = Inflate(&S, 0);
    From.At = From.size() - S.InSize;
    IsInside = Code != StreamEnd;
    if (Code == OutOfMemory)
      throw std::bad_alloc();
    if (Code != Ok && Code != StreamEnd && Code != NoProgress)
      throw io_error(Name + ": " + (S.Message ? S.Message : "damaged"));
  }

public:
  GzipFile(int Descriptor, const std::string &Name)
      : Name(Name), From(Descriptor, this->Name) {
    Library L("libz.so.1", "zlib1g", Name);
    int (*Begin)(State *, int, const char *, int);
    L.find(Begin, "inflateInit2_");
    L.find(Inflate, "inflate");
    L.find(Reset, "inflateReset");
    L.find(End, "inflateEnd");
    // The largest window, and a header of gzip.
    constexpr int Bits = 15 + 16;
    if (Begin(&S, Bits, "1", sizeof S) != Ok)
      throw std::bad_alloc();
  }
  ~GzipFile() override { End(&S); }

  std::size_t read(char *To, std::size_t Count) override {
    S.Out = To;
    S.OutSize = static_cast<unsigned>(std::min<std::size_t>(Count, 1 << 30));
    const std::size_t All = S.OutSize;
    while (S.OutSize != 0 && (IsInside || begin())) {
      unsigned Before = S.OutSize;
      // It may hold back output that needs no more input.
      bool Ended = !From.more();
      step();
      if (Ended && IsInside && S.OutSize == Before)
        throw io_error(Name + ": the compressed file ends too early");
    }
    return All - S.OutSize;
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
  Source From;
  struct OpaqueStream *Stream = nullptr;
  /// What the last call returned: 0 at the end of a frame.
  std::size_t Expects = 0;
  std::size_t (*Next)(OpaqueStream *, Out *, In *);
  std::size_t (*Free)(OpaqueStream *);
  unsigned (*IsError)(std::size_t);
  const char *(*ErrorName)(std::size_t);

public:
  ZstdFile(int Descriptor, const std::string &Name)
      : Name(Name), From(Descriptor, this->Name) {
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
      bool Ended = !From.more();
      if (Ended && Expects == 0)
        break;
      std::size_t Before = Output.At;
      In Input = {From.data(), From.size(), From.At};
      Expects = Next(Stream, &Output, &Input);
      From.At = Input.At;
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
