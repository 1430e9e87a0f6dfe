//===- transport.h - Which transport fits -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_JOBS_TRANSPORT_H
#define TUSSAH_JOBS_TRANSPORT_H

#include <tussah/jobs/transport.h>

namespace tussah::jobs {

/// Whether the environment says that this process is one of a job, or names a
/// transport.
bool transportWanted();

struct Transport {
  const tussah_cps_transport *Calls;
  /// Null if the network ends with the first process that dies.
  tussah_cps_lost *Lost;
};

/// The transport that TUSSAH_CPS_TRANSPORT names, or that of the MPI whose
/// launcher has started this process. Throws error::no_transport.
Transport loadTransport();

} // namespace tussah::jobs

#endif // TUSSAH_JOBS_TRANSPORT_H
