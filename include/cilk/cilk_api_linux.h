//===- cilk/cilk_api_linux.h - A header of Cilk Plus ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs include it by name; what it has is in <cilk/cilk_api.h>.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_CILK_API_LINUX_H
#define TUSSAH_CILK_CILK_API_LINUX_H

#include <cilk/cilk_api.h>

#endif // TUSSAH_CILK_CILK_API_LINUX_H
