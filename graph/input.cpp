//===- input.cpp - What readers of graphs read from -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace tussah::graph {

Input::Input(std::string_view Text, std::string Name,
             const read_options &Options, bool KeepsWeights)
    : Name(std::move(Name)), Options(Options), Next(Text.data()),
      Last(Text.data() + Text.size()), Done(Text.size()), Size(Text.size()),
      MostBytes(memory_limit(Options.most_bytes)), KeepsWeights(KeepsWeights) {}

Input::Input(const std::string &Path, const read_options &Options,
             bool KeepsWeights)
    : Name(Path), Options(Options), MostBytes(memory_limit(Options.most_bytes)),
      KeepsWeights(KeepsWeights) {
  // Without O_NONBLOCK, opening a pipe waits until somebody writes to it. It
  // has no effect on regular files.
  int Descriptor = open(Path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (Descriptor < 0)
    throw io_error(Name + ": " + std::strerror(errno));
  File.reset(fdopen(Descriptor, "rb"));
  if (!File) {
    int Error = errno;
    close(Descriptor);
    throw io_error(Name + ": " + std::strerror(Error));
  }
  struct stat Status;
  if (fstat(Descriptor, &Status) != 0)
    throw io_error(Name + ": " + std::strerror(errno));
  if (!S_ISREG(Status.st_mode))
    throw io_error(Name + ": not a regular file");
  Size = static_cast<std::uint64_t>(Status.st_size);
  Compression C = compressionOfName(Path);
  if (C == Compression::None) {
    allocate();
    return;
  }
  char First[4];
  ssize_t Count = pread(Descriptor, First, sizeof First, 0);
  if (Count < 0)
    throw io_error(Name + ": " + std::strerror(errno));
  if (compressionOfContent({First, static_cast<std::size_t>(Count)}) != C)
    throw io_error(Name + ": it is not compressed as its name says; rename it");
  Unpacked = decompress(C, Descriptor, Name);
  allocate();
}

Input::Input(const Input &Whole, std::string_view Text)
    : Name(Whole.Name), Options(Whole.Options), Next(Text.data()),
      Last(Text.data() + Text.size()), Done(Text.size()), Size(Text.size()),
      MostBytes(Whole.MostBytes), KeepsWeights(Whole.KeepsWeights) {}

std::size_t Input::pieceBytes() const {
  // What strands make of a piece takes up to eight times its size.
  std::uint64_t Most = MostBytes / (16 * Pieces);
  return std::max<std::uint64_t>(
      std::min<std::uint64_t>(Options.buffer_bytes, Most), 16);
}

void Input::allocate() {
  BufferBytes = std::max<std::size_t>(Options.buffer_bytes, 16);
  if (isParallel())
    BufferBytes = std::max<std::uint64_t>(
        BufferBytes, std::min<std::uint64_t>(Pieces * pieceBytes(), size()));
  Buffer.reset(new char[BufferBytes]);
}

std::string_view Input::wholeLines() const {
  std::string_view All(
      Next, std::min<std::size_t>(Last - Next, Pieces * pieceBytes()));
  return All.substr(0, All.rfind('\n') + 1);
}

void Input::requirePlain() {
  if (peek() == End)
    return;
  std::string_view First(
      Next, std::min<std::size_t>(static_cast<std::size_t>(Last - Next), 4));
  auto Refuse = [&](const char *Message) {
    throw io_error(Name + ": " + Message);
  };
  if (Compression C = compressionOfContent(First); C != Compression::None)
    Refuse(C == Compression::Gzip
               ? "it is compressed by gzip; let its name end in .gz"
               : "it is compressed by zstd; let its name end in .zst");
  if (First.substr(0, 3) == "\xef\xbb\xbf")
    Refuse("it begins with a byte order mark, which no format allows; remove "
           "these 3 bytes");
  if (First.substr(0, 2) == "\xff\xfe" || First.substr(0, 2) == "\xfe\xff")
    Refuse("it is UTF-16, as its byte order mark says; convert it to ASCII");
}

std::size_t Input::readParts() {
  // What the system copies takes a tenth of the time that strands need for it.
  std::size_t Size =
      isParallel() ? std::max(pieceBytes(), std::size_t(1) << 16) : BufferBytes;
  struct Part {
    std::size_t Count = 0;
    int Error = 0;
  };
  std::vector<Part> Parts((BufferBytes + Size - 1) / Size);
  inParallel(Parts.size(), [&](std::size_t I) {
    Part &P = Parts[I];
    std::size_t Begin = I * Size, Most = std::min(Size, BufferBytes - Begin);
    while (P.Count != Most) {
      ssize_t Some =
          pread(fileno(File.get()), Buffer.get() + Begin + P.Count,
                Most - P.Count, static_cast<off_t>(Done + Begin + P.Count));
      if (Some < 0 && errno == EINTR)
        continue;
      if (Some < 0)
        P.Error = errno;
      if (Some <= 0)
        return;
      P.Count += static_cast<std::size_t>(Some);
    }
  });
  std::size_t Count = 0;
  for (const Part &P : Parts) {
    Count += P.Count;
    if (P.Count == Size)
      continue;
    if (P.Error && Count == 0)
      fail(std::strerror(P.Error));
    break;
  }
  return Count;
}

bool Input::refill() {
  if (!File)
    return false;
  std::size_t Count =
      Unpacked ? Unpacked->read(Buffer.get(), BufferBytes) : readParts();
  Next = Buffer.get();
  Last = Next + Count;
  Done += Count;
  // How much of a compressed file was read, its descriptor knows.
  auto Read =
      Unpacked
          ? static_cast<std::uint64_t>(lseek(fileno(File.get()), 0, SEEK_CUR))
          : Done;
  if (Options.progress)
    Options.progress(Read, std::max(Read, Size));
  return Count != 0;
}

void Input::finish() const {
  if (Options.progress)
    Options.progress(Size, Size);
}

void Input::bytes(void *To, std::uint64_t Count, const char *What) {
  for (char *Out = static_cast<char *>(To); Count != 0;) {
    if (peek() == End)
      fail(std::string("the file ends where ") + What + " should be");
    auto Some = std::min<std::uint64_t>(Count, Last - Next);
    std::memcpy(Out, Next, Some);
    Next += Some;
    Out += Some;
    Count -= Some;
  }
}

void Input::skipBlanks() {
  for (int C = peek(); C == ' ' || C == '\t' || C == '\r'; C = peek())
    skip();
}

bool Input::atEndOfLine() {
  skipBlanks();
  return peek() == '\n' || peek() == End;
}

bool Input::skipEmptyLines() {
  while (atEndOfLine() && peek() != End)
    skip();
  return peek() != End;
}

void Input::endLine(const char *Before) {
  if (!atEndOfLine())
    fail(std::string("expected the end of the line after ") + Before +
         ", found '" + std::string(word()) + "'");
  if (peek() != End)
    skip();
}

void Input::skipLine() {
  while (peek() != '\n' && peek() != End)
    skip();
  if (peek() != End)
    skip();
}

static bool endsNumber(int C) {
  return C == ' ' || C == '\n' || C == '\t' || C == '\r' || C == ',' ||
         C == Input::End;
}

static bool endsWord(int C) { return C != ',' && endsNumber(C); }

bool Input::numberInBuffer(std::uint64_t &Value) {
  const char *At = Next;
  if (Last - At < MostDigits + 2)
    return false;
  At += *At == ' ' || *At == '\t';
  const char *First = At;
  std::uint64_t Found = 0;
  for (unsigned Digit; At - First < MostDigits &&
                       (Digit = static_cast<unsigned char>(*At) - '0') <= 9;
       ++At)
    Found = Found * 10 + Digit;
  if (At == First || !endsNumber(static_cast<unsigned char>(*At)))
    return false;
  Value = Found;
  Next = At;
  return true;
}

std::uint64_t Input::number(const char *What, std::uint64_t Least,
                            std::uint64_t Most) {
  const char *Begin = Next;
  if (std::uint64_t Value; numberInBuffer(Value)) {
    if (Value >= Least && Value <= Most)
      return Value;
    Next = Begin;
  }
  skipBlanks();
  std::uint64_t Value = 0;
  unsigned Digits = 0;
  Word.clear();
  for (int C = peek(); C >= '0' && C <= '9'; C = peek()) {
    // Leading zeros are no reason to be longer.
    if (++Digits <= MostDigits)
      Value = Value * 10 + static_cast<unsigned>(C - '0');
    skip();
  }
  int C = peek();
  bool Ends = endsNumber(C);
  if (Digits != 0 && Digits <= MostDigits && Ends && Value >= Least &&
      Value <= Most)
    return Value;
  std::string Found = Digits > MostDigits
                          ? "a number of " + std::to_string(Digits) + " digits"
                      : Digits != 0 ? "'" + std::to_string(Value)
                                    : "'";
  if (Digits <= MostDigits)
    Found += std::string(Ends ? "" : word()) + "'";
  if (Digits == 0 && Ends && C == ',')
    Found = "a comma";
  else if (Digits == 0 && Ends)
    Found = C == End ? "the end of the file" : "the end of the line";
  fail(std::string("expected ") + What + ", a number from " +
       std::to_string(Least) + " to " + std::to_string(Most) + ", found " +
       Found);
}

void Input::skipComma() {
  skipBlanks();
  if (peek() == ',')
    skip();
}

/// A number as C writes it: sign, digits with a point, exponent; or as Fortran
/// does, with D for an exponent. from_chars knows the last and the sign not.
static bool isReal(std::string &Text, bool Whole) {
  std::size_t I = 0, Digits = 0;
  auto Take = [&](const char *Any) {
    bool Is = I != Text.size() && std::strchr(Any, Text[I]);
    I += Is;
    return Is;
  };
  auto TakeDigits = [&] {
    while (Take("0123456789"))
      ++Digits;
  };
  Take("+-");
  TakeDigits();
  if (!Whole) {
    if (Take("."))
      TakeDigits();
    if (Digits != 0 && Take("eEdD")) {
      Text[I - 1] = 'e';
      Take("+-");
      Digits = 0;
      TakeDigits();
    }
  }
  bool Is = Digits != 0 && I == Text.size();
  if (Is && Text[0] == '+')
    Text.erase(0, 1);
  return Is;
}

double Input::real(const char *What, bool Whole) {
  std::string Found(word()), Text = Found;
  double Value = 0;
  // word() leaves out what is longer.
  if (Found.size() >= 80 || !isReal(Text, Whole) ||
      std::from_chars(Text.data(), Text.data() + Text.size(), Value).ec !=
          std::errc())
    fail(std::string("expected ") + What +
         (Whole ? ", a whole number, found " : ", a finite number, found ") +
         (!Found.empty()  ? "'" + Found + "'"
          : peek() == End ? "the end of the file"
                          : "the end of the line"));
  return Value;
}

std::string_view Input::word() {
  skipBlanks();
  Word.clear();
  // A file that was never written to may have holes of any size.
  constexpr std::uint64_t Most = 1 << 16;
  for (std::uint64_t Begin = position(); !endsWord(peek());) {
    int C = peek();
    if (position() - Begin == Most)
      fail("a word has more than " + std::to_string(Most) + " characters");
    // Messages are one line of text, whatever the file has.
    if (Word.size() < 80)
      Word += C > ' ' && C < 127 ? static_cast<char>(C) : '?';
    skip();
  }
  return Word;
}

void Input::fail(const std::string &Message) const {
  failAt(Binary ? position() : Line, Message);
}

void Input::failAt(std::uint64_t Where, const std::string &Message) const {
  throw io_error(Name + (Binary ? ": byte " : ":") + std::to_string(Where) +
                 ": " + Message);
}

void Input::requireMemory(std::uint64_t Bytes, const std::string &What) const {
  if (Bytes > MostBytes)
    fail(What + " would take " + std::to_string(Bytes >> 20) +
         " MiB of memory, but the limit is " + std::to_string(MostBytes >> 20) +
         " MiB");
}

} // namespace tussah::graph
