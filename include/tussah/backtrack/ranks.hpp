//===- tussah/backtrack/ranks.hpp - Tasks across processes ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program that mpirun starts is one job of several processes, the ranks. All
/// do the same until the first run_on_ranks(). There, all ranks but the first
/// one stay, work for every run of rank 0, and leave with exit code 0 when rank
/// 0 ends. So what follows a run is done once. Worker functions take a
/// `rank_worker &`; the types of their tasks say what travels:
///
///     struct QueensTask {
///       workspace<Board> Start;
///       long Row, From, To, Count;
///       void run(rank_worker &w);
///       auto in() { return std::tie(Start, Row, From, To); }
///       auto out() { return std::tie(Count); }
///     };
///
/// docs/guides/backtrack.md, "On a cluster", has the whole.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_RANKS_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_RANKS_HPP

#include <tussah/backtrack.hpp>
#include <tussah/jobs/pack.hpp>

#include <tuple>

namespace tussah::backtrack {

using cps::packable;
using cps::packer;
using cps::unpacker;

/// The number of this process in its job, and how many there are: 0 and 1
/// without mpirun. The first call of these or of run_on_ranks() joins the job
/// and waits until all ranks do; it throws error.
unsigned rank();
unsigned ranks();

/// What has left a task on another rank, if its type does not travel: the
/// number of the rank and its what(). The types of <stdexcept> and
/// std::bad_alloc travel, if it is exactly they, as do those that derive from
/// `travels`.
class remote_exception : public error {
public:
  using error::error;
};

namespace detail {

/// An exception that can be thrown again on another rank.
class Traveller {
public:
  using Reader = std::exception_ptr(unpacker &from);
  virtual Reader *reader() const = 0;
  virtual void write(packer &to) const = 0;

protected:
  ~Traveller() = default;
};

} // namespace detail

/// The base of an exception E that has pack and unpack (tussah/cps/pack.hpp)
/// and leaves a task on another rank as what it is: `struct E : travels<E>`.
template <class E> class travels : public detail::Traveller {
public:
  Reader *reader() const final { return read; }
  void write(packer &to) const final {
    static_assert(packable<E>, "this exception cannot be packed; give it pack "
                               "and unpack, or specialize packing");
    if constexpr (packable<E>)
      to(static_cast<const E &>(*this));
  }

private:
  static std::exception_ptr read(unpacker &from) {
    if constexpr (packable<E>)
      return std::make_exception_ptr(from.get<E>());
    return nullptr;
  }
};

/// A worker whose tasks may run on other ranks: those of choices, and of do_two
/// and parallel_for with handlers. Without handlers, tasks stay on the rank.
class rank_worker : public worker {
protected:
  using worker::worker;
};

/// The same with data of its own, worker_of<T>.
template <class T> using rank_worker_of = worker_of<T, rank_worker>;

namespace detail {

template <class T, class = void> inline constexpr bool NamesFields = false;
template <class T>
inline constexpr bool
    NamesFields<T, std::void_t<decltype(std::declval<T &>().in()),
                               decltype(std::declval<T &>().out())>> = true;

/// A field of a task in messages.
template <class F> struct Field {
  static constexpr bool Travels = packable<F>;
  static void write(packer &to, const F &field) { to(field); }
  static void read(unpacker &from, F &field, Core *) { field = from.get<F>(); }
};
/// A workspace is kept by the worker that gets the task.
template <class T> struct Field<workspace<T>> {
  static constexpr bool Travels = packable<T>;
  static void write(packer &to, const workspace<T> &field) { to(*field); }
  static void read(unpacker &from, workspace<T> &field, Core *core) {
    field = core->keep<T>(from.get<T>());
  }
};

/// All fields that a task names.
template <class Tie> struct Fields;
template <class... F> struct Fields<std::tuple<F &...>> {
  static constexpr bool Travel = (Field<F>::Travels && ...);
  static void write(packer &to, const std::tuple<F &...> &all) {
    std::apply([&](F &...field) { (Field<F>::write(to, field), ...); }, all);
  }
  static void read(unpacker &from, const std::tuple<F &...> &all, Core *core) {
    std::apply([&](F &...field) { (Field<F>::read(from, field, core), ...); },
               all);
  }
};

/// A task that can run on another rank.
template <class W, class T>
class RankTask final : public UserTask<W, T>, public Parcel {
  using In = Fields<decltype(std::declval<T &>().in())>;
  using Out = Fields<decltype(std::declval<T &>().out())>;

public:
  Parcel *parcel() override { return this; }
  Reader *reader() const override { return read; }
  void packInputs(packer &to) override { In::write(to, this->Value.in()); }
  void packResults(packer &to) override { Out::write(to, this->Value.out()); }
  void unpackResults(unpacker &from) override {
    Out::read(from, this->Value.out(), nullptr);
  }

private:
  static std::unique_ptr<Task> read(unpacker &from, Core &core) {
    auto task = std::make_unique<RankTask>();
    In::read(from, task->Value.in(), &core);
    return task;
  }
};

/// Whether the fields of T can be packed; else that is an error.
template <class T> constexpr bool fieldsTravel() {
  static_assert(NamesFields<T>, "a task of a rank_worker has in() and out(), "
                                "which return its fields by std::tie");
  if constexpr (NamesFields<T>) {
    using In = Fields<decltype(std::declval<T &>().in())>;
    using Out = Fields<decltype(std::declval<T &>().out())>;
    static_assert(In::Travel, "a field that in() names cannot be packed; give "
                              "it pack and unpack, or specialize packing");
    static_assert(Out::Travel,
                  "a field that out() names cannot be packed; give "
                  "it pack and unpack, or specialize packing");
    return In::Travel && Out::Travel;
  }
  return false;
}

template <class W, class T>
struct TaskAround<W, T,
                  std::enable_if_t<std::is_base_of_v<rank_worker, W> &&
                                   !std::is_base_of_v<SharesMemory, T>>> {
  static constexpr bool Travels = fieldsTravel<T>();
  using Type = std::conditional_t<Travels, RankTask<W, T>, UserTask<W, T>>;
};

/// Joins the job. On ranks other than 0, takes part in all runs, and leaves the
/// program. Returns null if this process is alone.
Network *enterJob();

} // namespace detail

/// Runs \p body(w) as worker 0 of rank 0, with all workers of all ranks, as
/// run() does with those of one. `how.workers` is a number for each rank; 0
/// stands for CILK_NWORKERS, or else the rank's share of the processors. Not in
/// a task, and once at a time. Throws what \p body does, and error.
template <class Body> auto run_on_ranks(const options &how, Body body) {
  if constexpr (detail::checkRun<rank_worker, Body>()) {
    detail::Run all(how, detail::enterJob());
    detail::keepResults(all);
    return detail::runRoot<rank_worker>(all, body);
  }
}

/// The same for programs whose workers have data, rank_worker_of<T>: that of
/// worker i of a rank is made there by \p make(i), which is a function, or a
/// lambda without captures.
template <class Make, class Body>
auto run_on_ranks_with(const options &how, Make make, Body body) {
  using T = decltype(make(0u));
  using Function = T (*)(unsigned);
  static_assert(std::is_convertible_v<Make, Function>,
                "what makes data on other ranks has no captures");
  if constexpr (detail::checkRun<rank_worker_of<T>, Body>()) {
    Function function = make;
    detail::Run all(how, detail::enterJob());
    all.Make = reinterpret_cast<void (*)()>(function);
    all.Prepare = [](detail::Run &there, void (*made)()) {
      auto make = reinterpret_cast<Function>(made);
      detail::makeData(there, make);
    };
    detail::makeData(all, function);
    detail::keepResults(all);
    return detail::runRoot<rank_worker_of<T>>(all, body);
  }
}

} // namespace tussah::backtrack

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_RANKS_HPP
