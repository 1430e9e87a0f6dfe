//===- ConstantCaptures.cpp - Constants of tasks and loop bodies ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantCaptures.h"

#include "CallSpawn.h"
#include "Remarks.h"
#include "compiler/targets/lowering/Target.h"
#include "compiler/targets/lowering/ThreadLocalUses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-constant-captures", cl::init(true), cl::Hidden,
            cl::desc("let tasks and loop bodies know captured constants"));

/// Copies of one function, of at most this many instructions.
static constexpr unsigned MostCopies = 4, MostInstructions = 1000;

namespace {

/// A spawn or loop, what it runs, and where that is an operand.
struct Use {
  CallBase *Call;
  unsigned Operand;
};

/// For each parameter the constant that it always is, or null.
using Constants = std::vector<Constant *>;

} // namespace

/// True if \p V is the same in the code of all threads, so that it need not be
/// captured.
static bool isConstant(const Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && !isa<UndefValue>(C) && !usesThreadLocal(*C);
}

/// The constants that the function of \p U is given by it, null for the other
/// parameters.
static Constants constantsOf(const Use &U) {
  // A body has the iteration number before what is captured.
  bool IsLoop = isCallOf(*U.Call, rep::ParFor);
  unsigned Skip = IsLoop ? ParForCall::NumFixed : SpawnCall::NumFixed;
  Constants Result(IsLoop ? 1 : 0, nullptr);
  for (const Value *V : drop_begin(U.Call->args(), Skip))
    Result.push_back(isConstant(V) ? cast<Constant>(const_cast<Value *>(V))
                                   : nullptr);
  return Result;
}

/// The spawns and loops that run \p F, or nothing if it is used otherwise too.
static SmallVector<Use, 2> usesOf(const Function &F) {
  SmallVector<Use, 2> Result;
  for (const llvm::Use &U : F.uses()) {
    if (!isHelperOfSpawn(U) && !isBodyOfLoop(U))
      return {};
    auto *Call = cast<CallBase>(U.getUser());
    Result.push_back({Call, Call->getArgOperandNo(&U)});
  }
  // The list has the last one first.
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// What spawns and loops run, and may be specialized for them.
static FunctionSet findFunctions(Module &M) {
  FunctionSet Found;
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasLocalLinkage() && mayDecideIn(F) &&
        !usesOf(F).empty())
      Found.insert(&F);
  return Found;
}

static std::string nameOf(const CallBase &Call) {
  return isCallOf(Call, rep::ParFor) ? "loop body" : "task";
}

/// Lets \p F, which all of \p Uses run, know the constants \p Known.
static void specialize(Function &F, ArrayRef<Use> Uses,
                       const Constants &Known) {
  for (auto [Param, C] : zip(F.args(), Known))
    if (C)
      Param.replaceAllUsesWith(C);
  for (const Use &U : Uses)
    remarkDone(*U.Call, "ConstantCaptures", [&] {
      return nameOf(*U.Call) + " specialized for captured constants";
    });
}

/// True if a parameter of \p F that is used is constant.
static bool helps(const Function &F, const Constants &Known) {
  return any_of(zip(F.args(), Known), [](const auto &Pair) {
    return std::get<1>(Pair) && !std::get<0>(Pair).use_empty();
  });
}

/// Why \p F is not copied for \p Groups different constants, empty if it is.
static std::string whyNotCopied(const Function &F, unsigned Groups) {
  if (Groups <= 1)
    return "";
  if (F.hasMinSize())
    return "code is to be small";
  if (Groups > MostCopies)
    return "it would need " + std::to_string(Groups) + " copies, more than " +
           std::to_string(MostCopies);
  if (unsigned Size = F.getInstructionCount(); Size > MostInstructions)
    return "a copy has " + std::to_string(Size) + " instructions, more than " +
           std::to_string(MostInstructions);
  return "";
}

/// Specializes \p F for each group of \p Uses with the same constants. Adds
/// what has changed to \p Changed.
static void specializeAll(Function &F, ArrayRef<Use> Uses,
                          FunctionSet &Changed) {
  MapVector<Constants, SmallVector<Use, 2>, std::map<Constants, unsigned>>
      Groups;
  for (const Use &U : Uses)
    Groups[constantsOf(U)].push_back(U);
  std::string Why = whyNotCopied(F, Groups.size());
  if (!Why.empty()) {
    for (auto &[Known, Same] : Groups)
      for (const Use &U : Same)
        if (helps(F, Known))
          remarkMissed(*U.Call, "CapturesStay", [&] {
            return nameOf(*U.Call) +
                   " not specialized for captured constants: " + Why;
          });
    return;
  }
  for (auto &[Known, Same] : Groups) {
    if (!helps(F, Known))
      continue;
    Function *Own = &F;
    if (Groups.size() > 1) {
      ValueToValueMapTy Map;
      Own = CloneFunction(&F, Map);
      for (const Use &U : Same)
        U.Call->setArgOperand(U.Operand, Own);
    }
    specialize(*Own, Same, Known);
    Changed.insert(Own);
  }
  if (F.use_empty())
    F.eraseFromParent();
}

PreservedAnalyses ConstantCapturesPass::run(Module &M,
                                            ModuleAnalysisManager &MAM) {
  if (!Enabled)
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FunctionSet Changed;
  // A copy of one function uses others, and the original may be gone then.
  for (Function *F : findFunctions(M))
    specializeAll(*F, usesOf(*F), Changed);
  for (Function *F : Changed) {
    FAM.invalidate(*F, PreservedAnalyses::none());
    Simplification.run(*F, FAM);
  }
  return Changed.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace tussah
