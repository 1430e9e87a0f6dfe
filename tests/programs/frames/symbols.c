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

DEFINE(microsoft, long, __attribute__((ms_abi)))
DEFINE(mostPreserved, long, CLANG(__attribute__((preserve_most))))
DEFINE(allPreserved, long, CLANG(__attribute__((preserve_all))))
DEFINE(registerCall, long, CLANG(__attribute__((regcall))))
DEFINE(vectorCall, double, CLANG(__attribute__((vectorcall))))
DEFINE(weak, long, __attribute__((weak)))
DEFINE(cold, long, __attribute__((cold)))
DEFINE(cloned, long, __attribute__((target_clones("default", "avx2"))))
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
