//===- report.c - What the user gets --------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of CSV go to the standard output, or the file CILKSCALE_OUT, as
/// Cilkscale's do. `tussah scale` asks for another format by
/// TUSSAH_SCALE_FORMAT, and for a file by TUSSAH_SCALE_OUT; text goes to the
/// standard error output else.
///
//===----------------------------------------------------------------------===//

#include "report.h"

#include "program.h"
#include "sites.h"
#include "strands.h"
#include "tree.h"

#include "include/cilk/cilkscale.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum format { CSV, TEXT, JSON };

/// For what follows: any strand may report a region.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct output {
  FILE *file;
  enum format format;
  /// A row has been written.
  bool has_rows;
} output;

static enum format wanted_format(void) {
  const char *name = getenv("TUSSAH_SCALE_FORMAT");
  if (!name || !strcmp(name, "csv"))
    return CSV;
  if (!strcmp(name, "text"))
    return TEXT;
  if (!strcmp(name, "json"))
    return JSON;
  fprintf(stderr,
          "cilkscale: warning: unknown format '%s' in TUSSAH_SCALE_FORMAT; "
          "writing csv\n",
          name);
  return CSV;
}

static void open_output(void) {
  if (output.file)
    return;
  output.format = wanted_format();
  const char *path = secure_getenv("TUSSAH_SCALE_OUT");
  if (!path && output.format == CSV)
    path = secure_getenv("CILKSCALE_OUT");
  if (path && *path) {
    output.file = fopen(path, "w");
    if (output.file)
      return;
    fprintf(stderr,
            "cilkscale: warning: cannot write '%s': %s; writing to the "
            "standard error output\n",
            path, strerror(errno));
    output.file = stderr;
    return;
  }
  output.file = output.format == CSV ? stdout : stderr;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static double ratio(double a, double b) { return b > 0 ? a / b : 0; }

/// Writes \p raw in the unit of reports.
static void write_value(FILE *file, int64_t raw) {
  if (program.unit == SCALE_INSTRUCTIONS)
    fprintf(file, "%lld", (long long)raw);
  else
    fprintf(file, "%.6g", program_value(raw));
}

/// Writes \p raw with a unit that is easy to read.
static void write_text_value(FILE *file, int64_t raw) {
  if (program.unit == SCALE_INSTRUCTIONS) {
    fprintf(file, "%16lld", (long long)raw);
    return;
  }
  double value = program_value(raw);
  const char *unit = "s";
  if (value < 1e-3)
    value *= 1e6, unit = "us";
  else if (value < 1)
    value *= 1e3, unit = "ms";
  fprintf(file, "%13.4g %-2s", value, unit);
}

/// Writes \p text as JSON does.
static void write_string(FILE *file, const char *text) {
  fputc('"', file);
  // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound): it ends at the zero
  for (const unsigned char *c = (const unsigned char *)text; *c; ++c) {
    if (*c == '"' || *c == '\\')
      fprintf(file, "\\%c", *c);
    else if (*c < ' ')
      fprintf(file, "\\u%04x", *c);
    else
      fputc(*c, file);
  }
  fputc('"', file);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static void write_csv_head(FILE *file) {
  if (output.has_rows)
    return;
  output.has_rows = true;
  const char *unit = program_unit();
  if (program.unit == SCALE_BENCHMARK)
    fprintf(file, "tag,time (%s)\n", unit);
  else
    fprintf(file,
            "tag,work (%s),span (%s),parallelism,burdened_span (%s),"
            "burdened_parallelism\n",
            unit, unit, unit);
}

static void write_csv_row(FILE *file, const char *tag, wsp_t row) {
  write_csv_head(file);
  fprintf(file, "%s,", tag);
  write_value(file, row.work);
  if (program.unit != SCALE_BENCHMARK) {
    fputc(',', file);
    write_value(file, row.span);
    fprintf(file, ",%g,", ratio((double)row.work, (double)row.span));
    write_value(file, row.bspan);
    fprintf(file, ",%g", ratio((double)row.work, (double)row.bspan));
  }
  fputc('\n', file);
  fflush(file);
}

static void write_json_row(FILE *file, const char *tag, wsp_t row) {
  fputs(output.has_rows ? ",\n    {" : "{\n  \"regions\": [\n    {", file);
  output.has_rows = true;
  fputs("\"tag\": ", file);
  write_string(file, tag);
  fputs(", \"work\": ", file);
  write_value(file, row.work);
  fputs(", \"span\": ", file);
  write_value(file, row.span);
  fputs(", \"burdened_span\": ", file);
  write_value(file, row.bspan);
  fputc('}', file);
}

static void write_text_head(FILE *file) {
  if (!output.has_rows)
    fprintf(file, "%-20s %16s %16s %11s %16s %11s\n", "", "work", "span",
            "parallelism", "burdened span", "parallelism");
  output.has_rows = true;
}

static void write_text_row(FILE *file, const char *tag, wsp_t row) {
  write_text_head(file);
  fprintf(file, "%-20s ", tag);
  write_text_value(file, row.work);
  fputc(' ', file);
  write_text_value(file, row.span);
  fprintf(file, " %11.4g ", ratio((double)row.work, (double)row.span));
  write_text_value(file, row.bspan);
  fprintf(file, " %11.4g\n", ratio((double)row.work, (double)row.bspan));
}

static void write_row(const char *tag, wsp_t row) {
  open_output();
  if (output.format == CSV || program.unit == SCALE_BENCHMARK)
    write_csv_row(output.file, tag, row);
  else if (output.format == JSON)
    write_json_row(output.file, tag, row);
  else
    write_text_row(output.file, tag, row);
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

struct site_row {
  uint64_t site;
  struct site_part part;
  struct site_total total;
};

static int compare_rows(const void *a, const void *b) {
  int64_t x = ((const struct site_row *)a)->part.on_path;
  int64_t y = ((const struct site_row *)b)->part.on_path;
  return (x < y) - (x > y);
}

/// The sites that have run, those that hold more of the span first. Returns how
/// many.
static uint64_t sort_sites(site_profile profile, struct site_row *rows) {
  uint64_t count = 0;
  for (uint64_t site = 0; site != site_count; ++site) {
    struct site_row row = {site, profile[site], sites_total(site)};
    if (row.total.count || row.total.work)
      rows[count++] = row;
  }
  qsort(rows, count, sizeof *rows, compare_rows);
  return count;
}

static void write_place(FILE *file, uint64_t site) {
  const char *kind = "";
  const source_loc_t *at = site_location(site, &kind);
  if (site == SITE_ROOT)
    fputs("outside of spawns and loops", file);
  else if (!at)
    fputs("other spawns and loops", file);
  else if (at->line_number)
    fprintf(file, "%s at %s:%d:%d in %s", kind,
            at->filename ? at->filename : "?", at->line_number,
            at->column_number, at->name);
  else
    fprintf(file, "%s in %s (compile with -g)", kind, at->name);
}

static void write_text_sites(FILE *file, const struct site_row *rows,
                             uint64_t count, const struct measure *all) {
  enum { MOST_ROWS = 12 };
  fprintf(file, "\n%8s %8s %15s %11s  %s\n", "work", "on span",
          "if twice as fast", "if no time", "site");
  for (uint64_t i = 0; i != count && i != MOST_ROWS; ++i) {
    const struct site_part *part = &rows[i].part;
    double span = (double)all->span;
    fprintf(file, "%7.1f%% %7.1f%% %9.1f%% span %6.1f%% span  ",
            100 * ratio((double)rows[i].total.work, (double)all->work),
            100 * ratio((double)part->on_path, span),
            100 - 50 * ratio((double)part->saved_if_half, span),
            100 - 100 * ratio((double)part->saved_if_free, span));
    write_place(file, rows[i].site);
    if (rows[i].total.count == 1)
      fputs(", once", file);
    else if (rows[i].total.count)
      fprintf(file, ", %lld times", (long long)rows[i].total.count);
    fputc('\n', file);
  }
  if (count > MOST_ROWS)
    fprintf(file, "%llu more; --format=json has all\n",
            (unsigned long long)(count - MOST_ROWS));
}

static void write_json_site(FILE *file, const struct site_row *row,
                            const struct measure *all) {
  const char *kind = "root";
  const source_loc_t *at = site_location(row->site, &kind);
  fprintf(file, "{\"id\": %llu, \"kind\": \"%s\"",
          (unsigned long long)row->site, kind);
  if (at) {
    fputs(", \"function\": ", file);
    write_string(file, at->name ? at->name : "");
    fputs(", \"file\": ", file);
    write_string(file, at->filename ? at->filename : "");
    fprintf(file, ", \"line\": %d, \"column\": %d", at->line_number,
            at->column_number);
  }
  fprintf(file, ", \"count\": %lld, \"work\": ", (long long)row->total.count);
  write_value(file, row->total.work);
  fputs(", \"on_span\": ", file);
  write_value(file, row->part.on_path);
  fputs(", \"span_if_half\": ", file);
  write_value(file, all->span - row->part.saved_if_half / 2);
  fputs(", \"span_if_free\": ", file);
  write_value(file, all->span - row->part.saved_if_free);
  fputc('}', file);
}

static void write_sites(const struct measure *all) {
  FILE *file = output.file;
  struct site_row *rows =
      all->profile ? malloc(site_count * sizeof *rows) : NULL;
  if (!rows)
    return;
  uint64_t count = sort_sites(all->profile, rows);
  if (output.format == TEXT)
    write_text_sites(file, rows, count, all);
  else
    for (uint64_t i = 0; i != count; ++i) {
      fputs(i ? ",\n    " : "\n    ", file);
      write_json_site(file, &rows[i], all);
    }
  free(rows);
}

//===----------------------------------------------------------------------===//
// The whole program
//===----------------------------------------------------------------------===//

static const char *other_span(void) {
  return program.unit == SCALE_INSTRUCTIONS ? "with the grain of this run"
                                            : "if each iteration were a task";
}

/// What the current strand has come to. With the unit that is only for times,
/// they are of the program, not of strands.
static struct measure measure_now(void) {
  if (program.unit != SCALE_BENCHMARK)
    return current_measure();
  return (struct measure){.work = program_elapsed()};
}

void report_program(void) {
  struct measure all = measure_now();
  bool ended_in_task = !current_is_root();
  // The task's work is not all that the path has.
  if (ended_in_task)
    all.work = site_count ? sites_work() : all.span;
  wsp_t row = {all.work, all.span, all.burdened};
  pthread_mutex_lock(&lock);
  open_output();
  FILE *file = output.file;
  bool is_csv = output.format == CSV || program.unit == SCALE_BENCHMARK;
  write_row(output.format == TEXT && !is_csv ? "whole program" : "", row);
  if (!is_csv && output.format == JSON) {
    fprintf(file, "],\n  \"unit\": \"%s\",\n  \"span_%s\": ", program_unit(),
            program.unit == SCALE_INSTRUCTIONS ? "as_run" : "grain_1");
    write_value(file, all.other);
    if (program.unit == SCALE_INSTRUCTIONS)
      fprintf(file, ",\n  \"views\": %lld", (long long)program.views);
    fputs(",\n  \"sites\": [", file);
    write_sites(&all);
    fputs("]", file);
    tree_end(1, all.span, all.work);
    tree_write(file, write_value);
    fputs("\n}\n", file);
  } else if (!is_csv) {
    fputs("\nspan ", file);
    fputs(other_span(), file);
    write_text_value(file, all.other);
    fputc('\n', file);
    if (program.views)
      fprintf(file,
              "identity and reduce functions, which depend on steals, apart: "
              "%lld instructions\n",
              (long long)program.views);
    write_sites(&all);
  }
  if (ended_in_task)
    fprintf(stderr,
            "cilkscale: note: the program ended in a task or loop; %s\n",
            site_count ? "the work is that of all strands that had ended, the "
                         "span is that of the path to there"
                       : "what ran in parallel is left out");
  fflush(file);
  pthread_mutex_unlock(&lock);
}

//===----------------------------------------------------------------------===//
// <cilk/cilkscale.h>
//===----------------------------------------------------------------------===//

SCALE_EXPORT wsp_t wsp_getworkspan(void) {
  struct measure at = measure_now();
  return (wsp_t){at.work, at.span, at.burdened};
}

SCALE_EXPORT void wsp_dump(wsp_t wsp, const char *tag) {
  pthread_mutex_lock(&lock);
  write_row(tag ? tag : "", wsp);
  pthread_mutex_unlock(&lock);
}

SCALE_EXPORT double __tussah_scale_value(raw_duration_t raw) {
  return program_value(raw);
}
