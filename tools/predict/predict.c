//===- predict.c - Records the dag of a run on one worker -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// On one worker, the native runtime runs a program in its serial order. So
/// what happens in the one thread, in that order, is the dag.
///
//===----------------------------------------------------------------------===//

#include "predict.h"

#include "../interrupt.h"
#include "../ticks.h"
#include "stream.h"

#include "support/abi/environment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Loops are divided as for so many workers. For more, a simulator divides
/// leaves without tasks evenly.
enum { WORKERS_OF_GRAIN = 256 };

/// What the recording may take unless TUSSAH_PREDICT_BUDGET says otherwise.
#define USUAL_BUDGET ((size_t)64 << 20)

static struct recorder {
  struct stream stream;
  struct ticks_epoch epoch;
  /// When the last look at the clock was.
  uint64_t last;
  /// What a look costs. What it cost more than strands took is owed to the next
  /// ones.
  uint64_t cost, debt;
  /// A leaf runs that has had no tasks and no loops; its iterations.
  bool is_in_leaf;
  uint64_t leaf_iterations;
  uint64_t tasks, loops, leaves, looks;
  bool has_begun, has_other_threads;
  pid_t process;
} recorder;

/// The thread whose tasks are recorded.
static _Thread_local bool is_recorded
    __attribute__((tls_model("initial-exec")));

static bool record_here(void) {
  if (!is_recorded)
    recorder.has_other_threads = true;
  return is_recorded;
}

/// How long the strand was since the last look.
static uint64_t look(struct recorder *r) {
  if (__builtin_expect(interrupt_signal != 0, 0))
    interrupt_end();
  uint64_t now = ticks_now();
  uint64_t passed = now - r->last, off = r->cost + r->debt;
  r->last = now;
  ++r->looks;
  r->debt = passed < off ? off - passed : 0;
  return passed < off ? 0 : passed - off;
}

/// What follows is the program's again: what the recorder has done since the
/// look is in no strand, be it that it has merged all tokens.
static void go_on(struct recorder *r) { r->last = ticks_now(); }

/// A task or loop begins.
static void begin_part(struct recorder *r) {
  uint64_t length = look(r);
  if (r->is_in_leaf) {
    stream_open(&r->stream, TOKEN_LEAF, r->leaf_iterations);
    r->is_in_leaf = false;
  }
  stream_go_on(&r->stream, length);
}

static void detach(struct recorder *r, struct predict_scope *scope) {
  begin_part(r);
  ++r->tasks;
  if (!scope->is_open)
    stream_open(&r->stream, TOKEN_OPEN, 0);
  scope->is_open = true;
  stream_open(&r->stream, TOKEN_SPAWN, 0);
  go_on(r);
}

static void end_part(struct recorder *r, enum token end) {
  stream_go_on(&r->stream, look(r));
  stream_close(&r->stream, end);
  go_on(r);
}

/// Finds out what strands take in which nothing happens.
static void calibrate(void) {
  enum { BATCHES = 20, ROUNDS = 500 };
  uint64_t best = UINT64_MAX;
  for (int batch = 0; batch < BATCHES; ++batch) {
    struct recorder scratch = {.cost = 0};
    if (!stream_begin(&scratch.stream, USUAL_BUDGET))
      return;
    go_on(&scratch);
    for (int round = 0; round < ROUNDS; ++round) {
      struct predict_scope scope = {false};
      detach(&scratch, &scope);
      end_part(&scratch, TOKEN_END);
      end_part(&scratch, TOKEN_SYNC);
    }
    uint64_t cost = scratch.stream.work / scratch.looks;
    best = cost < best ? cost : best;
    free(scratch.stream.bytes);
    free(scratch.stream.parts);
  }
  recorder.cost = best;
}

static size_t budget(void) {
  const char *text = getenv("TUSSAH_PREDICT_BUDGET");
  uint64_t bytes;
  bool is_given = text && tussah_parse_number(text, false, &bytes);
  return is_given && bytes >= 4096 ? bytes : USUAL_BUDGET;
}

//===----------------------------------------------------------------------===//
// What compiled code calls
//===----------------------------------------------------------------------===//

static void finish(void);

void __tussah_predict_begin(void) {
  if (recorder.has_begun)
    return;
  recorder.has_begun = true;
  recorder.process = getpid();
  setenv("CILK_NWORKERS", "1", 1); // not read yet
  calibrate();
  if (!stream_begin(&recorder.stream, budget()))
    recorder.stream.is_full = true;
  is_recorded = true;
  recorder.epoch = ticks_begin();
  interrupt_catch("predict", finish);
  go_on(&recorder);
}

