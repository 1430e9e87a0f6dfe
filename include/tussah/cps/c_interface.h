/*===- tussah/cps/c_interface.h - libtussah-cps for C -----------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The functions that <tussah/cilk1.h> offers, and those that its keywords
 * become.
 */

#ifndef TUSSAH_CPS_C_INTERFACE_H
#define TUSSAH_CPS_C_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Takes the options of libtussah-cps, as --workers and --stats, out of the
 * arguments of main; they apply to each cilk_run that follows, and statistics
 * are written to the standard error after it. Ends the program with code 2 and
 * a line if an option is wrong. Not to be called by several threads of the
 * system at once.
 */
void cilk_options(int *argc, char **argv);

/**
 * In a thread: the number of the worker that runs it, and how many there are,
 * on all ranks. Elsewhere they end the program with code 1 and a line.
 */
unsigned cilk_processor(void);
unsigned cilk_processors(void);

/**
 * Lets thieves have what the worker has ready, if they lack it: for threads
 * that run for long.
 */
void cilk_poll(void);

/** The number of this process in its job, and of all. May be called anywhere.
 */
unsigned cilk_rank(void);
unsigned cilk_ranks(void);

/*===- What the keywords become: not to be used by programs ---------------===*/

/* One argument of a thread; a value is an array of one element. */
struct tussah_cps_parameter {
  /* In bytes, from the first argument. */
  uint32_t offset;
  uint32_t element_size;
  /* If it is not variable; otherwise, at the offset is a
   * struct tussah_cps_variable. */
  uint32_t elements;
  uint32_t is_variable;
  /* One bit for each word of an element where a continuation begins. */
  uint64_t continuations;
};

struct tussah_cps_variable {
  char *first;
  uint64_t elements;
};

struct tussah_cps_thread {
  const char *name;
  /* Calls the thread with the arguments. */
  void (*call)(char *arguments);
  /* Of the arguments without the elements of variable arrays. */
  uint32_t bytes;
  uint32_t count;
  const struct tussah_cps_parameter *parameters;
  /* The first argument that is a variable array; count if there is none. */
  uint32_t first_variable;
};

/* Given for an array of variable length. */
struct tussah_cps_elements {
  const void *first;
  long count;
};

/* Where a closure is made; std::source_location refers to such a structure. */
struct tussah_cps_site {
  const char *file;
  const char *function;
  unsigned line;
  unsigned column;
};

enum tussah_cps_kind {
  tussah_cps_successor,
  tussah_cps_child,
  tussah_cps_tail
};

/* For each argument, its address, that of a tussah_cps_elements, or, if its bit
 * of missing is set, that of the continuation to be set. place is -1 for any.
 */
void tussah_cps_spawn(const struct tussah_cps_thread *what,
                      enum tussah_cps_kind kind, long place,
                      const void *const *arguments, uint64_t missing,
                      const struct tussah_cps_site *site);
void tussah_cps_send(const void *continuation, const void *value, size_t size,
                     uint64_t continuations,
                     const struct tussah_cps_site *site);
/* The first argument is the address of the result. The closure of the thread
 * last waits for it; its only parameter is behind the first word, and what it
 * calls is tussah_cps_take_result. */
void tussah_cps_run(const struct tussah_cps_thread *what,
                    const struct tussah_cps_thread *last,
                    const void *const *arguments);
void tussah_cps_take_result(char *arguments);

#ifdef __cplusplus
}
#endif

#endif /* TUSSAH_CPS_C_INTERFACE_H */
