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
}

extern "C" void throwNumber(long Number) { throw Number; }

/// void fails(): a task throws 1, and the function itself throws 2.
static void buildFails(Module &M) {
  IRBuilder<> B(M.getContext());
  auto Declare = [&](const char *Name, ArrayRef<Type *> Parameters) {
    return Function::Create(FunctionType::get(B.getVoidTy(), Parameters, false),
                            Function::ExternalLinkage, Name, M);
  };
  Function *Throw = Declare("throwNumber", {B.getInt64Ty()});
  Function *F = Declare("fails", {});
  F->setPersonalityFn(cast<Constant>(
      M.getOrInsertFunction("__gxx_personality_v0",
                            FunctionType::get(B.getInt32Ty(), true))
          .getCallee()));
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
  B.CreateInvoke(Throw, After, Pad, {B.getInt64(2)});
  B.SetInsertPoint(After);
  tussah::createSync(B, 0, Pad);
  B.CreateRetVoid();
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
  orc::JITDylib &Library =
      Check(Jit.createJITDylib(Name + std::to_string(Level.getSpeedupLevel())));
  Library.addGenerator(
      Check(orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
          Jit.getDataLayout().getGlobalPrefix())));
  Check(Jit.addIRModule(
      Library, orc::ThreadSafeModule(std::move(M), std::move(Context))));
  Check(Jit.initialize(Library));
  return Check(Jit.lookup(Library, Name)).toPtr<void *>();
}

int main(int, char **Args) {
  // The unwinder takes a lock for tables of code that a JIT has made.
  setenv("TUSSAH_SIGNAL", "0", 1);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();
  auto Jit = Check(orc::LLJITBuilder().create());
  for (OptimizationLevel Level :
       {OptimizationLevel::O0, OptimizationLevel::O2}) {
    auto *Fib = reinterpret_cast<long (*)(long)>(
        compile(*Jit, "fib", buildFib, Args[1], Level));
    auto *Fill = reinterpret_cast<void (*)(long *, long, long)>(
        compile(*Jit, "fill", buildFill, Args[1], Level));
    auto *Fails = reinterpret_cast<void (*)()>(
        compile(*Jit, "fails", buildFails, Args[1], Level));
    long Caught = 0;
    try {
      Fails();
    } catch (long Number) {
      Caught = Number;
    }
    if (Caught != 1)
      fail("exception " + Twine(Caught) + " arrived, not the first one");
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
