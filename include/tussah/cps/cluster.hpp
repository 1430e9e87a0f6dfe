//===- tussah/cps/cluster.hpp - Jobs of several processes -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program that mpirun starts is one job of several processes, the ranks. All
/// do the same until the first run(). There, all ranks but the first one stay,
/// work for every run of rank 0, and leave with exit code 0 when rank 0 ends.
/// So what follows a run is done once. docs/guides/cps.md has the whole.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_CLUSTER_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_CLUSTER_HPP

#include <tussah/jobs/pack.hpp>

namespace tussah::cps {

/// The number of this process in its job, and how many there are: 0 and 1
/// without mpirun. The first call of these, of broadcast() or of run() joins
/// the job and waits until all ranks do; it throws error::no_transport.
unsigned rank();
unsigned ranks();

/// Sends a word to all other ranks, which give it to what they have set by
/// on_notice(), once each, when they next look for messages. For hints only,
/// such as that a search has become useless: nothing waits for a notice, and
/// notices that are on their way when the run ends are lost. A long thread
/// finds them by poll(). Any thread of the system may call this during a run.
/// Outside of runs, and in a process that is alone, it does nothing.
void notify_ranks(std::uint64_t word);

/// Sets what notices are given to on this rank; null, as at the beginning, for
/// nothing. It is called by any thread of the system, one at a time, and must
/// not call the library. Set it before the first run().
void on_notice(void (*handler)(std::uint64_t word)) noexcept;

namespace detail {
/// Sends bytes from rank 0 to all others; gets them there.
void sendToAll(const packer &message);
std::vector<std::byte> receiveFromFirst();

/// On rank 0, a checksum of all that broadcast() has returned: a computation
/// goes on from a checkpoint with the same data only.
inline std::uint64_t BroadcastSum = 0;
} // namespace detail

/// Data that all ranks read and none changes, which does not fit a closure.
/// Rank 0 calls \p make(); all ranks return what it returned. All must call it,
/// before the first run(); otherwise error::wrong_context is thrown. At most 2
/// GiB in messages.
template <class Make> auto broadcast(Make make) {
  using T = decltype(make());
  static_assert(packable<T>, "this type cannot be packed; give it pack and "
                             "unpack, or specialize packing");
  if (rank() != 0) {
    std::vector<std::byte> message = detail::receiveFromFirst();
    unpacker from(message);
    return from.get<T>();
  }
  T value = make();
  packer sum(detail::BroadcastSum);
  sum(value);
  if (ranks() > 1) {
    packer to;
    to(value);
    detail::sendToAll(to);
  }
  return value;
}

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_CLUSTER_HPP
