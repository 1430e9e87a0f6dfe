//===- race_state.h - What a model of the race detector resets --*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The compiler includes this before each source of the detector: their static
/// variables get into sections of their own, so that each execution begins with
/// the same values.
///
//===----------------------------------------------------------------------===//

#pragma clang section bss = "race_bss" data = "race_data"
