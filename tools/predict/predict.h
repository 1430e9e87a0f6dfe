//===- predict.h - What compiled code tells the recorder --------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_PREDICT_PREDICT_H
#define TUSSAH_TOOLS_PREDICT_PREDICT_H

#include "include/tussah/csi.h"

#include <stdbool.h>
#include <stdint.h>

#ifndef PREDICT_EXPORT
#define PREDICT_EXPORT __attribute__((visibility("default")))
#endif

/// Of each sync scope, in the frame of its function, zero at first.
struct predict_scope {
  /// It has spawned since the last sync.
  bool is_open;
};

PREDICT_EXPORT void __tussah_predict_begin(void);

// Each is called where docs/guides/tools.md says of the hook of this name.

PREDICT_EXPORT void __tussah_predict_detach(struct predict_scope *scope);
PREDICT_EXPORT void __tussah_predict_task_exit(void);
PREDICT_EXPORT void __tussah_predict_sync(struct predict_scope *scope);

PREDICT_EXPORT void __tussah_predict_loop(int64_t iterations);
PREDICT_EXPORT void __tussah_predict_leaf(int64_t iterations);
PREDICT_EXPORT void __tussah_predict_leaf_exit(void);
PREDICT_EXPORT void __tussah_predict_after_loop(void);

#endif // TUSSAH_TOOLS_PREDICT_PREDICT_H
