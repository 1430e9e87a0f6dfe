//===- CheckTasks.cpp - Whether form 2 can be lowered -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckTasks.h"

#include "Diagnostics.h"
#include "compiler/tasks/Representation.h"
#include "compiler/tasks/Verify.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <string>

using namespace llvm;

namespace tussah {

/// The only value that \p V can have, if it is a PHI, perhaps of PHIs. Loops
/// are given such PHIs at their exits (LCSSA).
static Value *onlySource(Value *V) {
  SmallVector<Value *, 4> Worklist{V};
  SmallPtrSet<Value *, 4> Seen;
  Value *Source = nullptr;
  while (!Worklist.empty()) {
    Value *Next = Worklist.pop_back_val();
    if (!Seen.insert(Next).second || isa<UndefValue>(Next))
      continue;
    if (auto *Phi = dyn_cast<PHINode>(Next))
      append_range(Worklist, Phi->incoming_values());
    else if (Source && Source != Next)
      return V;
    else
      Source = Next;
  }
  return Source ? Source : V;
}

/// Replaces an operand that is such a PHI.
static void skipPhi(CallBase &Call, unsigned Operand) {
  auto *Phi = dyn_cast<PHINode>(Call.getArgOperand(Operand));
  if (!Phi)
    return;
  Call.setArgOperand(Operand, onlySource(Phi));
  RecursivelyDeleteDeadPHINode(Phi);
}

static void skipPhis(Module &M) {
  for (StringRef Name : {rep::Spawn, rep::Storage, rep::Discard, rep::Sync,
                         rep::SyncUnwind, rep::ParFor})
    for (CallBase *Call : callsOf(M, Name)) {
      skipPhi(*Call, 0); // the frame
      if (Name == rep::Spawn || Name == rep::Discard)
        skipPhi(*Call, 1); // the storage
    }
}

bool checkTasks(Module &M) {
  skipPhis(M);
  std::string Problems;
  raw_string_ostream OS(Problems);
  if (verifyTasks(M, OS))
    return true;
  reportError(M.getContext(), makeError("invalid task representation: " +
                                        StringRef(OS.str()).rtrim()));
  return false;
}

} // namespace tussah
