//===- BranchProtection.cpp - Landing pads and signed addresses -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchProtection.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace tussah {

ArrayRef<StringRef> branchProtectionAttributes() {
  static constexpr StringRef Names[] = {
      "branch-target-enforcement", "sign-return-address",
      "sign-return-address-key", "branch-protection-pauth-lr"};
  return Names;
}

BranchProtection::BranchProtection(const Module &M) {
  for (StringRef Name :
       {"branch-target-enforcement", "sign-return-address",
        "sign-return-address-all", "sign-return-address-with-bkey",
        "branch-protection-pauth-lr"})
    if (auto *Value =
            mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(Name)))
      Flags.push_back({Name, static_cast<uint32_t>(Value->getZExtValue())});
  if (none_of(Flags, [](const auto &Flag) { return Flag.second != 0; }))
    return;
  // How they are written depends on LLVM's version.
  for (StringRef Name : branchProtectionAttributes())
    for (const Function &F : M)
      if (F.hasFnAttribute(Name)) {
        Attributes.push_back(F.getFnAttribute(Name));
        break;
      }
}

void BranchProtection::restore(Module &M) const {
  for (const auto &[Name, Value] : Flags)
    M.setModuleFlag(Module::Min, Name, Value);
}

void BranchProtection::protect(Function &F) const {
  for (Attribute A : Attributes)
    F.addFnAttr(A);
}

} // namespace tussah
