// The C++ interface: functions built with IRBuilder run in LLJIT, on several
// targets, at -O0 and -O2.
// RUN: %clangxx -std=c++17 -O1 -fno-rtti -rdynamic %s -o %t %with-llvm
// RUN: env CILK_NWORKERS=1 %t native
// RUN: env CILK_NWORKERS=8 %t native
// RUN: env TUSSAH_STATS=%t.stats TUSSAH_STRESS=always-steal CILK_NWORKERS=2 %t native
// Each poll of a spawn publishes then.
// RUN: %FileCheck %s --input-file=%t.stats
// CHECK: "promotions": {{[1-9]}}
// RUN: %t serial
// RUN: %t reverse

#include <tussah/pass.h>

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>
#include <vector>

using namespace llvm;

static ExitOnError Check("error: ");

static void fail(const Twine &What) {
  errs() << "wrong: " << What << '\n';
  exit(1);
}

/// long fib(long n): spawns fib(n - 1), calls fib(n - 2).
static void buildFib(Module &M) {
  IRBuilder<> B(M.getContext());
  Type *I64 = B.getInt64Ty();
  auto *F = Function::Create(FunctionType::get(I64, {I64}, false),
                             Function::ExternalLinkage, "fib", M);
  F->setDoesNotThrow();
  auto Block = [&](const char *Name) {
    return BasicBlock::Create(M.getContext(), Name, F);
  };
  BasicBlock *Entry = Block("entry"), *Small = Block("small"),
             *Large = Block("large");
  Value *N = F->getArg(0);
  B.SetInsertPoint(Entry);
  AllocaInst *Result = B.CreateAlloca(I64);
  B.CreateCondBr(B.CreateICmpSLT(N, B.getInt64(2)), Small, Large);
  B.SetInsertPoint(Small);
  B.CreateRet(N);
  B.SetInsertPoint(Large);
  tussah::OpenRegion Task = tussah::beginTask(B);
  B.CreateStore(B.CreateCall(F, {B.CreateSub(N, B.getInt64(1))}), Result);
  tussah::endTask(B, Task);
  Value *Other = B.CreateCall(F, {B.CreateSub(N, B.getInt64(2))});
  tussah::createSync(B);
  B.CreateRet(B.CreateAdd(B.CreateLoad(I64, Result), Other));
}

/// The grain size that \p M 's loop has, if it is a parameter of its function.
static Argument *grainOf(Module &M) {
  Function *Begin = M.getFunction("__tussah_loop_begin");
  if (!Begin || !Begin->hasOneUse())
    fail("there is not one loop");
  return dyn_cast<Argument>(
      cast<CallBase>(Begin->user_back())->getArgOperand(2));
}

/// void fill(ptr p, long n, long grain): a task in a loop, in two regions, sets
/// p[i] to i * i.
static void buildFill(Module &M) {
  IRBuilder<> B(M.getContext());
  Type *I64 = B.getInt64Ty();
  auto *F = Function::Create(
      FunctionType::get(B.getVoidTy(), {B.getPtrTy(), I64, I64}, false),
      Function::ExternalLinkage, "fill", M);
  F->setDoesNotThrow();
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  tussah::OpenLoop Loop = tussah::beginLoop(B, F->getArg(1), F->getArg(2), 3);
  Value *Place = B.CreateGEP(I64, F->getArg(0), {Loop.Index});
  tussah::OpenRegion Task = tussah::beginTask(B, 7);
  B.CreateStore(B.CreateMul(Loop.Index, Loop.Index), Place);
  tussah::endTask(B, Task);
  tussah::createSync(B, 7);
  tussah::endLoop(B, Loop);
  B.CreateRetVoid();
  if (grainOf(M) != F->getArg(2))
    fail("the grain size of the loop is another");
}

extern "C" void append(long *To, long Digit) { *To = *To * 10 + Digit; }

/// void order(ptr p): appends the number of a task's region, then that of the
/// one that is synced with before.
static void buildOrder(Module &M) {
  IRBuilder<> B(M.getContext());
  Type *I64 = B.getInt64Ty();
  auto Declare = [&](const char *Name, ArrayRef<Type *> Parameters) {
    auto *F =
        Function::Create(FunctionType::get(B.getVoidTy(), Parameters, false),
                         Function::ExternalLinkage, Name, M);
    F->setDoesNotThrow();
    return F;
  };
  Function *Append = Declare("append", {B.getPtrTy(), I64});
  Function *F = Declare("order", {B.getPtrTy()});
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  tussah::OpenRegion Task = tussah::beginTask(B, 1);
  B.CreateCall(Append, {F->getArg(0), B.getInt64(1)});
  tussah::endTask(B, Task);
  tussah::createSync(B, 2);
  B.CreateCall(Append, {F->getArg(0), B.getInt64(2)});
  tussah::createSync(B, 1);
  B.CreateRetVoid();
}

