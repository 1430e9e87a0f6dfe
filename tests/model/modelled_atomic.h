//===- modelled_atomic.h - Atomic operations of the model checker -*- C++ -*-=//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of the operations in runtime/atomic.h when a protocol is
/// compiled with TUSSAH_MODEL. Each operation is a macro, so that the checker
/// knows the place in the source, whose order it can weaken.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_MODELLED_ATOMIC_H
#define TUSSAH_TESTS_MODEL_MODELLED_ATOMIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Both hold the initial value until the checker's memory takes over.
typedef struct atomic_word {
  uintptr_t value;
} atomic_word;

typedef struct plain_word {
  uintptr_t value;
} plain_word;

enum model_order {
  MODEL_RELAXED,
  MODEL_ACQUIRE,
  MODEL_RELEASE,
  MODEL_ACQ_REL,
  MODEL_SEQ_CST
};

/// A place in the source.
struct model_site {
  const char *operation;
  enum model_order order;
  const char *file;
  int line;
  const char *function;
  int number; ///< that the checker gave it; 0: none yet
};

uintptr_t model_load(const atomic_word *word, struct model_site *site);
void model_store(atomic_word *word, uintptr_t value, struct model_site *site);
uintptr_t model_exchange(atomic_word *word, uintptr_t value,
                         struct model_site *site);
uintptr_t model_add(atomic_word *word, uintptr_t value,
                    struct model_site *site);
bool model_cas(atomic_word *word, uintptr_t expected, uintptr_t desired,
               struct model_site *site);
/// The same, and returns the value that it has found.
uintptr_t model_compare(atomic_word *word, uintptr_t expected,
                        uintptr_t desired, struct model_site *site);
uintptr_t model_or(atomic_word *word, uintptr_t bits, struct model_site *site);
uintptr_t model_and(atomic_word *word, uintptr_t bits, struct model_site *site);
void model_fence(struct model_site *site);
/// A fence in all threads, each at a time of its own.
void model_fence_all(struct model_site *site);

/// Words of \p size bytes, 1 or 4.
uintptr_t model_load_small(const void *word, unsigned size,
                           struct model_site *site);
void model_store_small(void *word, unsigned size, uintptr_t value,
                       struct model_site *site);
uintptr_t model_exchange_small(void *word, unsigned size, uintptr_t value,
                               struct model_site *site);
uintptr_t model_add_small(void *word, unsigned size, uintptr_t value,
                          struct model_site *site);
bool model_cas_small(void *word, unsigned size, uintptr_t expected,
                     uintptr_t desired, struct model_site *site);
uintptr_t model_read(const plain_word *word);
void model_write(plain_word *word, uintptr_t value);

/// The calls of the kernel that sleep on a word and wake the sleepers.
void model_futex_wait(const atomic_word *word, uint32_t expected);
void model_futex_wake(const atomic_word *word, unsigned count);

/// The caller waits for another thread: it runs on when no other thread can.
void model_pause(void);
/// The same, but if no other thread can run than those that wait so, they run
/// in turns. For protocols in which several threads wait for each other by
/// looking again and again, and need steps of each.
void model_take_turns(void);

/// The place with these properties, for who cannot have one as a variable.
struct model_site *model_site_at(const char *operation, enum model_order order,
                                 const char *file, int line,
                                 const char *function);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

// Of C. The names are those of members in C++ (modelled_atomic.hpp).
#ifndef __cplusplus

/// Calls \p call with the address of this place in the source.
#define MODEL_AT(name, order, call)                                            \
  __extension__({                                                              \
    static struct model_site model_here                                        \
        __attribute__((section("model_sites"))) = {                            \
            name, order, __FILE__, __LINE__, __func__, 0};                     \
    call;                                                                      \
  })

#define load_relaxed(w)                                                        \
  MODEL_AT("load_relaxed", MODEL_RELAXED, model_load(w, &model_here))
