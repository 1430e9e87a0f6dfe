//===- VectorElements.h - Elements of vectors in a frame --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_VECTORELEMENTS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_VECTORELEMENTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tussah::native {

/// Replaces accesses of elements whose numbers are not known, of vectors in
/// \p F. For each of them LLVM would have a vector of its own in the frame. Now
/// all of a type share a variable.
void replaceElementAccesses(llvm::Function &F);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_VECTORELEMENTS_H
