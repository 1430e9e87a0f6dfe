/*===- cilk_stub.h - The serial elision -------------------------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * Makes a Cilk program serial, whatever the compiler: the keywords do nothing.
 * A sync is an expression, so that nobody warns about an empty body of an if.
 * Use it in place of <cilk/cilk.h>, or with `-include cilk/cilk_stub.h`.
 */

#ifndef TUSSAH_CILK_CILK_STUB_H
#define TUSSAH_CILK_CILK_STUB_H

/* Included later, it must not bring the keywords back. */
#define TUSSAH_CILK_CILK_H

#undef cilk_spawn
#undef cilk_sync
#undef cilk_scope
#undef cilk_for
#undef _Cilk_spawn
#undef _Cilk_sync
#undef _Cilk_scope
#undef _Cilk_for
#undef cilk_reducer
#undef _Hyperobject

#define cilk_spawn
#define cilk_sync ((void)0)
#define cilk_scope
#define cilk_for for
#define _Cilk_spawn
#define _Cilk_sync ((void)0)
#define _Cilk_scope
#define _Cilk_for for
#define cilk_reducer(...)
#define _Hyperobject(...)

#endif /* TUSSAH_CILK_CILK_STUB_H */
