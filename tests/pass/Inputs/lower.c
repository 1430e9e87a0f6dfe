// Lowers a file of IR with the C interface, and writes the result to standard
// output.
//
// usage: lower FILE TARGET ABI_DIR OPT_LEVEL [pedigrees | keep | machine]

#include <tussah-c/pass.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/TargetMachine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A machine for the module's code, whose vectors the optimizer then knows.
static LLVMTargetMachineRef createMachine(LLVMModuleRef module) {
  LLVMTargetRef target;
  char *message = NULL;
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  if (LLVMGetTargetFromTriple(LLVMGetTarget(module), &target, &message)) {
    fprintf(stderr, "no machine: %s\n", message);
    exit(2);
  }
  return LLVMCreateTargetMachine(target, LLVMGetTarget(module), "", "",
                                 LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                 LLVMCodeModelDefault);
}

int main(int argc, char **argv) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &message) ||
      LLVMParseIRInContext(context, buffer, &module, &message)) {
    fprintf(stderr, "cannot read: %s\n", message);
    return 2;
  }
  TussahOptionsRef options = TussahCreateOptions();
  TussahOptionsSetTarget(options, argv[2]);
  TussahOptionsSetAbiDir(options, argv[3]);
  const char *extra = argc == 6 ? argv[5] : "";
  TussahOptionsSetPedigrees(options, !strcmp(extra, "pedigrees"));
  TussahOptionsSetKeepSpawns(options, !strcmp(extra, "keep"));
  LLVMTargetMachineRef machine =
      strcmp(extra, "machine") ? NULL : createMachine(module);
  LLVMErrorRef error =
      TussahLowerTasks(module, options, (unsigned)atoi(argv[4]), machine);
  TussahDisposeOptions(options);
  if (machine)
    LLVMDisposeTargetMachine(machine);
  if (error) {
    message = LLVMGetErrorMessage(error);
    fprintf(stderr, "%s\n", message);
    LLVMDisposeErrorMessage(message);
  } else {
    message = LLVMPrintModuleToString(module);
    fputs(message, stdout);
    LLVMDisposeMessage(message);
  }
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return error != LLVMErrorSuccess;
}
