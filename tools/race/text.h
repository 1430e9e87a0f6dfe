//===- text.h - Text that is written at once --------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_TEXT_H
#define TUSSAH_TOOLS_RACE_TEXT_H

#include <stddef.h>

/// What does not fit is left out.
struct text {
  size_t length;
  char bytes[1 << 14];
};

void text_add(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// Adds \p field for a line with tabs between fields.
void text_add_field(struct text *text, const char *field);
void text_write(const struct text *text, int file);

/// Writes a line of at most 1,023 bytes. It allocates nothing, in contrast to
/// dprintf, so a handler may call it while its thread is in malloc.
void text_say(int file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif // TUSSAH_TOOLS_RACE_TEXT_H
