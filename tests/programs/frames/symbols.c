//===- symbols.c - Other names and conventions of spawning functions ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <stdio.h>

// The serial elision is for any compiler.
#ifdef __clang__
#define CLANG(...) __VA_ARGS__
typedef _BitInt(37) Bits37;
typedef _BitInt(100) Bits100;
#else
#define CLANG(...)
typedef long Bits37, Bits100;
#endif

// What each processor has of its own.
#ifdef __aarch64__
#define MICROSOFT
// LLVM saves two registers of preserve_all at an offset that does not fit.
#define ALL_PRESERVED CLANG(__attribute__((preserve_most)))
#define REGISTER_CALL
#define VECTOR_CALL CLANG(__attribute__((aarch64_vector_pcs)))
#define CLONES CLANG(__attribute__((target_clones("default", "lse", "sve2"))))
#else
#define ALL_PRESERVED CLANG(__attribute__((preserve_all)))
#define MICROSOFT __attribute__((ms_abi))
#define REGISTER_CALL CLANG(__attribute__((regcall)))
#define VECTOR_CALL CLANG(__attribute__((vectorcall)))
#define CLONES __attribute__((target_clones("default", "avx2")))
#endif

// Each kind of function is called, is spawned, and spawns.
#define DEFINE(NAME, TYPE, ...)                                                \
  __VA_ARGS__ TYPE NAME(TYPE n) {                                              \
    meet();                                                                    \
    if (n < 2)                                                                 \
      return n;                                                                \
    TYPE a = cilk_spawn NAME(n - 1);                                           \
    TYPE b = NAME(n - 2);                                                      \
    cilk_sync;                                                                 \
    return a + b;                                                              \
  }

DEFINE(microsoft, long, MICROSOFT)
DEFINE(mostPreserved, long, CLANG(__attribute__((preserve_most))))
DEFINE(allPreserved, long, ALL_PRESERVED)
DEFINE(registerCall, long, REGISTER_CALL)
DEFINE(vectorCall, double, VECTOR_CALL)
DEFINE(weak, long, __attribute__((weak)))
DEFINE(cold, long, __attribute__((cold)))
DEFINE(cloned, long, CLONES)
DEFINE(bits37, Bits37, )
DEFINE(bits100, Bits100, )
DEFINE(wide, __int128, )
DEFINE(extended, long double, )
DEFINE(target, long, )

long aliased(long) __attribute__((alias("target")));
long weakAlias(long) __attribute__((weak, alias("target")));

static long (*resolve(void))(long) { return target; }
long resolved(long) __attribute__((ifunc("resolve")));

#define CHECK_FIB(NAME)                                                        \
  do {                                                                         \
    long first = (long)(cilk_spawn NAME(9));                                   \
    long second = (long)NAME(8);                                               \
    cilk_sync;                                                                 \
    printf("%s %ld %ld\n", #NAME, first, second);                              \
  } while (0)

int main(void) {
  CHECK_FIB(microsoft);
  CHECK_FIB(mostPreserved);
  CHECK_FIB(allPreserved);
  CHECK_FIB(registerCall);
  CHECK_FIB(vectorCall);
  CHECK_FIB(weak);
  CHECK_FIB(cold);
  CHECK_FIB(cloned);
  CHECK_FIB(bits37);
  CHECK_FIB(bits100);
  CHECK_FIB(wide);
  CHECK_FIB(extended);
  CHECK_FIB(target);
  CHECK_FIB(aliased);
  CHECK_FIB(weakAlias);
  CHECK_FIB(resolved);
  return 0;
}
