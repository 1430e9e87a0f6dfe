//===- transport.cpp - Which transport fits ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The binary interfaces of MPICH and Open MPI differ. A program is linked with
/// neither, and loads what fits the mpirun that has started it.
///
//===----------------------------------------------------------------------===//

#include "transport.h"

#include <tussah/jobs/error.hpp>

#include <cstdlib>
#include <dlfcn.h>
#include <string>

using tussah::cps::error;
using namespace tussah::jobs;

static std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// Whether a variable that a launcher sets to the number of processes says that
/// there are several.
static bool several(const char *name) {
  std::string value = variable(name);
  return !value.empty() && value != "1";
}

/// The transport's name or path; empty if this process is alone.
static std::string transportName() {
  std::string wanted = variable("TUSSAH_CPS_TRANSPORT");
  if (wanted == "none")
    return "";
  if (!wanted.empty())
    return wanted;
  if (several("OMPI_COMM_WORLD_SIZE"))
    return "openmpi";
  // MPICH and those that come from it, also by srun --mpi=pmi2.
  if (several("PMI_SIZE"))
    return "mpich";
  // srun --mpi=pmix. Open MPI's own mpirun sets it, too.
  if (!variable("PMIX_RANK").empty() && several("SLURM_STEP_NUM_TASKS"))
    return "openmpi";
  return "";
}

bool tussah::jobs::transportWanted() { return !transportName().empty(); }

Transport tussah::jobs::loadTransport() {
  std::string name = transportName();
  std::string file = name.find('/') != std::string::npos
                         ? name
                         : "libtussah-cps-" + name + ".so";
  // Open MPI loads parts of itself, which look for its functions here.
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    throw error(error::no_transport,
                std::string("cannot load the transport between processes: ") +
                    dlerror() +
                    "; link the program with -Wl,-rpath,PREFIX/lib/tussah, or "
                    "set LD_LIBRARY_PATH or TUSSAH_CPS_TRANSPORT (none: each "
                    "process runs alone)");
  using Get = const tussah_cps_transport *(*)();
  auto get = reinterpret_cast<Get>(dlsym(library, "tussah_cps_transport_2"));
  if (!get)
    throw error(error::no_transport,
                file + " is no transport: it has no tussah_cps_transport_2");
  return {get(), reinterpret_cast<tussah_cps_lost *>(
                     dlsym(library, "tussah_cps_lost_1"))};
}
