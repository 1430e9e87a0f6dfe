//===- RuntimeModels.c - The models of the native runtime -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"

extern const struct model slot_models[], visit_models[], site_models[],
    strand_models[], idle_models[], entry_models[], cancel_models[],
    inlet_models[];

int main(int argc, char **argv) {
  const struct model *const lists[] = {
      slot_models,  visit_models,  site_models,  strand_models, idle_models,
      entry_models, cancel_models, inlet_models, NULL};
  return model_main(argc, argv, lists);
}
