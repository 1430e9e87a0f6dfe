//===- report.h - What the user gets ----------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_REPORT_H
#define TUSSAH_TOOLS_SCALE_REPORT_H

/// Reports the whole program, which ends.
void report_program(void);

#endif // TUSSAH_TOOLS_SCALE_REPORT_H
