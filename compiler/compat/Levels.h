//===- Levels.h - Levels of optimization, in each LLVM ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What has a level of optimization includes this in place of LLVM's header.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_LEVELS_H
#define TUSSAH_COMPILER_COMPAT_LEVELS_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/OptimizationLevel.h"

// LLVM 23 has no symbols for them. They are weak, so that an older plugin can
// be loaded there at all, and say that it does not fit (VersionCheck.cpp).
#if LLVM_VERSION_MAJOR < 23
__asm__(".weak _ZN4llvm17OptimizationLevel2O0E\n\t"
        ".weak _ZN4llvm17OptimizationLevel2O1E\n\t"
        ".weak _ZN4llvm17OptimizationLevel2O2E\n\t"
        ".weak _ZN4llvm17OptimizationLevel2O3E");
#endif

#endif // TUSSAH_COMPILER_COMPAT_LEVELS_H
