/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifdef __tussah__
#error only the elision compiles
#endif
int main(void) { return 0; }
