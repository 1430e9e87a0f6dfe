//===- cilk/hyperobject_base.h - A header of Cilk Plus ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What C reducers begin with is in <cilk/reducer_c.h>; programs include this
/// header of Cilk Plus by name.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_HYPEROBJECT_BASE_H
#define TUSSAH_CILK_HYPEROBJECT_BASE_H

#include <cilk/reducer_c.h>

#endif // TUSSAH_CILK_HYPEROBJECT_BASE_H
