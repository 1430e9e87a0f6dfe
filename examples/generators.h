//===- generators.h - Random numbers by pedigrees ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The generators of random numbers among which the examples with such numbers
/// choose. Compile and link with -ftussah-pedigrees.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_GENERATORS_H
#define TUSSAH_EXAMPLES_GENERATORS_H

#include "example.h"

#include <cilk/cilk_api.h>
#include <cilkpub/dotmix.h>

/// The runtime's own, with the interface of the others.
struct BuiltIn {
  uint64_t get() { return __cilkrts_get_dprand(); }
};

/// Returns \p run(generator) for the one called \p name.
template <class Run> auto withGenerator(const char *name, Run run) {
  if (!strcmp(name, "builtin"))
    return run(BuiltIn());
  if (!strcmp(name, "dotmix"))
    return run(cilkpub::DotMix());
  if (!strcmp(name, "dotmix-prime"))
    return run(cilkpub::DotMixPrime());
  example_fail(2, "unknown generator '%s'; usage: %s %s", name, EXAMPLE_NAME,
               EXAMPLE_USAGE);
}

#endif // TUSSAH_EXAMPLES_GENERATORS_H