#define load_acquire(w)                                                        \
  MODEL_AT("load_acquire", MODEL_ACQUIRE, model_load(w, &model_here))
#define store_relaxed(w, v)                                                    \
  MODEL_AT("store_relaxed", MODEL_RELAXED, model_store(w, v, &model_here))
#define store_release(w, v)                                                    \
  MODEL_AT("store_release", MODEL_RELEASE, model_store(w, v, &model_here))
#define exchange_relaxed(w, v)                                                 \
  MODEL_AT("exchange_relaxed", MODEL_RELAXED, model_exchange(w, v, &model_here))
#define exchange_acquire(w, v)                                                 \
  MODEL_AT("exchange_acquire", MODEL_ACQUIRE, model_exchange(w, v, &model_here))
#define exchange_release(w, v)                                                 \
  MODEL_AT("exchange_release", MODEL_RELEASE, model_exchange(w, v, &model_here))
#define fetch_add_relaxed(w, v)                                                \
  MODEL_AT("fetch_add_relaxed", MODEL_RELAXED, model_add(w, v, &model_here))
#define fetch_add_release(w, v)                                                \
  MODEL_AT("fetch_add_release", MODEL_RELEASE, model_add(w, v, &model_here))
#define fetch_add_acquire(w, v)                                                \
  MODEL_AT("fetch_add_acquire", MODEL_ACQUIRE, model_add(w, v, &model_here))
#define fetch_sub_relaxed(w, v)                                                \
  MODEL_AT("fetch_sub_relaxed", MODEL_RELAXED,                                 \
           model_add(w, 0 - (uintptr_t)(v), &model_here))
#define fetch_sub_release(w, v)                                                \
  MODEL_AT("fetch_sub_release", MODEL_RELEASE,                                 \
           model_add(w, 0 - (uintptr_t)(v), &model_here))
#define fetch_sub_acq_rel(w, v)                                                \
  MODEL_AT("fetch_sub_acq_rel", MODEL_ACQ_REL,                                 \
           model_add(w, 0 - (uintptr_t)(v), &model_here))
#define or_relaxed(w, v)                                                       \
  ((void)MODEL_AT("or_relaxed", MODEL_RELAXED, model_or(w, v, &model_here)))
#define and_relaxed(w, v)                                                      \
  ((void)MODEL_AT("and_relaxed", MODEL_RELAXED, model_and(w, v, &model_here)))
#define cas_relaxed(w, e, d)                                                   \
  MODEL_AT("cas_relaxed", MODEL_RELAXED, model_cas(w, e, d, &model_here))
#define cas_release(w, e, d)                                                   \
  MODEL_AT("cas_release", MODEL_RELEASE, model_cas(w, e, d, &model_here))
#define cas_acquire(w, e, d)                                                   \
  MODEL_AT("cas_acquire", MODEL_ACQUIRE, model_cas(w, e, d, &model_here))
#define fence_seq_cst()                                                        \
  MODEL_AT("fence_seq_cst", MODEL_SEQ_CST, model_fence(&model_here))
#define fence_all_seq_cst()                                                    \
  MODEL_AT("fence_all_seq_cst", MODEL_SEQ_CST, model_fence_all(&model_here))
#define load8_relaxed(w)                                                       \
  ((uint8_t)MODEL_AT("load8_relaxed", MODEL_RELAXED,                           \
                     model_load_small(w, 1, &model_here)))
#define load8_acquire(w)                                                       \
  ((uint8_t)MODEL_AT("load8_acquire", MODEL_ACQUIRE,                           \
                     model_load_small(w, 1, &model_here)))
#define store8_relaxed(w, v)                                                   \
  MODEL_AT("store8_relaxed", MODEL_RELAXED,                                    \
           model_store_small(w, 1, v, &model_here))
#define store8_release(w, v)                                                   \
  MODEL_AT("store8_release", MODEL_RELEASE,                                    \
           model_store_small(w, 1, v, &model_here))
