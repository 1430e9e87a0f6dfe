//===- tussah/backtrack.hpp - Tasks on demand, by backtracking --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The constructs of Hiraishi, Yasugi, Umatani, Yuasa, "Backtracking-based Load
/// Balancing" (PPoPP 2009), Tascell, in C++17, for any compiler:
///
///     using namespace tussah::backtrack;
///     long fib(worker &w, int n) {
///       if (n < 2)
///         return n;
///       auto [a, b] = do_two(
///           w, [n](worker &w) { return fib(w, n - 1); },
///           [n](worker &w) { return fib(w, n - 2); });
///       return a + b;
///     }
///     int main() {
///       std::printf("%ld\n", run({}, [](worker &w) { return fib(w, 33); }));
///     }
///
/// A worker runs its program serially, with one mutable workspace. When another
/// one asks for work it goes back to its oldest choice point, undoing what it
/// did since, gives away a part of it, and returns. Nothing else makes a task.
/// Programs link with libtussah-backtrack. docs/guides/backtrack.md is the
/// manual.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_HPP

#include <tussah/backtrack/checks.hpp>
#include <tussah/backtrack/worker.hpp>

#include <limits>
#include <optional>
#include <type_traits>

namespace tussah::backtrack {

/// The last argument of do_two, parallel_for or choices: a request is declined
/// there where \p Test() is false. It is called where the worker has gone back
/// to, and sees the workspace as put handlers do: in choices, as it was before
/// the change of the iteration that is running.
template <class Test> struct guard {
  Test Passes;
};
template <class Test> guard(Test) -> guard<Test>;

namespace detail {

/// The type that counts from an A to a B: the wider one, so that no end is cut
/// off, and signed if one of them is.
template <class A, class B> struct Counting {
  static_assert(std::is_integral_v<A> && !std::is_floating_point_v<B>,
                "loops count by integers");
  // Of enumerators, and of what converts to an integer.
  using End = std::conditional_t<std::is_integral_v<B>, B,
                                 decltype(+std::declval<B &>())>;
  using Common = std::common_type_t<A, End>;
  static constexpr bool IsMixed = std::is_signed_v<A> != std::is_signed_v<End>;
  using Type = std::conditional_t<IsMixed && std::is_unsigned_v<Common>,
                                  std::int64_t, Common>;
};
template <class A> struct Counting<A, A> {
  static_assert(std::is_integral_v<A>, "loops count by integers");
  using Type = A;
};
template <class A, class B> using Count = typename Counting<A, B>::Type;

struct Always {
  constexpr bool operator()() const { return true; }
};

/// The first choice point of a task, or of a run.
template <class W> struct TaskPoint : W {
  TaskPoint(Core &core, Point *outer, Task *task)
      : W(core, outer, task ? OfTask : OfRun), Running(task) {}

  Task *Running;

private:
  static Scope *scope(Point &point) {
    return &static_cast<TaskPoint &>(point).Running->Cancel;
  }
  static constexpr Kind OfRun = {};
  static constexpr Kind OfTask = {nullptr, nullptr, nullptr, nullptr, scope};
};

/// A task around the user's object, whose run() is the user's.
template <class W, class T> struct UserTask : Task {
  void run(Core &core, Point *outer) override {
    TaskPoint<W> point(core, outer, this);
    Value.run(static_cast<W &>(point));
  }
  T Value{};
};

/// The type of the tasks around T, and whether they can run on other ranks.
/// <tussah/backtrack/ranks.hpp> has those that can.
template <class W, class T, class = void> struct TaskAround {
  using Type = UserTask<W, T>;
  static constexpr bool Travels = false;
};
template <class W, class T> using TaskOf = typename TaskAround<W, T>::Type;

/// The base of tasks that refer to their maker's variables.
struct SharesMemory {};

/// Leaves nothing behind when an exception passes a choice point.
template <class P> struct Leaving {
  P &At;
  bool Returning = false;
  ~Leaving() {
    if (!Returning && At.hasGiven())
      At.Home->abandon(At);
  }
};

/// Where there are two statements, while the first one runs. \p Put makes the
/// second one a task.
template <class W, class T, class Put, class Test> struct TwoPoint : W {
  using Worker = W;

  TwoPoint(W &outer, Put put, Test test)
      : W(*outer.Home, &outer, OfTwo), Fill(std::move(put)),
        Passes(std::move(test)) {}

  W &around() { return static_cast<W &>(*this->outer()); }

  /// Waits for the second one, and returns what \p get does.
  template <class Get> TUSSAH_BACKTRACK_COLD auto join(Get &get) {
    using Result = decltype(get(std::declval<T &>()));
    const auto value = [](Task &task) -> T & {
      return static_cast<UserTask<W, T> &>(task).Value;
    };
    if constexpr (std::is_void_v<Result>) {
      this->Home->join(*this, [&](Task &task) { get(value(task)); });
    } else {
      std::optional<Result> result;
      this->Home->join(*this,
                       [&](Task &task) { result.emplace(get(value(task))); });
      return std::move(*result);
    }
  }

  Put Fill;
  Test Passes;

private:
  static bool hasPart(const Point &point) { return !point.hasGiven(); }
  static Task *split(Point &at) {
    auto &point = static_cast<TwoPoint &>(at);
    if (!point.Passes())
      return nullptr;
    auto task = std::make_unique<TaskOf<W, T>>();
    point.Fill(task->Value);
    return task.release();
  }
  static constexpr Kind OfTwo = {nullptr, nullptr, hasPart,
                                 split,   nullptr, TaskAround<W, T>::Travels};
};

/// \p serial runs the second statement at a choice point if nobody has it, and
/// \p get takes its result from the task if somebody had.
template <class P, class First, class Serial, class Get>
TUSSAH_BACKTRACK_INLINE auto runTwo(P &point, First &first, Serial serial,
                                    Get get) {
  typename P::Worker &w = point;
  using A = decltype(first(w));
  using B = decltype(serial(point));
  Leaving<P> leaving{point};
  point.poll();
  if constexpr (std::is_void_v<A>) {
    first(w);
    bool given = point.hasGiven();
    if (TUSSAH_BACKTRACK_UNLIKELY(given))
      point.join(get);
    leaving.Returning = true;
    if (!given)
      serial(point);
  } else {
    A a = first(w);
    if (TUSSAH_BACKTRACK_UNLIKELY(point.hasGiven())) {
      B b = point.join(get);
      leaving.Returning = true;
      return std::pair<A, B>(std::move(a), std::move(b));
    }
    leaving.Returning = true;
    return std::pair<A, B>(std::move(a), serial(point));
  }
}

/// The second statement as a task that refers to the first one's frame, for
/// do_two without handlers.
template <class W, class Second> struct SharedSecond : SharesMemory {
  using Result = decltype(std::declval<Second &>()(std::declval<W &>()));
  using Stored =
      std::conditional_t<std::is_void_v<Result>, bool, std::optional<Result>>;

  void run(W &w) {
    if constexpr (std::is_void_v<Result>)
      (*Code)(w);
    else
      Value.emplace((*Code)(w));
  }
  Result get() {
    if constexpr (!std::is_void_v<Result>)
      return std::move(*Value);
  }

  Second *Code = nullptr;
  Stored Value{};
};
template <class W, class Second> struct PutSecond {
  Second Code;
  void operator()(SharedSecond<W, Second> &task) { task.Code = &Code; }
};

/// Where the iterations from \p next to \p end are split with checkpoints: the
/// upper part begins at a multiple of its size, which is a power of 2. Another
/// job makes the same parts, wherever it splits.
template <class I> I alignedMiddle(I next, I end) {
  using Unsigned = std::make_unsigned_t<I>;
  const auto left = static_cast<Unsigned>(Unsigned(end) - Unsigned(next));
  constexpr auto largest = static_cast<Unsigned>(
      Unsigned(1) << (std::numeric_limits<Unsigned>::digits - 1));
  // The lowest bit of the end.
  auto size = static_cast<Unsigned>(Unsigned(end) & (0 - Unsigned(end)));
  for (size = size == 0 ? largest : size; size > left;)
    size = static_cast<Unsigned>(size / 2);
  return static_cast<I>(Unsigned(end) - size);
}

/// A loop. \p Put makes iterations a task.
template <class W, class T, class I, class Put, class Test>
struct ForPoint : W {
  ForPoint(W &outer, I from, I to, Put put, Test test, const Kind &what = OfFor)
      : W(*outer.Home, &outer, what),
        // This worker runs the first iteration, so it has begun. Without
        // iterations the sum could overflow.
        Next(from < to ? static_cast<I>(from + 1) : to), End(to),
        Fill(std::move(put)), Passes(std::move(test)) {}

