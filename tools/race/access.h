//===- access.h - What accesses do ------------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_ACCESS_H
#define TUSSAH_TOOLS_RACE_ACCESS_H

/// What an access does. Those that conflict if they are in parallel are in the
/// table of algorithm.md.
enum access_kind { READ, WRITE, ATOMIC_READ, ATOMIC_WRITE, ACCESS_KINDS };

#endif // TUSSAH_TOOLS_RACE_ACCESS_H
