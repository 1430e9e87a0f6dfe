//===- RaceMain.c - The models of the race detector -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"

extern const struct model race_models[], race_thread_models[];

int main(int argc, char **argv) {
  const struct model *const lists[] = {race_models, race_thread_models, NULL};
  return model_main(argc, argv, lists);
}
