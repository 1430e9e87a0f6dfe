// Lowers a file of IR with the C interface, and writes the result to standard
// output.
//
// usage: lower FILE TARGET ABI_DIR OPT_LEVEL [pedigrees]

#include <tussah-c/pass.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>

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
  TussahOptionsSetPedigrees(options, argc == 6);
  LLVMErrorRef error =
      TussahLowerTasks(module, options, (unsigned)atoi(argv[4]), NULL);
  TussahDisposeOptions(options);
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
