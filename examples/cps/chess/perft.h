//===- perft.h - Counting sequences of moves ------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_PERFT_H
#define TUSSAH_EXAMPLES_CPS_CHESS_PERFT_H

#include "board.h"

#include <tussah/cps.hpp>

namespace chess {

/// The number of sequences of \p depth legal moves from a position, each
/// counted. It is the test of a generator of moves: the numbers of some
/// positions are known.
std::uint64_t countMoves(const Position &position, int depth,
                         const tussah::cps::options &how);

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_PERFT_H
