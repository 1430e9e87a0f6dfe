//===- cilk/reducer_ostream.h - Output in serial order ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A stream that strands write to, whose output is that of the serial program:
///
///     cilk::reducer<cilk::op_ostream> out(std::cout);
///     cilk_for (int i = 0; i < n; ++i)
///       *out << i << std::endl;
///
/// Monoids op_basic_ostream<Char, Traits>, op_ostream, op_wostream; in the
/// older spelling reducer_basic_ostream, reducer_ostream, reducer_wostream,
/// which are written to without the star, and cilk::ostream_reducer<Char> of
/// OpenCilk.
///
/// A strand that no steal is to the left of writes directly. Others write to
/// memory, until the strands to the left are done; so what is kept in memory is
/// at most what they have written. Their format is that of the stream when the
/// reducer was made, and a format that is set is the strand's own until its
/// next spawn or sync. When a strand's stream fails, nothing more is written,
/// as in the serial program, and the stream fails when the reducer ends.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_OSTREAM_H
#define TUSSAH_CILK_REDUCER_OSTREAM_H

#include <cilk/reducer.h>

#ifdef __cplusplus

#include <list>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>

namespace cilk {
namespace internal {

/// Keeps what is written in memory.
template <class Char, class Traits>
class memory_buffer : public std::basic_streambuf<Char, Traits> {
  typedef std::basic_string<Char, Traits> piece;
  typedef typename Traits::int_type int_type;
  std::list<piece> Pieces;

  piece &last() {
    if (Pieces.empty())
      Pieces.emplace_back();
    return Pieces.back();
  }

protected:
  int_type overflow(int_type C) override {
    if (!Traits::eq_int_type(C, Traits::eof()))
      last().push_back(Traits::to_char_type(C));
    return Traits::not_eof(C);
  }
  std::streamsize xsputn(const Char *Text, std::streamsize Size) override {
    last().append(Text, static_cast<typename piece::size_type>(Size));
    return Size;
  }

public:
  void take(memory_buffer &Right) { Pieces.splice(Pieces.end(), Right.Pieces); }
  void writeTo(std::basic_ostream<Char, Traits> &Out) {
    for (const piece &Piece : Pieces)
      Out.write(Piece.data(), static_cast<std::streamsize>(Piece.size()));
    Pieces.clear();
  }
};

} // namespace internal

template <class Char, class Traits = std::char_traits<Char>>
class op_basic_ostream_view : public std::basic_ostream<Char, Traits> {
  typedef std::basic_ostream<Char, Traits> stream;
  typedef std::basic_ios<Char, Traits> format;

  internal::memory_buffer<Char, Traits> Memory;
  stream *Target;
  std::shared_ptr<const format> Format;

public:
  typedef stream value_type;
  typedef std::shared_ptr<const format> seed_type;

  /// Writes directly.
  explicit op_basic_ostream_view(stream &Target)
      : stream(nullptr), Target(&Target) {
    auto Copy = std::make_shared<format>(nullptr);
    Copy->copyfmt(Target);
    Format = std::move(Copy);
    this->init(Target.rdbuf());
    this->copyfmt(Target);
  }

  op_basic_ostream_view(internal::from_seed, seed_type Format)
      : stream(nullptr), Target(nullptr), Format(std::move(Format)) {
    this->init(&Memory);
    this->copyfmt(*this->Format);
  }

  ~op_basic_ostream_view() {
    // Not an exception, which a destructor must not throw.
    if (Target && !this->good() && !(Target->exceptions() & this->rdstate()))
      Target->setstate(this->rdstate());
  }

  const seed_type &seed() const { return Format; }

  void reduce(op_basic_ostream_view *Right) {
    if (!this->good())
      return;
    if (Target)
      Right->Memory.writeTo(*this);
    else
      Memory.take(Right->Memory);
    if (!Right->good())
      this->setstate(Right->rdstate());
  }
};

template <class Char, class Traits = std::char_traits<Char>, bool = false>
using op_basic_ostream =
    internal::seeded_monoid<op_basic_ostream_view<Char, Traits>>;
typedef op_basic_ostream<char> op_ostream;
typedef op_basic_ostream<wchar_t> op_wostream;

/// The older spelling.
template <class Char, class Traits = std::char_traits<Char>>
class TUSSAH_REDUCER reducer_basic_ostream
    : public internal::reducer_as_view<reducer_basic_ostream<Char, Traits>,
                                       op_basic_ostream<Char, Traits>> {
  typedef internal::reducer_as_view<reducer_basic_ostream,
                                    op_basic_ostream<Char, Traits>>
      base;
  typedef std::basic_ostream<Char, Traits> stream;

public:
  explicit reducer_basic_ostream(stream &Target) : base(Target) {}

  operator stream &() { return this->view(); }
  stream &get_reference() { return this->view(); }

  template <class T> stream &operator<<(const T &X) {
    return this->view() << X;
  }
  stream &operator<<(stream &(*Manipulator)(stream &)) {
    return this->view() << Manipulator;
  }
  stream &operator<<(std::ios_base &(*Manipulator)(std::ios_base &)) {
    return this->view() << Manipulator;
  }

  /// \name As of the stream
  /// @{
  stream &write(const Char *Text, std::streamsize Size) {
    return this->view().write(Text, Size);
  }
  stream &put(Char C) { return this->view().put(C); }
  stream &flush() { return this->view().flush(); }
  std::streamsize precision(std::streamsize N) {
    return this->view().precision(N);
  }
  std::streamsize width(std::streamsize N) { return this->view().width(N); }
  Char fill(Char C) { return this->view().fill(C); }
  std::ios_base::fmtflags setf(std::ios_base::fmtflags F) {
    return this->view().setf(F);
  }
  std::ios_base::fmtflags setf(std::ios_base::fmtflags F,
                               std::ios_base::fmtflags Mask) {
    return this->view().setf(F, Mask);
  }
  bool good() const { return this->view().good(); }
  bool fail() const { return this->view().fail(); }
  bool bad() const { return this->view().bad(); }
  /// @}
};

typedef reducer_basic_ostream<char> reducer_ostream;
typedef reducer_basic_ostream<wchar_t> reducer_wostream;

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_REDUCER_OSTREAM_H
