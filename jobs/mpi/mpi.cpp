//===- mpi.cpp - Messages between ranks, over MPI ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Uses what MPI 3 has. It is compiled once for each MPI; for one that Tussah
/// was not built with:
///
///     mpicxx -shared -fPIC -O2 -I PREFIX/include mpi.cpp -o mine.so
///     TUSSAH_CPS_TRANSPORT=$PWD/mine.so mpirun ...
///
/// MPI's own error handler stays: an error of MPI ends the job with a message.
///
//===----------------------------------------------------------------------===//

#include <tussah/jobs/transport.h>
#include <tussah/support/atomic.hpp>

// Only the C interface: that of C++ was removed in MPI 3.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace {

using tussah::support::Atomic;

/// A message that MPI still reads.
struct Outgoing {
  MPI_Request Request;
  std::unique_ptr<std::byte[]> Bytes;
};

std::vector<Outgoing> Sending;
/// Whether it is empty, for pending().
Atomic<bool> AllSent = true;
std::vector<std::byte> Received;

/// For jobs that are on one machine as a whole: how many messages have been
/// sent to each rank, in memory that all share. So the question whether one has
/// come, which workers ask all the time, is a load, not a search of MPI. The
/// messages themselves go through MPI.
struct Bell {
  Atomic<std::uint64_t> Rung;
  /// MPI need not align it to lines of the cache; so they are two lines apart.
  std::byte Apart[120];
};
MPI_Win BellMemory = MPI_WIN_NULL;
/// By rank; empty if ranks are elsewhere.
std::vector<Bell *> Bells;
Bell *OwnBell = nullptr;
Atomic<std::uint64_t> Taken = 0;
/// Calls of MPI in turn for a message that is on its way: some microseconds.
constexpr int MostProbes = 64;

/// Apart from what the program itself sends with MPI.
MPI_Comm Ours = MPI_COMM_NULL;
/// Whether it is this library that ends MPI; then nothing else may be called.
Atomic<bool> Ending = false;

/// MPI calls this at the beginning of MPI_Finalize. Other ranks would wait for
/// this one, and threads of the library use MPI to the end.
int finalizing(MPI_Comm, int, void *, void *) {
  if (Ending.load_relaxed())
    return MPI_SUCCESS;
  std::fprintf(stderr, "tussah: error: the program has called MPI_Finalize; "
                       "libtussah-cps does that when the program exits\n");
  std::fflush(stderr);
  // Not MPI_Abort, which may lose the line.
  std::_Exit(1);
}

/// Without shared memory there are no bells, nor where a test wants none.
void makeBells(MPI_Comm machine, int ranks) {
  MPI_Comm_set_errhandler(machine, MPI_ERRORS_RETURN);
  int wanted = std::getenv("TUSSAH_CPS_NO_BELLS") == nullptr, all = 0;
  MPI_Allreduce(&wanted, &all, 1, MPI_INT, MPI_MIN, machine);
  if (!all)
    return;
  void *memory = nullptr;
  int made = MPI_Win_allocate_shared(
                 sizeof(Bell), static_cast<int>(sizeof(Bell)), MPI_INFO_NULL,
                 machine, &memory, &BellMemory) == MPI_SUCCESS;
  MPI_Allreduce(&made, &all, 1, MPI_INT, MPI_MIN, machine);
  if (!all)
    return;
  OwnBell = ::new (memory) Bell{};
  // On one machine the numbers are those of the job.
  for (int rank = 0; rank < ranks; ++rank) {
    MPI_Aint size = 0;
    int unit = 0;
    MPI_Win_shared_query(BellMemory, rank, &size, &unit, &memory);
    Bells.push_back(static_cast<Bell *>(memory));
  }
  MPI_Barrier(machine);
}

const char *start(tussah_cps_job *job) {
  int started = 0, ended = 0, provided = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&ended);
  if (ended)
    return "the program has called MPI_Finalize; libtussah-cps does that when "
           "the program exits";
  if (started)
    MPI_Query_thread(&provided);
  else
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED)
    return "MPI must be initialized with MPI_THREAD_SERIALIZED or more";
  int atEnd = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finalizing, &atEnd, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, atEnd, nullptr);
  MPI_Comm_dup(MPI_COMM_WORLD, &Ours);
  MPI_Comm_rank(Ours, &job->rank);
  MPI_Comm_size(Ours, &job->ranks);
  MPI_Comm machine;
  MPI_Comm_split_type(Ours, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &job->local_ranks);
  MPI_Allreduce(&job->rank, &job->first_local_rank, 1, MPI_INT, MPI_MIN,
                machine);
  if (job->ranks > 1 && job->local_ranks == job->ranks)
    makeBells(machine, job->ranks);
  MPI_Comm_free(&machine);
  return nullptr;
}

