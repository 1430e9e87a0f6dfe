//===- mode.cpp - A program that tells by its time how it was built -------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstring>

#ifndef MODE
#define MODE 2
#endif

int main(int argc, char **argv) {
  bool serial = argc > 1 && !std::strcmp(argv[1], "--serial");
  std::puts("checksum 1");
  std::fprintf(stderr, "time %d.0 s\n", MODE + serial);
}
