//===- cilk/common.h - A header of Cilk Plus --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs include this header of Cilk Plus by name; it has nothing of its
/// own.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_COMMON_H
#define TUSSAH_CILK_COMMON_H

#include <cilk/cilk_api.h>

#endif // TUSSAH_CILK_COMMON_H
