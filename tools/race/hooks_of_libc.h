//===- hooks_of_libc.h - What functions of the C library access -*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A part of hooks.c. A function that compares or searches counts as one that
/// reads as much as it may need to know its result.
///
//===----------------------------------------------------------------------===//

#include <string.h>

#define READS(address, size) __tussah_race_call(call_id, address, size, 0)
#define WRITES(address, size) __tussah_race_call(call_id, address, size, 1)
#define READS_STRING(text) READS(text, strlen(text) + 1)
#define READS_AT_MOST(text, size) READS(text, size_of_string(text, size))

/// How much of \p text a function looks at that looks at \p most bytes.
static uint64_t size_of_string(const char *text, uint64_t most) {
  uint64_t length = strnlen(text, most);
  return length == most ? most : length + 1;
}

/// How much two strings must be looked at to compare them.
static uint64_t size_of_difference(const char *a, const char *b,
                                   uint64_t most) {
  uint64_t i = 0;
  while (i != most && a[i] && a[i] == b[i])
    ++i;
  return i == most ? most : i + 1;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void copy(csi_id_t call_id, const void *to, const void *from,
                 uint64_t size) {
  READS(from, size);
  WRITES(to, size);
}

#define COPIES(name)                                                           \
  void __csi_before_lib_##name(csi_id_t call_id, void *to, const void *from,   \
                               uint64_t size) {                                \
    copy(call_id, to, from, size);                                             \
  }
COPIES(memcpy)
COPIES(memmove)
COPIES(mempcpy)

#define COPIES_CHECKED(name)                                                   \
  void __csi_before_lib_##name(csi_id_t call_id, void *to, const void *from,   \
                               uint64_t size, uint64_t most) {                 \
    (void)most;                                                                \
    copy(call_id, to, from, size);                                             \
  }
COPIES_CHECKED(__memcpy_chk)
COPIES_CHECKED(__memmove_chk)
COPIES_CHECKED(__mempcpy_chk)

void __csi_before_lib_memset(csi_id_t call_id, void *to, int value,
                             uint64_t size) {
  (void)value;
  WRITES(to, size);
}

void __csi_before_lib___memset_chk(csi_id_t call_id, void *to, int value,
                                   uint64_t size, uint64_t most) {
  (void)value, (void)most;
  WRITES(to, size);
}

void __csi_before_lib_bzero(csi_id_t call_id, void *to, uint64_t size) {
  WRITES(to, size);
}

#define COMPARES_MEMORY(name)                                                  \
  void __csi_before_lib_##name(csi_id_t call_id, const void *a, const void *b, \
                               uint64_t size) {                                \
    READS(a, size);                                                            \
    READS(b, size);                                                            \
  }
COMPARES_MEMORY(memcmp)
COMPARES_MEMORY(bcmp)

void __csi_before_lib_memmem(csi_id_t call_id, const void *in, uint64_t size,
                             const void *part, uint64_t part_size) {
  READS(in, size);
  READS(part, part_size);
}

void __csi_before_lib_memrchr(csi_id_t call_id, const void *in, int byte,
                              uint64_t size) {
  (void)byte;
  READS(in, size);
}

void __csi_after_lib_memchr(csi_id_t call_id, const char *found, const char *in,
                            int byte, uint64_t size) {
  (void)byte;
  READS(in, found ? (uint64_t)(found - in) + 1 : size);
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

#define READS_TEXT(name)                                                       \
  void __csi_before_lib_##name(csi_id_t call_id, const char *text) {           \
    READS_STRING(text);                                                        \
  }
READS_TEXT(strlen)
READS_TEXT(getenv)
READS_TEXT(perror)
READS_TEXT(remove)
READS_TEXT(unlink)
READS_TEXT(system)
READS_TEXT(atoi)
READS_TEXT(atol)
READS_TEXT(atoll)
READS_TEXT(atof)
READS_TEXT(puts)

#define READS_PART(name)                                                       \
  void __csi_before_lib_##name(csi_id_t call_id, const char *text,             \
                               uint64_t size) {                                \
    READS_AT_MOST(text, size);                                                 \
  }
READS_PART(strnlen)

#define COPIES_TO_BLOCK(name)                                                  \
  void __csi_after_lib_##name(csi_id_t call_id, char *copy,                    \
                              const char *text) {                              \
    READS_STRING(text);                                                        \
    if (copy)                                                                  \
      WRITES(copy, strlen(copy) + 1);                                          \
  }
COPIES_TO_BLOCK(strdup)
COPIES_TO_BLOCK(__strdup)

