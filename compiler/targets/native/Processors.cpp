//===- Processors.cpp - The processors of the native target -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"

#include "ProcessorAArch64.h"
#include "ProcessorX86_64.h"
#include "compiler/compat/IR.h"

using namespace llvm;

namespace tussah::native {

const Processor *processorOf(const Module &M) {
  static const ProcessorX86_64 X8664;
  static const ProcessorAArch64 AArch64;
  Triple T = compat::targetTriple(M);
  if (T.getTriple().empty())
    return &X8664;
  if (!T.isOSBinFormatELF())
    return nullptr;
  if (T.getArch() == Triple::x86_64 && !T.isX32())
    return &X8664;
  if (T.getArch() == Triple::aarch64 && T.getEnvironment() != Triple::GNUILP32)
    return &AArch64;
  return nullptr;
}

} // namespace tussah::native
