//===- Heap.h - Memory of models in C++ -------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_HEAP_H
#define TUSSAH_TESTS_MODEL_HEAP_H

/// Begins an execution: returns what \p build returns, which is called once
/// only. All that it has made with `new` is in each execution as it was then,
/// and at the same address.
void *beginWorld(void *(*build)());

/// The same for a type, which has a constructor without arguments.
template <class T> T &begin() {
  return *static_cast<T *>(beginWorld([]() -> void * { return new T(); }));
}

#endif // TUSSAH_TESTS_MODEL_HEAP_H
