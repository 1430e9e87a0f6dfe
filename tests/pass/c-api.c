// The C interface: a function built with llvm-c runs in LLJIT. It is what a
// binding for another language would do.
// RUN: %clang -O1 -Wall -Wextra -Werror %s -o %t %with-llvm
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
  check(LLVMOrcDisposeLLJIT(jit));
  return 0;
}