void __csi_after_lib_strndup(csi_id_t call_id, char *copy, const char *text,
                             uint64_t size) {
  READS_AT_MOST(text, size);
  if (copy)
    WRITES(copy, strlen(copy) + 1);
}

void __csi_before_lib_fputs(csi_id_t call_id, const char *text, void *file) {
  (void)file;
  READS_STRING(text);
}

#define READS_NUMBER(name)                                                     \
  void __csi_before_lib_##name(csi_id_t call_id, const char *text, char **end, \
                               int base) {                                     \
    (void)base;                                                                \
    READS_STRING(text);                                                        \
    if (end)                                                                   \
      WRITES(end, sizeof *end);                                                \
  }
READS_NUMBER(strtol)
READS_NUMBER(strtoul)
READS_NUMBER(strtoll)
READS_NUMBER(strtoull)

#define READS_FLOAT(name)                                                      \
  void __csi_before_lib_##name(csi_id_t call_id, const char *text,             \
                               char **end) {                                   \
    READS_STRING(text);                                                        \
    if (end)                                                                   \
      WRITES(end, sizeof *end);                                                \
  }
READS_FLOAT(strtod)
READS_FLOAT(strtof)
READS_FLOAT(strtold)

// With the header of the C library for C23.
READS_NUMBER(__isoc23_strtol)
READS_NUMBER(__isoc23_strtoul)
READS_NUMBER(__isoc23_strtoll)
READS_NUMBER(__isoc23_strtoull)

#define FINDS_CHARACTER(name)                                                  \
  void __csi_before_lib_##name(csi_id_t call_id, const char *text,             \
                               int character) {                                \
    (void)character;                                                           \
    READS_STRING(text);                                                        \
  }
FINDS_CHARACTER(strchr)
FINDS_CHARACTER(strchrnul)
FINDS_CHARACTER(strrchr)

#define READS_TWO_TEXTS(name)                                                  \
  void __csi_before_lib_##name(csi_id_t call_id, const char *a,                \
                               const char *b) {                                \
    READS_STRING(a);                                                           \
    READS_STRING(b);                                                           \
  }
READS_TWO_TEXTS(strstr)
READS_TWO_TEXTS(strspn)
READS_TWO_TEXTS(strcspn)
READS_TWO_TEXTS(strpbrk)
READS_TWO_TEXTS(strcoll)
READS_TWO_TEXTS(strcasecmp)
READS_TWO_TEXTS(fopen)
READS_TWO_TEXTS(fopen64)
READS_TWO_TEXTS(rename)

/// What has returned \p found goes on at \p rest: behind an end that it has
/// written, if that is right behind the text.
static void cut_text(csi_id_t call_id, char *found, const char *rest) {
  if (!found)
    return;
  uint64_t length = strlen(found);
  READS(found, length);
  if (rest == found + length + 1)
    WRITES(found + length, 1);
}

#define CUTS_TEXT(name)                                                        \
  void __csi_after_lib_##name(csi_id_t call_id, char *found, char *text,       \
                              const char *set, char **rest) {                  \
    (void)text;                                                                \
    READS_STRING(set);                                                         \
    WRITES(rest, sizeof *rest);                                                \
    cut_text(call_id, found, *rest);                                           \
  }
CUTS_TEXT(strtok_r)
CUTS_TEXT(__strtok_r)

void __csi_after_lib_strsep(csi_id_t call_id, char *found, char **text,
                            const char *set) {
  READS_STRING(set);
  WRITES(text, sizeof *text);
  cut_text(call_id, found, *text);
}

void __csi_before_lib_strcmp(csi_id_t call_id, const char *a, const char *b) {
  uint64_t size = size_of_difference(a, b, UINT64_MAX);
  READS(a, size);
  READS(b, size);
}

void __csi_before_lib_strncmp(csi_id_t call_id, const char *a, const char *b,
                              uint64_t most) {
  uint64_t size = size_of_difference(a, b, most);
  READS(a, size);
  READS(b, size);
}

void __csi_before_lib_strncasecmp(csi_id_t call_id, const char *a,
                                  const char *b, uint64_t most) {
  READS_AT_MOST(a, most);
  READS_AT_MOST(b, most);
}

#define COPIES_STRING(name)                                                    \
  void __csi_before_lib_##name(csi_id_t call_id, char *to, const char *from) { \
    copy(call_id, to, from, strlen(from) + 1);                                 \
  }
COPIES_STRING(strcpy)
COPIES_STRING(stpcpy)

