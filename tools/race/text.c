//===- text.c - Text that is written at once ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void text_add(struct text *text, const char *format, ...) {
  size_t room = sizeof text->bytes - text->length;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text->bytes + text->length, room, format, arguments);
  va_end(arguments);
  if (length > 0)
    text->length += (size_t)length < room ? (size_t)length : room - 1;
}

void text_add_field(struct text *text, const char *field) {
  text_add(text, "\t");
  for (; field && *field; ++field)
    text_add(text, "%c", *field == '\t' || *field == '\n' ? ' ' : *field);
}

static void write_whole(int file, const char *bytes, size_t length) {
  while (length) {
    ssize_t written = write(file, bytes, length);
    if (written <= 0)
      return;
    bytes += written;
    length -= (size_t)written;
  }
}

void text_write(const struct text *text, int file) {
  write_whole(file, text->bytes, text->length);
}

void text_say(int file, const char *format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (length > 0)
    write_whole(file, line,
                (size_t)length < sizeof line ? (size_t)length
                                             : sizeof line - 1);
}
