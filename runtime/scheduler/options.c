//===- options.c - What the environment says -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "options.h"

#include "../../support/abi/environment.h"
#include "../os/os.h"
#include "error.h"

#include <string.h>

/// Limits of CILK_STACKSIZE. The upper one is what a process without a limit
/// gets.
#define MIN_STACK ((uint64_t)64 << 10)
#define MAX_STACK ((uint64_t)1 << 36)
#define UNLIMITED_STACK ((uint64_t)256 << 20)

/// The variable \p name, if it is a number from \p least to \p most; else \p
/// value, with a warning if it is set.
static uint64_t read_number(const char *name, bool suffix, uint64_t least,
                            uint64_t most, uint64_t value) {
  tussah_read_number(name, tussah_os->get_environment(name), suffix, least,
                     most, value, tussah_warn, &value);
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

/// True if \p text becomes \p name by one insertion, deletion or replacement of
/// a letter, or by the exchange of two neighbours.
static bool is_almost(const char *text, size_t length, const char *name) {
  size_t size = strlen(name), same = 0;
  while (same < length && same < size && text[same] == name[same])
    ++same;
  const char *a = text + same, *b = name + same;
  size_t left = length - same, right = size - same;
  if (left == right)
    return left > 0 && (memcmp(a + 1, b + 1, left - 1) == 0 ||
                        (left > 1 && a[0] == b[1] && a[1] == b[0] &&
                         memcmp(a + 2, b + 2, left - 2) == 0));
  return left + 1 == right ? memcmp(a, b + 1, left) == 0
                           : left == right + 1 && memcmp(a + 1, b, right) == 0;
}

/// Says so if a variable is called almost as one of the runtime's.
static void warn_of_misspelt(void) {
  static const char *const names[] = {"CILK_NWORKERS", "CILK_STACKSIZE",
                                      "TUSSAH_STATS",  "TUSSAH_SIGNAL",
                                      "TUSSAH_STRESS", "TUSSAH_TRACE"};
  for (const char *const *variable = tussah_os->environment(); *variable;
       ++variable) {
    // Only letters, or what is written would be anything.
    size_t length = strspn(*variable, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    for (size_t i = 0; i != sizeof names / sizeof *names; ++i)
      if ((*variable)[length] == '=' && is_almost(*variable, length, names[i]))
        tussah_warn("%.*s has no effect; did you mean %s?", (int)length,
                    *variable, names[i]);
  }
}

struct options options_read(void) {
  uint64_t stack = tussah_os->stack_limit();
  if (stack > MAX_STACK)
    stack = UNLIMITED_STACK;
  if (stack < MIN_STACK)
    stack = MIN_STACK;
  unsigned cpus = tussah_os->cpu_count();
  if (cpus > TUSSAH_MOST_WORKERS)
    cpus = TUSSAH_MOST_WORKERS;
  struct options options;
  options.processors = cpus;
  uint64_t asked = tussah_asked_workers(
      tussah_os->get_environment("CILK_NWORKERS"), cpus, tussah_warn);
  options.workers = asked ? (unsigned)asked : cpus;
  options.stack_size =
      read_number("CILK_STACKSIZE", true, MIN_STACK, MAX_STACK, stack);
  warn_of_others();
  warn_of_misspelt();
  const char *statistics = tussah_os->get_environment("TUSSAH_STATS");
  bool wanted =
      statistics && *statistics && !(statistics[0] == '0' && !statistics[1]);
  options.statistics = wanted ? statistics : NULL;
  options.signal = read_signal();
  options.stress = read_stress();
  return options;
}