#define COPIES_PART(name)                                                      \
  void __csi_before_lib_##name(csi_id_t call_id, char *to, const char *from,   \
                               uint64_t size) {                                \
    READS_AT_MOST(from, size);                                                 \
    WRITES(to, size);                                                          \
  }
COPIES_PART(strncpy)
COPIES_PART(stpncpy)

void __csi_before_lib_strcat(csi_id_t call_id, char *to, const char *from) {
  uint64_t length = strlen(to);
  READS(to, length + 1);
  copy(call_id, to + length, from, strlen(from) + 1);
}

void __csi_before_lib_strncat(csi_id_t call_id, char *to, const char *from,
                              uint64_t most) {
  uint64_t length = strlen(to), more = strnlen(from, most);
  READS(to, length + 1);
  READS_AT_MOST(from, most);
  WRITES(to + length, more + 1);
}

void __csi_before_lib_strlcpy(csi_id_t call_id, char *to, const char *from,
                              uint64_t room) {
  uint64_t size = strlen(from) + 1;
  READS(from, size);
  WRITES(to, size < room ? size : room);
}

void __csi_before_lib_strlcat(csi_id_t call_id, char *to, const char *from,
                              uint64_t room) {
  uint64_t length = strnlen(to, room);
  READS_AT_MOST(to, room);
  READS_STRING(from);
  if (length != room) {
    uint64_t size = strlen(from) + 1;
    WRITES(to + length, size < room - length ? size : room - length);
  }
}

//===----------------------------------------------------------------------===//
// With _FORTIFY_SOURCE
//===----------------------------------------------------------------------===//

#define COPIES_STRING_CHECKED(name)                                            \
  void __csi_before_lib___##name##_chk(csi_id_t call_id, char *to,             \
                                       const char *from, uint64_t most) {      \
    (void)most;                                                                \
    __csi_before_lib_##name(call_id, to, from);                                \
  }
COPIES_STRING_CHECKED(strcpy)
COPIES_STRING_CHECKED(stpcpy)
COPIES_STRING_CHECKED(strcat)

#define COPIES_PART_CHECKED(name)                                              \
  void __csi_before_lib___##name##_chk(csi_id_t call_id, char *to,             \
                                       const char *from, uint64_t size,        \
                                       uint64_t most) {                        \
    (void)most;                                                                \
    __csi_before_lib_##name(call_id, to, from, size);                          \
  }
COPIES_PART_CHECKED(strncpy)
COPIES_PART_CHECKED(stpncpy)
COPIES_PART_CHECKED(strncat)

#include "hooks_of_formats.h"

//===----------------------------------------------------------------------===//
// Files, time, and order
//===----------------------------------------------------------------------===//

void __csi_after_lib_fread(csi_id_t call_id, uint64_t count, void *to,
                           uint64_t size, uint64_t most, void *file) {
  (void)most, (void)file;
  WRITES(to, size * count);
}

void __csi_before_lib_fwrite(csi_id_t call_id, const void *from, uint64_t size,
                             uint64_t count, void *file) {
  (void)file;
  READS(from, size * count);
}

void __csi_after_lib_fgets(csi_id_t call_id, char *result, char *to, int size,
                           void *file) {
  (void)file, (void)size;
  if (result)
    WRITES(to, strlen(to) + 1);
}

void __csi_after_lib___fgets_chk(csi_id_t call_id, char *result, char *to,
                                 uint64_t most, int size, void *file) {
  (void)most;
  __csi_after_lib_fgets(call_id, result, to, size, file);
}

void __csi_after_lib___fread_chk(csi_id_t call_id, uint64_t count, void *to,
                                 uint64_t room, uint64_t size, uint64_t most,
                                 void *file) {
  (void)room;
  __csi_after_lib_fread(call_id, count, to, size, most, file);
}

void __csi_after_lib_getline(csi_id_t call_id, int64_t length, char **line,
                             uint64_t *room, void *file) {
  (void)file;
  // If the block is large enough, these are not written.
  READS(line, sizeof *line);
  READS(room, sizeof *room);
  if (length >= 0)
    WRITES(*line, (uint64_t)length + 1);
}

#define READS_FILE(name)                                                       \
  void __csi_after_lib_##name(csi_id_t call_id, int64_t count, int file,       \
                              void *to, uint64_t size) {                       \
    (void)file, (void)size;                                                    \
    if (count > 0)                                                             \
      WRITES(to, (uint64_t)count);                                             \
  }
