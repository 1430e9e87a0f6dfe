//===- report.c - Says where races are ------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report.h"

#include "choices.h"
#include "current.h"
#include "guards.h"
#include "memory.h"
#include "places.h"
#include "sites.h"
#include "spin.h"
#include "strands.h"
#include "text.h"
#include "thread.h"
#include "values.h"

#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// Each race once
//===----------------------------------------------------------------------===//

enum { MOST_RACES = 1 << 16 };

/// Pairs of accesses, by a hash of them, and how often each was found.
static struct {
  atomic_word pair, times;
  uint64_t number;
} known[MOST_RACES];
static atomic_word races, duplicates, suppressed;

/// An access without its strand: not 0.
static uint32_t what_of(entry e, enum access_kind kind) {
  return (uint32_t)(kind + 1) << 28 | entry_place(e);
}

static uint64_t pair_of(uint32_t a, uint32_t b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/// Where \p pair is in `known`, or the free place for it; MOST_RACES if there
/// is none.
static int place_of_pair(uint64_t pair) {
  uint64_t at = (pair * UINT64_C(0x9e3779b97f4a7c15)) >> 48;
  for (int tries = 0; tries != MOST_RACES; ++tries) {
    int place = (int)((at + (uint64_t)tries) % MOST_RACES);
    uint64_t found = load_relaxed(&known[place].pair);
    if (found == pair || found == 0)
      return place;
  }
  return MOST_RACES;
}

//===----------------------------------------------------------------------===//
// Memory of threads
//===----------------------------------------------------------------------===//

/// Blocks of thread-local variables of this thread.
enum { MOST_BLOCKS = 16 };
static _Thread_local struct {
  int count;
  struct {
    uintptr_t begin, end;
  } blocks[MOST_BLOCKS];
} own;

static int add_block(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i != info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data &&
        own.count != MOST_BLOCKS) {
      uintptr_t begin = (uintptr_t)info->dlpi_tls_data;
      own.blocks[own.count].begin = begin;
      own.blocks[own.count++].end = begin + info->dlpi_phdr[i].p_memsz;
    }
  return 0;
}