/// Enables the remarks of Tussah's passes, and counts what arrives.
struct RemarkCounter : DiagnosticHandler {
  int &Seen;
  explicit RemarkCounter(int &Seen) : Seen(Seen) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info);
    if (!Remark || !Remark->getPassName().starts_with("tussah"))
      fail("a diagnostic that is not enabled");
    ++Seen;
    return true;
  }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override {
    return Pass.starts_with("tussah");
  }
  bool isAnyRemarkEnabled() const override { return true; }
};

/// A context's handler gets the remarks of the lowering that it has enabled,
/// and stays. Returns how many.
static int countRemarks(void (*Build)(Module &), bool KeepSpawns) {
  int Seen = 0;
  LLVMContext Context;
  auto Handler = std::make_unique<RemarkCounter>(Seen);
  const DiagnosticHandler *Before = Handler.get();
  Context.setDiagnosticHandler(std::move(Handler), /*RespectFilters=*/true);
  Module M("remarks", Context);
  Build(M);
  tussah::PipelineOptions Options;
  Options.Target = "serial";
  Options.KeepSpawns = KeepSpawns;
  Check(tussah::lowerTasks(M, Options, OptimizationLevel::O2));
  if (Context.getDiagHandlerPtr() != Before)
    fail("the context has another handler");
  return Seen;
}

extern "C" void throwNumber(long Number) { throw Number; }

static Function *declare(Module &M, const char *Name, Type *Result,
                         ArrayRef<Type *> Parameters = {}) {
  return Function::Create(FunctionType::get(Result, Parameters, false),
                          Function::ExternalLinkage, Name, M);
}

/// A function without parameters that may have landing pads.
static Function *declareWithPads(Module &M, const char *Name, Type *Result) {
  Function *F = declare(M, Name, Result);
  auto *Personality =
      FunctionType::get(Type::getInt32Ty(M.getContext()), true);
  F->setPersonalityFn(cast<Constant>(
      M.getOrInsertFunction("__gxx_personality_v0", Personality).getCallee()));
  return F;
}

/// void fails(): tasks throw 1 and 3, and the function itself throws 2.
static void buildFails(Module &M) {
  IRBuilder<> B(M.getContext());
  Function *Throw = declare(M, "throwNumber", B.getVoidTy(), {B.getInt64Ty()});
  Function *F = declareWithPads(M, "fails", B.getVoidTy());
  auto Block = [&](const char *Name) {
    return BasicBlock::Create(M.getContext(), Name, F);
  };
  BasicBlock *Entry = Block("entry"), *After = Block("after"),
             *Pad = Block("pad");
  B.SetInsertPoint(Pad);
  LandingPadInst *Landing =
      B.CreateLandingPad(StructType::get(B.getPtrTy(), B.getInt32Ty()), 0);
  Landing->setCleanup(true);
  tussah::createSyncUnwind(B, B.CreateExtractValue(Landing, 0));
  B.CreateResume(Landing);
  B.SetInsertPoint(Entry);
  tussah::OpenRegion Task = tussah::beginTask(B);
  B.CreateCall(Throw, {B.getInt64(1)});
  tussah::endTask(B, Task, Pad);
  Task = tussah::beginTask(B);
  B.CreateCall(Throw, {B.getInt64(3)});
  tussah::endTask(B, Task, Pad);
  B.CreateInvoke(Throw, After, Pad, {B.getInt64(2)});
  B.SetInsertPoint(After);
  tussah::createSync(B, 0, Pad);
  B.CreateRetVoid();
}

/// long handles(): the same, but catches what arrives, and returns it.
static void buildHandles(Module &M) {
  IRBuilder<> B(M.getContext());
  Type *Ptr = B.getPtrTy(), *I64 = B.getInt64Ty();
  Function *Throw = declare(M, "throwNumber", B.getVoidTy(), {I64});
  Function *Catch = declare(M, "__cxa_begin_catch", Ptr, {Ptr});
  Function *EndCatch = declare(M, "__cxa_end_catch", B.getVoidTy());
  Function *F = declareWithPads(M, "handles", I64);
  auto Block = [&](const char *Name) {
    return BasicBlock::Create(M.getContext(), Name, F);
  };
  BasicBlock *Entry = Block("entry"), *After = Block("after"),
             *Pad = Block("pad"), *TasksPad = Block("tasks.pad"),
             *Handler = Block("handler");
  auto Receive = [&](BasicBlock *At) {
    B.SetInsertPoint(At);
    LandingPadInst *Landing =
        B.CreateLandingPad(StructType::get(Ptr, B.getInt32Ty()), 1);
    Landing->addClause(ConstantPointerNull::get(B.getPtrTy()));
    return B.CreateExtractValue(Landing, 0);
  };
  B.SetInsertPoint(Handler);
  PHINode *Exception = B.CreatePHI(Ptr, 2);
  Value *Number = B.CreateLoad(I64, B.CreateCall(Catch, {Exception}));
  B.CreateCall(EndCatch);
  B.CreateRet(Number);
  Value *Own = Receive(Pad);
  tussah::createSyncUnwind(B, Own, 0, TasksPad);
  Exception->addIncoming(Own, B.GetInsertBlock());
  B.CreateBr(Handler);
  Exception->addIncoming(Receive(TasksPad), TasksPad);
  B.CreateBr(Handler);
  B.SetInsertPoint(Entry);
  for (long Thrown : {1, 3}) {
    tussah::OpenRegion Task = tussah::beginTask(B);
    B.CreateCall(Throw, {B.getInt64(Thrown)});
    tussah::endTask(B, Task, Pad);
  }
  B.CreateInvoke(Throw, After, Pad, {B.getInt64(2)});
  B.SetInsertPoint(After);
  tussah::createSync(B, 0, Pad);
  B.CreateRet(B.getInt64(0));
}

