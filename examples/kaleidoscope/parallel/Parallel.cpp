// Kaleidoscope: `spawn`, `sync` and `parfor`.

#include "Parallel.h"

using namespace llvm;

namespace kaleidoscope {

namespace {

/// How many tasks the code that is being emitted has spawned since it began, or
/// since the spawned expression or iteration began that it belongs to. The
/// expressions of a language share it.
using Count = std::shared_ptr<unsigned>;

/// Emits \p Body as code that waits for what it has spawned.
bool emitStrand(CodeGen &G, const Expr &Body, unsigned &Spawned) {
  unsigned Outside = Spawned;
  Spawned = 0;
  bool Ok = Body.emit(G);
  if (Spawned)
    tussah::createSync(G.Builder);
  Spawned = Outside;
  return Ok;
}

class SpawnExpr : public Expr {
  ExprPtr Body;
  Count Spawned;

public:
  SpawnExpr(Place At, ExprPtr Body, Count Spawned)
      : Expr(At), Body(std::move(Body)), Spawned(std::move(Spawned)) {}

  Value *emit(CodeGen &G) const override {
    tussah::OpenRegion Task = tussah::beginTask(G.Builder);
    if (!emitStrand(G, *Body, *Spawned))
      return nullptr;
    tussah::endTask(G.Builder, Task);
    ++*Spawned;
    return G.number(0);
  }
};

class SyncExpr : public Expr {
public:
  explicit SyncExpr(Place At) : Expr(At) {}

  Value *emit(CodeGen &G) const override {
    tussah::createSync(G.Builder);
    return G.number(0);
  }
};

class ParForExpr : public Expr {
  std::string Name;
  ExprPtr First, End, Step, Body;
  Count Spawned;

public:
  ParForExpr(Place At, std::string Name, ExprPtr First, ExprPtr End,
             ExprPtr Step, ExprPtr Body, Count Spawned)
      : Expr(At), Name(std::move(Name)), First(std::move(First)),
        End(std::move(End)), Step(std::move(Step)), Body(std::move(Body)),
        Spawned(std::move(Spawned)) {}

  Value *emit(CodeGen &G) const override {
    IRBuilder<> &B = G.Builder;
    Value *From = First->emit(G);
    Value *To = From ? End->emit(G) : nullptr;
    Value *By = !To ? nullptr : Step ? Step->emit(G) : G.number(1);
    if (!By)
      return nullptr;
    Value *Exact = B.CreateFDiv(B.CreateFSub(To, From), By);
    // No iterations if it is negative or NaN.
    Value *Trips = B.CreateIntrinsic(
        Intrinsic::fptoui_sat, {B.getInt64Ty(), B.getDoubleTy()},
        {B.CreateUnaryIntrinsic(Intrinsic::ceil, Exact)});
    tussah::OpenLoop Loop = tussah::beginLoop(B, Trips);
    Value *Index = B.CreateUIToFP(Loop.Index, B.getDoubleTy());
    CodeGen::Scope Variable(G, Name,
                            B.CreateFAdd(From, B.CreateFMul(Index, By)));
    if (!emitStrand(G, *Body, *Spawned))
      return nullptr;
    tussah::endLoop(B, Loop);
    return G.number(0);
  }
};

ExprPtr parseSpawn(Parser &P, Place At, const Count &Spawned) {
  // All but an operator of precedence 1, which programs use to do one thing
  // after another.
  ExprPtr Body = P.expression(2);
  return Body ? std::make_unique<SpawnExpr>(At, std::move(Body), Spawned)
              : nullptr;
}

ExprPtr parseParFor(Parser &P, Place At, const Count &Spawned) {
  std::string Name = P.name();
  if (Name.empty() || !P.expect("="))
    return nullptr;
  ExprPtr First = P.expression();
  if (!First || !P.expect(","))
    return nullptr;
  ExprPtr End = P.expression();
  if (!End)
    return nullptr;
  ExprPtr Step;
  if (P.accept(",") && !(Step = P.expression()))
    return nullptr;
  if (!P.expect("in"))
    return nullptr;
  ExprPtr Body = P.expression();
  if (!Body)
    return nullptr;
  return std::make_unique<ParForExpr>(At, std::move(Name), std::move(First),
                                      std::move(End), std::move(Step),
                                      std::move(Body), Spawned);
}

} // namespace

/// Lowers the tasks of \p M.
static Error lower(Module &M, const tussah::PipelineOptions &Options,
                   OptimizationLevel Level) {
  if (Error E = tussah::lowerTasks(M, Options, Level))
    return E;
  for (const GlobalVariable &G : M.globals())
    if (G.isThreadLocal() && !G.isDeclaration())
      return createStringError(
          inconvertibleErrorCode(),
          Twine("the target '") + Options.Target +
              "' has thread-local variables, which modules cannot share in "
              "this JIT; use native or serial");
  return Error::success();
}

Language parallelLanguage(const tussah::PipelineOptions &Options) {
  Language L;
  auto Spawned = std::make_shared<unsigned>(0);
  L.Extend = [Spawned](Parser &P) {
    P.addKeyword("spawn", [Spawned](Parser &P, Place At) {
      return parseSpawn(P, At, Spawned);
    });
    P.addKeyword("parfor", [Spawned](Parser &P, Place At) {
      return parseParFor(P, At, Spawned);
    });
    P.addKeyword("sync", [](Parser &, Place At) {
      return std::make_unique<SyncExpr>(At);
    });
  };
  L.BeforeReturn = [Spawned](CodeGen &G) {
    if (*Spawned)
      tussah::createSync(G.Builder);
    *Spawned = 0;
  };
  L.Optimize = [Options](Module &M, OptimizationLevel Level) {
    return lower(M, Options, Level);
  };
  return L;
}

} // namespace kaleidoscope
