// The C interface: a function built with llvm-c runs in LLJIT. It is what a
// binding for another language would do.
// RUN: %clangxx -O1 -c %S/Inputs/throw.cpp -o %t.throw.o
// RUN: %clang -O1 -Wall -Wextra -Werror -rdynamic %s %t.throw.o -o %t %with-llvm -lstdc++
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.stats %t native
// RUN: %FileCheck %s --input-file=%t.stats
// CHECK: "promotions": {{[1-9]}}
// RUN: %t serial
// RUN: env TUSSAH_STRESS=always-steal %t native pedigrees
// The header is C99, and C++.
// RUN: echo '#include <tussah-c/pass.h>' > %t.c && cp %t.c %t.cpp
// RUN: %if gcc %{ %gcc -std=c99 -Wall -Wextra -Werror -fsyntax-only %t.c %with-llvm %}
// RUN: %if gcc %{ %gxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only %t.cpp %with-llvm %}

#include <tussah-c/pass.h>

#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 100 };

long thrownBy(void (*run)(long), long which);

static void check(LLVMErrorRef error) {
  if (!error)
    return;
  fprintf(stderr, "error: %s\n", LLVMGetErrorMessage(error));
  exit(1);
}

/// long run(ptr p, long n): a task sets p[n] to 5, while a loop sets p[i] to
/// i + 1; then returns p[n].
static void build(LLVMContextRef context, LLVMModuleRef module) {
  LLVMTypeRef word = LLVMInt64TypeInContext(context);
  LLVMTypeRef parameters[] = {LLVMPointerTypeInContext(context, 0), word};
  LLVMValueRef function = LLVMAddFunction(
      module, "run", LLVMFunctionType(word, parameters, 2, 0));
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(
          context, LLVMGetEnumAttributeKindForName("nounwind", 8), 0));
  LLVMValueRef array = LLVMGetParam(function, 0);
  LLVMValueRef count = LLVMGetParam(function, 1);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(
      builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  LLVMValueRef last = LLVMBuildGEP2(builder, word, array, &count, 1, "last");

  TussahOpenRegion task = TussahBeginTask(builder, 1);
  LLVMBuildStore(builder, LLVMConstInt(word, 5, 0), last);
  TussahEndTask(builder, task, NULL);

  TussahOpenLoop loop =
      TussahBeginLoop(builder, count, LLVMConstInt(word, 1, 0), 0);
  LLVMValueRef place =
      LLVMBuildGEP2(builder, word, array, &loop.Index, 1, "place");
  LLVMBuildStore(
      builder, LLVMBuildAdd(builder, loop.Index, LLVMConstInt(word, 1, 0), ""),
      place);
  TussahEndLoop(builder, loop, NULL);

  TussahBuildSync(builder, 1, NULL);
  LLVMBuildRet(builder, LLVMBuildLoad2(builder, word, last, ""));
  LLVMDisposeBuilder(builder);
}

/// void fails(long which), in which a task may throw 1, a loop 2, the function
/// itself 3, and another task 4: those whose bit is set in \p which.
static void buildFails(LLVMContextRef context, LLVMModuleRef module) {
  LLVMTypeRef word = LLVMInt64TypeInContext(context);
  LLVMTypeRef nothing = LLVMVoidTypeInContext(context);
  LLVMTypeRef int32 = LLVMInt32TypeInContext(context);
  LLVMTypeRef words[] = {word, word};
  LLVMTypeRef throw_type = LLVMFunctionType(nothing, words, 2, 0);
  LLVMValueRef throw_if_set = LLVMAddFunction(module, "throwIfSet", throw_type);
  LLVMValueRef function = LLVMAddFunction(
      module, "fails", LLVMFunctionType(nothing, words, 1, 0));
  LLVMSetPersonalityFn(function,
                       LLVMAddFunction(module, "__gxx_personality_v0",
                                       LLVMFunctionType(int32, NULL, 0, 1)));
  LLVMBasicBlockRef entry =
      LLVMAppendBasicBlockInContext(context, function, "entry");
  LLVMBasicBlockRef after =
      LLVMAppendBasicBlockInContext(context, function, "after");
  LLVMBasicBlockRef pad =
      LLVMAppendBasicBlockInContext(context, function, "pad");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

  LLVMPositionBuilderAtEnd(builder, pad);
  LLVMTypeRef parts[] = {LLVMPointerTypeInContext(context, 0), int32};
  LLVMValueRef landing = LLVMBuildLandingPad(
      builder, LLVMStructTypeInContext(context, parts, 2, 0), NULL, 0, "");
  LLVMSetCleanup(landing, 1);
  TussahBuildSyncUnwind(builder, LLVMBuildExtractValue(builder, landing, 0, ""),
                        1, NULL);
  LLVMBuildResume(builder, landing);

  LLVMValueRef arguments[] = {LLVMGetParam(function, 0), NULL};
  LLVMPositionBuilderAtEnd(builder, entry);
  TussahOpenRegion task = TussahBeginTask(builder, 1);
  arguments[1] = LLVMConstInt(word, 1, 0);
  LLVMBuildCall2(builder, throw_type, throw_if_set, arguments, 2, "");
  TussahEndTask(builder, task, pad);
  TussahOpenLoop loop =
      TussahBeginLoop(builder, LLVMConstInt(word, 4, 0), NULL, 1);
  arguments[1] = LLVMConstInt(word, 2, 0);
  LLVMBuildCall2(builder, throw_type, throw_if_set, arguments, 2, "");
  TussahEndLoop(builder, loop, pad);
  arguments[1] = LLVMConstInt(word, 3, 0);
  LLVMBuildInvoke2(builder, throw_type, throw_if_set, arguments, 2, after, pad,
                   "");
  LLVMPositionBuilderAtEnd(builder, after);
  task = TussahBeginTask(builder, 1);
  arguments[1] = LLVMConstInt(word, 4, 0);
  LLVMBuildCall2(builder, throw_type, throw_if_set, arguments, 2, "");
  TussahEndTask(builder, task, pad);
  TussahBuildSync(builder, 1, pad);
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
}

