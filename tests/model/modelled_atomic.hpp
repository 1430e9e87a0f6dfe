//===- modelled_atomic.hpp - Atomic objects of the model checker -*- C++ -*-==//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of what include/tussah/support/atomic.hpp defines when a
/// protocol in C++ is compiled with TUSSAH_MODEL. Each object is a word of the
/// checker, whatever its type. A member knows the place of its call by default
/// arguments.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_MODELLED_ATOMIC_HPP
#define TUSSAH_TESTS_MODEL_MODELLED_ATOMIC_HPP

#include "modelled_atomic.h"

#include <type_traits>

/// Where an operation was called.
#define MODEL_CALLER                                                           \
  const char *file = __builtin_FILE(), int line = __builtin_LINE(),            \
             const char *function = __builtin_FUNCTION()
/// The place of a member that was called so.
#define MODEL_SITE(order) model_site_at(__func__, order, file, line, function)

namespace tussah::support {

template <class T> class Atomic {
public:
  Atomic() noexcept : Word{0} {}
  Atomic(T value) noexcept : Word{toWord(value)} {}
  Atomic(const Atomic &) = delete;
  Atomic &operator=(const Atomic &) = delete;

  T load_relaxed(MODEL_CALLER) const {
    return toValue(model_load(&Word, MODEL_SITE(MODEL_RELAXED)));
  }
  T load_acquire(MODEL_CALLER) const {
    return toValue(model_load(&Word, MODEL_SITE(MODEL_ACQUIRE)));
  }

  void store_relaxed(T value, MODEL_CALLER) {
    model_store(&Word, toWord(value), MODEL_SITE(MODEL_RELAXED));
  }
  void store_release(T value, MODEL_CALLER) {
    model_store(&Word, toWord(value), MODEL_SITE(MODEL_RELEASE));
  }

  T exchange_acquire(T value, MODEL_CALLER) {
    return toValue(
        model_exchange(&Word, toWord(value), MODEL_SITE(MODEL_ACQUIRE)));
  }

  T fetch_add_relaxed(T value, MODEL_CALLER) {
    return toValue(model_add(&Word, toWord(value), MODEL_SITE(MODEL_RELAXED)));
  }
  T fetch_add_release(T value, MODEL_CALLER) {
    return toValue(model_add(&Word, toWord(value), MODEL_SITE(MODEL_RELEASE)));
  }
  T fetch_sub_relaxed(T value, MODEL_CALLER) {
    return toValue(
        model_add(&Word, 0 - toWord(value), MODEL_SITE(MODEL_RELAXED)));
  }
  T fetch_sub_acq_rel(T value, MODEL_CALLER) {
    return toValue(
        model_add(&Word, 0 - toWord(value), MODEL_SITE(MODEL_ACQ_REL)));
  }

  T fetch_or_relaxed(T value, MODEL_CALLER) {
    return toValue(model_or(&Word, toWord(value), MODEL_SITE(MODEL_RELAXED)));
  }
  T fetch_or_release(T value, MODEL_CALLER) {
    return toValue(model_or(&Word, toWord(value), MODEL_SITE(MODEL_RELEASE)));
  }
  T fetch_and_relaxed(T value, MODEL_CALLER) {
    return toValue(model_and(&Word, toWord(value), MODEL_SITE(MODEL_RELAXED)));
  }
  T fetch_and_acquire(T value, MODEL_CALLER) {
    return toValue(model_and(&Word, toWord(value), MODEL_SITE(MODEL_ACQUIRE)));
  }
  T fetch_and_acq_rel(T value, MODEL_CALLER) {
    return toValue(model_and(&Word, toWord(value), MODEL_SITE(MODEL_ACQ_REL)));
  }

  bool cas_relaxed(T &expected, T desired, MODEL_CALLER) {
    return compare(expected, desired, MODEL_SITE(MODEL_RELAXED));
  }
  bool cas_release(T &expected, T desired, MODEL_CALLER) {
    return compare(expected, desired, MODEL_SITE(MODEL_RELEASE));
  }

private:
  static uintptr_t toWord(T value) {
    if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<uintptr_t>(value);
    else
      return static_cast<uintptr_t>(value);
  }
  static T toValue(uintptr_t word) {
    if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<T>(word);
    else
      return static_cast<T>(word);
  }
  bool compare(T &expected, T desired, model_site *site) {
    T found =
        toValue(model_compare(&Word, toWord(expected), toWord(desired), site));
    if (found == expected)
      return true;
    expected = found;
    return false;
  }

  atomic_word Word;
};

inline void relax() { model_take_turns(); }

} // namespace tussah::support

#undef MODEL_CALLER
#undef MODEL_SITE

#endif // TUSSAH_TESTS_MODEL_MODELLED_ATOMIC_HPP