/// Frees the messages that are on their way.
void dropSent() {
  for (std::size_t i = 0; i < Sending.size();) {
    int done = 0;
    MPI_Test(&Sending[i].Request, &done, MPI_STATUS_IGNORE);
    if (!done) {
      ++i;
      continue;
    }
    std::swap(Sending[i], Sending.back());
    Sending.pop_back();
  }
  AllSent.store_relaxed(Sending.empty());
}

void send(int rank, const void *bytes, size_t size) {
  // What needs memory comes before anything is on its way.
  Sending.push_back({MPI_REQUEST_NULL, std::make_unique<std::byte[]>(size)});
  Outgoing &message = Sending.back();
  std::memcpy(message.Bytes.get(), bytes, size);
  MPI_Isend(message.Bytes.get(), static_cast<int>(size), MPI_BYTE, rank, 0,
            Ours, &message.Request);
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): dropSent() waits
  if (!Bells.empty())
    // Releases what MPI has written to shared memory: pairs with the load in
    // isBellQuiet(), so that a few probes find the message.
    Bells[static_cast<std::size_t>(rank)]->Rung.fetch_add_release(1);
  dropSent();
}

/// With bells: whether all messages for this rank have been received.
bool isBellQuiet() {
  // Pairs with the addition in send().
  return OwnBell->Rung.load_acquire() == Taken.load_relaxed();
}

int pending() { return !OwnBell || !AllSent.load_relaxed() || !isBellQuiet(); }

int receive(tussah_cps_message *message) {
  if (!Sending.empty())
    dropSent();
  if (OwnBell && isBellQuiet())
    return 0;
  // No other thread receives in between, so that a probe is enough. Where the
  // bell has rung a message is on its way, but the library often has to be
  // called several times before it has arrived.
  int found = 0;
  MPI_Status status;
  for (int tries = OwnBell ? MostProbes : 1; !found && tries > 0; --tries)
    MPI_Iprobe(MPI_ANY_SOURCE, 0, Ours, &found, &status);
  if (!found)
    return 0;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Received.resize(static_cast<std::size_t>(size));
  MPI_Recv(Received.data(), size, MPI_BYTE, status.MPI_SOURCE, 0, Ours,
           MPI_STATUS_IGNORE);
  Taken.store_relaxed(Taken.load_relaxed() + 1);
  *message = {status.MPI_SOURCE, Received.data(), Received.size()};
  return 1;
}

void abort(int code) {
#ifdef OPEN_MPI
  // Its own mpirun ends a job of which a process ends with an error. Told to
  // abort, that of 4.1 often has errors itself ("Out of resource").
  if (std::getenv("OMPI_COMM_WORLD_SIZE"))
    std::_Exit(code);
#endif
  // Ranks that wait for one that does not come, at the very end: MPICH's mpirun
  // ends a job of which a process ends without the others.
  if (Ending.load_relaxed())
    std::_Exit(code);
  MPI_Abort(MPI_COMM_WORLD, code);
}

void finish() {
  // Others may still send here, and wait until that is received.
  MPI_Request all;
  MPI_Ibarrier(Ours, &all);
  int done = 0;
  tussah_cps_message late;
  while (!done || !Sending.empty()) {
    while (receive(&late))
      ;
    if (!done)
      MPI_Test(&all, &done, MPI_STATUS_IGNORE);
  }
  while (receive(&late))
    ;
  if (OwnBell)
    MPI_Win_free(&BellMemory);
  MPI_Comm_free(&Ours);
  Ending.store_relaxed(true);
  MPI_Finalize();
}

const tussah_cps_transport Transport = {"MPI",   start, send,   receive,
                                        pending, abort, finish, INT_MAX};

} // namespace

extern "C" __attribute__((visibility("default"))) const tussah_cps_transport *
tussah_cps_transport_2(void) {
  return &Transport;
}
