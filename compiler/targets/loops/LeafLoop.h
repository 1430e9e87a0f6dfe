//===- LeafLoop.h - Makes leaf loops as fast as serial ones -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOOPS_LEAFLOOP_H
#define TUSSAH_COMPILER_TARGETS_LOOPS_LEAFLOOP_H

#include "LoopBuilder.h"

namespace llvm {
class TargetLibraryInfo;
}

namespace tussah {

/// Inlines \p Body into the loop of \p Leaf, unless it is large or says
/// that it must not be inlined. Tells LLVM that the iterations are independent,
/// so that the loop is vectorized without alias checks. Returns true if the
/// body was inlined.
bool inlineBody(llvm::Function &Body, const LeafFunction &Leaf);

/// Hoists views, and loads of what no iteration can write, out of the loop of
/// \p Leaf, into which the body has been inlined: which reducer it is may be
/// loaded, and a lookup ends what loads are moved. If it returns true, loads
/// have moved, and \p Leaf is correct only for loops of two or more iterations
/// in all.
bool hoistInvariants(const LeafFunction &Leaf,
                     const llvm::TargetLibraryInfo &Libraries);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOOPS_LEAFLOOP_H
