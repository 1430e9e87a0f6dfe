//===- Plugin.cpp - The clang plugin --------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The clang plugin `tussah`. Arguments: `-fplugin-arg-tussah-target=NAME`,
/// `-fplugin-arg-tussah-abi-dir=DIR`, `-fplugin-arg-tussah-pedigrees`,
/// `-fplugin-arg-tussah-keep-spawns`, `-fplugin-arg-tussah-tool=FILE` and
/// `-fplugin-arg-tussah-ignorelist=FILE` (<tussah/pass.h>), and
/// `-fplugin-arg-tussah-W[no-][error=]tussah[-NAME]` (Warnings.h).
///
//===----------------------------------------------------------------------===//

#include "FunctionFinder.h"
#include "MissingHeader.h"
#include "Pragmas.h"
#include "Unsanitized.h"
#include "compiler/compat/Weak.h"
#include "compiler/keywords/cilk1/Translator.h"
#include "compiler/keywords/reducers/ReducerClasses.h"
#include "include/tussah/pass.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include <optional>

using namespace clang;

namespace tussah {
namespace {

/// Runs before clang's code generator sees a declaration.
class KeywordConsumer : public ASTConsumer {
public:
  KeywordConsumer(CompilerInstance &CI, std::unique_ptr<KeywordLog> Log,
                  bool OnlyLook)
      : CI(CI), Log(std::move(Log)), OnlyLook(OnlyLook),
        Classes(CI, *this->Log), FirstCilk(CI) {
    FirstCilk.registerPragmas();
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      handle(D);
    return true;
  }

  void HandleInlineFunctionDefinition(FunctionDecl *F) override { handle(F); }

  void HandleTagDeclDefinition(TagDecl *D) override { finder().handleClass(D); }

  void HandleTranslationUnit(ASTContext &) override {
    FirstCilk.finish();
    finder().finish();
    noteMissingHeader(CI);
  }

  ASTMutationListener *GetASTMutationListener() override { return &Classes; }

private:
  void handle(Decl *D) {
    if (!OnlyLook)
      markUnsanitized(D, CI.getPreprocessor());
    finder().handleDecl(D);
  }

  /// A precompiled file hands over declarations before clang initializes Sema
  /// for consumers.
  FunctionFinder &finder() {
    if (!Finder)
      Finder.emplace(CI.getSema(), *Log, OnlyLook,
                     CI.getCodeGenOpts().hasProfileClangInstr() ||
                         CI.getCodeGenOpts().hasProfileClangUse());
    return *Finder;
  }

  CompilerInstance &CI;
  std::unique_ptr<KeywordLog> Log;
  bool OnlyLook;
  ReducerClasses Classes;
  cilk1::Translator FirstCilk;
  std::optional<FunctionFinder> Finder;
};

class KeywordAction : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override;
  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override;
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  PipelineOptions Options;
  Warnings Switches;
};

} // namespace

/// Whether the AST goes to a file, for others to rewrite.
static bool writesAst(const CompilerInstance &CI) {
  switch (CI.getFrontendOpts().ProgramAction) {
  case frontend::GeneratePCH:
  case frontend::GenerateModule:
  case frontend::GenerateModuleInterface:
  case frontend::GenerateReducedModuleInterface:
  case frontend::GenerateHeaderUnit:
    return true;
  default:
    return false;
  }
}

std::unique_ptr<ASTConsumer>
KeywordAction::CreateASTConsumer(CompilerInstance &CI, llvm::StringRef) {
  Preprocessor &PP = CI.getPreprocessor();
  auto Log = std::make_unique<KeywordLog>(CI.getSourceManager(), Switches);
  registerPragmas(CI, *Log);
  acceptCilkSanitizer(CI);
  // The first before what -include names, which may ask; the other behind -D.
  PP.setPredefines("#define __tussah__ 1\n" + PP.getPredefines() +
                   "#ifndef __cilk\n"
                   "#define __cilk 300\n"
                   "#endif\n");
  CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
      [Options = Options](llvm::PassBuilder &PB) {
        registerPipeline(PB, Options);
      });
  return std::make_unique<KeywordConsumer>(CI, std::move(Log), writesAst(CI));
}

bool KeywordAction::ParseArgs(const CompilerInstance &CI,
                              const std::vector<std::string> &Args) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  for (llvm::StringRef Arg : Args) {
    llvm::StringRef Value = Arg;
    if (Value.consume_front("target=") && !Value.empty()) {
      Options.Target = Value.str();
    } else if (Value = Arg; Value.consume_front("abi-dir=") && !Value.empty()) {
      Options.AbiDir = Value.str();
    } else if (Arg == "pedigrees") {
      Options.Pedigrees = true;
    } else if (Arg == "keep-spawns") {
      Options.KeepSpawns = true;
    } else if (Value = Arg; Value.consume_front("tool=") && !Value.empty()) {
      Options.Tools.push_back(Value.str());
    } else if (Value = Arg; Value.consume_front("ignorelist=")) {
      Options.IgnoreLists.push_back(Value.str());
    } else if (Switches.readOption(Arg, Diags)) {
      continue;
    } else {
      Diags.Report(Diags.getCustomDiagID(
          DiagnosticsEngine::Error,
          "unknown argument '%0' of the plugin 'tussah'; expected "
          "'target=NAME', 'abi-dir=DIR', 'pedigrees', 'keep-spawns', "
          "'tool=FILE', 'ignorelist=FILE' or "
          "'W[no-][error=]tussah[-NAME]'"))
          << Arg;
      return false;
    }
  }
  return true;
}

} // namespace tussah

TUSSAH_WEAK_REGISTRY;
static clang::FrontendPluginRegistry::Add<tussah::KeywordAction>
    Register("tussah", "Cilk keywords for C and C++");
