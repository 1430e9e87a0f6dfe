//===- Pedigrees.cpp - Keeps the pedigrees of strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pedigrees.h"

#include "Instrument.h"
#include "Observers.h"
#include "compiler/targets/lowering/BitcodeFile.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/CheckTasks.h"
#include "compiler/targets/lowering/Diagnostics.h"
#include "compiler/targets/lowering/Targets.h"
#include "compiler/tasks/Representation.h"

using namespace llvm;

namespace tussah {

/// The functions of runtime/random/pedigree.c, those of <cilk/cilk_api.h> last.
static const StringRef Functions[] = {
    "tussah_pedigree_get",        "tussah_pedigree_next",
    "tussah_pedigree_catch",      "tussah_pedigree_term",
    "tussah_pedigree_enter",      "__cilkrts_get_pedigree",
    "__cilkrts_bump_worker_rank", "__cilkrts_get_dprand",
    "__cilkrts_dprand_set_seed",  "__cilkrts_init_dprng"};

static bool isNeeded(Module &M) {
  if (!callsOf(M, rep::Spawn).empty() || !callsOf(M, rep::ParFor).empty())
    return true;
  return any_of(Functions, [&](StringRef Name) {
    Function *F = M.getFunction(Name);
    return F && F->isDeclaration() && !F->use_empty();
  });
}

static Error addPedigrees(Module &M, FunctionAnalysisManager &FAM,
                          const std::string &Path) {
  constexpr StringLiteral Interface = "runtime/random/pedigree.c";
  Expected<BitcodeFile> File =
      BitcodeFile::read("pedigree", Path, M, "build or install Tussah again");
  if (!File)
    return File.takeError();
  Expected<uint64_t> Size =
      File->constant("tussah_pedigree_node_size", Interface);
  if (!Size)
    return Size.takeError();
  Expected<uint64_t> Align =
      File->constant("tussah_pedigree_node_align", Interface);
  if (!Align)
    return Align.takeError();

  Observers O(M, FAM);
  ConstFunctionSet Quiet = makeQuietFunctions(M, O);
  instrumentPedigrees(M, Quiet, PedigreeCalls(M, *Size, *Align));
  Expected<SmallVector<Function *, 8>> Linked =
      std::move(*File).linkInto(M, Functions);
  if (!Linked)
    return Linked.takeError();
  for (Function *F : *Linked)
    inlineCalls(*F);
  return Error::success();
}

PreservedAnalyses PedigreePass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!isNeeded(M) || !checkTasks(M))
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  if (Error E = addPedigrees(M, FAM, pedigreePath(Options)))
    reportError(M.getContext(), std::move(E));
  FAM.clear(); // functions were deleted, others changed
  return PreservedAnalyses::none();
}

} // namespace tussah