  /// The first iteration that has not begun, and the end of those that are
  /// left.
  I Next, End;
  Put Fill;
  Test Passes;

protected:
  static bool hasPart(const Point &at) {
    auto &point = static_cast<const ForPoint &>(at);
    return point.Next < point.End;
  }
  /// Gives the upper half away, and the middle one too: one iteration is
  /// running.
  static Task *split(Point &at) {
    auto &point = static_cast<ForPoint &>(at);
    if (!point.Passes())
      return nullptr;
    using Unsigned = std::make_unsigned_t<I>;
    Unsigned left = Unsigned(point.End) - Unsigned(point.Next);
    I middle = point.Home->All.Saved
                   ? alignedMiddle(point.Next, point.End)
                   : static_cast<I>(Unsigned(point.Next) + left / 2);
    auto task = std::make_unique<TaskOf<W, T>>();
    point.Fill(task->Value, middle, point.End);
    point.End = middle;
    return task.release();
  }
  static constexpr Kind OfFor = {nullptr, nullptr, hasPart,
                                 split,   nullptr, TaskAround<W, T>::Travels};
};

template <class W, class T, class P, class Get>
TUSSAH_BACKTRACK_COLD void joinFor(P &point, Get &get) {
  point.Home->join(point, [&](Task &task) {
    get(static_cast<UserTask<W, T> &>(task).Value);
  });
}

template <class W, class T, class P, class I, class Body, class Get>
TUSSAH_BACKTRACK_INLINE void runFor(P &point, I from, Body &body, Get &get) {
  Leaving<P> leaving{point};
  // The address stays in a register: a poll is a load and a branch.
  const auto &requests = point.Home->Requests;
  for (I i = from; i < point.End; ++i) {
    point.Next = i + 1;
    if (TUSSAH_BACKTRACK_UNLIKELY(requests.load_relaxed() != 0))
      point.Home->attend(point);
    body(static_cast<W &>(point), i);
  }
  if (TUSSAH_BACKTRACK_UNLIKELY(point.hasGiven()))
    joinFor<W, T>(point, get);
  leaving.Returning = true;
}

/// Iterations as a task that refers to the first one's frame, for parallel_for
/// without handlers.
template <class W, class I, class Body, class Test>
struct SharedRange : SharesMemory {
  void run(W &w) { loop(w, From, To, *Code, *Passes); }

