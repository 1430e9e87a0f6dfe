//===- evaluate.h - How good a position is --------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_EVALUATE_H
#define TUSSAH_EXAMPLES_CPS_CHESS_EVALUATE_H

#include "board.h"

namespace chess {

/// What the position is worth for the side to move, in hundredths of a pawn,
/// without looking ahead. Depends on nothing else. Less than 20,000 either way.
int evaluate(const Position &position);

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_EVALUATE_H
