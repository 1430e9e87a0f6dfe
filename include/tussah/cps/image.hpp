//===- tussah/cps/image.hpp - Addresses of code in messages -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_IMAGE_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_IMAGE_HPP

#include <tussah/jobs/image.hpp>

namespace tussah::cps::detail {

using jobs::codeAddress;
using jobs::codeReference;
using jobs::functionName;

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_IMAGE_HPP
