//===- modelled_atomic.h - Atomic operations of the model checker -===//
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

#include <cstddef>
#include <cstdint>

struct atomic_word {
  uintptr_t value; // the checker's number of the location
};

struct plain_word {
  uintptr_t value;
};

namespace model {

enum class Order { Relaxed, Acquire, Release, AcqRel, SeqCst };

/// A place in the source.
struct Site {
  const char *File;
  int Line;
  const char *Operation;
};

uintptr_t load(const atomic_word *Word, Order O, Site S);
void store(atomic_word *Word, uintptr_t Value, Order O, Site S);
uintptr_t exchange(atomic_word *Word, uintptr_t Value, Order O, Site S);
uintptr_t add(atomic_word *Word, uintptr_t Value, Order O, Site S);
bool cas(atomic_word *Word, uintptr_t Expected, uintptr_t Desired, Order O,
         Site S);
void fence(Site S);
uintptr_t readPlain(const plain_word *Word, Site S);
void writePlain(plain_word *Word, uintptr_t Value, Site S);

/// The futex calls: they look at the newest value.
void sleepWhileEqual(const atomic_word *Word, uint32_t Expected);
void wakeSleepers(const atomic_word *Word, unsigned Count);

/// The caller waits for another thread, which must run.
void pause();

} // namespace model

#define TUSSAH_SITE(operation) (model::Site{__FILE__, __LINE__, operation})
#define load_relaxed(w)                                                        \
  model::load(w, model::Order::Relaxed, TUSSAH_SITE("load"))
#define load_acquire(w)                                                        \
  model::load(w, model::Order::Acquire, TUSSAH_SITE("load"))
#define store_relaxed(w, v)                                                    \
  model::store(w, v, model::Order::Relaxed, TUSSAH_SITE("store"))
#define store_release(w, v)                                                    \
  model::store(w, v, model::Order::Release, TUSSAH_SITE("store"))
#define exchange_acquire(w, v)                                                 \
  model::exchange(w, v, model::Order::Acquire, TUSSAH_SITE("exchange"))
#define exchange_release(w, v)                                                 \
  model::exchange(w, v, model::Order::Release, TUSSAH_SITE("exchange"))
#define fetch_add_relaxed(w, v)                                                \
  model::add(w, v, model::Order::Relaxed, TUSSAH_SITE("add"))
#define fetch_sub_relaxed(w, v)                                                \
  model::add(w, 0 - uintptr_t(v), model::Order::Relaxed, TUSSAH_SITE("sub"))
#define fetch_sub_release(w, v)                                                \
  model::add(w, 0 - uintptr_t(v), model::Order::Release, TUSSAH_SITE("sub"))
#define fetch_sub_acq_rel(w, v)                                                \
  model::add(w, 0 - uintptr_t(v), model::Order::AcqRel, TUSSAH_SITE("sub"))
#define cas_relaxed(w, e, d)                                                   \
  model::cas(w, e, d, model::Order::Relaxed, TUSSAH_SITE("cas"))
#define cas_acquire(w, e, d)                                                   \
  model::cas(w, e, d, model::Order::Acquire, TUSSAH_SITE("cas"))
#define fence_seq_cst() model::fence(TUSSAH_SITE("fence"))
#define read_plain(w) model::readPlain(w, TUSSAH_SITE("read"))
#define write_plain(w, v) model::writePlain(w, v, TUSSAH_SITE("write"))
#define sleep_while_equal(w, e) model::sleepWhileEqual(w, e)
#define wake_sleepers(w, n) model::wakeSleepers(w, n)
#define spin_pause() model::pause()

#endif // TUSSAH_TESTS_MODEL_MODELLED_ATOMIC_H
