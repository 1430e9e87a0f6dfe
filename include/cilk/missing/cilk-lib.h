//===- cilk/missing/cilk-lib.h - A header of Cilk-5 -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In Cilk-5 this has names that are in cilk.h here.
///
//===----------------------------------------------------------------------===//

#include "cilk.h"
