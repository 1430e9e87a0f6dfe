//===- pages.h - The size of pages ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_AARCH64_PAGES_H
#define TUSSAH_RUNTIME_SCHEDULER_AARCH64_PAGES_H

/// Linux may have been built for 4, 16 or 64 KiB.
#define LARGEST_PAGE ((size_t)65536)

#endif // TUSSAH_RUNTIME_SCHEDULER_AARCH64_PAGES_H
