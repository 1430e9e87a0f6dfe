//===- table.h - The transposition table ----------------------------------===//
///
/// \file
/// What is known about positions, shared by the workers of a process without
/// locks: an entry is two words, and the first is the key XOR the second. If
/// two workers write at the same time, the words do not fit, and the entry is
/// not found (Hyatt and Mann, "A lock-less transposition-table implementation
/// for parallel search", ICGA Journal 25(1), 2002).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_TABLE_H
#define TUSSAH_EXAMPLES_CPS_CHESS_TABLE_H

#include "board.h"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <optional>

namespace chess {

/// No value of evaluate().
inline constexpr int Unknown = -32001;

enum class Bound : std::uint8_t { Upper = 1, Lower = 2, Exact = 3 };

/// What a search has found about a position.
struct Known {
  Move Best;
  std::int16_t Score = 0;
  /// What evaluate() says of it, or Unknown.
  std::int16_t Value = Unknown;
  /// Less than 0 if nothing is known.
  std::int8_t Depth = -1;
  Bound Kind = Bound::Upper;
  /// The number of the search that wrote it, modulo 64.
  std::uint8_t Age = 0;

  /// Whether a score, counted from the root, is the result in a window.
  bool decides(int score, int alpha, int beta) const {
    return Kind == Bound::Exact ||
           (Kind == Bound::Lower ? score >= beta : score <= alpha);
  }
};

/// Any worker may call find() and store() at any time; the others are for one
/// thread while nobody searches.
class Table {
public:
  /// Makes a table of \p megabytes; 0 for none. Throws std::bad_alloc, and
  /// keeps what was there.
  void resize(std::size_t megabytes);
  /// At once if it is empty.
  void clear();
  /// A new search: what older ones left is replaced first.
  void age() {
    Age = (Age + 1) & 63;
    Clean = false;
  }

  explicit operator bool() const { return Groups != 0; }
  std::optional<Known> find(std::uint64_t key) const;
  /// Says that find() will come.
  void prefetch(std::uint64_t key) const {
    if (Groups)
      __builtin_prefetch(&group(key));
  }
  /// Notes what a search has found; the age is that of the table.
  void store(std::uint64_t key, Known known);
  /// How much of the table the present search has filled, in thousandths.
  int used() const;

private:
  struct Entry {
    std::atomic<std::uint64_t> Check = 0, Data = 0;
  };
  /// One line of the cache.
  struct alignas(64) Group {
    Entry Entries[4];
  };
  Group &group(std::uint64_t key) const { return Memory[key & (Groups - 1)]; }

  struct Free {
    void operator()(Group *memory) const { std::free(memory); }
  };
  std::unique_ptr<Group[], Free> Memory;
  std::size_t Groups = 0;
  std::uint8_t Age = 0;
  /// There was no search since it was empty.
  bool Clean = true;
};

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_TABLE_H
