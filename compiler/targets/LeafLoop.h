//===- LeafLoop.h - Makes leaf loops as fast as serial ones -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LEAFLOOP_H
#define TUSSAH_COMPILER_TARGETS_LEAFLOOP_H

#include "LoopBuilder.h"

namespace tussah {

/// Inlines \p Body into the loop of \p Leaf, unless it is large or says
/// that it must not be inlined. Tells LLVM that the iterations are independent,
/// so that the loop is vectorized without alias checks. Returns true if the
/// body was inlined.
bool inlineBody(llvm::Function &Body, const LeafFunction &Leaf);

/// Hoists loads of what no iteration can write out of the loop of \p Leaf,
/// into which the body has been inlined. Afterwards \p Leaf is correct only for
/// loops of two or more iterations in all. Returns true if something was
/// hoisted.
bool hoistInvariantLoads(const LeafFunction &Leaf);

/// Number of instructions of an iteration of the loop of \p Leaf; 0 if it
/// calls functions or has loops, so that this says nothing about its time.
uint64_t costOfIteration(const LeafFunction &Leaf);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LEAFLOOP_H
