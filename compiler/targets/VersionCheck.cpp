//===- VersionCheck.cpp - Refuse to work inside another LLVM -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"

#include <cstdio>
#include <unistd.h>

namespace {

/// Another LLVM has other classes under the same names; anything but leaving
/// would crash. Even its streams are not used.
struct VersionCheck {
  VersionCheck() {
    unsigned Major = 0;
    LLVMGetVersion(&Major, nullptr, nullptr);
    if (Major == LLVM_VERSION_MAJOR)
      return;
    std::fprintf(stderr,
                 "error: tussah plugin built for LLVM %d, but loaded into LLVM "
                 "%u; use the plugin in lib/tussah/%u, or tussah-clang, which "
                 "finds it\n",
                 LLVM_VERSION_MAJOR, Major, Major);
    _exit(1);
  }
};

// Before the options of this library, whose constructors already call LLVM. The
// keywords plugin needs this library, so that this runs before its own, too.
__attribute__((init_priority(101))) VersionCheck CheckVersion;

} // namespace