  static void loop(W &w, I from, I to, const Body &body, const Test &test) {
    const auto put = [&body, &test](SharedRange &task, I first, I last) {
      task.From = first;
      task.To = last;
      task.Code = &body;
      task.Passes = &test;
    };
    const auto get = [](SharedRange &) {};
    const auto passes = [&test] { return test(); };
    ForPoint<W, SharedRange, I, decltype(put), decltype(passes)> point(
        w, from, to, put, passes);
    runFor<W, SharedRange>(point, from, body, get);
  }

  I From, To;
  const Body *Code;
  const Test *Passes;
};

/// A loop whose iterations change the workspace. Tasks are made where one is
/// running.
template <class W, class T, class I, class Change, class Put, class Test>
struct ChoicePoint : ForPoint<W, T, I, Put, Test> {
  using Base = ForPoint<W, T, I, Put, Test>;

  ChoicePoint(W &outer, I from, I to, const Change &change, Put put, Test test)
      : Base(outer, from, to, std::move(put), std::move(test), OfChoice),
        Made(change), Current(this->Next) {}

  void begin(I i) {
    Current = i;
    this->Next = i + 1;
  }
  /// No iteration is running, and none is left: join() makes no new tasks.
  void end() { Current = this->Next = this->End; }

  Change Made;
  /// The iteration that is running; Next if none is, as in join().
  I Current;

private:
  static void undo(Point &at) noexcept {
    auto &point = static_cast<ChoicePoint &>(at);
    if (point.Current != point.Next)
      point.Made.undo(point.Current);
  }
  static void redo(Point &at) noexcept {
    auto &point = static_cast<ChoicePoint &>(at);
    if (point.Current != point.Next)
      point.Made.apply(point.Current);
  }
  static constexpr Kind OfChoice = {undo,          redo,
                                    Base::hasPart, Base::split,
                                    nullptr,       TaskAround<W, T>::Travels};
};

template <class W, class T, class P, class I, class Change, class Body,
          class Get>
TUSSAH_BACKTRACK_INLINE void runChoices(P &point, I from, Change &change,
                                        Body &body, Get &get) {
  struct Undo {
    Change &What;
    I Value;
    ~Undo() { What.undo(Value); }
  };
  Leaving<P> leaving{point};
  for (I i = from; i < point.End; ++i) {
    if (!change.apply(i))
      continue;
    point.begin(i);
    Undo undo{change, i};
    // Polls here, and not at the beginning of the loop: that would be more
    // polls, and a loop that takes no choice is short.
    point.poll();
    body(static_cast<W &>(point), i);
  }
  if (TUSSAH_BACKTRACK_UNLIKELY(point.hasGiven())) {
    point.end();
    joinFor<W, T>(point, get);
  }
  leaving.Returning = true;
}

/// A point where a change is undone and done again.
template <class W, class Change> struct WindPoint : W {
  WindPoint(W &outer, Change &change)
      : W(*outer.Home, &outer, OfWind), Made(change) {}

  Change Made;

private:
  static void undo(Point &point) noexcept {
    static_cast<WindPoint &>(point).Made.undo();
  }
  static void redo(Point &point) noexcept {
    static_cast<WindPoint &>(point).Made.apply();
  }
  static constexpr Kind OfWind = {undo, redo, nullptr, nullptr, nullptr};
};

/// A change that two functions make.
template <class Before, class After> struct Handlers {
  Before DoAgain;
  After UndoAll;
  void apply() { DoAgain(); }
  void undo() { UndoAll(); }
};

template <class W> struct ScopePoint : W {
  ScopePoint(W &outer, Scope &scope)
      : W(*outer.Home, &outer, OfScope), Begins(scope) {}

  Scope &Begins;

private:
  static Scope *scope(Point &point) {
    return &static_cast<ScopePoint &>(point).Begins;
  }
  static constexpr Kind OfScope = {nullptr, nullptr, nullptr, nullptr, scope};
};

/// Gives each worker data, which \p make(number) returns.
template <class Make> void makeData(Run &all, Make &make) {
  using T = decltype(make(0u));
  for (auto &core : all.Cores) {
    auto data = std::make_shared<T>(make(core->Number));
    core->Data = data.get();
    all.Data.push_back(std::move(data));
  }
}

/// Throws error if a run is to have checkpoints whose tasks have no in() and
/// out().
inline void refuseCheckpoint(const options &how) {
  if (!how.checkpoint.empty())
    throw error("checkpoints are for run_on_ranks, whose tasks name their "
                "inputs and results");
}

template <class W, class Body> auto runRoot(Run &all, Body &body) {
  struct Ends {
    Run &All;
    int Exceptions = std::uncaught_exceptions();
    ~Ends() noexcept(false) {
      All.finish();
      if (std::uncaught_exceptions() == Exceptions)
        All.check();
    }
  };
  Ends ends{all};
  all.start();
  TaskPoint<W> root(*all.Cores.front(), nullptr,
                    all.Saved ? all.Saved->root() : nullptr);
  if (!all.Saved)
    return body(static_cast<W &>(root));
  try {
    return body(static_cast<W &>(root));
  } catch (const cancelled &) {
    // The program may catch this nowhere; then nothing would be destroyed.
    all.leave();
    throw;
  }
}

} // namespace detail

/// Runs \p first(w), then \p second(w). If another worker asks while the first
/// one runs, and no older choice point of this worker can be split, it gets the
/// second one as a task of type \p T: this worker goes back to here, \p
/// put(task) fills it, this worker returns to where it was; task.run(w) runs
/// elsewhere, and later, in place of the second one, \p get(task) takes its
/// results.
///
/// If the functions return values, so does do_two, as a pair; get(task) returns
/// what the second one would. Tasks are value-initialized. Guards and put
/// handlers see the workspace as it was when do_two began; one that throws
/// declines the request. An exception leaves where it would if all were serial:
/// it cancels and waits for what is later in the serial order.
template <class T, class W, class First, class Second, class Put, class Get,
          class Test = detail::Always>
TUSSAH_BACKTRACK_INLINE auto do_two(W &w, First first, Second second, Put put,
                                    Get get, guard<Test> when = {}) {
  if constexpr (!detail::checkTwo<W, T, First, Second, Put, Get, Test>()) {
    return detail::resultOfTwo<W, First, Second>();
  } else {
    using P = detail::TwoPoint<W, T, Put, Test>;
    P point(w, std::move(put), std::move(when.Passes));
    return detail::runTwo(
        point, first, [&](P &at) { return second(at.around()); },
        [&](T &task) { return get(task); });
  }
}

/// Handlers are missing.
template <class T, class W, class First, class Second,
          class = std::enable_if_t<!detail::IsWorkerType<T> &&
                                   detail::IsWorkerType<W>>>
auto do_two(W &, First, Second) {
  static_assert(detail::Never<T>,
                "do_two with a type of tasks needs handlers: do_two<T>(w, "
                "first, second, put, get); without them it is do_two(w, first, "
                "second)");
  return detail::resultOfTwo<W, First, Second>();
}
template <class T, class W, class First, class Second, class Put,
          class = std::enable_if_t<!detail::IsWorkerType<T> &&
                                   detail::IsWorkerType<W>>>
auto do_two(W &w, First first, Second second, Put) {
  return do_two<T>(w, first, second);
}

/// The same without a type of tasks: the other worker calls \p second(w)
/// itself, on this worker's variables. So the second one uses no workspace that
/// the first one changes, nor one that dynamic_wind or choices around changes:
/// this worker may be going back over them.
template <class W, class First, class Second, class Test = detail::Always>
TUSSAH_BACKTRACK_INLINE auto do_two(W &w, First first, Second second,
                                    guard<Test> when = {}) {
  if constexpr (!detail::checkTwo<W, First, Second>() ||
                !detail::checkGuard<Test>()) {
    return detail::resultOfTwo<W, First, Second>();
  } else {
    using T = detail::SharedSecond<W, Second>;
    using P = detail::TwoPoint<W, T, detail::PutSecond<W, Second>, Test>;
    P point(w, {std::move(second)}, std::move(when.Passes));
    return detail::runTwo(
        point, first, [](P &at) { return at.Fill.Code(at.around()); },
        [](T &task) { return task.get(); });
  }
}

/// Runs \p body(w, i) for \p from <= i < \p to, in this order. If another
/// worker asks, and no older choice point of this worker can be split, it gets
/// the upper half of the iterations that have not begun, as a task of type \p
/// T: this worker goes back to here, \p put(task, a, b) fills it with those
/// from a to b - 1, this worker returns to where it was; task.run(w) runs
/// elsewhere. After the last iteration, \p get(task) takes the results of each
/// task, in the order of their iterations. As for do_two otherwise.
///
/// If the ends have different types, it counts in the wider one, a signed one
/// if either is signed. It polls before each iteration.
template <class T, class W, class From, class To, class Body, class Put,
          class Get, class Test = detail::Always>
TUSSAH_BACKTRACK_INLINE void parallel_for(W &w, From from, To to, Body body,
                                          Put put, Get get,
                                          guard<Test> when = {}) {
  using I = detail::Count<From, To>;
  if constexpr (detail::checkLoop<W, T, I, Body, Put, Get, Test>()) {
    detail::ForPoint<W, T, I, Put, Test> point(
        w, I(from), I(to), std::move(put), std::move(when.Passes));
    detail::runFor<W, T>(point, I(from), body, get);
  }
}

/// Handlers are missing.
template <
    class T, class W, class From, class To, class Body, class... Put,
    class = std::enable_if_t<!detail::IsWorkerType<T> &&
                             detail::IsWorkerType<W> && sizeof...(Put) < 2>>
void parallel_for(W &, From, To, Body, Put...) {
  static_assert(detail::Never<T>,
                "parallel_for with a type of tasks needs handlers: "
                "parallel_for<T>(w, from, to, body, put, get); without them it "
                "is parallel_for(w, from, to, body)");
}

/// A loop over what can be done next, as a search has it: for \p from <= i < \p
/// to, if \p change.apply(i) returns true, runs \p body(w, i), then \p
/// change.undo(i). The same as parallel_for around dynamic_wind, of which one
/// choice point is made instead of two. If apply(i) returns false, it must not
/// have changed anything, and what is left of the iteration is skipped. See
/// dynamic_wind for what the change must satisfy; an exception of the first
/// apply(i) leaves the loop. The change is copied before any apply(i), so
/// undo(i) must not need what that has left in it. It polls before each
/// body(w, i). As for parallel_for otherwise.
template <class T, class W, class From, class To, class Change, class Body,
          class Put, class Get, class Test = detail::Always>
TUSSAH_BACKTRACK_INLINE void choices(W &w, From from, To to, Change change,
                                     Body body, Put put, Get get,
                                     guard<Test> when = {}) {
  using I = detail::Count<From, To>;
  if constexpr (detail::checkLoop<W, T, I, Body, Put, Get, Test>()) {
    if constexpr (detail::checkChoice<Change, I>()) {
      detail::ChoicePoint<W, T, I, Change, Put, Test> point(
          w, I(from), I(to), change, std::move(put), std::move(when.Passes));
      detail::runChoices<W, T>(point, I(from), change, body, get);
    }
  }
}

/// Handlers are missing, or the type of tasks.
template <
    class T, class W, class From, class To, class Change, class Body,
    class... Put,
    class = std::enable_if_t<!detail::IsWorkerType<T> &&
                             detail::IsWorkerType<W> && sizeof...(Put) < 2>>
void choices(W &, From, To, Change, Body, Put...) {
  static_assert(detail::Never<T>, "choices needs handlers: choices<T>(w, from, "
                                  "to, change, body, put, get)");
}
template <class W, class... A,
          class = std::enable_if_t<detail::IsWorkerType<W>>>
void choices(W &, A &&...) {
  static_assert(detail::Never<W>,
                "choices needs a type of tasks, which have a copy of the "
                "workspace: choices<T>(w, from, to, change, body, put, get)");
}

/// The same without a type of tasks: other workers call \p body(w, i) itself,
/// at the same time. So iterations are independent, use no workspace that
/// dynamic_wind or choices around changes, and \p body must be callable where
/// it is constant.
template <class W, class From, class To, class Body,
          class Test = detail::Always>
TUSSAH_BACKTRACK_INLINE void
parallel_for(W &w, From from, To to, const Body &body, guard<Test> when = {}) {
  using I = detail::Count<From, To>;
  if constexpr (detail::checkWorker<W>())
    if constexpr (detail::checkBody<W, I, const Body>() &&
                  detail::checkGuard<const Test>())
      detail::SharedRange<W, I, Body, Test>::loop(w, I(from), I(to), body,
                                                  when.Passes);
}

/// Runs \p change.apply(), \p body(w), \p change.undo(), and returns what the
/// body does. In between, whenever the worker goes back beyond here to make a
/// task, it calls undo() on the way, and apply() when it returns: so a
/// workspace is always in the state that the place of the program wants. An
/// exception that leaves the body passes undo() too.
///
/// The change is copied. What undo() throws, or apply() when it is called
/// again, ends the program. Neither may use constructs.
template <class W, class Change, class Body>
TUSSAH_BACKTRACK_INLINE decltype(auto) dynamic_wind(W &w, Change change,
                                                    Body body) {
  if constexpr (detail::checkWind<W, Change, Body>()) {
    struct Undo {
      Change &What;
      ~Undo() { What.undo(); }
    };
    change.apply();
    // First, as the copy that the point makes may throw.
    Undo undo{change};
    detail::WindPoint<W, Change> point(w, change);
    return body(static_cast<W &>(point));
  }
}

/// The same with \p before() for apply, and \p after() for undo. The functions
/// are copied twice; an object with both is somewhat faster.
template <class W, class Before, class Body, class After>
TUSSAH_BACKTRACK_INLINE decltype(auto) dynamic_wind(W &w, Before before,
                                                    Body body, After after) {
  using Change = detail::Handlers<Before, After>;
  return dynamic_wind(w, Change{std::move(before), std::move(after)},
                      std::move(body));
}

/// A part of a program that can be cancelled; to be passed to cancellable()
/// once. It lives as long as that runs.
class cancel_scope {
public:
  /// Lets all workers that are in the scope leave it: each one at its next
  /// construct, or poll, by the exception `cancelled`. From any thread, worker
  /// or not, at any time: before the scope begins nothing of it will run, and
  /// behind it nothing happens.
  void cancel() {
    std::lock_guard<std::mutex> guard(Lock);
    This.Cancelled.store_relaxed(true);
    if (All)
      All->interrupt();
  }
  bool is_cancelled() const { return This.Cancelled.load_relaxed(); }

private:
  template <class W, class Body>
  friend bool cancellable(W &, cancel_scope &, Body);

