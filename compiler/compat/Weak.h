//===- Weak.h - Symbols of data that LLVM 23 lacks --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// They are weak, so that an older plugin can be loaded there at all, and say
/// that it does not fit (VersionCheck.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_WEAK_H
#define TUSSAH_COMPILER_COMPAT_WEAK_H

#include "llvm/Config/llvm-config.h"
#if LLVM_VERSION_MAJOR < 23
__asm__(".weak _ZN4llvm17OptimizationLevel2O0E, "
        "_ZN4llvm17OptimizationLevel2O1E, _ZN4llvm17OptimizationLevel2O2E, "
        "_ZN4llvm17OptimizationLevel2O3E");
#define TUSSAH_WEAK_REGISTRY                                                   \
  __asm__(".weak _ZN4llvm8RegistryIN5clang15PluginASTActionEE4HeadE, "         \
          "_ZN4llvm8RegistryIN5clang15PluginASTActionEE4TailE")
#else
#define TUSSAH_WEAK_REGISTRY static_assert(true)
#endif
#endif // TUSSAH_COMPILER_COMPAT_WEAK_H
