/*===- tussah/cps/transport.h - Messages between ranks -----------*- C -*-===*\
|*
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_TRANSPORT_H
#define TUSSAH_INCLUDE_TUSSAH_CPS_TRANSPORT_H

#include <tussah/jobs/transport.h>

#endif /* TUSSAH_INCLUDE_TUSSAH_CPS_TRANSPORT_H */
