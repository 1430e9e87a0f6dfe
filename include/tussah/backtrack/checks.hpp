//===- tussah/backtrack/checks.hpp - What constructs need -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the arguments of a construct fit each other. What does not is one
/// error of the compiler that says what is wanted: a construct that fails here
/// is not instantiated.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_CHECKS_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_CHECKS_HPP

#include <tussah/backtrack/worker.hpp>

#include <type_traits>

namespace tussah::backtrack::detail {

template <class...> inline constexpr bool Never = false;

template <class W, class = void> inline constexpr bool IsWorkerType = false;
template <class W>
inline constexpr bool IsWorkerType<W, std::enable_if_t<std::is_class_v<W>>> =
    std::is_base_of_v<worker, W>;

template <class T, class W, class = void> inline constexpr bool HasRun = false;
template <class T, class W>
inline constexpr bool HasRun<
    T, W, std::void_t<decltype(std::declval<T &>().run(std::declval<W &>()))>> =
    true;

template <class W> constexpr bool checkWorker() {
  static_assert(IsWorkerType<W>,
                "the first argument of a construct is the worker "
                "& that the function around was given last");
  return IsWorkerType<W>;
}

/// A task type of a construct for a worker W.
template <class T, class W> constexpr bool checkTask() {
  static_assert(HasRun<T, W>,
                "a task needs a member 'void run(worker &)', with the type of "
                "worker that the construct is given");
  static_assert(!HasRun<T, W> || std::is_default_constructible_v<T>,
                "a task is made by its default constructor, and filled by put");
  return HasRun<T, W> && std::is_default_constructible_v<T>;
}

/// \p get takes the results of a task.
template <class T, class Get> constexpr bool checkGet() {
  constexpr bool good = std::is_invocable_v<Get &, T &>;
  static_assert(good, "the get handler is called as get(task), with the task "
                      "by reference");
  return good;
}

/// The body of a loop over I.
template <class W, class I, class Body> constexpr bool checkBody() {
  constexpr bool good = std::is_invocable_v<Body &, W &, I>;
  static_assert(good, "the body of a loop is called as body(w, i), with the "
                      "type of worker that the construct is given");
  return good;
}

/// The put handler of a loop over I.
/// As \p T, but what takes it by value cannot be called with it.
template <class T> struct Pinned : T {
  Pinned(const Pinned &) = delete;
  using T::operator=;
};

/// Whether \p F is a function or has one call operator, which is no template.
template <class F, class = void>
inline constexpr bool HasOneCall = !std::is_class_v<F>;
template <class F>
inline constexpr bool HasOneCall<F, std::void_t<decltype(&F::operator())>> =
    true;

/// Whether \p Put can be called with a task, and changes that one, not a copy.
/// What takes a copy can be called with a temporary, too; a template is tried
/// with what cannot be copied.
template <class Put, class T, class... Others> constexpr bool takesReference() {
  if constexpr (!std::is_invocable_v<Put &, T &, Others...>)
    return false;
  else if constexpr (HasOneCall<Put>)
    return !std::is_invocable_v<Put &, T &&, Others...>;
  else if constexpr (std::is_class_v<T> && !std::is_final_v<T>)
    return std::is_invocable_v<Put &, Pinned<T> &, Others...>;
  else
    return true;
}

template <class T, class I, class Put> constexpr bool checkPut() {
  constexpr bool good = takesReference<Put, T, I, I>();
  static_assert(good, "the put handler of a loop is called as put(task, from, "
                      "to), with the task by reference");
  return good;
}

template <class Test> constexpr bool checkGuard() {
  constexpr bool good = std::is_invocable_r_v<bool, Test &>;
  static_assert(good,
                "a guard is called without arguments, and returns a bool");
  return good;
}

template <class W, class T, class I, class Body, class Put, class Get,
          class Test>
constexpr bool checkLoop() {
  // Each one only if those before are right: one mistake is one error.
  if constexpr (checkWorker<W>())
    if constexpr (checkTask<T, W>())
      if constexpr (checkBody<W, I, Body>())
        if constexpr (checkPut<T, I, Put>())
          if constexpr (checkGet<T, Get>())
            return checkGuard<Test>();
  return false;
}

/// The two functions of do_two.
template <class W, class First, class Second> constexpr bool checkTwo() {
  if constexpr (!checkWorker<W>()) {
    return false;
  } else {
    constexpr bool good =
        std::is_invocable_v<First &, W &> && std::is_invocable_v<Second &, W &>;
    static_assert(good, "the functions of do_two are called with one argument, "
                        "a worker & of the type that the construct is given");
    if constexpr (good) {
      using A = std::invoke_result_t<First &, W &>;
      using B = std::invoke_result_t<Second &, W &>;
      constexpr bool same = std::is_void_v<A> == std::is_void_v<B>;
      static_assert(same, "both functions return a value, or none does");
      return same;
    } else {
      return false;
    }
  }
}

/// The handlers of do_two; the functions are right.
template <class W, class T, class Second, class Put, class Get, class Test>
constexpr bool checkTwoHandlers() {
  if constexpr (!checkTask<T, W>()) {
    return false;
  } else {
    constexpr bool puts = takesReference<Put, T>();
    static_assert(puts, "the put handler of do_two is called as put(task), "
                        "with the task by reference");
    if constexpr (puts) {
      if constexpr (checkGet<T, Get>()) {
        using B = std::invoke_result_t<Second &, W &>;
        using G = std::invoke_result_t<Get &, T &>;
        constexpr bool same =
            std::is_void_v<B> ? std::is_void_v<G> : std::is_convertible_v<G, B>;
        static_assert(same, "the get handler of do_two returns what the "
                            "second function returns");
        return same && checkGuard<Test>();
      }
    }
    return false;
  }
}

/// Functions and handlers of do_two.
template <class W, class T, class First, class Second, class Put, class Get,
          class Test>
constexpr bool checkTwo() {
  if constexpr (checkTwo<W, First, Second>())
    return checkTwoHandlers<W, T, Second, Put, Get, Test>();
  else
    return false;
}

/// What do_two returns, for what comes behind an error.
template <class W, class First, class Second> auto resultOfTwo() {
  if constexpr (std::is_invocable_v<First &, W &> &&
                std::is_invocable_v<Second &, W &>) {
    using A = std::invoke_result_t<First &, W &>;
    using B = std::invoke_result_t<Second &, W &>;
    if constexpr (!std::is_void_v<A> && !std::is_void_v<B>)
      return *static_cast<std::pair<A, B> *>(nullptr);
  }
}

template <class Change, class I, class = void>
inline constexpr bool ChangesEach = false;
template <class Change, class I>
inline constexpr bool ChangesEach<
    Change, I,
    std::void_t<decltype(static_cast<bool>(
                    std::declval<Change &>().apply(std::declval<I>()))),
                decltype(std::declval<Change &>().undo(std::declval<I>()))>> =
    true;

template <class Change, class = void> inline constexpr bool Changes = false;
template <class Change>
inline constexpr bool
    Changes<Change, std::void_t<decltype(std::declval<Change &>().apply()),
                                decltype(std::declval<Change &>().undo())>> =
        true;

template <class Change, class I> constexpr bool checkChoice() {
  static_assert(ChangesEach<Change, I>,
                "the change of choices has 'bool apply(i)' and 'void undo(i)'");
  static_assert(std::is_copy_constructible_v<Change>,
                "the change of choices is copied; let it refer to the "
                "workspace");
  return ChangesEach<Change, I> && std::is_copy_constructible_v<Change>;
}

template <class W, class Change, class Body> constexpr bool checkWind() {
  if constexpr (!checkWorker<W>()) {
    return false;
  } else {
    static_assert(Changes<Change>,
                  "the change of dynamic_wind has 'apply()' and 'undo()'; or "
                  "it is dynamic_wind(w, before, body, after)");
    static_assert(std::is_copy_constructible_v<Change>,
                  "the change of dynamic_wind is copied; let it refer to the "
                  "workspace");
    constexpr bool good = std::is_invocable_v<Body &, W &>;
    static_assert(good, "the body of dynamic_wind is called as body(w), with "
                        "the type of worker that the construct is given");
    return Changes<Change> && std::is_copy_constructible_v<Change> && good;
  }
}

/// The function that run and its like call.
template <class W, class Body> constexpr bool checkRun() {
  constexpr bool good = std::is_invocable_v<Body &, W &>;
  static_assert(good, "run calls its function with one argument: a worker & "
                      "in run, a worker_of<Data> & in run_with, a rank_worker "
                      "& or a rank_worker_of<Data> & on ranks");
  return good;
}

} // namespace tussah::backtrack::detail

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_CHECKS_HPP
