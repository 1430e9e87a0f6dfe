//===- cilk/reducer_min.h - Minima ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The same as <cilk/reducer_min_max.h>.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_MIN_H
#define TUSSAH_CILK_REDUCER_MIN_H

#include <cilk/reducer_min_max.h>

#endif // TUSSAH_CILK_REDUCER_MIN_H
