//===- environment.h - Numbers in the environment ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What values of environment variables mean, CILK_NWORKERS above all: the one
/// reader that all runtimes and libraries have. Needs no library: the caller
/// gets the text, and says what is wrong. For C and C++.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_ABI_ENVIRONMENT_H
#define TUSSAH_SUPPORT_ABI_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>

/// The largest number of workers that users can ask for.
#define TUSSAH_MOST_WORKERS 2048

/// Writes a warning, as printf does. Where it is null, none is written.
typedef void tussah_warning(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/// How far the suffix K, M or G, or k, m or g, shifts a number; 0: it is none.
static inline unsigned tussah_suffix_shift(char suffix) {
  switch (suffix) {
  case 'K':
  case 'k':
    return 10;
  case 'M':
  case 'm':
    return 20;
  case 'G':
  case 'g':
    return 30;
  default:
    return 0;
  }
}

/// Reads a decimal number from \p text, with a suffix K, M or G if \p suffix.
/// Returns false if it is anything else.
static inline bool tussah_parse_number(const char *text, bool suffix,
                                       uint64_t *value) {
  uint64_t number = 0;
  const char *p = text;
  for (; *p >= '0' && *p <= '9'; ++p) {
    unsigned digit = (unsigned)(*p - '0');
    if (number > (UINT64_MAX - digit) / 10)
      return false;
    number = number * 10 + digit;
  }
  if (p == text)
    return false;
  if (suffix && *p) {
    unsigned shift = tussah_suffix_shift(*p++);
    if (shift == 0 || number > UINT64_MAX >> shift)
      return false;
    number <<= shift;
  }
  *value = number;
  return *p == 0;
}

/// Sets \p value to the number from \p least to \p most that the variable \p
/// name has, if \p text, its value, is one. Returns false if it is not, or null
/// or empty; warns if it is set, and says that \p otherwise is used.
static inline bool tussah_read_number(const char *name, const char *text,
                                      bool suffix, uint64_t least,
                                      uint64_t most, uint64_t otherwise,
                                      tussah_warning *warn, uint64_t *value) {
  if (!text || !*text)
    return false;
  uint64_t number;
  if (tussah_parse_number(text, suffix, &number) && number >= least &&
      number <= most) {
    *value = number;
    return true;
  }
  if (!warn)
    return false;
  warn("%s is '%.100s', but must be a number from %llu to %llu%s; using %llu",
       name, text, (unsigned long long)least, (unsigned long long)most,
       suffix ? " (K, M, G allowed)" : "", (unsigned long long)otherwise);
  return false;
}

/// The number of workers that CILK_NWORKERS, whose value is \p text, asks for;
/// 0 if it does not. Warns of what is no number of workers, and says that there
/// are \p otherwise.
static inline uint64_t tussah_asked_workers(const char *text,
                                            uint64_t otherwise,
                                            tussah_warning *warn) {
  uint64_t number = 0;
  tussah_read_number("CILK_NWORKERS", text, false, 1, TUSSAH_MOST_WORKERS,
                     otherwise, warn, &number);
  return number;
}

#endif // TUSSAH_SUPPORT_ABI_ENVIRONMENT_H
