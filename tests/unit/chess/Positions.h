//===- Positions.h - Positions for tests ----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_UNIT_CHESS_POSITIONS_H
#define TUSSAH_TESTS_UNIT_CHESS_POSITIONS_H

namespace chess {

/// With castling, promotions, pins, checks, captures en passant, and ends of
/// games.
inline const char *const Positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w Kq - 0 5",
    "8/5k2/3p4/1P1P1p2/5P2/4K3/8/8 b - - 0 1",
    "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
    "4k3/8/3b4/8/3P4/2B5/8/4K3 b - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "8/8/8/k2pP2R/8/8/8/K7 w - d6 0 1",
};

} // namespace chess

#endif // TUSSAH_TESTS_UNIT_CHESS_POSITIONS_H
