// Kaleidoscope: a program that is compiled and executed item by item.

#ifndef KALEIDOSCOPE_SESSION_H
#define KALEIDOSCOPE_SESSION_H

#include "CodeGen.h"
#include "Parser.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace kaleidoscope {

/// What may be different in another language on top of this one.
struct Language {
  /// Adds expressions.
  std::function<void(Parser &)> Extend = [](Parser &) {};
  /// What a function does before it returns.
  CodeGen::Hook BeforeReturn = [](CodeGen &) {};
  /// Makes \p M ready for code generation.
  std::function<llvm::Error(llvm::Module &M, llvm::OptimizationLevel Level)>
      Optimize;
};

/// Runs LLVM's default pipeline: `Optimize` of the plain language.
llvm::Error optimize(llvm::Module &M, llvm::OptimizationLevel Level);

class Session {
public:
  /// Reads from \p In, which messages call \p File. Results go to standard
  /// output, one line for each expression. \p Jit is used by one session.
  Session(const Language &L, llvm::OptimizationLevel Level,
          llvm::orc::LLJIT &Jit, std::istream &In, std::string File,
          bool Interactive);

  /// Executes all items. An interactive session goes on after an error;
  /// another one ends. Returns whether there was none.
  bool run();

  /// Says that the expression that is being executed has no stack any more.
  static void reportOverflow();

private:
  void fail(Place At, const std::string &What);
  bool execute(const Item &I);
  bool declare(const Prototype &Proto);
  bool define(const Item &I);
  bool evaluate(const Item &I);
  /// Compiles \p Body to a function of the name \p Symbol.
  bool compile(const std::string &Symbol, const Prototype &Proto,
               const Expr &Body);

  const Language &L;
  llvm::OptimizationLevel Level;
  llvm::orc::LLJIT &Jit;
  std::string File;
  bool Interactive;
  bool InItem = false;
  Lexer Words;
  Parser P;
  KnownFunctions Functions;
  unsigned Compiled = 0; ///< functions, for their symbols
};

/// A JIT for the process, with the functions that programs can declare: those
/// of the process, and `printd`, `putchard`, `put`, `get` and `add`.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> makeJit();

/// Reads the program in the file \p Path, or standard input if it is `-`.
/// Returns the exit code: 0, or 1 after an error that has ended it.
int runFile(const Language &L, llvm::OptimizationLevel Level,
            const std::string &Path, bool Interactive);

} // namespace kaleidoscope

#endif
