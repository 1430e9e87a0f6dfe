//===- AbiModule.h - A runtime's bitcode file -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_ABIMODULE_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_ABIMODULE_H

#include "BitcodeFile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace tussah {

/// The functions of runtime/abi/abi.h.
namespace abi {
inline constexpr llvm::StringLiteral Enter = "tussah_abi_enter";
inline constexpr llvm::StringLiteral Task = "tussah_abi_task";
inline constexpr llvm::StringLiteral Discard = "tussah_abi_discard";
inline constexpr llvm::StringLiteral Spawn = "tussah_abi_spawn";
inline constexpr llvm::StringLiteral Sync = "tussah_abi_sync";
inline constexpr llvm::StringLiteral SyncUnwind = "tussah_abi_sync_unwind";
inline constexpr llvm::StringLiteral Grain = "tussah_abi_grain";
inline constexpr llvm::StringLiteral View = "tussah_abi_view";
inline constexpr llvm::StringLiteral ReducerBegin = "tussah_abi_reducer_begin";
inline constexpr llvm::StringLiteral ReducerEnd = "tussah_abi_reducer_end";

/// Functions of <cilk/cilk_api.h> that a file may define for its target. Else
/// the library of the runtime answers.
inline constexpr llvm::StringLiteral Questions[] = {
    "__cilkrts_get_nworkers", "__cilkrts_get_worker_number",
    "__cilkrts_running_on_workers", "__cilkrts_set_param"};
} // namespace abi

/// Returns the function \p Name of runtime/abi/abi.h in \p M, declared with the
/// type it has there if \p M has none.
llvm::FunctionCallee getAbiFunction(llvm::Module &M, llvm::StringRef Name);

/// A bitcode file that implements runtime/abi/abi.h, read and checked.
class AbiModule {
public:
  /// Reads the file \p Path for use in \p User. Fails with one line that says
  /// what is wrong with the file: unreadable, not bitcode of this or an older
  /// LLVM, incomplete, made for another version of the interface or another
  /// machine.
  static llvm::Expected<AbiModule> read(const std::string &Path,
                                        const llvm::Module &User);

  /// Size and alignment of a frame, in bytes.
  uint64_t frameSize() const { return FrameSize; }
  uint64_t frameAlign() const { return FrameAlign; }

  /// Links what \p User uses of the file into it, and makes it internal, except
  /// for what all translation units of a program share. Returns the functions
  /// of the interface that are now defined in \p User.
  llvm::Expected<llvm::SmallVector<llvm::Function *, 8>>
  linkInto(llvm::Module &User) &&;

private:
  explicit AbiModule(BitcodeFile File) : File(std::move(File)) {}

  llvm::Error checkInterface();
  llvm::Error checkFunction(llvm::StringRef Name, llvm::FunctionType *Type,
                            llvm::StringRef Prototype) const;
  llvm::Error checkLinkage() const;
  llvm::Error letTasksThrow();

  BitcodeFile File;
  uint64_t FrameSize = 0;
  uint64_t FrameAlign = 0;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_ABIMODULE_H
