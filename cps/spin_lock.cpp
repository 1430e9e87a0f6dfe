//===- spin_lock.cpp - A short critical section -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/spin_lock.hpp>

#include <thread>

using namespace tussah::cps::detail;

void SpinLock::wait() {
  for (unsigned spins = 0; Taken.load(std::memory_order_relaxed); ++spins) {
    if (spins < 100)
      relax();
    else
      std::this_thread::yield();
  }
}
