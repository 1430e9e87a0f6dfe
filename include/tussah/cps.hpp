//===- tussah/cps.hpp - Continuation-passing threads ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The language of Blumofe et al., "Cilk: An Efficient Multithreaded Runtime
/// System" (PPoPP 1995) in C++20, for any compiler:
///
///     using namespace tussah::cps;
///     void sum(cont<long> k, long x, long y) { send_argument(k, x + y); }
///     void fib(cont<long> k, int n) {
///       if (n < 2) {
///         send_argument(k, n);
///         return;
///       }
///       cont<long> x, y;
///       spawn_next<sum>(k, missing(x), missing(y));
///       spawn<fib>(x, n - 1);
///       tail_call<fib>(y, n - 2);
///     }
///     int main() { std::printf("%ld\n", run<fib>({}, 33)); }
///
/// Threads do not block: they run to their ends, and leave nothing on the
/// stack. Programs link with libtussah-cps. docs/guides/cps.md has the rules
/// and the errors.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_HPP

#if __cplusplus < 202002L
#error "tussah/cps.hpp needs C++20; compile with -std=c++20"
#endif

#include <tussah/cps/cluster.hpp>
#include <tussah/cps/thread.hpp>

#include <optional>

namespace tussah::cps {

namespace detail {

/// A closure that is a child, one level deeper, or a successor.
enum Kind : std::uint32_t { Successor = 0, Child = 1 };

template <class Body, class... A>
TUSSAH_CPS_INLINE void spawn(const char *function, Kind kind,
                             typename Body::State state, A &&...arguments) {
  using T = ThreadOf<Body>;
  if constexpr (T::template check<A...>()) {
    Worker &worker = Worker::current(function);
    std::uint32_t level = worker.level() + kind;
    Closure *closure =
        T::make(worker, std::move(state), level, std::forward<A>(arguments)...);
    if (T::template isReady<A...>(closure))
      worker.post(closure, level);
  }
}

template <class Body, class... A>
void spawnOn(const char *function, Kind kind, unsigned place,
             typename Body::State state, A &&...arguments) {
  using T = ThreadOf<Body>;
  if constexpr (T::template check<A...>()) {
    Worker &worker = Worker::current(function);
    worker.checkPlace(place);
    Closure *closure = T::make(worker, std::move(state), worker.level() + kind,
                               std::forward<A>(arguments)...);
    closure->setPlace(place);
    if (T::template isReady<A...>(closure))
      worker.enable(closure);
  }
}

template <class Body, class... A>
TUSSAH_CPS_INLINE void tailCall(typename Body::State state, A &&...arguments) {
  using T = ThreadOf<Body>;
  static_assert(
      ((!IsHole<std::remove_cvref_t<A>> && !IsHoles<std::remove_cvref_t<A>>) &&
       ...),
      "tail_call needs all arguments; none can be missing");
  if constexpr (T::template check<A...>()) {
    Worker &worker = Worker::current("tail_call");
    worker.checkTail();
    worker.setTail(T::make(worker, std::move(state), worker.level() + Child,
                           std::forward<A>(arguments)...));
  }
}

/// What a closure keeps of a function or an object.
template <class F> typename BodyOf<F>::State stateOf(F f) {
  if constexpr (std::is_pointer_v<F>)
    return {f};
  else if constexpr (BodyOf<F>::Stored)
    return f;
  else
    return {};
}

/// The other end of sending to another rank.
template <class T> void receive(unpacker &from, Arrival &arrival) {
  T value = from.get<T>();
  ::new (arrival.claim(sizeof(T))) T(std::move(value));
}

/// Whether TUSSAH_CPS_COLD is a convention of calls. Templates that have it
/// have this in their names: a program may have objects of several compilers.
#if defined(__clang__) && defined(__x86_64__)
inline constexpr int ColdCalls = 1;
#else
inline constexpr int ColdCalls = 0;
#endif

/// Sends where Worker::sendOwn() does not. \p where by value: by reference, it
/// would be written to memory wherever sendOwn() does.
template <class T, class V, int Convention>
TUSSAH_CPS_COLD void sendShared(Worker &worker, Reference to, V &&given,
                                std::source_location where) {
  T value(std::forward<V>(given));
  worker.note(to, where);
  const auto write = [&](std::byte *slot) { ::new (slot) T(std::move(value)); };
  if (worker.sendOwnCounted(to, write))
    return;
  std::vector<Reference> found;
  if constexpr (!PlainBytes<T>) {
    packer collect(found);
    collect(value);
  }
  if (to.isRemote()) {
    packer message;
    message(value);
    return worker.sendRemote(to, receive<T>, message, found, where);
  }
  worker.sendShared(to, sizeof(T), write, found, where);
}

/// The result of a run, when it has arrived.
template <class R> class OutcomeOf final : public Outcome {
public:
  void pack(packer &to) const override {
    to(Value.has_value());
    if (Value)
      to(*Value);
  }
  void unpack(unpacker &from) override {
    if (from.get<bool>())
      Value.emplace(from.get<R>());
  }

  std::optional<R> Value;
};

/// Where the result of a run arrives: on the worker that called run(). One that
/// is read from a message or a checkpoint refers to the present run.
template <class R> struct Sink {
  OutcomeOf<R> *To;
  void operator()(R value) const { To->Value.emplace(std::move(value)); }
  void pack(packer &) const {}
  static Sink unpack(unpacker &) {
    return {static_cast<OutcomeOf<R> *>(Worker::current("run").outcome())};
  }
  static std::string name() { return "the caller of run"; }
};

template <class Parameters> struct ResultOf {
  static_assert(sizeof(Parameters) == 0,
                "the first thread's first parameter must be a cont<T>, for the "
                "result");
  static constexpr bool Good = false;
  using Type = nothing;
};
template <class R, class... P> struct ResultOf<std::tuple<cont<R>, P...>> {
  static constexpr bool Good = true;
  using Type = R;
};

template <class Body, class... A>
auto run(const options &how, typename Body::State state, A &&...arguments) {
  using T = ThreadOf<Body>;
  using Result =
      ResultOf<typename Signature<typename Body::Callable>::Parameters>;
  using R = typename Result::Type;
  if constexpr (!Result::Good) {
    return;
  } else if constexpr (T::template check<cont<R>, A...>()) {
    OutcomeOf<R> result;
    Run all(how, enterJob(), &result);
    all.start([&](Worker &worker) {
      cont<R> k;
      Sink<R> sink = {&result};
      Closure *last =
          Thread<StoredBody<Sink<R>>, R>::make(worker, sink, 0, missing(k));
      last->setPlace(worker.number());
      all.begin(worker,
                T::make(worker, std::move(state), 0, k,
                        std::forward<A>(arguments)...),
                last);
    });
    all.execute();
    if (!result.Value)
      throw error(error::deadlock,
                  "nothing is left to run, but no result was sent");
    return std::move(*result.Value);
  }
}

} // namespace detail

/// Creates a closure of the thread \p F that is a child of the present
/// procedure. If no argument is missing it is ready, and posted. Arguments are
/// converted to the thread's parameters and copied or moved into the closure;
/// missing(k) leaves one out.
///
/// Takes constant time beside the copies. Throws error::closure_too_large, and
/// std::bad_alloc; then there is no closure.
template <auto F, class... A> TUSSAH_CPS_INLINE void spawn(A &&...arguments) {
  detail::spawn<detail::ConstantBody<F>>("spawn", detail::Child, {},
                                         std::forward<A>(arguments)...);
}
/// The same for a function or an object with operator(); an object with state
/// travels with the closure. A function costs some nanoseconds less as F.
template <class F, class... A> void spawn(F f, A &&...arguments) {
  detail::spawn<detail::BodyOf<F>>("spawn", detail::Child,
                                   detail::stateOf(std::move(f)),
                                   std::forward<A>(arguments)...);
}

/// The same, but for a successor: the next thread of the present procedure,
/// usually with missing arguments.
template <auto F, class... A>
TUSSAH_CPS_INLINE void spawn_next(A &&...arguments) {
  detail::spawn<detail::ConstantBody<F>>("spawn_next", detail::Successor, {},
                                         std::forward<A>(arguments)...);
}
template <class F, class... A> void spawn_next(F f, A &&...arguments) {
  detail::spawn<detail::BodyOf<F>>("spawn_next", detail::Successor,
                                   detail::stateOf(std::move(f)),
                                   std::forward<A>(arguments)...);
}

/// spawn and spawn_next of a closure that the worker number \p place runs,
/// before others, and that nobody steals. Throws error::no_such_worker.
template <auto F, class... A> void spawn_on(unsigned place, A &&...arguments) {
  detail::spawnOn<detail::ConstantBody<F>>("spawn_on", detail::Child, place, {},
                                           std::forward<A>(arguments)...);
}
template <class F, class... A>
void spawn_on(unsigned place, F f, A &&...arguments) {
  detail::spawnOn<detail::BodyOf<F>>("spawn_on", detail::Child, place,
                                     detail::stateOf(std::move(f)),
                                     std::forward<A>(arguments)...);
}
template <auto F, class... A>
void spawn_next_on(unsigned place, A &&...arguments) {
  detail::spawnOn<detail::ConstantBody<F>>("spawn_next_on", detail::Successor,
                                           place, {},
                                           std::forward<A>(arguments)...);
}
template <class F, class... A>
void spawn_next_on(unsigned place, F f, A &&...arguments) {
  detail::spawnOn<detail::BodyOf<F>>("spawn_next_on", detail::Successor, place,
                                     detail::stateOf(std::move(f)),
                                     std::forward<A>(arguments)...);
}

/// The paper's call: spawn, as the last act of a thread, of a closure without
/// missing arguments, which the worker runs next without its ready queue. The
/// stack does not grow. Throws error::two_tail_calls.
template <auto F, class... A>
TUSSAH_CPS_INLINE void tail_call(A &&...arguments) {
  detail::tailCall<detail::ConstantBody<F>>({}, std::forward<A>(arguments)...);
}
template <class F, class... A> void tail_call(F f, A &&...arguments) {
  detail::tailCall<detail::BodyOf<F>>(detail::stateOf(std::move(f)),
                                      std::forward<A>(arguments)...);
}

/// Sends a value to a missing argument, after conversion to its type. If it was
/// the last one, the closure is posted (options::post says where). Takes
/// constant time, and a lock only if the closure is posted among shared ones.
///
/// Throws error::sent_twice, sent_to_finished, sent_to_nothing or
/// hidden_continuation; then nothing has been sent.
///
/// \p where is for messages of these errors.
template <class T, class V>
TUSSAH_CPS_INLINE void
send_argument(const cont<T> &k, V &&value,
              std::source_location where = std::source_location::current()) {
  static_assert(std::is_convertible_v<V, T>,
                "the value has not the type of the continuation");
  if constexpr (std::is_convertible_v<V, T>) {
    detail::Worker &worker = detail::Worker::current("send_argument");
    detail::Reference to = k.reference();
    const auto write = [&](std::byte *slot) {
      ::new (slot) T(std::forward<V>(value));
    };
    if (!worker.sendOwn(to, write)) [[unlikely]]
      detail::sendShared<T, V, detail::ColdCalls>(
          worker, to, std::forward<V>(value), where);
  }
}
/// The same for a continuation without a value.
inline void
send_argument(const cont<nothing> &k,
              std::source_location where = std::source_location::current()) {
  send_argument(k, nothing(), where);
}

/// The number of the worker that runs the present thread, and how many there
/// are.
inline unsigned processor() {
  return detail::Worker::current("processor").number();
}
inline unsigned processors() {
  return detail::Worker::current("processors").workers();
}

/// Lets thieves have what the worker has ready, if they lack it. Spawns and the
/// ends of threads do this too; a thread that runs for long without them may.
inline void poll() { detail::Worker::current("poll").poll(); }

/// Runs the thread \p F, whose first parameter is a cont<T>, with that
/// continuation and \p arguments, and all threads that come of it. Returns the
/// value that was sent to the continuation when nothing is left to run. The
/// caller is worker 0. Runs in several threads of the system are independent;
/// continuations belong to their run.
///
/// In a job of several processes only rank 0 returns; the others work for it,
/// and leave the program when it ends. There is one run at a time then.
///
/// Throws error::deadlock if closures still wait then, error::wrong_option, and
/// what has left a thread, the first of several; the others are lost. The
/// arguments of closures that did not run are destroyed.
template <auto F, class... A> auto run(const options &how, A &&...arguments) {
  return detail::run<detail::ConstantBody<F>>(how, {},
                                              std::forward<A>(arguments)...);
}
template <class F, class... A>
auto run(const options &how, F f, A &&...arguments) {
  return detail::run<detail::BodyOf<F>>(how, detail::stateOf(std::move(f)),
                                        std::forward<A>(arguments)...);
}

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_HPP
