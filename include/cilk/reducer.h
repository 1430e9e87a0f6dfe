//===- cilk/reducer.h - Reducers of Cilk Plus -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::reducer<Monoid>, and what monoids are made of, with the interface of
/// Cilk Plus; for C, the macros of <cilk/reducer_c.h>. docs/guides/reducers.md
/// has a table of all reducers, and examples.
///
/// A reducer may be used by any number of strands at the same time. Each use
/// means the strand's own view; views are made by steals only, and reduced from
/// left to right, in the order of the serial program. References to a view are
/// valid until the strand's next spawn or sync. When all strands that have used
/// the reducer are synced with, its view is the result.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_H
#define TUSSAH_CILK_REDUCER_H

#include <cilk/cilksan.h>
#include <cilk/detail/views.h>
#include <cilk/reducer_c.h>

#ifdef __cplusplus

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace cilk {

/// The argument of constructors that take the value of a variable, and leave
/// the variable in an unspecified state. Made by cilk::move_in.
template <class T> class move_in_wrapper {
  T *Variable;

public:
  explicit move_in_wrapper(T &From) : Variable(std::addressof(From)) {}
  T &value() const { return *Variable; }
  operator T &() const { return *Variable; }
};

template <class T> move_in_wrapper<T> move_in(T &Variable) {
  return move_in_wrapper<T>(Variable);
}

namespace internal {

/// Ends the lifetime of an object, unless it is kept.
template <class T> class provisional_object {
  T *Object;

public:
  explicit provisional_object(T *Made) : Object(Made) {}
  provisional_object(const provisional_object &) = delete;
  provisional_object &operator=(const provisional_object &) = delete;
  ~provisional_object() {
    if (Object)
      Object->~T();
  }
  void keep() { Object = nullptr; }
};

} // namespace internal

/// The base of monoids: types, and functions that a monoid may hide by its own.
/// A monoid adds `reduce(View *Left, View *Right)`, which makes Left what it
/// and then Right are together, and must be associative. Functions may be
/// static or const. A monoid without data members has a faster lookup.
///
/// Unlike in Cilk Plus, memory of views is the runtime's: allocate and
/// deallocate are not called.
template <class Value, class View = Value> class monoid_base {
public:
  typedef Value value_type;
  typedef View view_type;

  /// Makes a view in uninitialized memory: View(), so that of numbers is 0. May
  /// throw: the lookup does then.
  void identity(View *Memory) const {
    ::new (static_cast<void *>(Memory)) View();
  }

  /// Ends the lifetime of a view that has been reduced.
  void destroy(View *Old) const { Old->~View(); }

  void *allocate(std::size_t Size) const { return operator new(Size); }
  void deallocate(void *Memory) const { operator delete(Memory); }

  /// \name Construction
  /// Make the monoid and the first view of a reducer, in uninitialized memory:
  /// from nothing, a monoid, arguments of the view, or a monoid and these.
  /// @{
  template <class Monoid> static void construct(Monoid *M, View *Memory) {
    ::new (static_cast<void *>(M)) Monoid();
    internal::provisional_object<Monoid> Guard(M);
    M->identity(Memory);
    Guard.keep();
  }

  template <class Monoid, class First, class... Rest>
  static void construct(Monoid *M, View *Memory, First &&A, Rest &&...B) {
    typedef
        typename std::is_same<Monoid, typename std::decay<First>::type>::type
            IsMonoid;
    from(IsMonoid(), M, Memory, std::forward<First>(A),
         std::forward<Rest>(B)...);
  }
  /// @}

private:
  template <class Monoid, class First>
  static void from(std::true_type, Monoid *M, View *Memory, First &&A) {
    ::new (static_cast<void *>(M)) Monoid(std::forward<First>(A));
    internal::provisional_object<Monoid> Guard(M);
    M->identity(Memory);
    Guard.keep();
  }

  template <class Monoid, class First, class... Rest>
  static void from(std::true_type, Monoid *M, View *Memory, First &&A,
                   Rest &&...B) {
    ::new (static_cast<void *>(M)) Monoid(std::forward<First>(A));
    internal::provisional_object<Monoid> Guard(M);
    ::new (static_cast<void *>(Memory)) View(std::forward<Rest>(B)...);
    Guard.keep();
  }

  template <class Monoid, class... Arguments>
  static void from(std::false_type, Monoid *M, View *Memory, Arguments &&...A) {
    ::new (static_cast<void *>(M)) Monoid();
    internal::provisional_object<Monoid> Guard(M);
    ::new (static_cast<void *>(Memory)) View(std::forward<Arguments>(A)...);
    Guard.keep();
  }
};

/// A monoid for a class of views that can reduce: `View::value_type`, a default
/// constructor for the identity, and `void reduce(View *Right)`. For the
/// reducer's functions of the same names: view_get_value, view_set_value,
/// view_move_in and view_move_out. The second parameter has no effect.
template <class View, bool = false>
class monoid_with_view : public monoid_base<typename View::value_type, View> {
public:
  void reduce(View *Left, View *Right) const { Left->reduce(Right); }
};

namespace internal {

/// The object that the runtime knows as a view of a reducer. One with data in
/// its monoid leads to it.
template <class Monoid, bool HasData> struct view_cell;

template <class Monoid> struct view_cell<Monoid, false> {
  union {
    typename Monoid::view_type View;
  };

  view_cell() {}
  ~view_cell() {}
  void begin(Monoid *) {}
  Monoid monoid() const { return Monoid(); }
};

template <class Monoid> struct view_cell<Monoid, true> {
  Monoid *Owner;
  union {
    typename Monoid::view_type View;
  };

  view_cell() {}
  ~view_cell() {}
  void begin(Monoid *M) { Owner = M; }
  Monoid &monoid() const { return *Owner; }
};

/// The monoid of the reducer that the thread looks up, for the identity
/// function, which the runtime calls with a view only.
template <class Monoid> inline Monoid *&looked_up() {
  static thread_local Monoid *M;
  return M;
}

/// Whether views must lead to the reducer's monoid: another one will not do.
template <class Monoid>
struct has_data
    : std::integral_constant<
          bool, !std::conditional<std::is_empty<Monoid>::value,
                                  std::is_default_constructible<Monoid>,
                                  std::false_type>::type::value> {};

} // namespace internal

/// An object that strands may use at the same time. \p Monoid says what a view
/// is, and how views are made and reduced; see monoid_base. Not copied: its
/// address is what the runtime knows. A static variable of a function must not
/// be initialized in parallel code, because then it belongs to no strand.
///
/// Views are aligned as their type says, up to 4096 bytes, and share no cache
/// line. An exception of `reduce` is thrown by the sync, unless a strand has
/// thrown one before; all views are ended all the same. One of `reduce` in the
/// destructor ends the program.
template <class Monoid> class TUSSAH_REDUCER reducer {
public:
  typedef Monoid monoid_type;
  typedef typename Monoid::value_type value_type;
  typedef typename Monoid::view_type view_type;

private:
  typedef internal::has_data<Monoid> has_data;
  typedef internal::view_cell<Monoid, has_data::value> cell;
  static_assert(alignof(cell) <= 4096,
                "a view cannot be aligned that strictly");

  union {
    mutable Monoid M;
  };
  cell Leftmost;

  static cell *cast(void *Memory) { return static_cast<cell *>(Memory); }

  static void identity(void *Memory) { identity(Memory, has_data()); }
  static void identity(void *Memory, std::false_type) {
    Monoid().identity(std::addressof(cast(Memory)->View));
  }
  static void identity(void *Memory, std::true_type) {
    Monoid *Owner = internal::looked_up<Monoid>();
    cast(Memory)->begin(Owner);
    Owner->identity(std::addressof(cast(Memory)->View));
  }

  /// Ends a view, even if reducing it throws.
  struct ender {
    cell *Old;
    ~ender() { Old->monoid().destroy(std::addressof(Old->View)); }
  };

  static void reduce(void *Left, void *Right) {
    ender End{cast(Right)};
    cast(Left)->monoid().reduce(std::addressof(cast(Left)->View),
                                std::addressof(cast(Right)->View));
  }

  void *lookUp(std::false_type) {
    return __tussah_view_of(&Leftmost, sizeof(cell), identity, reduce);
  }
  /// Not inlined: behind a spawn the thread may be another one, and its
  /// variables are elsewhere.
  __attribute__((noinline)) void *lookUp(std::true_type) {
    internal::looked_up<Monoid>() = std::addressof(M);
    return __tussah_view_of(&Leftmost, sizeof(cell), identity, reduce);
  }

  void begin() {
    Leftmost.begin(std::addressof(M));
    __tussah_register(&Leftmost, sizeof(cell), identity, reduce);
  }

public:
  reducer() {
    Monoid::construct(std::addressof(M), std::addressof(Leftmost.View));
    begin();
  }

  /// The arguments are those of the first view, perhaps behind a monoid.
  template <class First, class... Rest>
  explicit reducer(First &&A, Rest &&...B) {
    Monoid::construct(std::addressof(M), std::addressof(Leftmost.View),
                      std::forward<First>(A), std::forward<Rest>(B)...);
    begin();
  }

  reducer(const reducer &) = delete;
  reducer(reducer &) = delete;
  reducer &operator=(const reducer &) = delete;

  /// All strands that have used the reducer, but for the calling one, must be
  /// synced with.
  ~reducer() {
    __tussah_unregister(&Leftmost);
    M.destroy(std::addressof(Leftmost.View));
    M.~Monoid();
  }

  /// \name The calling strand's view
  /// Takes the time of a load and a compare, and of an access to a hash table
  /// to the right of a steal; often the compiler finds it once for a loop.
  /// Throws what the monoid's identity throws.
  /// @{
  view_type &view() { return cast(lookUp(has_data()))->View; }
  const view_type &view() const { return const_cast<reducer *>(this)->view(); }
  view_type &operator*() { return view(); }
  const view_type &operator*() const { return view(); }
  view_type *operator->() { return std::addressof(view()); }
  const view_type *operator->() const { return std::addressof(view()); }
  view_type &operator()() { return view(); }
  const view_type &operator()() const { return view(); }
  /// @}

  Monoid &monoid() { return M; }
  const Monoid &monoid() const { return M; }

  /// \name The value of the calling strand's view
  /// It is the result when all strands are synced with. If value and view are
  /// different types, they call view_move_in and so on of the view.
  /// @{
  template <class V = view_type>
  typename std::enable_if<std::is_same<V, value_type>::value,
                          const value_type &>::type
  get_value() const {
    __cilksan_reads_reducer(&Leftmost);
    return view();
  }
  template <class V = view_type>
  auto get_value() const -> typename std::enable_if<
      !std::is_same<V, value_type>::value,
      decltype(std::declval<const V &>().view_get_value())>::type {
    __cilksan_reads_reducer(&Leftmost);
    return view().view_get_value();
  }

  void set_value(const value_type &X) {
    __cilksan_reads_reducer(&Leftmost);
    set(view(), X);
  }
  /// Leaves \p Variable in an unspecified state.
  void move_in(value_type &Variable) {
    __cilksan_reads_reducer(&Leftmost);
    move(Variable, view());
  }
  /// Leaves the view in an unspecified state.
  void move_out(value_type &Variable) {
    __cilksan_reads_reducer(&Leftmost);
    move(view(), Variable);
  }
  /// @}

private:
  typedef
      typename std::conditional<std::is_same<view_type, value_type>::value,
                                std::false_type, view_type>::type other_view;

  static void set(value_type &To, const value_type &X) { To = X; }
  static void set(other_view &To, const value_type &X) { To.view_set_value(X); }
  static void move(value_type &From, value_type &To) { To = std::move(From); }
  static void move(value_type &From, other_view &To) { To.view_move_in(From); }
  static void move(other_view &From, value_type &To) { From.view_move_out(To); }
};

/// A view whose value is one object, for classes to derive from.
template <class T> class scalar_view {
protected:
  T m_value;

public:
  typedef T value_type;

  scalar_view() : m_value() {}
  scalar_view(const T &X) : m_value(X) {}
  scalar_view(T &&X) : m_value(std::move(X)) {}
  explicit scalar_view(move_in_wrapper<T> X) : m_value(std::move(X.value())) {}

  void view_move_in(T &Variable) { m_value = std::move(Variable); }
  void view_move_out(T &Variable) { Variable = std::move(m_value); }
  void view_set_value(const T &X) { m_value = X; }
  const T &view_get_value() const { return m_value; }
  T &view_get_reference() { return m_value; }
  const T &view_get_reference() const { return m_value; }
  const T &get_value() const { return m_value; }
  T &get_reference() { return m_value; }
  const T &get_reference() const { return m_value; }
};

namespace internal {

/// The base of the older spelling of a reducer, `reducer_X<T>`, which is its
/// own view: \p Derived adds the view's operations, on view(). It is a
/// `reducer<Monoid>` too.
template <class Derived, class Monoid>
class TUSSAH_REDUCER reducer_as_view : public reducer<Monoid> {
  typedef reducer<Monoid> base;

public:
  using base::base;
  reducer_as_view() {}

  Derived &operator*() { return static_cast<Derived &>(*this); }
  const Derived &operator*() const {
    return static_cast<const Derived &>(*this);
  }
  Derived *operator->() { return static_cast<Derived *>(this); }
  const Derived *operator->() const {
    return static_cast<const Derived *>(this);
  }
  typename base::value_type &get_reference() {
    return this->view().view_get_reference();
  }
  const typename base::value_type &get_reference() const {
    return this->view().view_get_reference();
  }
};

/// A monoid whose identity depends on how the reducer was made: a view's seed()
/// is what `View(from_seed(), Seed)` makes an empty view of, for all strands.
struct from_seed {};

template <class View,
          bool IsEmpty = std::is_empty<typename View::seed_type>::value>
class seeded_monoid : public monoid_with_view<View> {
public:
  void identity(View *Memory) const {
    ::new (static_cast<void *>(Memory))
        View(from_seed(), typename View::seed_type());
  }
};

template <class View>
class seeded_monoid<View, false> : public monoid_with_view<View> {
  typename View::seed_type Seed;

public:
  explicit seeded_monoid(const typename View::seed_type &First) : Seed(First) {}

  void identity(View *Memory) const {
    ::new (static_cast<void *>(Memory)) View(from_seed(), Seed);
  }

  template <class Monoid, class... Arguments>
  static void construct(Monoid *M, View *Memory, Arguments &&...A) {
    ::new (static_cast<void *>(Memory)) View(std::forward<Arguments>(A)...);
    provisional_object<View> Guard(Memory);
    ::new (static_cast<void *>(M)) Monoid(Memory->seed());
    Guard.keep();
  }
};

} // namespace internal
} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_REDUCER_H
