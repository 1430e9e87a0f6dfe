//===- input.h - What readers of graphs read from ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_INPUT_H
#define TUSSAH_GRAPH_INPUT_H

#include "compressed.h"

#include <tussah/graph/io.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace tussah::graph {

/// A file, or text in memory, read from its beginning to its end, with the
/// place for messages and a limit for memory.
class Input {
public:
  static constexpr int End = -1;

  /// Text that outlives this.
  Input(std::string_view Text, std::string Name, const read_options &Options,
        bool KeepsWeights);
  /// The regular file \p Path. Throws io_error.
  Input(const std::string &Path, const read_options &Options,
        bool KeepsWeights);
  Input(const Input &) = delete;
  Input &operator=(const Input &) = delete;

  /// All bytes that there are; of a compressed file more than there can be.
  std::uint64_t size() const { return Unpacked ? ~std::uint64_t(0) : Size; }
  /// Whether size() is what it says.
  bool knowsSize() const { return !Unpacked; }
  /// Part of the text of \p Whole, which has a place of its own. Messages say
  /// wrong lines.
  Input(const Input &Whole, std::string_view Text);

  /// Whether weights are wanted.
  bool keepsWeights() const { return KeepsWeights; }
  /// Fails if the first bytes are such as no format begins with: those of a
  /// compressed file, or a byte order mark.
  void requirePlain();
  const read_options &options() const { return Options; }

  /// The next byte, or End.
  int peek() {
    if (Next == Last && !refill())
      return End;
    return static_cast<unsigned char>(*Next);
  }
  /// Goes past the byte that peek() has returned, which was not End.
  void skip() {
    Line += *Next == '\n';
    ++Next;
  }
  /// Copies \p Count bytes to \p To. Fails at the end; \p What is missing
  /// there.
  void bytes(void *To, std::uint64_t Count, const char *What);

  /// \name Text
  /// A number is a sequence of digits. Blanks are spaces and tabs, and carriage
  /// returns before the end of a line.
  /// @{
  void skipBlanks();
  bool atEndOfLine();
  /// Goes to the next line that has something. Returns false if there is none.
  bool skipEmptyLines();
  /// Goes to the next line. Fails if there is something before it; \p Before is
  /// what should have been the last.
  void endLine(const char *Before);
  /// Goes to the next line, whatever is before it.
  void skipLine();
  /// Takes blanks and a number from \p Least to \p Most, which is \p What.
  std::uint64_t number(const char *What, std::uint64_t Least,
                       std::uint64_t Most);
  /// Takes blanks, and a comma if there is one.
  void skipComma();
  /// Takes blanks and a finite number as C or Fortran writes it, or a whole
  /// number, which is \p What.
  double real(const char *What, bool Whole = false);
  /// Takes blanks and what is before the next blank or end of line, of which at
  /// most 80 bytes are returned. Empty if there is nothing.
  std::string_view word();
  /// @}

  /// \name Several strands
  /// @{
  /// Calls \p Body(i) for all i below \p Count, at the same time if the user of
  /// the library has said how.
  template <class Function>
  void inParallel(std::size_t Count, const Function &Body) const {
    if (!Options.loop) {
      for (std::size_t I = 0; I != Count; ++I)
        Body(I);
      return;
    }
    Options.loop(
        Count,
        [](void *Data, std::size_t I) {
          (*static_cast<const Function *>(Data))(I);
        },
        const_cast<void *>(static_cast<const void *>(&Body)));
  }
  /// Whether inParallel is.
  bool isParallel() const { return Options.loop; }
  /// Whole lines from the next byte on, as far as memory has them, and not more
  /// than are meant to be read at once. May be empty.
  std::string_view wholeLines() const;
  /// How much of wholeLines() a strand is to read.
  std::size_t pieceBytes() const;
  /// Goes past the next \p Bytes bytes, which are in wholeLines() and have
  /// \p Lines lines.
  void skipWhole(std::size_t Bytes, std::uint64_t Lines) {
    Next += Bytes;
    Line += Lines;
  }
  /// @}

  /// To be called when all was read, before the graph is made or checked.
  void finish() const;

  /// Throws io_error with the place and \p Message.
  [[noreturn]] void fail(const std::string &Message) const;
  /// The same for a line that has been passed.
  [[noreturn]] void failAt(std::uint64_t Where,
                           const std::string &Message) const;
  /// Fails at \p Where, a line, or at a byte in binary files, if \p Bytes are
  /// more than may be allocated. \p What is for.
  void requireMemory(std::uint64_t Bytes, const std::string &What) const;

  std::uint64_t line() const { return Line; }
  /// Bytes before the next one.
  std::uint64_t position() const { return Done - (Last - Next); }
  /// Messages say bytes, not lines.
  void setBinary() { Binary = true; }

private:
  struct Close {
    void operator()(std::FILE *File) const { std::fclose(File); }
  };

  /// So many cannot overflow 64 bits.
  static constexpr int MostDigits = 18;
  /// So many pieces are in what is read at once, if there are several strands.
  static constexpr std::size_t Pieces = 32;

  void allocate();

  /// The common case of number(), without a call for each byte: the number, of
  /// any size, is in the buffer, behind a blank at most. Otherwise returns
  /// false, and has done nothing.
  bool numberInBuffer(std::uint64_t &Value);
  /// Fills the buffer from the file, which is not compressed. Returns the
  /// number of bytes; 0 at the end.
  std::size_t readParts();
  /// Makes Next != Last, or returns false at the end.
  bool refill();

  std::string Name;
  const read_options &Options;
  std::unique_ptr<std::FILE, Close> File;
  /// Reads from File in its place.
  std::unique_ptr<Decompressor> Unpacked;
  std::size_t BufferBytes = 0;
  std::unique_ptr<char[]> Buffer;
  const char *Next = nullptr, *Last = nullptr;
  /// Bytes up to Last.
  std::uint64_t Done = 0;
  std::uint64_t Size = 0;
  std::uint64_t Line = 1;
  std::uint64_t MostBytes;
  bool Binary = false, KeepsWeights;
  std::string Word;
};

/// Readers of the formats. They fail with io_error.
using Loaded = weighted_csr<double>;
Loaded readEdgeList(Input &);
Loaded readMatrixMarket(Input &);
Loaded readMetis(Input &);
Loaded readGap(Input &, bool Weighted);
Loaded readAdjacency(Input &);

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_INPUT_H
