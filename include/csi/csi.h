//===- csi/csi.h - Hooks, under the name that other Cilks have --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CSI_CSI_H
#define CSI_CSI_H

#include <tussah/csi.h>

#endif // CSI_CSI_H
