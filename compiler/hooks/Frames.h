//===- Frames.h - A tool's structure in each frame --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_FRAMES_H
#define TUSSAH_COMPILER_HOOKS_FRAMES_H

#include "Places.h"
#include "Tool.h"

namespace tussah {

/// Gives \p F, which has its other hooks, the structure that \p T has in each
/// frame, if it has one, and the hooks that keep it.
void addFrame(llvm::Function &F, const Tool &T, Places &P);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_FRAMES_H