/// Whether \p address is in a thread-local variable of this thread, which the
/// compiler could not see, as it got a reference.
static bool is_thread_local(uintptr_t address) {
  if (!own.count)
    dl_iterate_phdr(add_block, NULL);
  for (int i = 0; i != own.count; ++i)
    if (address >= own.blocks[i].begin && address < own.blocks[i].end)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

#define BOLD (choices.has_color ? "\033[1;31m" : "")
#define NAME (choices.has_color ? "\033[1m" : "")
#define HINT (choices.has_color ? "\033[36m" : "")
#define PLAIN (choices.has_color ? "\033[0m" : "")

// Long names are cut, so that all parts of a report have room.

static void add_line(struct text *text, const char *indent, const char *what,
                     const source_loc_t *at) {
  text_add(text, "%s%s ", indent, what);
  if (at->filename) {
    text_add(text, "%s%.200s:%" PRId32, NAME, at->filename, at->line_number);
    // Debug information has no columns of variables.
    if (at->column_number)
      text_add(text, ":%" PRId32, at->column_number);
    text_add(text, "%s", PLAIN);
  } else {
    text_add(text, "an unknown line (compile with -g)");
  }
  if (at->name)
    text_add(text, " in %.200s", at->name);
  text_add(text, "\n");
}

/// Of a deep recursion, the innermost and the outermost steps tell enough.
static void add_stack(struct text *text, const struct step *steps, int count) {
  enum { INNERMOST = 6, OUTERMOST = 2 };
  for (int i = 0; i != count; ++i) {
    if (i == INNERMOST && count - i > OUTERMOST + 1) {
      int more = count - i - OUTERMOST;
      text_add(text, "    ... %d more\n", more);
      i += more;
    }
    add_line(text, "    ", steps[i].what, steps[i].at);
  }
}

static void add_object(struct text *text, const struct finding *f) {
  if (f->has_object && f->object.kind == CSI_ALLOCFN) {
    char what[96];
    snprintf(what, sizeof what, "in a block of %" PRIu64 " bytes, allocated at",
             f->object.size);
    add_line(text, "  ", what, f->object_at);
    add_stack(text, f->object_stack, f->object_steps);
  } else if (f->has_object && f->object_at->filename) {
    add_line(text, "  ", "in a variable, declared at", f->object_at);
  }
}

static void write_text(const struct finding *f, struct text *text) {
  text->length = 0;
  text_add(text, "%sRace detected%s on ", BOLD, PLAIN);
  if (f->variable)
    text_add(text, "'%.200s'", f->variable);
  else
    text_add(text, "a location");
  text_add(text, " that two strands access:\n");
  for (int i = 0; i != 2; ++i) {
    add_line(text, "  ", f->accesses[i].what, f->accesses[i].at);
    add_stack(text, f->accesses[i].stack, f->accesses[i].steps);
  }
  add_line(text, "  ",
           f->is_loop ? "in iterations of the loop at"
                      : "in parallel because of the spawn at",
           f->spawn);
  add_object(text, f);
  text_add(text, "  %s%s%s\n", HINT, f->advice, PLAIN);
  // Directly, for programs that crash afterwards.
  text_write(text, choices.output);
}

//===----------------------------------------------------------------------===//
// The journal
//===----------------------------------------------------------------------===//
//
// Lines of fields with tabs between them, which `tussah race` reads.

static void add_record(struct text *text, const char *record, const char *what,
                       const source_loc_t *at) {
  char number[32];
  text_add(text, "%s", record);
  text_add_field(text, what);
  text_add_field(text, at->filename);
  snprintf(number, sizeof number, "%" PRId32, at->line_number);
  text_add_field(text, number);
  snprintf(number, sizeof number, "%" PRId32, at->column_number);
  text_add_field(text, number);
  text_add_field(text, at->name);
  text_add(text, "\n");
}

static void add_steps(struct text *text, const struct step *steps, int count) {
  for (int i = 0; i != count; ++i)
    add_record(text, "step", steps[i].what, steps[i].at);
}

static void write_journal(const struct finding *f, uint64_t number,
                          struct text *text) {
  text->length = 0;
  text_add(text, "race\t%" PRIu64, number);
  text_add_field(text, f->variable);
  text_add_field(text, f->advice);
  text_add(text, "\n");
  for (int i = 0; i != 2; ++i) {
    add_record(text, "access", f->accesses[i].what, f->accesses[i].at);
    add_steps(text, f->accesses[i].stack, f->accesses[i].steps);
  }
  add_record(text, "reason",
             f->is_loop ? "in iterations of the loop at"
                        : "in parallel because of the spawn at",
             f->spawn);
  if (f->has_object) {
    add_record(text, "object",
               f->object.kind == CSI_ALLOCFN ? "allocated at"
                                             : "in a variable, declared at",
               f->object_at);
    add_steps(text, f->object_stack, f->object_steps);
  }
  text_add(text, "end\n");
  text_write(text, choices.journal);
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

void report_prepare(void) { choices_read(); }

static bool is_stopped;

void report_stop(void) { is_stopped = true; }

void report_values(void) { values_settle(); }

void report_note(const char *text) {
  text_say(choices.output >= 0 ? choices.output : STDERR_FILENO,
           "tussah race: note: %s\n", text);
}

void report_ended_by(const char *signal) {
  if (is_stopped)
    return;
  uint64_t count = load_relaxed(&races);
  text_say(choices.output >= 0 ? choices.output : STDERR_FILENO,
           "tussah race: %s ended the program, with %" PRIu64
           " distinct race%s so far; what it has not executed is not checked\n",
           signal, count, count == 1 ? "" : "s");
  if (choices.journal >= 0)
    text_say(choices.journal, "ended\t%s\n", signal);
}

/// Says what is not said yet, one thread after another.
static void report(int place, entry before, enum access_kind kind_before,
                   entry now, enum access_kind kind) {
  static struct finding finding;
  static struct text text;
  finding_make(&finding, before, kind_before, now, kind);
  if (choices_suppress(&finding)) {
    fetch_add_relaxed(&suppressed, 1);
    return;
  }
  known[place].number = fetch_add_relaxed(&races, 1) + 1;
  if (choices.output >= 0)
    write_text(&finding, &text);
  if (choices.journal >= 0)
    write_journal(&finding, known[place].number, &text);
  if (choices.shows_values)
    values_note(known[place].number, &finding, checked_address(),
                checked_size());
  if (choices.traps)
    raise(SIGTRAP);
  if (choices.stops_at_first) {
    report_end();
    _exit(choices.exit_code);
  }
}

void report_race(entry before, enum access_kind kind_before, entry now,
                 enum access_kind kind) {
  static struct spin lock;
  uint64_t pair = pair_of(what_of(before, kind_before), what_of(now, kind));
  int place = place_of_pair(pair);
  if (place == MOST_RACES)
    return;
  // Pairs with the release below: the number is there.
  if (load_acquire(&known[place].pair) != pair) {
    if (is_thread_local(checked_address()))
      return;
    spin_lock(&lock);
    place = place_of_pair(pair);
    bool is_new = place != MOST_RACES && !load_relaxed(&known[place].pair);
    if (is_new) {
      store_relaxed(&known[place].times, 1);
      report(place, before, kind_before, now, kind);
      store_release(&known[place].pair, pair); // pairs with the acquire above
    }
    spin_unlock(&lock);
    if (is_new || place == MOST_RACES)
      return;
  }
  fetch_add_relaxed(&known[place].times, 1);
  if (known[place].number)
    fetch_add_relaxed(&duplicates, 1);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

enum { MOST_NAMED = 5 };

/// Adds the spawns and loops that were not executed.
static void add_unexecuted(struct text *text, struct text *journal) {
  csi_id_t all = 0, missed = 0;
  static struct text names;
  names.length = 0;
  for (int which = 0; which != 2; ++which) {
    csi_kind_t kind = which ? CSI_LOOP : CSI_DETACH;
    for (csi_id_t id = 0; id != __csi_get_count(kind); ++id) {
      ++all;
      if (is_executed(kind, id))
        continue;
      const source_loc_t *at = place_source(kind, id);
      add_record(journal, "unexecuted", which ? "loop" : "spawn", at);
      if (++missed > MOST_NAMED)
        continue;
      text_add(&names, "%s", missed == 1 ? "" : ", ");
      if (at->filename)
        text_add(&names, "%.200s:%" PRId32, at->filename, at->line_number);
      else
        text_add(&names, "an unknown line");
    }
  }
  if (missed)
    text_add(text,
             "Not checked: %" PRId64 " of %" PRId64
             " spawns and loops, which were not executed: %s%s\n",
             missed, all, names.bytes, missed > MOST_NAMED ? ", ..." : "");
}

/// Whether \p name is that of a function of <math.h> that accesses errno only.
static bool is_mathematical(const char *name) {
  static const char *const names[] = {
      "acos", "asin", "atan",  "atan2", "cbrt", "ceil",  "cos",   "cosh",
      "erf",  "erfc", "exp",   "exp2",  "fabs", "floor", "fma",   "fmax",
      "fmin", "fmod", "hypot", "log",   "pow",  "round", "sin",   "sinh",
      "sqrt", "tan",  "tanh",  "trunc", "rint", "log2",  "log10", "log1p"};
  for (size_t i = 0; i != sizeof names / sizeof *names; ++i) {
    // sinf, and sinl.
    size_t length = strlen(names[i]);
    if (!strncmp(name, names[i], length) &&
        (!name[length] || (strchr("fl", name[length]) && !name[length + 1])))
      return true;
  }
  return false;
}

/// Whether \p name is that of a function whose accesses do not matter: the
/// compiler names those without hooks.
static bool is_known(const char *name) {
  static const char *const beginnings[] = {
      "__cxa_",          "_Unwind_", "__cilk",
      "__clang",         "pthread_", "mtx_",
      "tussah_",         "__tussah", "operator new",
      "operator delete", "__assert", "std::__throw",
      "std::terminate("};
  static const char *const names[] = {"exit",  "_exit",   "quick_exit",
                                      "abort", "putchar", "fputc"};
  for (size_t i = 0; i != sizeof beginnings / sizeof *beginnings; ++i)
    if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
      return true;
  for (size_t i = 0; i != sizeof names / sizeof *names; ++i)
    if (!strcmp(name, names[i]))
      return true;
  return is_mathematical(name);
}

/// Whether a function called \p name has checks.
static bool is_checked_function(const char *name) {
  for (csi_id_t id = 0; id != __csi_get_count(CSI_FUNC); ++id) {
    const char *other = place_source(CSI_FUNC, id)->object;
    if (other && !strcmp(name, other))
      return true;
  }
  return false;
}

/// Adds the functions that are called, and have no checks.
static void add_unchecked(struct text *text, struct text *journal) {
  enum { MOST_NAMES = 4096 };
  static const char *seen[MOST_NAMES];
  static struct text names;
  int count = 0, unchecked = 0;
  for (csi_id_t id = 0; id != __csi_get_count(CSI_CALL); ++id) {
    const source_loc_t *at = place_source(CSI_CALL, id);
    if (!at->object || is_known(at->object))
      continue;
    int i = 0;
    while (i != count && strcmp(seen[i], at->object) != 0)
      ++i;
    if (i != count)
      continue;
    if (count == MOST_NAMES)
      break;
    seen[count++] = at->object;
    if (is_checked_function(at->object))
      continue;
    add_record(journal, "unchecked", at->object, at);
    if (++unchecked <= MOST_NAMED)
      text_add(&names, "%s%.100s", unchecked == 1 ? "" : ", ", at->object);
  }
  if (unchecked == 1)
    text_add(text,
             "Not checked: what a function accesses that is not compiled with "
             "-fsanitize=cilk: %s\n",
             names.bytes);
  else if (unchecked)
    text_add(text,
             "Not checked: what %d functions access that are not compiled with "
             "-fsanitize=cilk: %s%s\n",
             unchecked, names.bytes, unchecked > MOST_NAMED ? ", ..." : "");
}

/// Says so if the flag was given to the linker only: then no race is found.
static void add_missing_checks(struct text *text) {
  for (int kind = 0; kind != CSI_KINDS; ++kind)
    if (__csi_get_count((csi_kind_t)kind))
      return;
  text_add(text, "Not checked: anything, as no part of the program is compiled "
                 "with -fsanitize=cilk; compile it with the flag, too\n");
}

static void add_threads(struct text *text, struct text *journal) {
  if (!was_left_out())
    return;
  static const source_loc_t nowhere;
  add_record(journal, "unchecked", "threads that the program starts", &nowhere);
  text_add(text, "Not checked: what threads access that the program starts "
                 "itself, and their tasks\n");
}

static void add_guards(struct text *text, struct text *journal) {
  if (!guards_were_too_many())
    return;
  static const source_loc_t nowhere;
  add_record(journal, "unchecked", "initialisers of many guards", &nowhere);
  text_add(text,
           "Not checked: initialisers of static variables and of once, but for "
           "the first %d of a parallel section\n",
           MOST_GUARDS);
}

/// What CILKSAN_STATS asks for.
static void add_statistics(struct text *text) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  text_add(text,
           "Cilksan statistics: about %" PRIu64
           " strands accessed memory, in %" PRIu64
           " nodes of tasks and loops; peak memory %ld MB\n"
           "Cilksan statistics: what nothing refers to was reclaimed %" PRIu64
           " times\n",
           strands_count(), nodes_count(), usage.ru_maxrss >> 10,
           threads_reclamations());
}

static void write_end(void) {
  static struct text text, journal;
  text.length = journal.length = 0;
  for (int i = 0; i != MOST_RACES; ++i)
    if (known[i].number)
      text_add(&journal, "times\t%" PRIu64 "\t%" PRIu64 "\n", known[i].number,
               load_relaxed(&known[i].times));
  text_add(&text, "Cilksan detected %" PRIu64 " distinct races.\n",
           load_relaxed(&races));
  text_add(&text, "Cilksan suppressed %" PRIu64 " duplicate race reports.\n",
           load_relaxed(&duplicates));
  if (load_relaxed(&suppressed))
    text_add(&text,
             "%" PRIu64 " races are suppressed by TUSSAH_RACE_SUPPRESSIONS.\n",
             load_relaxed(&suppressed));
  add_missing_checks(&text);
  add_unexecuted(&text, &journal);
  add_unchecked(&text, &journal);
  add_threads(&text, &journal);
  add_guards(&text, &journal);
  if (choices.has_statistics)
    add_statistics(&text);
  text_add(&journal, "done\t%" PRIu64 "\t%" PRIu64 "\n", load_relaxed(&races),
           load_relaxed(&duplicates));
  if (choices.output >= 0)
    text_write(&text, choices.output);
  if (choices.journal >= 0)
    text_write(&journal, choices.journal);
}

void report_end(void) {
  if (is_stopped)
    return;
  values_settle();
  static atomic_word is_said;
  if (!exchange_relaxed(&is_said, true))
    write_end();
  if (!load_relaxed(&races))
    return;
  fflush(NULL);
  _exit(choices.exit_code);
}
