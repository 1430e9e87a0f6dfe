// Kaleidoscope: the syntax tree. Each expression emits its own code.

#ifndef KALEIDOSCOPE_AST_H
#define KALEIDOSCOPE_AST_H

#include "Lexer.h"

#include <memory>
#include <utility>
#include <vector>

namespace llvm {
class Value;
}

namespace kaleidoscope {

class CodeGen;

/// An expression. All values are of type double.
class Expr {
public:
  explicit Expr(Place At) : At(At) {}
  virtual ~Expr() = default;

  /// Emits code where \p G inserts, and returns the value; null after an error,
  /// of which \p G has been told.
  virtual llvm::Value *emit(CodeGen &G) const = 0;

  /// The variable that the expression names, or null.
  virtual const std::string *variable() const { return nullptr; }

  const Place At;
};

using ExprPtr = std::unique_ptr<Expr>;

class NumberExpr : public Expr {
  double Value;

public:
  NumberExpr(Place At, double Value) : Expr(At), Value(Value) {}
  llvm::Value *emit(CodeGen &G) const override;
};

class VariableExpr : public Expr {
  std::string Name;

public:
  VariableExpr(Place At, std::string Name) : Expr(At), Name(std::move(Name)) {}
  llvm::Value *emit(CodeGen &G) const override;
  const std::string *variable() const override { return &Name; }
};

/// A call of a function. Operators that the program defines are functions too,
/// with names that no program can write.
class CallExpr : public Expr {
  std::string Callee;
  std::vector<ExprPtr> Args;

public:
  CallExpr(Place At, std::string Callee, std::vector<ExprPtr> Args)
      : Expr(At), Callee(std::move(Callee)), Args(std::move(Args)) {}
  llvm::Value *emit(CodeGen &G) const override;
};

/// One of the language's own operators.
class BinaryExpr : public Expr {
  char Operator;
  ExprPtr Left, Right;

public:
  BinaryExpr(Place At, char Operator, ExprPtr Left, ExprPtr Right)
      : Expr(At), Operator(Operator), Left(std::move(Left)),
        Right(std::move(Right)) {}
  llvm::Value *emit(CodeGen &G) const override;
};

/// `name = value`; its own value is the new one.
class AssignExpr : public Expr {
  std::string Name;
  ExprPtr Source;

public:
  AssignExpr(Place At, std::string Name, ExprPtr Source)
      : Expr(At), Name(std::move(Name)), Source(std::move(Source)) {}
  llvm::Value *emit(CodeGen &G) const override;
};

/// `if condition then value else value`; 0 and NaN are false.
class IfExpr : public Expr {
  ExprPtr Condition, Then, Else;

public:
  IfExpr(Place At, ExprPtr Condition, ExprPtr Then, ExprPtr Else)
      : Expr(At), Condition(std::move(Condition)), Then(std::move(Then)),
        Else(std::move(Else)) {}
  llvm::Value *emit(CodeGen &G) const override;
};

/// `for name = start, condition, step in body`, where the step is 1 if it is
/// left out. The condition is asked before each iteration. The value is 0.
class ForExpr : public Expr {
  std::string Name;
  ExprPtr Start, Condition, Step, Body;

public:
  ForExpr(Place At, std::string Name, ExprPtr Start, ExprPtr Condition,
          ExprPtr Step, ExprPtr Body)
      : Expr(At), Name(std::move(Name)), Start(std::move(Start)),
        Condition(std::move(Condition)), Step(std::move(Step)),
        Body(std::move(Body)) {}
  llvm::Value *emit(CodeGen &G) const override;
};

/// `var name = value, ... in body`; a value that is left out is 0.
class VarExpr : public Expr {
  std::vector<std::pair<std::string, ExprPtr>> Variables;
  ExprPtr Body;

public:
  VarExpr(Place At, std::vector<std::pair<std::string, ExprPtr>> Variables,
          ExprPtr Body)
      : Expr(At), Variables(std::move(Variables)), Body(std::move(Body)) {}
  llvm::Value *emit(CodeGen &G) const override;
};

/// What `def` and `extern` say of a function.
struct Prototype {
  Place At;
  std::string Name;
  std::vector<std::string> Parameters;
  char Operator = 0;       ///< of `def unary` and `def binary`
  unsigned Precedence = 0; ///< of `def binary`
};

/// The name of the function that defines an operator.
inline std::string operatorName(char Operator, size_t Operands) {
  return std::string(Operands == 1 ? "unary" : "binary") + Operator;
}

/// What stands between two semicolons.
struct Item {
  enum Kind { End, Definition, Declaration, Expression } Kind = End;
  Prototype Proto; ///< of a definition or declaration
  ExprPtr Body;    ///< of a definition or expression
};

} // namespace kaleidoscope

#endif
