//===- atomic.h - Atomic operations named after their order -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler, runtime/os and the race detector (tools/race) access memory
/// that several threads share through this header, so that its memory order can
/// be read at the call, and so that the model checker (tests/model) can take
/// its place. (Bitcode of other targets, runtime/abi, and of pedigrees,
/// runtime/random, is inlined into programs and uses the compiler's.) Compiled
/// with TUSSAH_MODEL, the operations are calls of the checker. The protocols
/// compile unchanged against both.
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

TUSSAH_ATOMIC void or_relaxed(atomic_word *word, uintptr_t bits) {
  __atomic_fetch_or(&word->value, bits, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC void and_relaxed(atomic_word *word, uintptr_t bits) {
  __atomic_fetch_and(&word->value, bits, __ATOMIC_RELAXED);
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

/// \name Smaller words
/// Of tables with an entry for each word of a program's memory, say.
/// @{
TUSSAH_ATOMIC uint8_t load8_relaxed(const uint8_t *byte) {
  return __atomic_load_n(byte, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uint8_t load8_acquire(const uint8_t *byte) {
  return __atomic_load_n(byte, __ATOMIC_ACQUIRE);
}

TUSSAH_ATOMIC void store8_relaxed(uint8_t *byte, uint8_t value) {
  __atomic_store_n(byte, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC void store8_release(uint8_t *byte, uint8_t value) {
  __atomic_store_n(byte, value, __ATOMIC_RELEASE);
}

TUSSAH_ATOMIC uint8_t exchange8_relaxed(uint8_t *byte, uint8_t value) {
  return __atomic_exchange_n(byte, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uint32_t load32_relaxed(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uint32_t load32_acquire(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

TUSSAH_ATOMIC void store32_relaxed(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC void store32_release(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

TUSSAH_ATOMIC uint32_t fetch_add32_relaxed(uint32_t *word, uint32_t value) {
  return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC bool cas32_acquire(uint32_t *word, uint32_t expected,
                                 uint32_t desired) {
  return __atomic_compare_exchange_n(word, &expected, desired, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC bool cas32_release(uint32_t *word, uint32_t expected,
                                 uint32_t desired) {
  return __atomic_compare_exchange_n(word, &expected, desired, false,
                                     __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/// Two words side by side, the first of which is the lower half of the result;
/// \p words is a multiple of 8. Nobody may rely on seeing both as they were at
/// one time: in the model they are two words.
TUSSAH_ATOMIC uint64_t load_both32_relaxed(const void *words) {
  return __atomic_load_n((const uint64_t *)words, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC void store_both32_relaxed(void *words, uint64_t value) {
  __atomic_store_n((uint64_t *)words, value, __ATOMIC_RELAXED);
}

TUSSAH_ATOMIC uint64_t load_both32_acquire(const void *words) {
  return __atomic_load_n((const uint64_t *)words, __ATOMIC_ACQUIRE);
}

TUSSAH_ATOMIC void store_both32_release(void *words, uint64_t value) {
  __atomic_store_n((uint64_t *)words, value, __ATOMIC_RELEASE);
}

/// The same for four words, as a vector. Compilers know no such operation; a
/// load of the processor reads each half at one time.
typedef uint64_t four_words __attribute__((vector_size(16), may_alias));

TUSSAH_ATOMIC four_words load_four32_relaxed(const void *words) {
  return *(const four_words *)words;
}
/// @}

/// In all threads of the process: each is interrupted for it, so the others
/// need only keep the compiler from reordering. Only where memory_barrier is
/// defined (tools/race/memory.c).
void memory_barrier(void);
TUSSAH_ATOMIC void fence_all_seq_cst(void) { memory_barrier(); }

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
