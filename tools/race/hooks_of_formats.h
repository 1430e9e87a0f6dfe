//===- hooks_of_formats.h - Formatted input and output ----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A part of hooks.c, as hooks_of_libc.h: what functions access that have a
/// format.
///
//===----------------------------------------------------------------------===//

#include <stdarg.h>

/// Does something with the variable arguments behind \p last.
#define WITH_ARGUMENTS(last, what)                                             \
  do {                                                                         \
    va_list arguments;                                                         \
    va_start(arguments, last);                                                 \
    what;                                                                      \
    va_end(arguments);                                                         \
  } while (0)
#define READS_FORMAT(format)                                                   \
  WITH_ARGUMENTS(format, __tussah_race_printf(call_id, format, arguments))

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void __csi_before_lib_printf(csi_id_t call_id, const char *format, ...) {
  READS_FORMAT(format);
}

void __csi_before_lib_vprintf(csi_id_t call_id, const char *format,
                              va_list list) {
  __tussah_race_printf(call_id, format, list);
}

void __csi_before_lib_fprintf(csi_id_t call_id, void *file, const char *format,
                              ...) {
  (void)file;
  READS_FORMAT(format);
}

void __csi_before_lib_vfprintf(csi_id_t call_id, void *file, const char *format,
                               va_list list) {
  (void)file;
  __tussah_race_printf(call_id, format, list);
}

void __csi_before_lib_dprintf(csi_id_t call_id, int file, const char *format,
                              ...) {
  (void)file;
  READS_FORMAT(format);
}

/// \p text has what was printed, of at most \p size bytes.
#define WRITES_TEXT(text, length, size)                                        \
  if (length >= 0 && size)                                                     \
  WRITES(text, (uint64_t)length < size ? (uint64_t)length + 1 : size)

void __csi_after_lib_sprintf(csi_id_t call_id, int length, char *to,
                             const char *format, ...) {
  READS_FORMAT(format);
  WRITES_TEXT(to, length, UINT64_MAX);
}

void __csi_after_lib_snprintf(csi_id_t call_id, int length, char *to,
                              uint64_t size, const char *format, ...) {
  READS_FORMAT(format);
  WRITES_TEXT(to, length, size);
}

// Behind the call nobody knows what its list of arguments is.

void __csi_before_lib_vsprintf(csi_id_t call_id, char *to, const char *format,
                               va_list list) {
  (void)to;
  __tussah_race_printf(call_id, format, list);
}

void __csi_after_lib_vsprintf(csi_id_t call_id, int length, char *to,
                              const char *format, void *list) {
  (void)format, (void)list;
  WRITES_TEXT(to, length, UINT64_MAX);
}

void __csi_before_lib_vsnprintf(csi_id_t call_id, char *to, uint64_t size,
                                const char *format, va_list list) {
  (void)to, (void)size;
  __tussah_race_printf(call_id, format, list);
}

void __csi_after_lib_vsnprintf(csi_id_t call_id, int length, char *to,
                               uint64_t size, const char *format, void *list) {
  (void)format, (void)list;
  WRITES_TEXT(to, length, size);
}

void __csi_after_lib_asprintf(csi_id_t call_id, int length, char **to,
                              const char *format, ...) {
  READS_FORMAT(format);
  WRITES(to, sizeof *to);
  if (length >= 0)
    WRITES(*to, (uint64_t)length + 1);
}

//===----------------------------------------------------------------------===//
// With _FORTIFY_SOURCE
//===----------------------------------------------------------------------===//

void __csi_before_lib___printf_chk(csi_id_t call_id, int flag,
                                   const char *format, ...) {
  (void)flag;
  READS_FORMAT(format);
}

void __csi_before_lib___vprintf_chk(csi_id_t call_id, int flag,
                                    const char *format, va_list list) {
  (void)flag;
  __tussah_race_printf(call_id, format, list);
}

void __csi_before_lib___fprintf_chk(csi_id_t call_id, void *file, int flag,
                                    const char *format, ...) {
  (void)file, (void)flag;
  READS_FORMAT(format);
}

void __csi_before_lib___vfprintf_chk(csi_id_t call_id, void *file, int flag,
                                     const char *format, va_list list) {
  (void)file, (void)flag;
  __tussah_race_printf(call_id, format, list);
}

void __csi_after_lib___sprintf_chk(csi_id_t call_id, int length, char *to,
                                   int flag, uint64_t room, const char *format,
                                   ...) {
  (void)flag, (void)room;
  READS_FORMAT(format);
  WRITES_TEXT(to, length, UINT64_MAX);
}

void __csi_after_lib___snprintf_chk(csi_id_t call_id, int length, char *to,
                                    uint64_t size, int flag, uint64_t room,
                                    const char *format, ...) {
  (void)flag, (void)room;
  READS_FORMAT(format);
  WRITES_TEXT(to, length, size);
}

void __csi_before_lib___vsnprintf_chk(csi_id_t call_id, char *to, uint64_t size,
                                      int flag, uint64_t room,
                                      const char *format, va_list list) {
  (void)to, (void)size, (void)flag, (void)room;
  __tussah_race_printf(call_id, format, list);
}

void __csi_after_lib___vsnprintf_chk(csi_id_t call_id, int length, char *to,
                                     uint64_t size, int flag, uint64_t room,
                                     const char *format, void *list) {
  (void)flag, (void)room, (void)format, (void)list;
  WRITES_TEXT(to, length, size);
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

#define WRITES_VALUES(format, assigned)                                        \
  WITH_ARGUMENTS(format,                                                       \
                 __tussah_race_scanf(call_id, assigned, format, arguments))

// The C library has a name of its own for each standard.
#define SCANS(name)                                                            \
  void __csi_after_lib_##name(csi_id_t call_id, int assigned,                  \
                              const char *format, ...) {                       \
    WRITES_VALUES(format, assigned);                                           \
  }
SCANS(scanf)
SCANS(__isoc99_scanf)
SCANS(__isoc23_scanf)

#define SCANS_FILE(name)                                                       \
  void __csi_after_lib_##name(csi_id_t call_id, int assigned, void *file,      \
                              const char *format, ...) {                       \
    (void)file;                                                                \
    WRITES_VALUES(format, assigned);                                           \
  }
SCANS_FILE(fscanf)
SCANS_FILE(__isoc99_fscanf)
SCANS_FILE(__isoc23_fscanf)

#define SCANS_TEXT(name)                                                       \
  void __csi_after_lib_##name(csi_id_t call_id, int assigned,                  \
                              const char *text, const char *format, ...) {     \
    READS_STRING(text);                                                        \
    WRITES_VALUES(format, assigned);                                           \
  }
SCANS_TEXT(sscanf)
SCANS_TEXT(__isoc99_sscanf)
SCANS_TEXT(__isoc23_sscanf)
