//===- uci.h - The universal chess interface ------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_UCI_H
#define TUSSAH_EXAMPLES_CPS_CHESS_UCI_H

#include <tussah/cps.hpp>

namespace chess {

/// Answers the commands of the protocol on the standard input until "quit" or
/// its end. A line that cannot be understood is answered with "info string",
/// and changes nothing. \p workers (0: as many as processors) and \p megabytes
/// are the defaults of the options Threads and Hash.
void uci(unsigned workers, unsigned megabytes);

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_UCI_H
