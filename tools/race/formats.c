//===- formats.c - What formatted input and output accesses ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `printf` and `scanf` do with their arguments, as the format says. A
/// format is not followed behind what C does not have: arguments with numbers
/// (`%1$s`) and conversions of other libraries. Wide characters are left out.
///
//===----------------------------------------------------------------------===//

#include "race.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// One conversion, from behind the `%` on.
struct conversion {
  char kind;
  /// 'h', 'l' or 'L' as written; 'H' and 'q' are 'h' and 'l' written twice.
  char length;
  bool is_suppressed, allocates;
  /// Less than zero: none.
  int width, precision;
};

static int parse_number(const char **format) {
  int number = 0;
  for (; **format >= '0' && **format <= '9'; ++*format)
    if (number < 100000000)
      number = 10 * number + (**format - '0');
  return number;
}

static char parse_length(const char **format) {
  const char first = **format;
  if (!first || !strchr("hlLqjzt", first))
    return 0;
  ++*format;
  if (first == **format && (first == 'h' || first == 'l')) {
    ++*format;
    return first == 'h' ? 'H' : 'q';
  }
  // All of these have eight bytes.
  return strchr("jzt", first) ? 'q' : first;
}

/// What an integer has in memory that is written as the length says.
static uint64_t size_of_integer(char length) {
  switch (length) {
  case 'H':
    return sizeof(char);
  case 'h':
    return sizeof(short);
  case 'l':
  case 'q':
  case 'L':
    return sizeof(long);
  default:
    return sizeof(int);
  }
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static struct conversion parse_output(const char **format, va_list *arguments) {
  struct conversion c = {.width = -1, .precision = -1};
  *format += strspn(*format, "-+ #0'I");
  if (**format == '*') {
    ++*format;
    c.width = va_arg(*arguments, int);
  } else {
    c.width = parse_number(format);
  }
  if (**format == '.') {
    ++*format;
    if (**format == '*') {
      ++*format;
      c.precision = va_arg(*arguments, int);
    } else {
      c.precision = parse_number(format);
    }
  }
  c.length = parse_length(format);
  c.kind = **format;
  return c;
}

static void read_text(csi_id_t id, const char *text, int precision) {
  if (!text)
    return;
  if (precision < 0) {
    __tussah_race_call(id, text, strlen(text) + 1, 0);
    return;
  }
  const uint64_t most = (uint64_t)precision, length = strnlen(text, most);
  __tussah_race_call(id, text, length == most ? most : length + 1, 0);
}

void __tussah_race_printf(csi_id_t id, const char *format, va_list given) {
  va_list arguments;
  va_copy(arguments, given);
  __tussah_race_call(id, format, strlen(format) + 1, 0);
  while ((format = strchr(format, '%'))) {
    ++format;
    const struct conversion c = parse_output(&format, &arguments);
    const bool is_wide = c.length == 'l';
    if (!c.kind || !strchr("diouxXcsaAeEfFgGpnm%", c.kind))
      break;
    ++format;
    if (c.kind == 's') {
      const char *text = va_arg(arguments, const char *);
      if (!is_wide)
        read_text(id, text, c.precision);
    } else if (c.kind == 'n') {
      void *to = va_arg(arguments, void *);
      __tussah_race_call(id, to, size_of_integer(c.length), 1);
    } else if (c.kind == 'p') {
      (void)va_arg(arguments, void *);
    } else if (strchr("aAeEfFgG", c.kind)) {
      // NOLINTNEXTLINE(bugprone-branch-clone): of another type
      if (c.length == 'L')
        (void)va_arg(arguments, long double);
      else
        (void)va_arg(arguments, double);
    } else if (c.kind != 'm' && c.kind != '%') {
      // NOLINTNEXTLINE(bugprone-branch-clone): of another type
      if (size_of_integer(c.length) == sizeof(long))
        (void)va_arg(arguments, long);
      else
        (void)va_arg(arguments, int);
    }
  }
  va_end(arguments);
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

static struct conversion parse_input(const char **format) {
  struct conversion c = {.precision = -1};
  for (; **format && strchr("*'I", **format); ++*format)
    c.is_suppressed |= **format == '*';
  c.width = parse_number(format);
  if (**format == 'm') {
    ++*format;
    c.allocates = true;
  }
  c.length = parse_length(format);
  c.kind = **format;
  if (c.kind == '[') {
    // A bracket that comes first is one of the set.
    *format += (*format)[1] == '^' ? 2 : 1;
    const char *end = **format ? strchr(*format + 1, ']') : NULL;
    if (end)
      *format = end;
    else
      c.kind = 0;
  }
  return c;
}

static uint64_t size_of_input(struct conversion c, const char *to) {
  if (c.allocates)
    return sizeof(char *);
  if (strchr("pdiouxXn", c.kind))
    return c.kind == 'p' ? sizeof(void *) : size_of_integer(c.length);
  if (strchr("aAeEfFgG", c.kind))
    return c.length == 'L'   ? sizeof(long double)
           : c.length == 'l' ? sizeof(double)
                             : sizeof(float);
  if (c.length == 'l')
    return 0;
  return c.kind == 'c' ? (uint64_t)(c.width ? c.width : 1) : strlen(to) + 1;
}

void __tussah_race_scanf(csi_id_t id, int assigned, const char *format,
                         va_list given) {
  va_list arguments;
  va_copy(arguments, given);
  __tussah_race_call(id, format, strlen(format) + 1, 0);
  while (assigned > 0 && (format = strchr(format, '%'))) {
    ++format;
    const struct conversion c = parse_input(&format);
    if (!c.kind || !strchr("diouxXcs[aAeEfFgGpn%", c.kind))
      break;
    ++format;
    if (c.kind == '%' || c.is_suppressed)
      continue;
    void *to = va_arg(arguments, void *);
    const uint64_t size = size_of_input(c, to);
    if (size)
      __tussah_race_call(id, to, size, 1);
    if (c.kind != 'n')
      --assigned;
  }
  va_end(arguments);
}