#define WRITES_FILE(name)                                                      \
  void __csi_before_lib_##name(csi_id_t call_id, int file, const void *from,   \
                               uint64_t size) {                                \
    (void)file;                                                                \
    READS(from, size);                                                         \
  }
READS_FILE(read)
WRITES_FILE(write)

void __csi_after_lib___read_chk(csi_id_t call_id, int64_t count, int file,
                                void *to, uint64_t size, uint64_t room) {
  (void)room;
  __csi_after_lib_read(call_id, count, file, to, size);
}

/// With one more argument.
#define READS_FILE_AT(name, type)                                              \
  void __csi_after_lib_##name(csi_id_t call_id, int64_t count, int file,       \
                              void *to, uint64_t size, type more) {            \
    (void)file, (void)size, (void)more;                                        \
    if (count > 0)                                                             \
      WRITES(to, (uint64_t)count);                                             \
  }
#define WRITES_FILE_AT(name, type)                                             \
  void __csi_before_lib_##name(csi_id_t call_id, int file, const void *from,   \
                               uint64_t size, type more) {                     \
    (void)file, (void)more;                                                    \
    READS(from, size);                                                         \
  }
READS_FILE_AT(pread, int64_t)
WRITES_FILE_AT(pwrite, int64_t)
READS_FILE_AT(pread64, int64_t)
WRITES_FILE_AT(pwrite64, int64_t)
READS_FILE_AT(recv, int)
WRITES_FILE_AT(send, int)

void __csi_after_lib_clock_gettime(csi_id_t call_id, int result, int clock,
                                   void *time) {
  (void)clock;
  if (!result)
    WRITES(time, 16);
}

void __csi_after_lib_gettimeofday(csi_id_t call_id, int result, void *time,
                                  void *zone) {
  (void)zone;
  if (!result)
    WRITES(time, 16);
}

void __csi_after_lib_time(csi_id_t call_id, int64_t result, int64_t *to) {
  (void)result;
  if (to)
    WRITES(to, sizeof *to);
}

void __csi_before_lib_qsort(csi_id_t call_id, void *first, uint64_t count,
                            uint64_t size, void *compare) {
  (void)compare;
  WRITES(first, count * size);
}

void __csi_before_lib_qsort_r(csi_id_t call_id, void *first, uint64_t count,
                              uint64_t size, void *compare, void *context) {
  (void)compare, (void)context;
  WRITES(first, count * size);
}

//===----------------------------------------------------------------------===//
// Mathematics
//===----------------------------------------------------------------------===//

/// It writes a second result.
#define WRITES_RESULT(name, type, result)                                      \
  void __csi_before_lib_##name(csi_id_t call_id, type x, result *to) {         \
    (void)x;                                                                   \
    WRITES(to, sizeof *to);                                                    \
  }
WRITES_RESULT(frexp, double, int)
WRITES_RESULT(frexpf, float, int)
WRITES_RESULT(modf, double, double)
WRITES_RESULT(modff, float, float)

#define WRITES_TWO_RESULTS(name, type)                                         \
  void __csi_before_lib_##name(csi_id_t call_id, type x, type *sine,           \
                               type *cosine) {                                 \
    (void)x;                                                                   \
    WRITES(sine, sizeof *sine);                                                \
    WRITES(cosine, sizeof *cosine);                                            \
  }
WRITES_TWO_RESULTS(sincos, double)
WRITES_TWO_RESULTS(sincosf, float)

#define WRITES_QUOTIENT(name, type)                                            \
  void __csi_before_lib_##name(csi_id_t call_id, type x, type y, int *to) {    \
    (void)x, (void)y;                                                          \
    WRITES(to, sizeof *to);                                                    \
  }
WRITES_QUOTIENT(remquo, double)
WRITES_QUOTIENT(remquof, float)

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

void __csi_after_lib_mmap(csi_id_t call_id, void *result, void *wanted,
                          uint64_t size, int protection, int flags, int file,
                          int64_t offset) {
  (void)call_id, (void)wanted, (void)protection, (void)flags, (void)file,
      (void)offset;
  if (result != (void *)-1)
    __tussah_race_new(result, size);
}

void __csi_before_lib_munmap(csi_id_t call_id, void *first, uint64_t size) {
  WRITES(first, size);
}

//===----------------------------------------------------------------------===//
// <cilk/cilksan.h>
//===----------------------------------------------------------------------===//

void __csi_before_lib___cilksan_reads_reducer(csi_id_t call_id,
                                              const void *reducer) {
  __tussah_race_reducer_use(call_id, reducer, 1);
}

#undef READS
#undef WRITES
