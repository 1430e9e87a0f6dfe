//===- StolenScopes.cpp - Breakpoints in both copies of a function -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StolenScopes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"

using namespace llvm;

namespace tussah::native {

namespace {

class StolenScopes {
  Function &F;
  DISubprogram *SP;
  DIBuilder Builder;
  DIBasicType *Bool;
  struct Scope {
    DILexicalBlock *Block;
    DILocalVariable *Variable;
  };
  DenseMap<DILocalScope *, Scope> Scopes;

public:
  explicit StolenScopes(Function &F)
      : F(F), SP(F.getSubprogram()),
        Builder(*F.getParent(), /*AllowUnresolved=*/false, SP->getUnit()),
        Bool(Builder.createBasicType("bool", 8, dwarf::DW_ATE_boolean)) {}

  void rewrite(BasicBlock &BB);
  void finish() { Builder.finalizeSubprogram(SP); }

private:
  const Scope &scopeIn(DILocalScope *Outer);
};

} // namespace

const StolenScopes::Scope &StolenScopes::scopeIn(DILocalScope *Outer) {
  Scope &Found = Scopes[Outer];
  if (!Found.Block) {
    Found.Block = Builder.createLexicalBlock(Outer, Outer->getFile(),
                                             SP->getLine(), /*Column=*/0);
    Found.Variable = Builder.createAutoVariable(
        Found.Block, "cilk_stolen", Outer->getFile(), SP->getLine(), Bool,
        /*AlwaysPreserve=*/false, DINode::FlagArtificial);
  }
  return Found;
}

/// Code that was inlined keeps its scopes: they belong to another function.
void StolenScopes::rewrite(BasicBlock &BB) {
  LLVMContext &C = F.getContext();
  SmallPtrSet<DILocalVariable *, 4> Described;
  auto *Start = &*BB.getFirstInsertionPt();
  for (Instruction &I : BB) {
    const DILocation *Old = I.getDebugLoc();
    if (!Old || Old->getInlinedAt())
      continue;
    const Scope &Inner = scopeIn(Old->getScope());
    // All else of it stays, as what LLVM knows of statements from version 21
    // on.
    TempMDNode New = Old->MDNode::clone();
    New->replaceOperandWith(/*scope*/ 0, Inner.Block);
    I.setDebugLoc(cast<DILocation>(MDNode::replaceWithUniqued(std::move(New))));
    if (Described.insert(Inner.Variable).second)
      BB.insertDbgRecordBefore(DbgVariableRecord::createDbgVariableRecord(
                                   ConstantInt::get(Type::getInt8Ty(C), 1),
                                   Inner.Variable, DIExpression::get(C, {}),
                                   DILocation::get(C, 0, 0, Inner.Block)),
                               Start->getIterator());
  }
}

void makeStolenScopes(Function &F, ArrayRef<BasicBlock *> Slow) {
  // Tables of lines have no variables: LLVM crashes if there is one.
  DISubprogram *SP = F.getSubprogram();
  if (!SP || SP->getUnit()->getEmissionKind() != DICompileUnit::FullDebug)
    return;
  StolenScopes Scopes(F);
  for (BasicBlock *BB : Slow)
    Scopes.rewrite(*BB);
  Scopes.finish();
}

} // namespace tussah::native
