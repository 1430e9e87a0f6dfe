//===- sites.c - Which spawns and loops have been executed ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites.h"

uint8_t executed[2][MOST_SITES];
