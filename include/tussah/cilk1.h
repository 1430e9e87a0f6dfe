/*===- tussah/cilk1.h - The first Cilk, in C --------------------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The C of Blumofe et al., "Cilk: An Efficient Multithreaded Runtime System"
 * (PPoPP 1995), sections 2 and 3:
 *
 *     thread fib (cont int k, int n)
 *     {
 *       if (n < 2)
 *         send_argument (k, n);
 *       else {
 *         cont int x, y;
 *         spawn_next sum (k, ?x, ?y);
 *         spawn fib (x, n - 1);
 *         call fib (y, n - 2);
 *       }
 *     }
 *     thread sum (cont int k, int x, int y) { send_argument (k, x + y); }
 *
 *     int main (int argc, char **argv)
 *     {
 *       int result;
 *       cilk_options (&argc, argv);
 *       cilk_run fib (&result, 33);
 *       printf ("%d\n", result);
 *     }
 *
 * The words below are keywords in what follows, except in system headers. Only
 * the compilers of Tussah understand them. Programs link with libtussah-cps.
 * docs/guides/cps.md has the rules and the errors. In C++, use
 * <tussah/cps.hpp>.
 */

#ifndef TUSSAH_CILK1_H
#define TUSSAH_CILK1_H

#ifdef __cplusplus
#error "<tussah/cilk1.h> is for C; in C++, use <tussah/cps.hpp>"
#endif

#include <tussah/cps/c_interface.h>

/* Pragmas, so that preprocessing in a step of its own loses nothing. */
#define thread _Pragma("cilk1 thread")
#define cont _Pragma("cilk1 cont")
#define spawn _Pragma("cilk1 spawn")
#define spawn_next _Pragma("cilk1 spawn_next")
#define spawn_on _Pragma("cilk1 spawn_on")
#define spawn_next_on _Pragma("cilk1 spawn_next_on")
#define call _Pragma("cilk1 call")
#define tail_call _Pragma("cilk1 call")
#define send_argument _Pragma("cilk1 send_argument")
#define cilk_run _Pragma("cilk1 cilk_run")

/* The plugin drops this declaration; it is an error for others. */
_Pragma("cilk1 plugin") typedef char tussah_cilk1_needs_tussah_clang[-1];

#endif /* TUSSAH_CILK1_H */
