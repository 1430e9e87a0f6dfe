//===- calls.cpp - Calls from Python --------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "module.h"

#include <cilk/cilk_api.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>

namespace tussah::graph::python {

/// What runs, and who waits for it.
class Task {
public:
  explicit Task(std::function<void(Call &, progress *)> Work)
      : Work(std::move(Work)) {}
  ~Task() {
    if (Thread.joinable())
      Thread.join();
  }

  /// Signals are for the threads of the program, by which Python's main thread
  /// sees them.
  void begin(Call &C) {
    sigset_t All, Old;
    sigfillset(&All);
    pthread_sigmask(SIG_SETMASK, &All, &Old);
    struct Restore {
      const sigset_t *To;
      ~Restore() { pthread_sigmask(SIG_SETMASK, To, nullptr); }
    } AtEnd{&Old};
    Thread = std::thread([this, &C] { run(C); });
  }

  /// Waits for so many seconds at most; returns whether it has ended.
  bool wait(double Seconds) {
    std::unique_lock<std::mutex> Lock(Mutex);
    return Changed.wait_for(Lock, std::chrono::duration<double>(Seconds),
                            [this] { return HasEnded; });
  }

  progress Watch;

private:
  void run(Call &C) {
    Status Ended = Status::Other;
    std::string Message;
    try {
      Work(C, &Watch);
      Ended = Status::Done;
    } catch (const cancelled &) {
      Ended = Status::Cancelled;
    } catch (const std::bad_alloc &) {
      Ended = Status::Memory;
      Message = "not enough memory";
    } catch (const std::length_error &) {
      Ended = Status::Memory;
      Message = "not enough memory";
    } catch (const io_error &E) {
      Ended = Status::File;
      Message = E.what();
    } catch (const std::logic_error &E) {
      Ended = Status::Value;
      Message = E.what();
    } catch (const std::exception &E) {
      Message = E.what();
    }
    std::size_t Size = std::min(Message.size(), sizeof C.Message - 1);
    std::memcpy(C.Message, Message.data(), Size);
    C.Message[Size] = 0;
    C.Ended = Ended;
    std::lock_guard<std::mutex> Lock(Mutex);
    HasEnded = true;
    Changed.notify_all();
  }

  std::function<void(Call &, progress *)> Work;
  std::mutex Mutex;
  std::condition_variable Changed;
  bool HasEnded = false;
  std::thread Thread;
};

/// The pool of workers ends with the last thread that has been in a root. So
/// the caller enters one, and later calls find the pool. What is spawned must
/// not be so cheap that it becomes a call.
static void enterRoot() {
  static thread_local bool HasEntered = false;
  if (std::exchange(HasEntered, true))
    return;
  std::atomic<unsigned> Count{0};
  detail::forBlocks(2, 1, [&](std::size_t, std::size_t) { ++Count; });
}

void start(Call &C, std::function<void(Call &, progress *)> Work) {
  try {
    enterRoot();
    auto New = std::make_unique<Task>(std::move(Work));
    New->begin(C);
    C.Running = New.release();
    return;
  } catch (const std::exception &E) {
    C.Ended = Status::Other;
    std::strncpy(C.Message, E.what(), sizeof C.Message - 1);
  }
}

} // namespace tussah::graph::python

using namespace tussah::graph::python;

/// Waits for \p Seconds at most. Returns whether the call has ended; then it
/// leaves nothing but its results.
TUSSAH_PYTHON_API int tussah_graph_wait(Call *C, double Seconds) {
  if (C->Running && !C->Running->wait(Seconds))
    return 0;
  delete std::exchange(C->Running, nullptr);
  return 1;
}

/// Cancels the call, and waits until it has ended. One function, so that no
/// signal comes between.
TUSSAH_PYTHON_API void tussah_graph_end(Call *C) {
  if (C->Running)
    C->Running->Watch.cancel();
  delete std::exchange(C->Running, nullptr);
}

TUSSAH_PYTHON_API double tussah_graph_fraction(const Call *C) {
  return C->Running ? C->Running->Watch.fraction() : 1;
}

TUSSAH_PYTHON_API void tussah_graph_release(Owner *By) { delete By; }

TUSSAH_PYTHON_API void tussah_graph_free(Graph *G) { delete G; }

TUSSAH_PYTHON_API unsigned tussah_graph_workers() {
  return __cilkrts_get_nworkers();
}

/// Returns 0, or a number of <cilk/cilk_api.h>.
TUSSAH_PYTHON_API int tussah_graph_set_workers(const char *Count) {
  return __cilkrts_set_param("nworkers", Count);
}
