//===- Registry.h - Where clang finds a plugin's actions --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What registers an action includes this in place of clang's header.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_REGISTRY_H
#define TUSSAH_COMPILER_COMPAT_REGISTRY_H

#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Config/llvm-config.h"

// As in Levels.h: clang 23 has other symbols for the registry.
#if LLVM_VERSION_MAJOR < 23
__asm__(".weak _ZN4llvm8RegistryIN5clang15PluginASTActionEE4HeadE\n\t"
        ".weak _ZN4llvm8RegistryIN5clang15PluginASTActionEE4TailE");
#endif

#endif // TUSSAH_COMPILER_COMPAT_REGISTRY_H