void __tussah_predict_detach(struct predict_scope *scope) {
  if (record_here())
    detach(&recorder, scope);
}

void __tussah_predict_task_exit(void) {
  if (record_here())
    end_part(&recorder, TOKEN_END);
}

void __tussah_predict_sync(struct predict_scope *scope) {
  if (record_here())
    end_part(&recorder, TOKEN_SYNC);
  scope->is_open = false;
}

void __tussah_predict_loop(int64_t iterations) {
  if (!record_here())
    return;
  begin_part(&recorder);
  ++recorder.loops;
  stream_open(&recorder.stream, TOKEN_LOOP, (uint64_t)iterations);
  go_on(&recorder);
}

void __tussah_predict_leaf(int64_t iterations) {
  if (!record_here())
    return;
  stream_go_on(&recorder.stream, look(&recorder));
  ++recorder.leaves;
  recorder.is_in_leaf = true;
  recorder.leaf_iterations = (uint64_t)iterations;
}

void __tussah_predict_leaf_exit(void) {
  if (!record_here())
    return;
  if (recorder.is_in_leaf)
    stream_leaf(&recorder.stream, recorder.leaf_iterations, look(&recorder));
  else
    end_part(&recorder, TOKEN_LEAF_END);
  recorder.is_in_leaf = false;
  go_on(&recorder);
}

void __tussah_predict_after_loop(void) {
  if (record_here())
    end_part(&recorder, TOKEN_LOOP_END);
}

/// In place of the runtime's, which divides no loop for one worker
/// (runtime/scheduler/api.c has the reasons for the rest).
PREDICT_EXPORT uint64_t __tussah_grain(uint64_t iterations,
                                       uint64_t instructions) {
  enum { LEAVES_PER_WORKER = 32, LEAST_INSTRUCTIONS = 16384, MOST = 2048 };
  struct stream *stream = &recorder.stream;
  if (is_recorded && stream->depth &&
      stream->parts[stream->depth - 1].kind == TOKEN_LOOP)
    stream_note(stream, TOKEN_GRAIN, instructions);
  uint64_t grain =
      iterations / ((uint64_t)LEAVES_PER_WORKER * WORKERS_OF_GRAIN);
  uint64_t least = instructions ? LEAST_INSTRUCTIONS / instructions : 1;
  grain = grain > MOST && !instructions ? MOST : grain;
  grain = grain < least ? least : grain;
  return grain < 1 ? 1 : grain;
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

static void fail(const char *what) {
  fprintf(stderr, "predict: error: %s\n", what);
}

static void write_recording(const char *path) {
  struct stream *stream = &recorder.stream;
  struct recording_header header = {.magic = RECORDING_MAGIC,
                                    .version = RECORDING_VERSION,
                                    .other_threads = recorder.has_other_threads,
                                    .is_cut = stream->depth != 0,
                                    .ticks_per_second =
                                        1 / ticks_length(&recorder.epoch),
                                    .tasks = recorder.tasks,
                                    .loops = recorder.loops,
                                    .leaves = recorder.leaves,
                                    .threshold = stream->threshold,
                                    .ticks_per_look = (double)recorder.cost,
                                    .looks = recorder.looks};
  // What the program ends in is left as it is at the end.
  while (stream->depth && !stream->is_full)
    stream_close(stream, end_of(stream->parts[stream->depth - 1].kind));
  stream_note(stream, TOKEN_FINISH, 0);
  header.bytes = stream->size;
  if (stream->is_full)
    return fail("no memory for the recording; set TUSSAH_PREDICT_BUDGET to "
                "more bytes");
  if (stream->is_broken)
    return fail("tasks and syncs do not nest; the recording needs the native "
                "target, one worker, and no longjmp out of tasks");
  FILE *file = fopen(path, "wbe");
  bool written = file && fwrite(&header, sizeof header, 1, file) == 1 &&
                 fwrite(stream->bytes, 1, stream->size, file) == stream->size;
  int reason = errno;
  if (file && fclose(file) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (!written)
    fprintf(stderr, "predict: error: cannot write the recording to '%s': %s\n",
            path, strerror(reason));
}

__attribute__((destructor(101))) static void finish(void) {
  if (!recorder.has_begun || getpid() != recorder.process)
    return;
  stream_go_on(&recorder.stream, look(&recorder));
  const char *path = secure_getenv("TUSSAH_PREDICT_OUT");
  write_recording(path ? path : "tussah.dag");
}
