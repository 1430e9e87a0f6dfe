/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The model of handover.pml with processors for the victims only: the watchman
 * finds work, and somebody must watch after it (sleep.md, lemma 4). idle.pml
 * has the broken variants.
 */

#define SURPLUS 2

#include "handover.pml"
