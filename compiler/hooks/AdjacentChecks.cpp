//===- AdjacentChecks.cpp - One check for accesses side by side -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of one block, of one line of the source, that are all loads or all
// stores, at addresses one directly behind the other, become one where the
// first of them is: if the block is executed, so are all, in the same strand.
// One line, because a report names it.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// More are not one access of a tool.
static constexpr uint64_t MostBytes = 256;

namespace {

struct Part {
  CheckCall Check;
  int64_t Offset;
};

/// What checks must have in common: the address that offsets are from, whether
/// they are stores, and the line, with the function it was inlined from.
using Key =
    std::tuple<const Value *, unsigned, unsigned, const void *, const void *>;

} // namespace

static void join(const Value *Base, ArrayRef<Part> Parts, CheckCall First) {
  uint64_t Size =
      Parts.back().Offset + Parts.back().Check.size() - Parts.front().Offset;
  IRBuilder<> B(First.call());
  Value *Address =
      B.CreatePtrAdd(const_cast<Value *>(Base), B.getInt64(Parts[0].Offset));
  First.makeLarger(Parts.front().Check, Address, Size);
  for (const Part &P : Parts)
    P.Check.call()->eraseFromParent();
}

/// Joins those of \p Parts, of one block, that lie side by side.
static void joinParts(const Value *Base, SmallVectorImpl<Part> &Parts) {
  llvm::sort(Parts,
             [](const Part &A, const Part &B) { return A.Offset < B.Offset; });
  SmallVector<SmallVector<Part, 4>, 4> Groups;
  for (const Part &P : Parts) {
    if (!Groups.empty()) {
      const Part &Last = Groups.back().back();
      int64_t Begin = Groups.back().front().Offset;
      if (Last.Offset + int64_t(Last.Check.size()) == P.Offset &&
          uint64_t(P.Offset - Begin) + P.Check.size() <= MostBytes) {
        Groups.back().push_back(P);
        continue;
      }
    }
    Groups.push_back({P});
  }
  for (const auto &Group : Groups) {
    if (Group.size() == 1)
      continue;
    // In front of all of them.
    CheckCall Earliest = Group.front().Check;
    for (const Part &P : Group)
      if (P.Check.call()->comesBefore(Earliest.call()))
        Earliest = P.Check;
    join(Base, Group, Earliest);
  }
}

void joinAdjacentChecks(Function &F) {
  for (BasicBlock &BB : F) {
    MapVector<Key, SmallVector<Part, 4>> Found;
    auto JoinAll = [&] {
      for (auto &[K, Parts] : Found)
        if (Parts.size() > 1)
          joinParts(std::get<0>(K), Parts);
      Found.clear();
    };
    for (Instruction &I : BB) {
      std::optional<CheckCall> Check = CheckCall::find(I);
      if (!Check) {
        if (endsChecks(I) || !isGuaranteedToTransferExecutionToSuccessor(&I))
          JoinAll();
        continue;
      }
      if (Check->isAtomic() || Check->isRange() || !Check->hasRangeHook())
        continue;
      const DataLayout &DL = F.getParent()->getDataLayout();
      APInt Offset(DL.getIndexTypeSizeInBits(Check->address()->getType()), 0);
      const Value *Base = Check->address()->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true);
      const DILocation *L = I.getDebugLoc();
      Key K{Base, unsigned(Check->isStore()), L ? L->getLine() : 0,
            L ? L->getScope()->getSubprogram() : nullptr,
            L ? L->getInlinedAt() : nullptr};
      Found[K].push_back({*Check, Offset.getSExtValue()});
    }
    JoinAll();
  }
}

} // namespace tussah
