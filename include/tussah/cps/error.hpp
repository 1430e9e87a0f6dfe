//===- tussah/cps/error.hpp - What can go wrong -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_ERROR_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_ERROR_HPP

#include <tussah/jobs/error.hpp>

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_ERROR_HPP
