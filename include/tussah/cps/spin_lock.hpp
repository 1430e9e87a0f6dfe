//===- tussah/cps/spin_lock.hpp - A short critical section ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_SPIN_LOCK_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_SPIN_LOCK_HPP

#include <tussah/support/spin_lock.hpp>

namespace tussah::cps::detail {

using support::relax;
using support::SpinLock;

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_SPIN_LOCK_HPP