/// The symbol \p Name of the module that \p Build makes, lowered.
static void *compile(orc::LLJIT &Jit, const std::string &Name,
                     void (*Build)(Module &), StringRef Target,
                     OptimizationLevel Level) {
  auto Context = std::make_unique<LLVMContext>();
  auto M = std::make_unique<Module>(Name, *Context);
  M->setDataLayout(Jit.getDataLayout());
#if LLVM_VERSION_MAJOR >= 21
  M->setTargetTriple(Jit.getTargetTriple());
#else
  M->setTargetTriple(Jit.getTargetTriple().str());
#endif
  Build(*M);
  tussah::PipelineOptions Options;
  Options.Target = Target;
  Options.JustInTime = true;
  Options.KeepSpawns = true;
  Check(tussah::lowerTasks(*M, Options, Level));
  for (Function &F : *M)
    if (F.getName().starts_with("tussah."))
      fail("'" + F.getName() + "' is left");
  static unsigned Libraries;
  orc::JITDylib &Library =
      Check(Jit.createJITDylib(Name + std::to_string(Libraries++)));
  Library.addGenerator(
      Check(orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
          Jit.getDataLayout().getGlobalPrefix())));
  Check(Jit.addIRModule(
      Library, orc::ThreadSafeModule(std::move(M), std::move(Context))));
  Check(Jit.initialize(Library));
  return Check(Jit.lookup(Library, Name)).toPtr<void *>();
}

int main(int, char **Args) {
  StringRef Target = Args[1];
  // The unwinder takes a lock for tables of code that a JIT has made.
  setenv("TUSSAH_SIGNAL", "0", 1);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();
  if (countRemarks(buildFill, /*KeepSpawns=*/false) <=
      countRemarks(buildFill, /*KeepSpawns=*/true))
    fail("no remark about a task that is as well a call");
  auto Jit = Check(orc::LLJITBuilder().create());
  for (OptimizationLevel Level :
       {OptimizationLevel::O0, OptimizationLevel::O2}) {
    auto *Fib = reinterpret_cast<long (*)(long)>(
        compile(*Jit, "fib", buildFib, Target, Level));
    auto *Fill = reinterpret_cast<void (*)(long *, long, long)>(
        compile(*Jit, "fill", buildFill, Target, Level));
    auto *Fails = reinterpret_cast<void (*)()>(
        compile(*Jit, "fails", buildFails, Target, Level));
    long Caught = 0;
    try {
      Fails();
    } catch (long Number) {
      Caught = Number;
    }
    if (Caught != 1)
      fail("exception " + Twine(Caught) + " arrived, not the first one");
    auto *Handles = reinterpret_cast<long (*)()>(
        compile(*Jit, "handles", buildHandles, Target, Level));
    if (long Handled = Handles(); Handled != 1)
      fail("exception " + Twine(Handled) + " was handled, not the first one");
    if (Target == "reverse") {
      // Tasks are executed by the sync of their region there.
      auto *Order = reinterpret_cast<void (*)(long *)>(
          compile(*Jit, "order", buildOrder, Target, Level));
      long Digits = 0;
      Order(&Digits);
      if (Digits != 21)
        fail("the order of regions is " + Twine(Digits));
    }
    if (long Result = Fib(18); Result != 2584)
      fail("fib(18) is " + Twine(Result));
    for (long Size : {0, 1, 1000})
      for (long Grain : {0, 1, 64}) {
        std::vector<long> Values(Size + 1, -1);
        Fill(Values.data(), Size, Grain);
        for (long I = 0; I <= Size; ++I)
          if (Values[I] != (I < Size ? I * I : -1))
            fail("element " + Twine(I) + " of " + Twine(Size));
      }
  }
  return 0;
}
