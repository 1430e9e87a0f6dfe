//===- options.c - What the environment says -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime.h"

#include <ctype.h>
#include <string.h>

/// Limits of CILK_STACKSIZE. The upper one is what a process without a limit
/// gets.
#define MIN_STACK ((uint64_t)64 << 10)
#define MAX_STACK ((uint64_t)1 << 36)
#define UNLIMITED_STACK ((uint64_t)256 << 20)

/// Reads a decimal number from \p text, with a suffix K, M or G if \p suffix.
/// Returns false if it is anything else.
static bool parse(const char *text, bool suffix, uint64_t *value) {
  uint64_t number = 0;
  const char *p = text;
  for (; isdigit((unsigned char)*p); ++p) {
    unsigned digit = (unsigned)(*p - '0');
    if (number > (UINT64_MAX - digit) / 10)
      return false;
    number = number * 10 + digit;
  }
  if (p == text)
    return false;
  if (suffix && *p) {
    unsigned shift;
    switch (toupper((unsigned char)*p++)) {
    case 'K':
      shift = 10;
      break;
    case 'M':
      shift = 20;
      break;
    case 'G':
      shift = 30;
      break;
    default:
      return false;
    }
    if (number > UINT64_MAX >> shift)
      return false;
    number <<= shift;
  }
  *value = number;
  return *p == 0;
}

/// The variable \p name, if it is a number from \p least to \p most; else \p
/// value, with a warning if it is set.
static uint64_t read_number(const char *name, bool suffix, uint64_t least,
                            uint64_t most, uint64_t value) {
  const char *text = tussah_os->get_environment(name);
  if (!text || !*text)
    return value;
  uint64_t number;
  if (parse(text, suffix, &number) && number >= least && number <= most)
    return number;
  tussah_warn("%s is '%.100s', but must be a number from %llu to %llu%s; using "
              "%llu",
              name, text, (unsigned long long)least, (unsigned long long)most,
              suffix ? " (K, M, G allowed)" : "", (unsigned long long)value);
  return value;
}

/// The signal to interrupt with; 0: none.
static int read_signal(void) {
  static const char name[] = "TUSSAH_SIGNAL";
  int standard = tussah_os->default_signal;
  int signal = (int)read_number(name, false, 0, 64, (uint64_t)standard);
  if (signal == 0 || signal == standard || tussah_os->signal_is_free(signal))
    return signal;
  tussah_warn("%s is '%d', which cannot be caught or tells of faults; using %d",
              name, signal, standard);
  return standard;
}

/// Reads TUSSAH_STRESS: words separated by commas.
static struct stress read_stress(void) {
  struct stress stress = {false, false, false};
  const struct {
    const char *name;
    bool *flag;
  } words[] = {{"always-steal", &stress.always_steal},
               {"delays", &stress.delays},
               {"signals", &stress.signals}};
  const char *text = tussah_os->get_environment("TUSSAH_STRESS");
  for (const char *p = text ? text : ""; *p;) {
    size_t length = strcspn(p, ",");
    bool known = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
      if (strlen(words[i].name) == length &&
          strncmp(words[i].name, p, length) == 0)
        *words[i].flag = known = true;
    if (!known)
      tussah_warn("TUSSAH_STRESS has '%.*s', but knows only always-steal, "
                  "delays and signals; ignoring it",
                  (int)(length < 100 ? length : 100), p);
    p += length + (p[length] == ',');
  }
  return stress;
}

/// Says that variables of other Cilk runtimes have no effect, if users of those
/// rely on what they do. Others only tune what does not exist here.
static void warn_of_others(void) {
  static const struct {
    const char *name, *advice;
  } others[] = {
      {"CILK_PIN", "choose processors with taskset"},
      {"CILK_FORCE_REDUCE", "set TUSSAH_STRESS=always-steal"},
      {"CILK_RECORD_LOG", "schedules cannot be recorded"},
      {"CILK_REPLAY_LOG", "schedules cannot be replayed"},
  };
  for (size_t i = 0; i != sizeof others / sizeof *others; ++i) {
    const char *value = tussah_os->get_environment(others[i].name);
    if (value && *value && strcmp(value, "0") != 0)
      tussah_warn("%s has no effect; %s", others[i].name, others[i].advice);
  }
}

struct options options_read(void) {
  uint64_t stack = tussah_os->stack_limit();
  if (stack > MAX_STACK)
    stack = UNLIMITED_STACK;
  if (stack < MIN_STACK)
    stack = MIN_STACK;
  unsigned cpus = tussah_os->cpu_count();
  if (cpus > TUSSAH_MAX_WORKERS / 2)
    cpus = TUSSAH_MAX_WORKERS / 2;
  struct options options;
  options.processors = cpus;
  options.workers = (unsigned)read_number("CILK_NWORKERS", false, 1,
                                          TUSSAH_MAX_WORKERS / 2, cpus);
  options.stack_size =
      read_number("CILK_STACKSIZE", true, MIN_STACK, MAX_STACK, stack);
  warn_of_others();
  const char *statistics = tussah_os->get_environment("TUSSAH_STATS");
  bool wanted =
      statistics && *statistics && !(statistics[0] == '0' && !statistics[1]);
  options.statistics = wanted ? statistics : NULL;
  options.signal = read_signal();
  options.stress = read_stress();
  return options;
}
