//===- models.h - What a model tells the checker ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model is a small program of a few threads around a protocol, in C like the
/// protocols. Its state is static: it lies at the same addresses in every
/// execution, and `begin` resets it. Nothing a thread owns needs to be
/// destroyed: the checker abandons threads in the middle.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_MODELS_H
#define TUSSAH_TESTS_MODEL_MODELS_H

#include "modelled_atomic.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct model {
  const char *name;
  /// The first `threads` threads run from the start; `startable` more wait for
  /// model_start.
  unsigned threads, startable;
  void (*begin)(void);
  void (*thread)(unsigned number);
  /// Checks the end, with the knowledge of all threads; may be null.
  void (*finally)(void);
  /// Most switches away from a thread that could go on; -1: any number.
  int preemptions;
  /// Most operations that read or follow an old store; -1: any number.
  int surprises;
};

/// Ends the execution, which has failed, unless \p condition holds.
void model_require(bool condition, const char *message);

/// Records what a litmus test saw. The set of all is the test's result.
void model_outcome(unsigned outcome);

/// The number of the calling thread.
unsigned model_self(void);

/// A loop that waits: goes on when the newest value of \p word is not \p value,
/// which it then reads with the order of a relaxed load, and returns.
uintptr_t model_wait_while(atomic_word *word, uintptr_t value);

/// Starts the thread \p number, and waits for its end, like pthread_create and
/// pthread_join.
void model_start(unsigned number);
void model_join(unsigned number);

/// What is freed must not be accessed, and the free is a write: it must happen
/// after all accesses. Memory is allocated anew by model_allocated.
void model_freed(const void *memory, size_t size);
void model_allocated(const void *memory, size_t size);

/// A write to all of the memory.
void model_written(const void *memory, size_t size);

/// Operations on these words, which no protocol depends on, are no steps.
void model_ignore(const void *memory, size_t size);

/// Whether a thread of a model runs: not while it begins or ends.
bool model_runs(void);

/// The program: all models of lists that end with a null, each of models that
/// end with one without a name. Protocols.cpp explains the arguments.
int model_main(int argc, char **argv, const struct model *const *lists);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // TUSSAH_TESTS_MODEL_MODELS_H