  /// What cancel() must interrupt; null outside of cancellable(). Under the
  /// lock.
  void setRun(detail::Run *run) {
    std::lock_guard<std::mutex> guard(Lock);
    All = run;
  }

  detail::Scope This;
  std::mutex Lock;
  detail::Run *All = nullptr;
};

/// Runs \p body(w) as \p scope. Returns false if `cancelled` left it because of
/// that, when nothing of the scope runs any more, or if the scope was cancelled
/// before, and then nothing is run; true if the body has returned.
/// Takes time that grows with the number of choice points up to the next scope
/// outwards.
template <class W, class Body>
bool cancellable(W &w, cancel_scope &scope, Body body) {
  scope.This.Outer = detail::scopeAround(&w);
  scope.This.Divided =
      scope.This.Outer ? scope.This.Outer->Divided : w.Home->Divided;
  struct Leaving {
    cancel_scope &Left;
    ~Leaving() { Left.setRun(nullptr); }
  };
  scope.setRun(&w.Home->All);
  Leaving leaving{scope};
  // A cancellation from now on interrupts the workers.
  if (scope.is_cancelled())
    return false;
  detail::ScopePoint<W> point(w, scope.This);
  try {
    body(static_cast<W &>(point));
  } catch (const cancelled &) {
    if (!scope.is_cancelled() ||
        (scope.This.Outer && scope.This.Outer->isCancelled()))
      throw;
    return false;
  }
  return true;
}

/// Runs \p body(w) as worker 0, with \p how.workers - 1 others that make
/// themselves useful, and returns what it returns, or throws what it throws.
/// Runs in several threads of the system are independent, as is a run inside
/// another one, whose workers do not take part in it. Throws error, and
/// std::system_error if there cannot be so many threads.
template <class Body> auto run(const options &how, Body body) {
  if constexpr (detail::checkRun<worker, Body>()) {
    detail::refuseCheckpoint(how);
    detail::Run all(how);
    return detail::runRoot<worker>(all, body);
  }
}

/// The same for programs whose workers have data, worker_of<T>: that of worker
/// i is made before by \p make(i).
template <class Make, class Body>
auto run_with(const options &how, Make make, Body body) {
  using T = decltype(make(0u));
  if constexpr (detail::checkRun<worker_of<T>, Body>()) {
    detail::refuseCheckpoint(how);
    detail::Run all(how);
    detail::makeData(all, make);
    return detail::runRoot<worker_of<T>>(all, body);
  }
}

} // namespace tussah::backtrack

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_HPP
