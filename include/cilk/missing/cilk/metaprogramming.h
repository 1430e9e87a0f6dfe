//===- cilk/missing/cilk/metaprogramming.h - Not available ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says what to include instead of a header of another Cilk, if the program and
/// the system have none of that name.
///
//===----------------------------------------------------------------------===//

#error use <type_traits> and <functional>
