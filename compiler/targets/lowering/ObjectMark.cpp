//===- ObjectMark.cpp - Which target an object is for ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectMark.h"
#include "compiler/compat/IR.h"
#include "support/abi/object_mark.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tussah {

void markObject(Module &M, const PipelineOptions &Options) {
  if (Options.JustInTime || !compat::targetTriple(M).isOSBinFormatELF())
    return;
  // What counts tasks, for tests, is the same target.
  StringRef Target = sys::path::stem(Options.Target);
  Target.consume_back("-counted");
  std::string Name =
      (TUSSAH_OBJECT_MARK + Twine(TUSSAH_OBJECT_NUMBER) + "." + Target + ".")
          .str();
  LLVMContext &C = M.getContext();
  auto *Mark = new GlobalVariable(
      M, Type::getInt8Ty(C), /*isConstant=*/true, GlobalValue::InternalLinkage,
      ConstantInt::get(Type::getInt8Ty(C), 0), Name);
  // Linkers leave such a section out of programs.
  Mark->setSection(".tussah.object");
  Mark->setMetadata(LLVMContext::MD_exclude, MDNode::get(C, {}));
  GlobalValue::SanitizerMetadata Unsanitized;
  Unsanitized.NoAddress = Unsanitized.NoHWAddress = true;
  Mark->setSanitizerMetadata(Unsanitized);
  appendToCompilerUsed(M, Mark);
}

} // namespace tussah
