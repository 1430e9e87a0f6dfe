/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The model of sleep.pml with a processor for the victim only: all depends on
 * the watchman (sleep.md, lemma 4). idle.pml has the broken variants.
 */

#define SURPLUS 2

#include "sleep.pml"
