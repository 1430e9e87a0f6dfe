// Kaleidoscope: from the syntax tree to LLVM IR.

#ifndef KALEIDOSCOPE_CODEGEN_H
#define KALEIDOSCOPE_CODEGEN_H

#include "Ast.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <functional>
#include <map>

namespace kaleidoscope {

/// A function that code may call.
struct Known {
  std::string Symbol;
  size_t Parameters = 0;
};

using KnownFunctions = std::map<std::string, Known>;

/// Emits one function into a module. Functions that return a pointer return
/// null after an error, which `problem` tells.
class CodeGen {
public:
  /// Called before a function returns, where code can be emitted.
  using Hook = std::function<void(CodeGen &)>;

  CodeGen(llvm::Module &M, const KnownFunctions &Functions, Hook BeforeReturn)
      : Builder(M.getContext()), M(M), Functions(Functions),
        BeforeReturn(std::move(BeforeReturn)) {}

  /// Emits a function called \p Symbol with the parameters of \p Proto.
  llvm::Function *function(const std::string &Symbol, const Prototype &Proto,
                           const Expr &Body);

  const std::string &problem() const { return Problem; }
  Place problemPlace() const { return ProblemPlace; }

  // For expressions.

  std::nullptr_t fail(Place At, const std::string &What);
  llvm::BasicBlock *block(const llvm::Twine &Name);
  llvm::Value *number(double Value);
  /// An i1: whether \p V is neither 0 nor NaN.
  llvm::Value *isTrue(llvm::Value *V);
  /// The memory of the variable \p Name, or null after an error at \p At.
  llvm::AllocaInst *variable(Place At, const std::string &Name);
  /// Emits a call of the function \p Name.
  llvm::Value *call(Place At, const std::string &Name,
                    llvm::ArrayRef<llvm::Value *> Args);

  /// While it lives, the name stands for a new variable.
  class Scope {
    CodeGen &G;
    std::string Name;
    llvm::AllocaInst *Old;

  public:
    Scope(CodeGen &G, std::string Name, llvm::Value *First);
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
    ~Scope() { G.Variables[Name] = Old; }
  };

  llvm::IRBuilder<> Builder;

private:
  llvm::Module &M;
  const KnownFunctions &Functions;
  Hook BeforeReturn;
  std::map<std::string, llvm::AllocaInst *> Variables;
  std::string Problem;
  Place ProblemPlace;
};

} // namespace kaleidoscope

#endif