/// Of all that throw, the serially first arrives.
static void checkFails(void (*fails)(long)) {
  static const struct {
    long which, thrown;
  } cases[] = {{0, 0},           {1 << 1, 1},          {1 << 2, 2},
               {1 << 3, 3},      {1 << 4, 4},          {1 << 1 | 1 << 3, 1},
               {1 << 1 | 1 << 2, 1}, {1 << 3 | 1 << 4, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    long thrown = thrownBy(fails, cases[i].which);
    if (thrown != cases[i].thrown) {
      fprintf(stderr, "wrong: of %#lx %ld was thrown\n",
              (unsigned long)cases[i].which, thrown);
      exit(1);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  setenv("TUSSAH_SIGNAL", "0", 1);
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMInitializeNativeAsmParser();
  LLVMOrcLLJITRef jit;
  check(LLVMOrcCreateLLJIT(&jit, NULL));
  LLVMOrcDefinitionGeneratorRef process;
  check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
      &process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL));
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(jit);
  LLVMOrcJITDylibAddGenerator(library, process);

  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("c-api", context);
  LLVMSetDataLayout(module, LLVMOrcLLJITGetDataLayoutStr(jit));
  LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(jit));
  build(context, module);
  buildFails(context, module);
  TussahOptionsRef options = TussahCreateOptions();
  TussahOptionsSetTarget(options, argv[1]);
  TussahOptionsSetJustInTime(options, 1);
  TussahOptionsSetKeepSpawns(options, 1);
  TussahOptionsSetPedigrees(options, argc == 3);
  check(TussahLowerTasks(module, options, 2, NULL));
  TussahDisposeOptions(options);

  // As an object: how the JIT takes a context differs between versions of LLVM.
  LLVMMemoryBufferRef object;
  LLVMTargetRef target;
  char *message;
  if (LLVMGetTargetFromTriple(LLVMGetTarget(module), &target, &message))
    return 3;
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      target, LLVMGetTarget(module), "", "", LLVMCodeGenLevelDefault,
      LLVMRelocPIC, LLVMCodeModelDefault);
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile,
                                          &message, &object)) {
    fprintf(stderr, "error: %s\n", message);
    return 4;
  }
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  check(LLVMOrcLLJITAddObjectFile(jit, library, object));

  LLVMOrcExecutorAddress address;
  check(LLVMOrcLLJITLookup(jit, &address, "run"));
  long (*run)(long *, long) = (long (*)(long *, long))address;
  long array[COUNT + 1] = {0};
  long result = run(array, COUNT);
  long sum = 0;
  for (int i = 0; i < COUNT; ++i)
    sum += array[i];
  if (result != 5 || sum != (long)COUNT * (COUNT + 1) / 2) {
    fprintf(stderr, "wrong: result %ld, sum %ld\n", result, sum);
    return 1;
  }
  check(LLVMOrcLLJITLookup(jit, &address, "fails"));
  checkFails((void (*)(long))address);
  check(LLVMOrcDisposeLLJIT(jit));
  return 0;
}
