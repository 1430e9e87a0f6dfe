/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <stdio.h>
#include <string.h>

/* Says what differs between numbers of workers, or does not end on many. */
int main(int argc, char **argv) {
  unsigned workers = __cilkrts_get_nworkers();
  if (argc > 1 && !strcmp(argv[1], "hang"))
    while (workers > 1)
      ;
  printf("%u workers\n", workers);
  return argc > 1 && !strcmp(argv[1], "fail");
}
