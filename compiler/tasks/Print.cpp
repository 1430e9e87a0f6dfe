//===- Print.cpp - Tasks as a tree -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print.h"
#include "Representation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

namespace {

class TaskPrinter {
  raw_ostream &OS;
  SmallPtrSet<const Function *, 8> Open;

public:
  explicit TaskPrinter(raw_ostream &OS) : OS(OS) {}
  void printFunction(Function &F, unsigned Indent);

private:
  void printCall(CallBase &CB, unsigned FrameNumber, unsigned Indent);
  void printCaptures(iterator_range<User::op_iterator> Captures);
};

} // namespace

void TaskPrinter::printCaptures(iterator_range<User::op_iterator> Captures) {
  OS << '(';
  interleaveComma(Captures, OS, [&](const Use &U) { U->getType()->print(OS); });
  OS << ')';
}

void TaskPrinter::printCall(CallBase &CB, unsigned FrameNumber,
                            unsigned Indent) {
  StringRef Name = CB.getCalledOperand()->getName();
  OS.indent(Indent) << Name.drop_front(StringRef("tussah.").size()) << " #"
                    << FrameNumber;
  Function *Task = nullptr;
  if (Name == rep::Spawn) {
    SpawnCall Spawn(&CB);
    Task = Spawn.helper();
    OS << ' ' << (Task ? Task->getName() : "?");
    printCaptures(Spawn.captures());
    if (!isa<ConstantPointerNull>(Spawn.storage()))
      OS << " with storage";
  } else if (Name == rep::ParFor) {
    ParForCall Loop(&CB);
    Task = Loop.body();
    OS << ' ' << (Task ? Task->getName() : "?");
    printCaptures(Loop.captures());
  }
  if (const DebugLoc &Loc = CB.getDebugLoc())
    OS << " at line " << Loc.getLine();
  OS << '\n';
  if (Task)
    printFunction(*Task, Indent + 2);
}

void TaskPrinter::printFunction(Function &F, unsigned Indent) {
  // A helper may spawn itself (divided loops).
  if (!Open.insert(&F).second)
    return;
  DenseMap<Value *, unsigned> Frames;
  for (Instruction &I : instructions(F)) {
    if (isCallOf(I, rep::Frame)) {
      Frames.try_emplace(&I, Frames.size());
      continue;
    }
    for (StringRef Name : {rep::Spawn, rep::ParFor, rep::Sync, rep::SyncUnwind})
      if (isCallOf(I, Name))
        printCall(cast<CallBase>(I), Frames.lookup(I.getOperand(0)), Indent);
  }
  Open.erase(&F);
}

PreservedAnalyses PrintPass::run(Module &M, ModuleAnalysisManager &) {
  SmallPtrSet<const Function *, 16> Printed;
  for (CallBase *Frame : callsOf(M, rep::Frame)) {
    Function &F = *Frame->getFunction();
    if (F.hasFnAttribute(rep::TaskAttr) || F.hasFnAttribute(rep::BodyAttr) ||
        !Printed.insert(&F).second)
      continue;
    OS << F.getName() << '\n';
    TaskPrinter(OS).printFunction(F, 2);
  }
  return PreservedAnalyses::all();
}

} // namespace tussah
