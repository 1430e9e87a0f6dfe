//===- atomic.h - Atomic operations named after their order -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler and runtime/os access memory that several threads share
/// through this header, so that its memory order can be read at the call, and
/// so that the model checker (tests/model) can take its place. (Bitcode of
/// other targets, runtime/abi, and of pedigrees, runtime/random, is inlined
/// into programs and uses the compiler's.) Compiled with TUSSAH_MODEL, the
/// operations are calls of the checker. The protocols compile unchanged against
/// both.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ATOMIC_H
#define TUSSAH_RUNTIME_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#ifdef TUSSAH_MODEL
#include "modelled_atomic.h"
#else

/// A word that threads access at the same time. Futexes use its low half.
typedef struct atomic_word {
  uintptr_t value;
} atomic_word;

/// A word that one thread at a time accesses, which the protocol around it
/// guarantees and the model checker checks.
typedef struct plain_word {
  uintptr_t value;
} plain_word;

#define TUSSAH_ATOMIC static inline __attribute__((always_inline))

TUSSAH_ATOMIC uintptr_t load_relaxed(const atomic_word *word) {
  return __atomic_load_n(&word->value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uintptr_t load_acquire(const atomic_word *word) {
  return __atomic_load_n(&word->value, __ATOMIC_ACQUIRE);
}

TUSSAH_ATOMIC void store_relaxed(atomic_word *word, uintptr_t value) {
  __atomic_store_n(&word->value, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC void store_release(atomic_word *word, uintptr_t value) {
  __atomic_store_n(&word->value, value, __ATOMIC_RELEASE);
}

TUSSAH_ATOMIC uintptr_t exchange_relaxed(atomic_word *word, uintptr_t value) {
  return __atomic_exchange_n(&word->value, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uintptr_t exchange_acquire(atomic_word *word, uintptr_t value) {
  return __atomic_exchange_n(&word->value, value, __ATOMIC_ACQUIRE);
}

TUSSAH_ATOMIC uintptr_t exchange_release(atomic_word *word, uintptr_t value) {
  return __atomic_exchange_n(&word->value, value, __ATOMIC_RELEASE);
}

TUSSAH_ATOMIC uintptr_t fetch_add_relaxed(atomic_word *word, uintptr_t value) {
  return __atomic_fetch_add(&word->value, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uintptr_t fetch_add_acquire(atomic_word *word, uintptr_t value) {
  return __atomic_fetch_add(&word->value, value, __ATOMIC_ACQUIRE);
}

TUSSAH_ATOMIC uintptr_t fetch_add_release(atomic_word *word, uintptr_t value) {
  return __atomic_fetch_add(&word->value, value, __ATOMIC_RELEASE);
}

TUSSAH_ATOMIC uintptr_t fetch_sub_relaxed(atomic_word *word, uintptr_t value) {
  return __atomic_fetch_sub(&word->value, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uintptr_t fetch_sub_release(atomic_word *word, uintptr_t value) {
  return __atomic_fetch_sub(&word->value, value, __ATOMIC_RELEASE);
}

TUSSAH_ATOMIC uintptr_t fetch_sub_acq_rel(atomic_word *word, uintptr_t value) {
  return __atomic_fetch_sub(&word->value, value, __ATOMIC_ACQ_REL);
}

/// These replace \p expected by \p desired, and return whether they did. They
/// do not fail without cause.
TUSSAH_ATOMIC bool cas_relaxed(atomic_word *word, uintptr_t expected,
                               uintptr_t desired) {
  return __atomic_compare_exchange_n(&word->value, &expected, desired, false,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC bool cas_acquire(atomic_word *word, uintptr_t expected,
                               uintptr_t desired) {
  return __atomic_compare_exchange_n(&word->value, &expected, desired, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC bool cas_release(atomic_word *word, uintptr_t expected,
                               uintptr_t desired) {
  return __atomic_compare_exchange_n(&word->value, &expected, desired, false,
                                     __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC void fence_seq_cst(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// Between accesses of a thread and of a signal handler that runs on it.
TUSSAH_ATOMIC void fence_signal(void) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

TUSSAH_ATOMIC uintptr_t read_plain(const plain_word *word) {
  return word->value;
}

TUSSAH_ATOMIC void write_plain(plain_word *word, uintptr_t value) {
  word->value = value;
}

/// Tells the processor that the thread waits for another one.
TUSSAH_ATOMIC void spin_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

#endif // TUSSAH_MODEL

#endif // TUSSAH_RUNTIME_ATOMIC_H
