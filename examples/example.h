//===- example.h - What the example programs share -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arguments, errors, time and checksums of the example programs, for C and
/// C++. Nothing here is about Cilk.
///
/// A program defines EXAMPLE_NAME and EXAMPLE_USAGE before it includes this
/// file. Its standard output depends on its arguments only; times go to the
/// standard error. Exit codes: 0 is a result that was checked, 1 a wrong
/// result, 2 bad input.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_EXAMPLE_H
#define TUSSAH_EXAMPLES_EXAMPLE_H

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
#define EXAMPLE_NORETURN [[noreturn]]
#else
#define EXAMPLE_NORETURN _Noreturn
#endif

/// Ends the program with \p code after one line on the standard error.
EXAMPLE_NORETURN __attribute__((format(printf, 2, 3))) static inline void
example_fail(int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs(EXAMPLE_NAME ": ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(code);
}

/// Handles `--help`, and more than \p most arguments.
static inline void example_arguments(int argc, char **argv, int most) {
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      puts("usage: " EXAMPLE_NAME " " EXAMPLE_USAGE);
      exit(0);
    }
  }
  if (argc - 1 > most)
    example_fail(2, "too many arguments; usage: %s %s", EXAMPLE_NAME,
                 EXAMPLE_USAGE);
}

/// Takes \p flag out of the arguments, and returns whether it was there.
static inline int example_flag(int *argc, char **argv, const char *flag) {
  int kept = 1;
  for (int i = 1; i < *argc; ++i)
    if (strcmp(argv[i], flag) != 0)
      argv[kept++] = argv[i];
  int found = kept < *argc;
  if (found)
    *argc = kept;
  return found;
}

/// Returns the whole number that \p text consists of, which must be between
/// \p least and \p most. Otherwise ends the program; \p what is the name of
/// the argument.
static inline long example_number(const char *what, const char *text,
                                  long least, long most) {
  char *end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || *end || errno || number < least || number > most)
    example_fail(2, "%s must be a number from %ld to %ld, not '%s'; usage: %s",
                 what, least, most, text, EXAMPLE_NAME " " EXAMPLE_USAGE);
  return number;
}

/// Returns the time in seconds since some moment in the past.
static inline double example_clock(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Writes how long the parallel part took, which began at \p start.
static inline void example_time(double start) {
  fprintf(stderr, "time %.6f s\n", example_clock() - start);
}

/// Returns the contents of the file \p path, which the caller frees, and sets
/// \p size to their length. Returns null, with errno set, if that fails.
static inline char *example_read(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  char *contents = NULL;
  size_t capacity = 0, used = 0;
  do {
    capacity = capacity ? 2 * capacity : 65536;
    char *larger = (char *)realloc(contents, capacity);
    if (!larger)
      break;
    contents = larger;
    used += fread(contents + used, 1, capacity - used, file);
  } while (used == capacity);
  int error = used == capacity ? ENOMEM : ferror(file) ? errno : 0;
  fclose(file);
  if (error) {
    free(contents);
    errno = error;
    return NULL;
  }
  *size = used;
  return contents;
}

/// Returns a hash of \p value. Different values have different hashes.
static inline uint64_t example_mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/// Returns the next number of the sequence whose state is \p state, which may
/// begin with any value.
static inline uint64_t example_random(uint64_t *state) {
  return example_mix((*state)++);
}

static inline void example_checksum(uint64_t checksum) {
  printf("checksum %016" PRIx64 "\n", checksum);
}

#endif // TUSSAH_EXAMPLES_EXAMPLE_H
