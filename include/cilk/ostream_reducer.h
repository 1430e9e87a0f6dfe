//===- cilk/ostream_reducer.h - Output in serial order ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::ostream_reducer<Char>, OpenCilk's name of cilk::reducer_basic_ostream:
///
///     cilk::ostream_reducer<char> out(std::cout);
///     ... out << x << std::endl;
///
/// See <cilk/reducer_ostream.h>. Where a std::ostream is wanted it is one; its
/// address is that of the reducer.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_OSTREAM_REDUCER_H
#define TUSSAH_CILK_OSTREAM_REDUCER_H

#include <cilk/reducer_ostream.h>

#ifdef __cplusplus

namespace cilk {

template <class Char, class Traits = std::char_traits<Char>>
using ostream_reducer = reducer_basic_ostream<Char, Traits>;

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_OSTREAM_REDUCER_H
