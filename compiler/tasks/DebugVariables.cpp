//===- DebugVariables.cpp - What debuggers know of captured variables -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugVariables.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"

using namespace llvm;

namespace tussah {

static SmallVector<DbgVariableRecord *> recordsOf(Value *V) {
  auto *Local = LocalAsMetadata::getIfExists(V);
  if (!Local)
    return {};
  return Local->getAllDbgVariableRecordUsers();
}

SmallVector<DbgVariableRecord *, 2> markersOf(AllocaInst *AI) {
  Metadata *ID = AI->getMetadata(LLVMContext::MD_DIAssignID);
  SmallVector<DbgVariableRecord *, 2> Markers;
  if (ID)
    for (DbgVariableRecord *D : recordsOf(AI))
      if (D->isDbgAssign() && D->getAddress() == AI && D->getAssignID() == ID &&
          !D->getDebugLoc()->getInlinedAt())
        Markers.push_back(D);
  return Markers;
}

/// Where the variable, or part of one, of \p Marker is, from the start of its
/// memory.
static DIExpression *placeOf(const DbgVariableRecord *Marker) {
  DIExpression *Place = Marker->getAddressExpression();
  if (auto Fragment = Marker->getExpression()->getFragmentInfo())
    if (auto Part = DIExpression::createFragmentExpression(
            Place, Fragment->OffsetInBits, Fragment->SizeInBits))
      Place = *Part;
  return Place;
}

void declareInTask(AllocaInst *AI, AllocaInst *New, BasicBlock *TaskEntry,
                   bool Indirect) {
  auto Declare = [&](const DbgVariableRecord *D, DIExpression *Place) {
    if (Indirect)
      Place = DIExpression::prepend(Place, DIExpression::DerefBefore);
    auto *Copy = DbgVariableRecord::createDVRDeclare(
        New, D->getVariable(), Place, D->getDebugLoc().get());
    TaskEntry->insertDbgRecordBefore(Copy, TaskEntry->getFirstNonPHIIt());
  };
  for (const DbgVariableRecord *D : findDVRDeclares(AI))
    Declare(D, D->getExpression());
  for (const DbgVariableRecord *D : markersOf(AI))
    Declare(D, placeOf(D));
  // A declared variable is not tracked by its assignments.
  New->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
}

/// Lets \p Address be where the variable of \p Marker, which belongs to
/// another function, is in \p Task. It is declared there, as a value would not
/// survive that the task is inlined and the variable is split or promoted.
static void describe(const DbgVariableRecord *Marker, Argument *Address,
                     Function *Task, DIBuilder &Builder) {
  DISubprogram *SP = Task->getSubprogram();
  const DILocalVariable *Old = Marker->getVariable();
  DILocalVariable *Variable = Builder.createAutoVariable(
      SP, Old->getName(), Old->getFile(), Old->getLine(), Old->getType(),
      /*AlwaysPreserve=*/false, Old->getFlags(), Old->getAlignInBits());
  BasicBlock &Entry = Task->getEntryBlock();
  Entry.insertDbgRecordBefore(
      DbgVariableRecord::createDVRDeclare(
          Address, Variable, placeOf(Marker),
          DILocation::get(Task->getContext(), Old->getLine(), 0, SP)),
      Entry.getFirstNonPHIIt());
}

void describeReferences(CallInst *Call) {
  Function *Task = Call->getCalledFunction();
  DISubprogram *SP = Task->getSubprogram();
  for (Argument &Arg : Task->args())
    for (DbgVariableRecord *D : recordsOf(&Arg))
      if (!D->isDbgAssign())
        D->eraseFromParent();
  if (!SP)
    return;
  DIBuilder Builder(*Task->getParent(), /*AllowUnresolved=*/false,
                    SP->getUnit());
  for (Argument &Arg : Task->args())
    if (auto *AI = dyn_cast<AllocaInst>(Call->getArgOperand(Arg.getArgNo())))
      for (const DbgVariableRecord *Marker : markersOf(AI))
        describe(Marker, &Arg, Task, Builder);
  Builder.finalizeSubprogram(SP);
}

} // namespace tussah
