//===- tussah/jobs/error.hpp - What can go wrong ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_JOBS_ERROR_HPP
#define TUSSAH_INCLUDE_TUSSAH_JOBS_ERROR_HPP

#include <stdexcept>
#include <string>

namespace tussah::cps {

/// A mistake in a program of continuation-passing threads, or in one that runs
/// in several processes, found when it runs.
/// It is thrown where the mistake is made; what leaves a thread, this or any
/// other exception, ends the run and leaves run() on the caller's side.
class error : public std::runtime_error {
public:
  enum kind {
    /// A value was sent to a slot that has one.
    sent_twice,
    /// A value was sent to a closure whose thread has ended.
    sent_to_finished,
    /// A value was sent through a continuation that refers to nothing.
    sent_to_nothing,
    /// A continuation went to another worker in a way that the runtime cannot
    /// see: not in an argument of a thread, nor in a value that was sent.
    hidden_continuation,
    /// Nothing is left to run, but closures wait for arguments.
    deadlock,
    /// A closure is larger than max_closure_bytes.
    closure_too_large,
    /// tail_call twice in one thread.
    two_tail_calls,
    /// spawn, send_argument and so on were called outside of a thread, or run()
    /// inside of one.
    wrong_context,
    /// A placement names a worker that does not exist.
    no_such_worker,
    /// A message does not have what its reader wants.
    malformed_message,
    /// The processes of a job cannot find each other: no library for the MPI
    /// that has started them.
    no_transport,
    /// On another rank a thread has thrown something else than an error.
    remote_exception,
    /// Options that cannot be.
    wrong_option,
    /// A checkpoint cannot be read: it is damaged, or of another program or
    /// computation.
    bad_checkpoint,
  };

  error(kind what, const std::string &text)
      : std::runtime_error(text), What(what) {}

  kind why() const noexcept { return What; }

private:
  kind What;
};

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_JOBS_ERROR_HPP
