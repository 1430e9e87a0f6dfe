//===- cilk/common.h - Macros of Cilk Plus ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What headers of programs for Cilk Plus are written with.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_COMMON_H
#define TUSSAH_CILK_COMMON_H

#include <assert.h>
#include <cilk/cilk_api.h>

/* 1.2, whose headers say so. */
#define CILK_LIBRARY_VERSION 102

#ifndef __CILKRTS_ABI_VERSION
#define __CILKRTS_ABI_VERSION 1
#endif

#ifdef __cplusplus
#define __STDNS std::
#define __CILKRTS_BEGIN_EXTERN_C extern "C" {
#define __CILKRTS_END_EXTERN_C }
#define __CILKRTS_EXTERN_C extern "C"
#define __CILKRTS_NOTHROW __attribute__((nothrow))
#define __CILKRTS_INLINE inline
#if __cplusplus >= 201103L
#define __CILKRTS_RVALUE_REFERENCES 1
#endif
#else
#define __STDNS
#define __CILKRTS_BEGIN_EXTERN_C
#define __CILKRTS_END_EXTERN_C
#define __CILKRTS_EXTERN_C
#define __CILKRTS_NOTHROW
#define __CILKRTS_INLINE static __inline__
#endif

#define CILK_EXPORT
#define CILK_EXPORT_DATA
#define CILK_EXPORT_AND_INLINE __CILKRTS_INLINE
#define CILK_API(type) type __CILKRTS_NOTHROW
#define CILK_ABI(type) type __CILKRTS_NOTHROW
#define CILK_ABI_THROWS(type) type

#define __CILKRTS_CACHE_LINE__ 64
#define CILK_ALIGNAS(n) __attribute__((__aligned__(n)))
#define CILK_ALIGNAS_TYPE(type) __attribute__((__aligned__))
#define __CILKRTS_CACHE_ALIGN CILK_ALIGNAS(__CILKRTS_CACHE_LINE__)

/* As in Cilk Plus, where optimized code does without. */
#ifdef __OPTIMIZE__
#define __CILKRTS_ASSERT(condition) ((void)0)
#else
#define __CILKRTS_ASSERT(condition) assert(condition)
#endif

#ifdef __cplusplus
extern "C" {
#endif
typedef void *__cilkrts_void_ptr;
#ifdef __cplusplus
}
#endif

#endif // TUSSAH_CILK_COMMON_H
