//===- hooks_of_libc.h - What functions of the C library access -*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A part of hooks.c. A function that compares or searches counts as one that
/// reads as much as it may need to know its result. What `printf` and the like
/// read for %s is not known here.
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
READS_TEXT(strdup)
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
READS_PART(strndup)

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

#define FINDS_CHARACTER(name)                                                  \
  void __csi_before_lib_##name(csi_id_t call_id, const char *text,             \
                               int character) {                                \
    (void)character;                                                           \
    READS_STRING(text);                                                        \
  }
FINDS_CHARACTER(strchr)
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

// Of functions with variable arguments, hooks have those that are not.

void __csi_after_lib_sprintf(csi_id_t call_id, int length, char *to,
                             const char *format) {
  READS_STRING(format);
  if (length >= 0)
    WRITES(to, (uint64_t)length + 1);
}

void __csi_after_lib_snprintf(csi_id_t call_id, int length, char *to,
                              uint64_t size, const char *format) {
  READS_STRING(format);
  if (length >= 0 && size)
    WRITES(to, (uint64_t)length < size ? (uint64_t)length + 1 : size);
}

void __csi_after_lib_vsnprintf(csi_id_t call_id, int length, char *to,
                               uint64_t size, const char *format,
                               void *arguments) {
  (void)arguments;
  __csi_after_lib_snprintf(call_id, length, to, size, format);
}

void __csi_before_lib_printf(csi_id_t call_id, const char *format) {
  READS_STRING(format);
}

void __csi_before_lib_fprintf(csi_id_t call_id, void *file,
                              const char *format) {
  (void)file;
  READS_STRING(format);
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

void __csi_after_lib___sprintf_chk(csi_id_t call_id, int length, char *to,
                                   int flag, uint64_t most,
                                   const char *format) {
  (void)flag, (void)most;
  __csi_after_lib_sprintf(call_id, length, to, format);
}

void __csi_after_lib___snprintf_chk(csi_id_t call_id, int length, char *to,
                                    uint64_t size, int flag, uint64_t most,
                                    const char *format) {
  (void)flag, (void)most;
  __csi_after_lib_snprintf(call_id, length, to, size, format);
}

void __csi_after_lib___vsnprintf_chk(csi_id_t call_id, int length, char *to,
                                     uint64_t size, int flag, uint64_t most,
                                     const char *format, void *arguments) {
  (void)flag, (void)most, (void)arguments;
  __csi_after_lib_snprintf(call_id, length, to, size, format);
}

void __csi_before_lib___printf_chk(csi_id_t call_id, int flag,
                                   const char *format) {
  (void)flag;
  READS_STRING(format);
}

void __csi_before_lib___fprintf_chk(csi_id_t call_id, void *file, int flag,
                                    const char *format) {
  (void)file, (void)flag;
  READS_STRING(format);
}

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
