//===- tussah/cps/pack.hpp - Values in messages -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_PACK_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_PACK_HPP

#include <tussah/jobs/pack.hpp>

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_PACK_HPP
