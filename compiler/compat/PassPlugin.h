//===- PassPlugin.h - The pass plugin header of each LLVM -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_PASSPLUGIN_H
#define TUSSAH_COMPILER_COMPAT_PASSPLUGIN_H

#include "llvm/Config/llvm-config.h"

// Moved in LLVM 22. Delete when LLVM 22 is the floor.
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#endif // TUSSAH_COMPILER_COMPAT_PASSPLUGIN_H
