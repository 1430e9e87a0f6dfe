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

void text_write(const struct text *text, int file) {
  size_t done = 0;
  while (done != text->length) {
    ssize_t written = write(file, text->bytes + done, text->length - done);
    if (written <= 0)
      return;
    done += (size_t)written;
  }
}
