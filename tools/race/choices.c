//===- choices.c - What the user has chosen -------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "choices.h"

#include "memory.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RACES_FOUND = 66, MOST_PATTERNS = 1024, MOST_FILE = 1 << 20 };

struct choices choices = {
    .output = STDERR_FILENO, .journal = -1, .exit_code = RACES_FOUND};

/// Of functions, files and variables.
static const char *patterns[MOST_PATTERNS];
static int pattern_count;

static bool is_on(const char *name) {
  const char *value = getenv(name);
  return value && *value && strcmp(value, "0") != 0;
}

_Noreturn static void refuse(const char *what, const char *variable,
                             const char *path) {
  static char text[512];
  snprintf(text, sizeof text, "cannot %s '%s' of %s: %s", what, path, variable,
           strerror(errno));
  memory_fatal(text);
}

static int open_output(const char *variable, int otherwise) {
  const char *path = secure_getenv(variable);
  if (!path || !*path)
    return otherwise;
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    refuse("open", variable, path);
  return file;
}

/// Adds a line of a file of suppressions, \p path, whose number is \p number.
static void add_pattern(char *line, const char *path, int number) {
  static const char prefix[] = "race:";
  while (*line == ' ' || *line == '\t')
    ++line;
  for (size_t end = strlen(line); end && strchr(" \t\r", line[end - 1]); --end)
    line[end - 1] = 0;
  if (!*line || *line == '#')
    return;
  if (strncmp(line, prefix, strlen(prefix)) != 0) {
    static char text[512];
    snprintf(text, sizeof text,
             "line %d of '%s' does not begin with 'race:' or '#'", number,
             path);
    memory_fatal(text);
  }
  if (pattern_count == MOST_PATTERNS)
    memory_fatal("TUSSAH_RACE_SUPPRESSIONS has more than 1024 lines");
  patterns[pattern_count++] = line + strlen(prefix);
}

static void read_suppressions(void) {
  static const char variable[] = "TUSSAH_RACE_SUPPRESSIONS";
  const char *path = secure_getenv(variable);
  if (!path || !*path)
    return;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    refuse("open", variable, path);
  char *text = memory_allocate(MOST_FILE);
  ssize_t size = read(file, text, MOST_FILE - 1);
  if (size < 0)
    refuse("read", variable, path);
  close(file);
  int number = 0;
  for (char *line; (line = strsep(&text, "\n"));)
    add_pattern(line, path, ++number);
}

void choices_read(void) {
  choices.output = open_output("CILKSAN_OUT", STDERR_FILENO);
  choices.journal = open_output("TUSSAH_RACE_JOURNAL", -1);
  if (choices.journal >= 0)
    text_say(choices.journal, "begin\n");
  if (is_on("TUSSAH_RACE_QUIET"))
    choices.output = -1;
  const char *code = getenv("TUSSAH_RACE_EXIT_CODE");
  if (code && *code) {
    char *end;
    long value = strtol(code, &end, 10);
    if (*end || value < 0 || value > 255)
      memory_fatal("TUSSAH_RACE_EXIT_CODE is not a number from 0 to 255");
    choices.exit_code = (int)value;
  }
  const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
  choices.has_color =
      is_on("CILKSAN_COLOR_REPORT") ||
      (choices.output >= 0 && isatty(choices.output) &&
       !(no_color && *no_color) && !(terminal && !strcmp(terminal, "dumb")) &&
       !getenv("CILKSAN_COLOR_REPORT"));
  choices.has_statistics = is_on("CILKSAN_STATS");
  choices.stops_at_first = is_on("TUSSAH_RACE_STOP_AT_FIRST");
  choices.traps = is_on("CILKSAN_DEBUGGER");
  choices.shows_values = is_on("TUSSAH_RACE_SHOW") && choices.journal >= 0;
  const char *atomics = getenv("CILKSAN_CHECK_ATOMICS");
  choices.ignores_atomics = atomics && !strcmp(atomics, "0");
  read_suppressions();
}

static bool matches(const char *text) {
  for (int i = 0; text && i != pattern_count; ++i)
    if (!fnmatch(patterns[i], text, 0))
      return true;
  return false;
}

bool choices_suppress(const struct finding *finding) {
  if (matches(finding->variable))
    return true;
  for (int i = 0; i != 2; ++i) {
    const struct found_access *access = &finding->accesses[i];
    if (matches(access->at->name) || matches(access->at->filename))
      return true;
    for (int step = 0; step != access->steps; ++step)
      if (matches(access->stack[step].at->name))
        return true;
  }
  return false;
}
