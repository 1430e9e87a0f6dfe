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
#include <unistd.h>
#include <vector>

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

/// Where dlopen looks for what this object asks for, which is a program or a
/// library that is linked with this.
static std::vector<std::string> searchedFolders() {
  Dl_info where;
  void *self = nullptr;
  if (dladdr(reinterpret_cast<void *>(&transportWanted), &where))
    self = dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (!self) // the program has no name there
    self = dlopen(nullptr, RTLD_LAZY);
  Dl_serinfo size;
  std::vector<std::string> folders;
  if (self && dlinfo(self, RTLD_DI_SERINFOSIZE, &size) == 0) {
    auto *found = static_cast<Dl_serinfo *>(std::malloc(size.dls_size));
    if (found && dlinfo(self, RTLD_DI_SERINFOSIZE, found) == 0 &&
        dlinfo(self, RTLD_DI_SERINFO, found) == 0)
      for (unsigned i = 0; i != found->dls_cnt; ++i)
        folders.emplace_back(found->dls_serpath[i].dls_name);
    std::free(found);
  }
  if (self)
    dlclose(self);
  return folders;
}

/// The library, or null. Then \p message says why.
static void *openTransport(const std::string &file, std::string &message) {
  // Open MPI loads parts of itself, which look for its functions here.
  constexpr int flags = RTLD_NOW | RTLD_GLOBAL;
  if (void *library = dlopen(file.c_str(), flags))
    return library;
  message = dlerror();
  if (file.find('/') != std::string::npos)
    return nullptr;
  // UCX, which MPICH uses, puts a function of its own in place of dlopen. That
  // may look in the folders that UCX's library names, not in this one's.
  for (const std::string &folder : searchedFolders()) {
    std::string path = folder + "/" + file;
    if (access(path.c_str(), F_OK) != 0)
      continue;
    if (void *library = dlopen(path.c_str(), flags))
      return library;
    message = dlerror();
  }
  return nullptr;
}

Transport tussah::jobs::loadTransport() {
  std::string name = transportName();
  std::string file = name.find('/') != std::string::npos
                         ? name
                         : "libtussah-cps-" + name + ".so";
  std::string message;
  void *library = openTransport(file, message);
  if (!library)
    throw error(error::no_transport,
                "cannot load the transport between processes: " + message +
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
