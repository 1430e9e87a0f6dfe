// Kaleidoscope: from the syntax tree to LLVM IR.

#include "CodeGen.h"

using namespace llvm;

namespace kaleidoscope {

//===----------------------------------------------------------------------===//
// What expressions use
//===----------------------------------------------------------------------===//

std::nullptr_t CodeGen::fail(Place At, const std::string &What) {
  if (Problem.empty()) {
    Problem = What;
    ProblemPlace = At;
  }
  return nullptr;
}

BasicBlock *CodeGen::block(const Twine &Name) {
  return BasicBlock::Create(Builder.getContext(), Name,
                            Builder.GetInsertBlock()->getParent());
}

Value *CodeGen::number(double Value) {
  return ConstantFP::get(Builder.getDoubleTy(), Value);
}

Value *CodeGen::isTrue(Value *V) { return Builder.CreateFCmpONE(V, number(0)); }

AllocaInst *CodeGen::variable(Place At, const std::string &Name) {
  auto It = Variables.find(Name);
  if (It == Variables.end() || !It->second)
    return fail(At, "unknown variable '" + Name + "'");
  return It->second;
}

Value *CodeGen::call(Place At, const std::string &Name,
                     ArrayRef<Value *> Args) {
  auto It = Functions.find(Name);
  if (It == Functions.end())
    return fail(At, "unknown function '" + Name + "'");
  if (It->second.Parameters != Args.size())
    return fail(At, "'" + Name + "' takes " +
                        std::to_string(It->second.Parameters) +
                        " arguments, not " + std::to_string(Args.size()));
  Type *Double = Builder.getDoubleTy();
  SmallVector<Type *, 4> Types(Args.size(), Double);
  FunctionCallee Callee = M.getOrInsertFunction(
      It->second.Symbol, FunctionType::get(Double, Types, false));
  cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return Builder.CreateCall(Callee, Args);
}

CodeGen::Scope::Scope(CodeGen &G, std::string Name, Value *First)
    : G(G), Name(std::move(Name)), Old(G.Variables[this->Name]) {
  BasicBlock &Entry = G.Builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.begin());
  AllocaInst *Memory =
      AtEntry.CreateAlloca(AtEntry.getDoubleTy(), nullptr, this->Name);
  G.Builder.CreateStore(First, Memory);
  G.Variables[this->Name] = Memory;
}

Function *CodeGen::function(const std::string &Symbol, const Prototype &Proto,
                            const Expr &Body) {
  Type *Double = Builder.getDoubleTy();
  SmallVector<Type *, 4> Types(Proto.Parameters.size(), Double);
  auto *F = Function::Create(FunctionType::get(Double, Types, false),
                             Function::ExternalLinkage, Symbol, M);
  F->setDoesNotThrow();
  Builder.SetInsertPoint(BasicBlock::Create(Builder.getContext(), "entry", F));
  std::vector<std::unique_ptr<Scope>> Parameters;
  for (size_t I = 0; I < Types.size(); ++I)
    Parameters.push_back(
        std::make_unique<Scope>(*this, Proto.Parameters[I], F->getArg(I)));
  Value *Result = Body.emit(*this);
  if (!Result)
    return nullptr;
  BeforeReturn(*this);
  Builder.CreateRet(Result);
  return F;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Value *NumberExpr::emit(CodeGen &G) const { return G.number(Value); }

Value *VariableExpr::emit(CodeGen &G) const {
  AllocaInst *Memory = G.variable(At, Name);
  return Memory ? G.Builder.CreateLoad(Memory->getAllocatedType(), Memory, Name)
                : nullptr;
}

Value *CallExpr::emit(CodeGen &G) const {
  SmallVector<Value *, 4> Values;
  for (const ExprPtr &Arg : Args) {
    Values.push_back(Arg->emit(G));
    if (!Values.back())
      return nullptr;
  }
  return G.call(At, Callee, Values);
}

Value *BinaryExpr::emit(CodeGen &G) const {
  Value *L = Left->emit(G);
  Value *R = L ? Right->emit(G) : nullptr;
  if (!R)
    return nullptr;
  IRBuilder<> &B = G.Builder;
  switch (Operator) {
  case '+':
    return B.CreateFAdd(L, R);
  case '-':
    return B.CreateFSub(L, R);
  case '*':
    return B.CreateFMul(L, R);
  case '/':
    return B.CreateFDiv(L, R);
  case '<':
    return B.CreateUIToFP(B.CreateFCmpOLT(L, R), B.getDoubleTy());
  default:
    return B.CreateUIToFP(B.CreateFCmpOGT(L, R), B.getDoubleTy());
  }
}

Value *AssignExpr::emit(CodeGen &G) const {
  Value *V = Source->emit(G);
  AllocaInst *Memory = V ? G.variable(At, Name) : nullptr;
  if (!Memory)
    return nullptr;
  G.Builder.CreateStore(V, Memory);
  return V;
}

Value *IfExpr::emit(CodeGen &G) const {
  IRBuilder<> &B = G.Builder;
  Value *C = Condition->emit(G);
  if (!C)
    return nullptr;
  BasicBlock *Yes = G.block("then"), *No = G.block("else"),
             *After = G.block("endif");
  B.CreateCondBr(G.isTrue(C), Yes, No);
  B.SetInsertPoint(Yes);
  Value *IfYes = Then->emit(G);
  BasicBlock *YesEnd = B.GetInsertBlock();
  B.CreateBr(After);
  B.SetInsertPoint(No);
  Value *IfNo = IfYes ? Else->emit(G) : nullptr;
  BasicBlock *NoEnd = B.GetInsertBlock();
  B.CreateBr(After);
  if (!IfNo)
    return nullptr;
  B.SetInsertPoint(After);
  PHINode *Result = B.CreatePHI(B.getDoubleTy(), 2);
  Result->addIncoming(IfYes, YesEnd);
  Result->addIncoming(IfNo, NoEnd);
  return Result;
}

Value *ForExpr::emit(CodeGen &G) const {
  IRBuilder<> &B = G.Builder;
  Value *First = Start->emit(G);
  if (!First)
    return nullptr;
  CodeGen::Scope Variable(G, Name, First);
  BasicBlock *Head = G.block("head"), *Inside = G.block("loop"),
             *After = G.block("endfor");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  Value *C = Condition->emit(G);
  if (!C)
    return nullptr;
  B.CreateCondBr(G.isTrue(C), Inside, After);
  B.SetInsertPoint(Inside);
  if (!Body->emit(G))
    return nullptr;
  Value *By = Step ? Step->emit(G) : G.number(1);
  if (!By)
    return nullptr;
  AllocaInst *Memory = G.variable(At, Name);
  B.CreateStore(B.CreateFAdd(B.CreateLoad(B.getDoubleTy(), Memory), By),
                Memory);
  B.CreateBr(Head);
  B.SetInsertPoint(After);
  return G.number(0);
}

Value *VarExpr::emit(CodeGen &G) const {
  std::vector<std::unique_ptr<CodeGen::Scope>> Scopes;
  for (auto &[Name, Source] : Variables) {
    Value *First = Source ? Source->emit(G) : G.number(0);
    if (!First)
      return nullptr;
    Scopes.push_back(std::make_unique<CodeGen::Scope>(G, Name, First));
  }
  Value *Result = Body->emit(G);
  // Scopes end in the reverse order: a name may be there twice.
  while (!Scopes.empty())
    Scopes.pop_back();
  return Result;
}

} // namespace kaleidoscope
