//===- Pipeline.h - Where the passes run in LLVM's pipelines ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PipelineOptions and registerPipeline are public, for other front ends.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_PIPELINE_H
#define TUSSAH_COMPILER_TARGETS_PIPELINE_H

#include "include/tussah/pass.h"

#endif // TUSSAH_COMPILER_TARGETS_PIPELINE_H
