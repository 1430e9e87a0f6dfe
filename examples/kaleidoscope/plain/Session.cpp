// Kaleidoscope: a program that is compiled and executed item by item.

#include "Session.h"

#include "StackOverflow.h"

#include "llvm-c/Transforms/PassBuilder.h"

#include <cstdio>
#include <fstream>
#include <iostream>

using namespace llvm;

namespace kaleidoscope {

Error optimize(Module &M, OptimizationLevel Level) {
  // The levels have no number that all versions of LLVM give.
  std::string Passes = Level == OptimizationLevel::O0   ? "default<O0>"
                       : Level == OptimizationLevel::O1 ? "default<O1>"
                       : Level == OptimizationLevel::O2 ? "default<O2>"
                                                        : "default<O3>";
  LLVMPassBuilderOptionsRef Options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef Problem =
      LLVMRunPasses(wrap(&M), Passes.c_str(), /*TM=*/nullptr, Options);
  LLVMDisposePassBuilderOptions(Options);
  return unwrap(Problem);
}

Session::Session(const Language &L, OptimizationLevel Level, orc::LLJIT &Jit,
                 std::istream &In, std::string File, bool Interactive)
    : L(L), Level(Level), Jit(Jit), File(std::move(File)),
      Interactive(Interactive),
      Words(In,
            [this] {
              if (!this->Interactive)
                return;
              std::fputs(InItem ? "...> " : "> ", stdout);
              std::fflush(stdout);
              InItem = true;
            }),
      P(Words) {
  L.Extend(P);
}

void Session::fail(Place At, const std::string &What) {
  // What the program has printed comes first.
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%u:%u: error: %s\n", File.c_str(), At.Line,
               At.Column, What.c_str());
}

bool Session::run() {
  bool Ok = true;
  for (;;) {
    InItem = false;
    std::optional<Item> I = P.item();
    if (I && I->Kind == Item::End)
      break;
    if (!I)
      fail(P.problemPlace(), P.problem());
    if (I && execute(*I))
      continue;
    Ok = false;
    if (!Interactive)
      break;
    if (!I)
      P.skipLine();
  }
  if (Interactive)
    std::puts("");
  return Ok;
}

bool Session::execute(const Item &I) {
  switch (I.Kind) {
  case Item::Declaration:
    return declare(I.Proto);
  case Item::Definition:
    return define(I);
  default:
    return evaluate(I);
  }
}

bool Session::declare(const Prototype &Proto) {
  Expected<orc::ExecutorAddr> Address = Jit.lookup(Proto.Name);
  if (!Address) {
    consumeError(Address.takeError());
    fail(Proto.At, "this process has no function '" + Proto.Name + "'");
    return false;
  }
  Functions[Proto.Name] = {Proto.Name, Proto.Parameters.size()};
  return true;
}

bool Session::compile(const std::string &Symbol, const Prototype &Proto,
                      const Expr &Body) {
  auto Context = std::make_unique<LLVMContext>();
  auto M = std::make_unique<Module>(Symbol, *Context);
  M->setDataLayout(Jit.getDataLayout());
#if LLVM_VERSION_MAJOR >= 21
  M->setTargetTriple(Jit.getTargetTriple());
#else
  M->setTargetTriple(Jit.getTargetTriple().str());
#endif
  CodeGen G(*M, Functions, L.BeforeReturn);
  if (!G.function(Symbol, Proto, Body)) {
    fail(G.problemPlace(), G.problem());
    return false;
  }
  Error E = L.Optimize(*M, Level);
  if (!E)
    E = Jit.addIRModule(
        orc::ThreadSafeModule(std::move(M), std::move(Context)));
  // Optimize may have added something with a constructor.
  if (!E)
    E = Jit.initialize(Jit.getMainJITDylib());
  if (!E)
    return true;
  fail(Proto.At, toString(std::move(E)));
  return false;
}

/// A new definition is for what follows; code that has been compiled goes on
/// calling the old one.
bool Session::define(const Item &I) {
  Known Old = Functions[I.Proto.Name];
  // No function of the process has a dot in its name. The function may call
  // itself.
  std::string Symbol = I.Proto.Name + "." + std::to_string(++Compiled);
  Functions[I.Proto.Name] = {Symbol, I.Proto.Parameters.size()};
  if (compile(Symbol, I.Proto, *I.Body)) {
    P.addOperator(I.Proto);
    return true;
  }
  if (Old.Symbol.empty())
    Functions.erase(I.Proto.Name);
  else
    Functions[I.Proto.Name] = Old;
  return false;
}

/// What is executed, and an expression of it.
static Session *Running;
static Place RunningAt;

/// With what has been printed before.
void Session::reportOverflow() {
  Running->fail(RunningAt, "stack overflow; the program's functions call "
                           "themselves too often");
}

bool Session::evaluate(const Item &I) {
  std::string Symbol = "expression." + std::to_string(++Compiled);
  Prototype Proto;
  Proto.At = I.Body->At;
  if (!compile(Symbol, Proto, *I.Body))
    return false;
  Expected<orc::ExecutorAddr> Address = Jit.lookup(Symbol);
  if (!Address) {
    fail(Proto.At, toString(Address.takeError()));
    return false;
  }
  Running = this;
  RunningAt = Proto.At;
  double Result = Address->toPtr<double (*)()>()();
  std::printf("%.15g\n", Result);
  return true;
}

int runFile(const Language &L, OptimizationLevel Level, const std::string &Path,
            bool Interactive) {
  Expected<std::unique_ptr<orc::LLJIT>> Jit = makeJit();
  if (!Jit) {
    std::fprintf(stderr, "error: %s\n", toString(Jit.takeError()).c_str());
    return 1;
  }
  std::ifstream File;
  if (Path != "-") {
    File.open(Path);
    if (!File) {
      std::fprintf(stderr, "error: cannot read '%s'\n", Path.c_str());
      return 1;
    }
  }
  std::istream &In = Path == "-" ? std::cin : File;
  // The code stays when the process ends, as tools then name places in it.
  orc::LLJIT &Kept = *Jit->release();
  Session S(L, Level, Kept, In, Path == "-" ? "<stdin>" : Path, Interactive);
  reportStackOverflow(Session::reportOverflow);
  bool Ok = S.run();
  if (In.bad()) {
    std::fprintf(stderr, "error: cannot read '%s'\n", Path.c_str());
    return 1;
  }
  return Ok || Interactive ? 0 : 1;
}

} // namespace kaleidoscope
