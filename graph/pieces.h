//===- pieces.h - Text that several strands read ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_PIECES_H
#define TUSSAH_GRAPH_PIECES_H

#include "input.h"

#include <algorithm>
#include <vector>

namespace tussah::graph {

/// Lets strands read the text of an Input, each a piece of whole lines, which
/// it makes a Content of. What a strand does not understand, or what the whole
/// graph has no place for, is left to the serial reader, which knows the line
/// and what to say.
template <class Content> class Pieces {
public:
  explicit Pieces(Input &From) : From(From) {}

  /// Reads some lines and returns true; or false, if the serial reader is to
  /// read the next one. \p Parse(Input &, Content &) goes to the end of a
  /// piece, and may throw. \p Take(Content *const *, n) gets the next n
  /// contents, in the order of the text, and returns how many of them it has
  /// taken.
  template <class Parse, class Take> bool read(const Parse &P, const Take &T) {
    if (!From.isParallel() || From.position() < SerialUntil)
      return false;
    std::size_t Count = cut(From.wholeLines());
    if (Count < 2)
      return false;
    From.inParallel(Count, [&](std::size_t I) { parse(All[I], P); });
    std::vector<Content *> Good;
    for (std::size_t I = 0; I != Count && All[I].IsGood; ++I)
      Good.push_back(&All[I].Result);
    std::size_t Taken = T(Good.data(), Good.size());
    for (std::size_t I = 0; I != Taken; ++I)
      From.skipWhole(All[I].Text.size(), All[I].Lines);
    if (Taken != Count)
      SerialUntil = From.position() + All[Taken].Text.size();
    return true;
  }

private:
  struct Piece {
    std::string_view Text;
    std::uint64_t Lines = 0;
    bool IsGood = false;
    Content Result;
  };

  /// Cuts \p Text, which is empty or ends a line, behind lines. Returns into
  /// how many pieces.
  std::size_t cut(std::string_view Text) {
    std::size_t Count = 0;
    for (; !Text.empty(); ++Count) {
      std::size_t End = Text.find('\n', From.pieceBytes() - 1);
      std::size_t Size = End == Text.npos ? Text.size() : End + 1;
      if (All.size() == Count)
        All.emplace_back();
      All[Count].Text = Text.substr(0, Size);
      Text.remove_prefix(Size);
    }
    return Count;
  }

  template <class Parse> void parse(Piece &One, const Parse &P) const {
    Input Part(From, One.Text);
    One.Result.clear();
    try {
      P(Part, One.Result);
      One.Lines = Part.line() - 1;
      One.IsGood = true;
    } catch (const io_error &) {
      // The serial reader finds it again.
      One.IsGood = false;
    } catch (const std::bad_alloc &) {
      // It needs less.
      One.IsGood = false;
    }
  }

  Input &From;
  /// Kept from one call to the next, with the memory of their contents.
  std::vector<Piece> All;
  /// What is before this position is for the serial reader.
  std::uint64_t SerialUntil = 0;
};

/// Where the elements of each of \p Count parts go that are to follow \p Begin,
/// and where the last one ends; \p SizeOf(i) is how many they are.
template <class Function>
std::vector<std::uint64_t> placesOf(std::uint64_t Begin, std::size_t Count,
                                    const Function &SizeOf) {
  std::vector<std::uint64_t> Places = {Begin};
  for (std::size_t I = 0; I != Count; ++I)
    Places.push_back(Places.back() + SizeOf(I));
  return Places;
}

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_PIECES_H
