//===- transport.h - Which transport fits -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_TRANSPORT_H
#define TUSSAH_CPS_TRANSPORT_H

#include <tussah/cps/transport.h>

namespace tussah::cps::detail {

/// Whether the environment says that this process is one of a job, or names a
/// transport.
bool transportWanted();

/// The transport that TUSSAH_CPS_TRANSPORT names, or that of the MPI whose
/// launcher has started this process. Throws error::no_transport.
const tussah_cps_transport *loadTransport();

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_TRANSPORT_H
