//===- pages.h - The size of pages ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_X86_64_PAGES_H
#define TUSSAH_RUNTIME_SCHEDULER_X86_64_PAGES_H

/// There is no other.
#define LARGEST_PAGE ((size_t)4096)

#endif // TUSSAH_RUNTIME_SCHEDULER_X86_64_PAGES_H
