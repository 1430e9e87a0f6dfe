//===- Plugin.cpp - The pass plugin as opt loads it -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/compat/PassPlugin.h"
#include "include/tussah/pass.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static cl::opt<std::string>
    TargetOption("tussah-target",
                 cl::desc("what tasks are lowered to: a target's name or the "
                          "path of a bitcode file"),
                 cl::init(tussah::PipelineOptions().Target));

static cl::opt<std::string> AbiDirOption(
    "tussah-abi-dir",
    cl::desc("folder of the targets' bitcode files (default: abi/ beside this "
             "library)"));

static cl::opt<bool> PedigreesOption("tussah-pedigrees",
                                     cl::desc("keep the pedigrees of strands"));

static cl::opt<bool>
    KeepSpawnsOption("tussah-keep-spawns",
                     cl::desc("let no optimization remove tasks"));

static cl::list<std::string>
    ToolOption("tussah-tool", cl::desc("bitcode file of a tool, whose hooks "
                                       "are put into the program"));

static cl::list<std::string>
    IgnoreListOption("tussah-ignorelist",
                     cl::desc("what the race detector does not check"));

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tussah", LLVM_VERSION_STRING,
          [](PassBuilder &PB) {
            tussah::PipelineOptions Options;
            Options.Target = TargetOption;
            Options.AbiDir = AbiDirOption;
            Options.Pedigrees = PedigreesOption;
            Options.KeepSpawns = KeepSpawnsOption;
            Options.Tools.assign(ToolOption.begin(), ToolOption.end());
            Options.IgnoreLists.assign(IgnoreListOption.begin(),
                                       IgnoreListOption.end());
            tussah::registerPipeline(PB, Options);
          }};
}
