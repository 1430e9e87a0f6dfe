//===- LibraryModels.cpp - The models of cps, backtrack and jobs ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"

extern "C" const struct model cps_models[], backtrack_models[], job_models[];

int main(int argc, char **argv) {
  const struct model *const lists[] = {cps_models, backtrack_models, job_models,
                                       nullptr};
  return model_main(argc, argv, lists);
}
