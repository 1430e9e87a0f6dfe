//===- jamboree.h - The parallel search -----------------------------------===//
///
/// \file
/// Jamboree search (Kuszmaul, "Synchronized MIMD computing", MIT 1994; Joerg,
/// "The Cilk system for parallel multithreaded computing", MIT 1996), as in the
/// *Socrates program, by continuation-passing threads. At each position the
/// first move is searched for its value. Then all others are *tested* at the
/// same time: is one better? That is a search with an empty window, which is
/// much less work, and speculative, for one that is too good makes the rest
/// superfluous: they are aborted. The moves that pass the test are searched for
/// their values, one after the other in their order.
///
/// So what is sent does not depend on the order in which tests end: without a
/// transposition table, the score of a fixed depth is the same for any number
/// of workers.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_JAMBOREE_H
#define TUSSAH_EXAMPLES_CPS_CHESS_JAMBOREE_H

#include "engine.h"

#include <tussah/cps.hpp>

namespace chess {

/// The keys of the positions that a repetition could go back to, the last one
/// that of the task.
using Keys = tussah::cps::array<std::uint64_t>;

/// A thread: sends the result of a task. \p scopes are the groups whose abort
/// ends it.
void jamboree(tussah::cps::cont<Result> k, Task task, Keys keys,
              tussah::cps::array<std::uint64_t> scopes);

/// Lets aborts of other ranks have effect on this one. Call before the first
/// run.
void listenToRanks();

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_JAMBOREE_H
