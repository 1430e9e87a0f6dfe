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
/// Open MPI from 5.0 on, started by `mpirun --with-ft ulfm`, goes on when a
/// process dies (User Level Failure Mitigation; Bland, Bouteiller, Herault,
/// Bosilca and Dongarra, "Post-failure recovery of MPI communication
/// capability", 2013). All messages are from one process to another, so the
/// communicator stays as it is: it is neither revoked nor shrunk, and what
/// the living ones have sent each other still arrives. cps/protocols.md needs
/// that.
///
//===----------------------------------------------------------------------===//

#include <tussah/jobs/transport.h>
#include <tussah/support/atomic.hpp>

// Only the C interface: that of C++ was removed in MPI 3.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#ifdef OMPI_HAVE_MPIX_COMM_ACK_FAILED
#define HAS_ULFM 1
#endif

#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <unistd.h>
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
/// Whether the job goes on when a process dies.
bool Survives = false;

void abort(int code);

/// The program has used MPI wrongly: ends the job. A launcher that is told to
/// abort may drop what it has not read yet, and that of MPICH 4.2 may return 0
/// if it is not.
[[noreturn]] void refuse(const char *why) {
  std::fprintf(stderr, "tussah: error: %s\n", why);
  std::fflush(stderr);
  usleep(200'000);
  abort(1);
  std::_Exit(1);
}

/// MPI calls this at the beginning of MPI_Finalize. Other ranks would wait for
/// this one, and threads of the library use MPI to the end.
int finalizing(MPI_Comm, int, void *, void *) {
  if (Ending.load_relaxed())
    return MPI_SUCCESS;
  refuse("the program has called MPI_Finalize; libtussah-cps does that when "
         "the program exits");
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
#ifdef HAS_ULFM
  // After a loss, MPI_Finalize of 5.0.7 often waits forever for the dead, in a
  // fence of the launcher's. finish() waits for the living before, so that it
  // need not: this is Open MPI's option for that.
  if (std::getenv("OMPI_MCA_mpi_ft_enable"))
    setenv("OMPI_MCA_async_mpi_finalize", "1", 0);
#endif
  if (started)
    MPI_Query_thread(&provided);
  else
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED)
    refuse("MPI must be initialized with MPI_THREAD_SERIALIZED or more");
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
#ifdef HAS_ULFM
  int *enabled = nullptr, found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPIX_FT, static_cast<void *>(&enabled),
                    &found);
  Survives = found && *enabled;
#endif
  // It has no shared memory that survives a loss.
  if (Survives)
    MPI_Comm_set_errhandler(Ours, MPI_ERRORS_RETURN);
  else if (job->ranks > 1 && job->local_ranks == job->ranks)
    makeBells(machine, job->ranks);
  MPI_Comm_free(&machine);
  return nullptr;
}

/// Frees the messages that are on their way.
void dropSent() {
  for (std::size_t i = 0; i < Sending.size();) {
    int done = 0;
    // An error says that the other one has died.
    if (MPI_Test(&Sending[i].Request, &done, MPI_STATUS_IGNORE) ==
            MPI_SUCCESS &&
        !done) {
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
  if (MPI_Isend(message.Bytes.get(), static_cast<int>(size), MPI_BYTE, rank, 0,
                Ours, &message.Request) != MPI_SUCCESS)
    // The other one has died: dropSent() drops the message.
    message.Request = MPI_REQUEST_NULL;
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
  // The other one may die before a long message is here.
  if (MPI_Recv(Received.data(), size, MPI_BYTE, status.MPI_SOURCE, 0, Ours,
               MPI_STATUS_IGNORE) != MPI_SUCCESS)
    return 0;
  Taken.store_relaxed(Taken.load_relaxed() + 1);
  *message = {status.MPI_SOURCE, Received.data(), Received.size()};
  return 1;
}

#ifdef HAS_ULFM
/// By rank: whether lost() has returned it. How many it has.
std::vector<bool> Returned;
int Known = 0;
/// The next look for losses, which takes 3 us.
std::chrono::steady_clock::time_point NextLook;
constexpr std::chrono::milliseconds LookTime(5);

/// Of the processes that MPI knows to have died, one that is new.
int newlyLost(MPI_Group failed) {
  int count = 0, size = 0, rank = -1;
  MPI_Group_size(failed, &count);
  if (count == Known)
    return -1;
  MPI_Group all;
  MPI_Comm_group(Ours, &all);
  MPI_Group_size(all, &size);
  Returned.resize(static_cast<std::size_t>(size));
  for (int i = 0; i < count && rank < 0; ++i) {
    MPI_Group_translate_ranks(failed, 1, &i, all, &rank);
    if (Returned[static_cast<std::size_t>(rank)])
      rank = -1;
  }
  MPI_Group_free(&all);
  if (rank < 0)
    return -1;
  Returned[static_cast<std::size_t>(rank)] = true;
  // Otherwise MPI refuses to receive from whoever sends.
  int known = 0;
  MPIX_Comm_ack_failed(Ours, ++Known, &known);
  return rank;
}

int lost() {
  auto now = std::chrono::steady_clock::now();
  if (!Survives || now < NextLook)
    return -1;
  MPI_Group failed;
  MPIX_Comm_get_failed(Ours, &failed);
  int rank = newlyLost(failed);
  MPI_Group_free(&failed);
  if (rank < 0)
    NextLook = now + LookTime;
  return rank;
}
#endif

void abort(int code) {
#ifdef HAS_ULFM
  // Each rank ends by itself without rank 0. If several call MPI_Abort then,
  // mpirun of 5.0.7 may wait forever when all have ended.
  if (!Returned.empty() && Returned[0])
    std::_Exit(code);
#endif
#ifdef OPEN_MPI
  // Its own mpirun ends a job of which a process ends with an error, unless it
  // is to survive that. Told to abort, that of 4.1 often has errors itself
  // ("Out of resource").
  if (!Survives && std::getenv("OMPI_COMM_WORLD_SIZE"))
    std::_Exit(code);
#endif
  // Ranks that wait for one that does not come, at the very end: MPICH's mpirun
  // ends a job of which a process ends without the others.
  if (Ending.load_relaxed())
    std::_Exit(code);
  MPI_Abort(MPI_COMM_WORLD, code);
}

/// Begins to wait for all that are alive.
MPI_Request reachEnd() {
  MPI_Request all;
#ifdef HAS_ULFM
  static int agreed = 1;
  if (Survives) {
    // A barrier that does not fail with a process.
    MPIX_Comm_iagree(Ours, &agreed, &all);
    return all;
  }
#endif
  MPI_Ibarrier(Ours, &all);
  return all;
}

void finish() {
  // Others may still send here, and wait until that is received.
  MPI_Request all = reachEnd();
  int done = 0;
  tussah_cps_message late;
  while (!done || !Sending.empty()) {
    while (receive(&late))
      ;
    if (!done && MPI_Test(&all, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      // Agreed, and someone has died.
      done = 1;
  }
  while (receive(&late))
    ;
  if (OwnBell)
    MPI_Win_free(&BellMemory);
  // With the dead, that would not end.
  if (!Survives)
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

#ifdef HAS_ULFM
extern "C" __attribute__((visibility("default"))) int tussah_cps_lost_1(void) {
  return lost();
}
#endif