#define exchange8_relaxed(w, v)                                                \
  ((uint8_t)MODEL_AT("exchange8_relaxed", MODEL_RELAXED,                       \
                     model_exchange_small(w, 1, v, &model_here)))
#define load32_relaxed(w)                                                      \
  ((uint32_t)MODEL_AT("load32_relaxed", MODEL_RELAXED,                         \
                      model_load_small(w, 4, &model_here)))
#define load32_acquire(w)                                                      \
  ((uint32_t)MODEL_AT("load32_acquire", MODEL_ACQUIRE,                         \
                      model_load_small(w, 4, &model_here)))
#define store32_relaxed(w, v)                                                  \
  MODEL_AT("store32_relaxed", MODEL_RELAXED,                                   \
           model_store_small(w, 4, v, &model_here))
#define store32_release(w, v)                                                  \
  MODEL_AT("store32_release", MODEL_RELEASE,                                   \
           model_store_small(w, 4, v, &model_here))
#define fetch_add32_relaxed(w, v)                                              \
  ((uint32_t)MODEL_AT("fetch_add32_relaxed", MODEL_RELAXED,                    \
                      model_add_small(w, 4, v, &model_here)))
#define cas32_release(w, e, d)                                                 \
  MODEL_AT("cas32_release", MODEL_RELEASE,                                     \
           model_cas_small(w, 4, e, d, &model_here))
#define cas32_acquire(w, e, d)                                                 \
  MODEL_AT("cas32_acquire", MODEL_ACQUIRE,                                     \
           model_cas_small(w, 4, e, d, &model_here))

static inline uint64_t model_load_both(const void *words,
                                       struct model_site *site) {
  const uint32_t *word = (const uint32_t *)words;
  uint64_t high = model_load_small(&word[1], 4, site);
  return high << 32 | model_load_small(&word[0], 4, site);
}

static inline void model_store_both(void *words, uint64_t value,
                                    struct model_site *site) {
  uint32_t *word = (uint32_t *)words;
  model_store_small(&word[1], 4, value >> 32, site);
  model_store_small(&word[0], 4, (uint32_t)value, site);
}

static inline uint64_t load_both32_relaxed(const void *words) {
  const uint32_t *word = (const uint32_t *)words;
  uint64_t high = load32_relaxed(&word[1]);
  return high << 32 | load32_relaxed(&word[0]);
}

static inline void store_both32_relaxed(void *words, uint64_t value) {
  uint32_t *word = (uint32_t *)words;
  store32_relaxed(&word[1], value >> 32);
  store32_relaxed(&word[0], (uint32_t)value);
}

#define load_both32_acquire(words)                                             \
  MODEL_AT("load_both32_acquire", MODEL_ACQUIRE,                               \
           model_load_both(words, &model_here))
#define store_both32_release(words, v)                                         \
  MODEL_AT("store_both32_release", MODEL_RELEASE,                              \
           model_store_both(words, v, &model_here))

typedef uint64_t four_words __attribute__((vector_size(16), may_alias));

static inline four_words load_four32_relaxed(const void *words) {
  return (four_words){load_both32_relaxed(words),
                      load_both32_relaxed((const char *)words + 8)};
}
#define fence_signal() ((void)0)
#define read_plain(w) model_read(w)
#define write_plain(w, v) model_write(w, v)
#define sleep_while_equal(w, e) model_futex_wait(w, e)
#define wake_sleepers(w, n) model_futex_wake(w, n)
/// A loop that ends after some rounds goes on in the model without the others.
#ifdef TUSSAH_MODEL_PAUSES_END
#define spin_pause() ((void)0)
#elif defined TUSSAH_MODEL_TAKES_TURNS
#define spin_pause() model_take_turns()
#else
#define spin_pause() model_pause()
#endif

#endif // __cplusplus

#endif // TUSSAH_TESTS_MODEL_MODELLED_ATOMIC_H
