//===- object_mark.h - Which target an object is for ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The compiler writes into each object with tasks a local symbol whose name is
/// TUSSAH_OBJECT_MARK, a number, a dot, the name of the target, and a dot: in
/// bitcode names have no other end. Objects of two targets or numbers do not
/// fit together: the driver looks for the symbols when it links. No linker puts
/// them into a program.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_ABI_OBJECT_MARK_H
#define TUSSAH_SUPPORT_ABI_OBJECT_MARK_H

#define TUSSAH_OBJECT_MARK "tussah.object."

/// Changes when objects compiled before do not fit those compiled after, as
/// then the number in the name of libtussah.so does, too.
#define TUSSAH_OBJECT_NUMBER 0

#endif // TUSSAH_SUPPORT_ABI_OBJECT_MARK_H
