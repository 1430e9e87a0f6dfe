/*===- tussah/jobs/transport.h - Messages between ranks ----------*- C -*-===*\
|*
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * What libtussah-cps and libtussah-backtrack need of a network: processes of
 * one job, numbered from 0, that send each other messages. A shared library
 * implements it and exports
 *
 *     const tussah_cps_transport *tussah_cps_transport_2(void);
 *
 * jobs/mpi/mpi.cpp does so for MPI. TUSSAH_CPS_TRANSPORT=/path/to/library.so
 * makes a program use another one.
 *
 * No two functions are called at a time, but for abort and pending; they may be
 * called by different threads, start and finish by the same one.
 *
 * Where the network goes on without a process that has died, the library also
 * exports
 *
 *     int tussah_cps_lost_1(void);
 *
 * docs/guides/clusters.md says what the others do then.
 */

#ifndef TUSSAH_INCLUDE_TUSSAH_JOBS_TRANSPORT_H
#define TUSSAH_INCLUDE_TUSSAH_JOBS_TRANSPORT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The place of this process in its job. */
typedef struct tussah_cps_job {
  /** The number of this process, and how many there are. */
  int rank, ranks;
  /** How many of them run on this machine. */
  int local_ranks;
  /**
   * The number of the first one of these. It is -1 before start, and may stay
   * so; then all are taken to be on one machine.
   */
  int first_local_rank;
} tussah_cps_job;

/** A message that has come. The bytes are valid until the next receive. */
typedef struct tussah_cps_message {
  int rank;
  const void *bytes;
  size_t size;
} tussah_cps_message;

typedef struct tussah_cps_transport {
  /** For messages to people. */
  const char *name;
  /**
   * Joins the job; all processes call it. Returns null, or what is wrong, in
   * one line.
   */
  const char *(*start)(tussah_cps_job *job);
  /**
   * Sends a copy of the bytes, without waiting for the receiver. Messages from
   * one process to another arrive in the order in which they were sent. At
   * most max_size bytes. A failure ends the job.
   */
  void (*send)(int rank, const void *bytes, size_t size);
  /** If a message has come, takes it and returns 1; else returns 0 at once. */
  int (*receive)(tussah_cps_message *message);
  /**
   * Whether receive may have something to do; it costs no more than a load from
   * memory, because busy workers ask all the time. Called by any thread between
   * start and finish, also during other calls. Null where only receive knows.
   */
  int (*pending)(void);
  /**
   * Ends all processes of the job, as far as that can be done from here, with
   * the exit code \p code. May be called at any time. May return.
   */
  void (*abort)(int code);
  /**
   * Leaves the job, when all processes do; what was sent still arrives. The
   * program does not use the network any more.
   */
  void (*finish)(void);
  size_t max_size;
} tussah_cps_transport;

/**
 * The type of tussah_cps_lost_1. Returns the number of a process that has died,
 * each once, or -1. Costs little if none has. Called between start and finish,
 * as receive is. What is sent to such a process is dropped, what it has sent
 * may still come or not, and finish does not wait for it.
 */
typedef int tussah_cps_lost(void);

#ifdef __cplusplus
}
#endif

#endif /* TUSSAH_INCLUDE_TUSSAH_JOBS_TRANSPORT_H */
