//===- cilk/reducer_min_max.h - Minima and maxima ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The smallest or largest value, and where it was found:
///
///     cilk::reducer<cilk::op_max_index<int, double>> best;
///     cilk_for (int i = 0; i < n; ++i)
///       best->calc_max(i, a[i]);
///     use(best.get_value().first, best.get_value().second);
///
/// Monoids op_min<T, Compare>, op_max<T, Compare>, op_min_index<Index, T,
/// Compare>, op_max_index<Index, T, Compare>; in the older spelling
/// reducer_min, reducer_max, reducer_min_index, reducer_max_index. Of equal
/// values the first one in the order of the serial program is kept. Compare is
/// a strict weak ordering, std::less<T> if it is not given. Floating-point
/// numbers that are not a number are skipped by std::less and std::greater.
///
/// Without an initial value is_set() is false until there is one, but for
/// numbers and std::less, if no index is wanted: then the value is what the
/// others are preferred to. For C: CILK_C_REDUCER_MIN and others.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_MIN_MAX_H
#define TUSSAH_CILK_REDUCER_MIN_MAX_H

#include <cilk/reducer.h>

#ifdef __cplusplus

#include <cassert>
#include <functional>
#include <limits>

namespace cilk {
namespace internal {

/// Which of two values a reducer prefers, and what all others are preferred to.
struct minimum {
  template <class Compare, class T>
  static bool prefers(const Compare &Before, const T &X, const T &Old) {
    return Before(X, Old);
  }
  template <class T> static T identity() {
    typedef std::numeric_limits<T> limits;
    return limits::has_infinity ? limits::infinity() : limits::max();
  }
};

struct maximum {
  template <class Compare, class T>
  static bool prefers(const Compare &Before, const T &X, const T &Old) {
    return Before(Old, X);
  }
  template <class T> static T identity() {
    typedef std::numeric_limits<T> limits;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
  }
};

/// What of a reducer's value is compared: all of it, or the second of a pair.
struct whole {
  template <class T> static T &of(T &X) { return X; }
};

struct second {
  template <class Index, class T> static T &of(std::pair<Index, T> &X) {
    return X.second;
  }
  template <class Index, class T>
  static const T &of(const std::pair<Index, T> &X) {
    return X.second;
  }
};

template <class T, class Compare>
struct is_usual_order
    : std::integral_constant<
          bool, std::is_same<Compare, std::less<T>>::value ||
                    std::is_same<Compare, std::greater<T>>::value> {};

/// The value of min_of(*r, x) and max_of(*r, x), to be assigned to *r.
template <class Owner, class V> struct pending_extremum {
  const Owner *Of;
  V Value;

  void offer(const V &X) {
    if (Of->offered().prefers(X, Value))
      Value = X;
  }
};

template <class V> struct undeduced_type {
  typedef V type;
};
template <class V> using undeduced = typename undeduced_type<V>::type;

/// What \p Owner is given by calc_min or calc_max: a view, or a reducer in the
/// older spelling, whose view is offered().
template <class Owner, class V> class extremum_operations {
protected:
  Owner &self() { return static_cast<Owner &>(*this); }
  const Owner &self() const { return static_cast<const Owner &>(*this); }

public:
  Owner &operator=(const pending_extremum<Owner, V> &Right) {
    assert(Right.Of == &self() && "the operand is another reducer");
    self().offered().offer(Right.Value);
    return self();
  }
};

} // namespace internal

/// The operations calc_NAME and NAME_of, which also is a function of views and
/// of the results of such functions.
#define TUSSAH_REDUCER_EXTREMUM(NAME)                                          \
  namespace internal {                                                         \
  template <class Owner, class V>                                              \
  class NAME##_operations : public extremum_operations<Owner, V> {             \
    using extremum_operations<Owner, V>::self;                                 \
                                                                               \
  public:                                                                      \
    using extremum_operations<Owner, V>::operator=;                            \
                                                                               \
    Owner &calc_##NAME(const V &X) {                                           \
      self().offered().offer(X);                                               \
      return self();                                                           \
    }                                                                          \
    template <class Index, class T>                                            \
    Owner &calc_##NAME(const Index &I, const T &X) {                           \
      self().offered().offer(V(I, X));                                         \
      return self();                                                           \
    }                                                                          \
    Owner &NAME##_of(const V &X) { return calc_##NAME(X); }                    \
    template <class Index, class T>                                            \
    Owner &NAME##_of(const Index &I, const T &X) {                             \
      return calc_##NAME(I, X);                                                \
    }                                                                          \
    pending_extremum<Owner, V> pending(const V &X) const {                     \
      return {&self(), X};                                                     \
    }                                                                          \
  };                                                                           \
  }                                                                            \
                                                                               \
  template <class Owner, class V>                                              \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      const internal::NAME##_operations<Owner, V> &R,                          \
      const internal::undeduced<V> &X) {                                       \
    return R.pending(X);                                                       \
  }                                                                            \
  template <class Owner, class V>                                              \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      const internal::undeduced<V> &X,                                         \
      const internal::NAME##_operations<Owner, V> &R) {                        \
    return R.pending(X);                                                       \
  }                                                                            \
  template <class Owner, class V, class Index, class T>                        \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      const internal::NAME##_operations<Owner, V> &R, const Index &I,          \
      const T &X) {                                                            \
    return R.pending(V(I, X));                                                 \
  }                                                                            \
  template <class Owner, class V, class Index, class T>                        \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      const Index &I, const T &X,                                              \
      const internal::NAME##_operations<Owner, V> &R) {                        \
    return R.pending(V(I, X));                                                 \
  }                                                                            \
  template <class Owner, class V>                                              \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      internal::pending_extremum<Owner, V> P,                                  \
      const internal::undeduced<V> &X) {                                       \
    return P.offer(X), P;                                                      \
  }                                                                            \
  template <class Owner, class V>                                              \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      const internal::undeduced<V> &X,                                         \
      internal::pending_extremum<Owner, V> P) {                                \
    return P.offer(X), P;                                                      \
  }                                                                            \
  template <class Owner, class V, class Index, class T>                        \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      internal::pending_extremum<Owner, V> P, const Index &I, const T &X) {    \
    return P.offer(V(I, X)), P;                                                \
  }                                                                            \
  template <class Owner, class V, class Index, class T>                        \
  internal::pending_extremum<Owner, V> NAME##_of(                              \
      const Index &I, const T &X, internal::pending_extremum<Owner, V> P) {    \
    return P.offer(V(I, X)), P;                                                \
  }

TUSSAH_REDUCER_EXTREMUM(min)
TUSSAH_REDUCER_EXTREMUM(max)

namespace internal {

/// \p V is the value, in which \p Key finds the \p T that is compared.
template <class V, class T, class Key, class Compare, class Which,
          template <class, class> class Operations>
class extremum_view
    : public Operations<extremum_view<V, T, Key, Compare, Which, Operations>,
                        V> {
  typedef Operations<extremum_view, V> operations;

  static constexpr bool IsUsual = is_usual_order<T, Compare>::value;
  /// Whether there is a value that all are preferred to.
  typedef std::integral_constant<
      bool, std::is_same<V, T>::value && std::is_arithmetic<T>::value &&
                std::is_same<Compare, std::less<T>>::value>
      has_identity;

  V Value;
  bool Set;
  Compare Before;

  static V none(std::true_type) { return Which::template identity<T>(); }
  static V none(std::false_type) { return V(); }

  static bool isNumber(const T &X, std::true_type) { return X == X; }
  static bool isNumber(const T &, std::false_type) { return true; }

public:
  typedef V value_type;
  typedef Compare seed_type;

  extremum_view()
      : Value(none(has_identity())), Set(has_identity::value), Before() {}
  extremum_view(from_seed, const Compare &Before)
      : Value(none(has_identity())), Set(has_identity::value), Before(Before) {}
  explicit extremum_view(const Compare &Before)
      : extremum_view(from_seed(), Before) {}
  explicit extremum_view(const V &X, const Compare &Before = Compare())
      : Value(X), Set(true), Before(Before) {}
  explicit extremum_view(move_in_wrapper<V> X,
                         const Compare &Before = Compare())
      : Value(std::move(X.value())), Set(true), Before(Before) {}
  template <class Index, class W = V>
  extremum_view(const Index &I, const typename W::second_type &X,
                const Compare &Before = Compare())
      : Value(I, X), Set(true), Before(Before) {}
  using operations::operator=;

  const Compare &seed() const { return Before; }
  extremum_view &offered() { return *this; }
  const extremum_view &offered() const { return *this; }

  bool prefers(const V &X, const V &Old) const {
    return Which::prefers(Before, Key::of(X), Key::of(Old));
  }

  /// Takes \p X if it is better than what there is.
  template <class U> void offer(U &&X) {
    typedef std::integral_constant<bool,
                                   std::is_floating_point<T>::value && IsUsual>
        skips;
    if (Set ? !prefers(X, Value) : !isNumber(Key::of(X), skips()))
      return;
    Value = std::forward<U>(X);
    Set = true;
  }

  void reduce(extremum_view *Right) {
    if (Right->Set)
      offer(std::move(Right->Value));
  }

  bool is_set() const { return Set; }

  void view_set_value(const V &X) {
    Value = X;
    Set = true;
  }
  void view_move_in(V &Variable) {
    Value = std::move(Variable);
    Set = true;
  }
  void view_move_out(V &Variable) { Variable = std::move(Value); }
  const V &view_get_value() const { return Value; }
  V &view_get_reference() { return Value; }
  const V &view_get_reference() const { return Value; }

  /// \name The compared value, and its index
  /// @{
  const T &get_value() const { return Key::of(Value); }
  T &get_reference() { return Key::of(Value); }
  const T &get_reference() const { return Key::of(Value); }
  template <class W = V> const typename W::first_type &get_index() const {
    return Value.first;
  }
  template <class W = V> typename W::first_type &get_index_reference() {
    return Value.first;
  }
  /// @}
};

/// The older spelling, without and with an index, whose get_value() is the
/// compared value only.
template <class View, class V, class Value,
          template <class, class> class Operations>
class TUSSAH_REDUCER extremum_reducer
    : public reducer_as_view<extremum_reducer<View, V, Value, Operations>,
                             seeded_monoid<View>>,
      public Operations<extremum_reducer<View, V, Value, Operations>, V> {
  typedef reducer_as_view<extremum_reducer, seeded_monoid<View>> base;
  typedef Operations<extremum_reducer, V> operations;

public:
  using base::base;
  extremum_reducer() {}
  using operations::operator=;

  View &offered() { return this->view(); }
  const View &offered() const { return this->view(); }

  bool is_set() const { return offered().is_set(); }
  const Value &get_value() const { return offered().get_value(); }
  Value &get_reference() { return offered().get_reference(); }
  const Value &get_reference() const { return offered().get_reference(); }
  using base::set_value;
  template <class Index> void set_value(const Index &I, const Value &X) {
    base::set_value(V(I, X));
  }
  template <class W = V> const typename W::first_type &get_index() const {
    return offered().get_index();
  }
  template <class W = V> typename W::first_type &get_index_reference() {
    return offered().get_index_reference();
  }
};

} // namespace internal

template <class T, class Compare = std::less<T>>
using op_min_view =
    internal::extremum_view<T, T, internal::whole, Compare, internal::minimum,
                            internal::min_operations>;
template <class T, class Compare = std::less<T>, bool = false>
using op_min = internal::seeded_monoid<op_min_view<T, Compare>>;
template <class T, class Compare = std::less<T>>
using reducer_min = internal::extremum_reducer<op_min_view<T, Compare>, T, T,
                                               internal::min_operations>;

template <class T, class Compare = std::less<T>>
using op_max_view =
    internal::extremum_view<T, T, internal::whole, Compare, internal::maximum,
                            internal::max_operations>;
template <class T, class Compare = std::less<T>, bool = false>
using op_max = internal::seeded_monoid<op_max_view<T, Compare>>;
template <class T, class Compare = std::less<T>>
using reducer_max = internal::extremum_reducer<op_max_view<T, Compare>, T, T,
                                               internal::max_operations>;

template <class Index, class T, class Compare = std::less<T>>
using op_min_index_view =
    internal::extremum_view<std::pair<Index, T>, T, internal::second, Compare,
                            internal::minimum, internal::min_operations>;
template <class Index, class T, class Compare = std::less<T>, bool = false>
using op_min_index =
    internal::seeded_monoid<op_min_index_view<Index, T, Compare>>;
template <class Index, class T, class Compare = std::less<T>>
using reducer_min_index =
    internal::extremum_reducer<op_min_index_view<Index, T, Compare>,
                               std::pair<Index, T>, T,
                               internal::min_operations>;

template <class Index, class T, class Compare = std::less<T>>
using op_max_index_view =
    internal::extremum_view<std::pair<Index, T>, T, internal::second, Compare,
                            internal::maximum, internal::max_operations>;
template <class Index, class T, class Compare = std::less<T>, bool = false>
using op_max_index =
    internal::seeded_monoid<op_max_index_view<Index, T, Compare>>;
template <class Index, class T, class Compare = std::less<T>>
using reducer_max_index =
    internal::extremum_reducer<op_max_index_view<Index, T, Compare>,
                               std::pair<Index, T>, T,
                               internal::max_operations>;

} // namespace cilk

#undef TUSSAH_REDUCER_EXTREMUM

#endif // __cplusplus

#define TUSSAH_C_INDEXED(X) {0, X}

/* In C: CILK_C_REDUCER_MIN(r, name of the type, initial value), and
 * CILK_C_REDUCER_MIN_INDEX, whose views have the members index and value. */
#define CILK_C_REDUCER_MIN_INSTANCE(T, TN, IDENTITY)                           \
  TUSSAH_C_INSTANCE(min, T, TN, IDENTITY, if (*left > *right) *left = *right)
#define CILK_C_REDUCER_MIN_TYPE(TN) TUSSAH_C_NAME(cilk_c_reducer_min_, TN)
#define CILK_C_REDUCER_MIN(R, TN, V) TUSSAH_C_REDUCER(min, R, TN, V)
#define CILK_C_REDUCER_MIN_CALC(R, V)                                          \
  do {                                                                         \
    __typeof__(V) tussah_value = (V);                                          \
    __typeof__((R).value) *tussah_view = &REDUCER_VIEW(R);                     \
    if (*tussah_view > tussah_value)                                           \
      *tussah_view = tussah_value;                                             \
  } while (0)

#define CILK_C_REDUCER_MIN_INDEX_INSTANCE(T, TN, IDENTITY)                     \
  typedef struct {                                                             \
    ptrdiff_t index;                                                           \
    T value;                                                                   \
  } cilk_c_reducer_min_index_view_##TN;                                        \
  TUSSAH_C_INSTANCE(min_index, cilk_c_reducer_min_index_view_##TN, TN,         \
                    TUSSAH_C_INDEXED(IDENTITY),                                \
                    if (left->value > right->value) *left = *right)
#define CILK_C_REDUCER_MIN_INDEX_TYPE(TN)                                      \
  TUSSAH_C_NAME(cilk_c_reducer_min_index_, TN)
#define CILK_C_REDUCER_MIN_INDEX(R, TN, V)                                     \
  TUSSAH_C_REDUCER(min_index, R, TN, {0, V})
#define CILK_C_REDUCER_MIN_INDEX_CALC(R, I, V)                                 \
  do {                                                                         \
    __typeof__(V) tussah_value = (V);                                          \
    ptrdiff_t tussah_index = (I);                                              \
    __typeof__((R).value) *tussah_view = &REDUCER_VIEW(R);                     \
    if (tussah_view->value > tussah_value) {                                   \
      tussah_view->index = tussah_index;                                       \
      tussah_view->value = tussah_value;                                       \
    }                                                                          \
  } while (0)

#define TUSSAH_C_MIN(T, TN, MIN, MAX)                                          \
  CILK_C_REDUCER_MIN_INSTANCE(T, TN, MAX)                                      \
  CILK_C_REDUCER_MIN_INDEX_INSTANCE(T, TN, MAX)
TUSSAH_C_INTEGERS(TUSSAH_C_MIN)
TUSSAH_C_FLOATS(TUSSAH_C_MIN)
#undef TUSSAH_C_MIN

/* In C: CILK_C_REDUCER_MAX(r, name of the type, initial value), and
 * CILK_C_REDUCER_MAX_INDEX, whose views have the members index and value. */
#define CILK_C_REDUCER_MAX_INSTANCE(T, TN, IDENTITY)                           \
  TUSSAH_C_INSTANCE(max, T, TN, IDENTITY, if (*left < *right) *left = *right)
#define CILK_C_REDUCER_MAX_TYPE(TN) TUSSAH_C_NAME(cilk_c_reducer_max_, TN)
#define CILK_C_REDUCER_MAX(R, TN, V) TUSSAH_C_REDUCER(max, R, TN, V)
#define CILK_C_REDUCER_MAX_CALC(R, V)                                          \
  do {                                                                         \
    __typeof__(V) tussah_value = (V);                                          \
    __typeof__((R).value) *tussah_view = &REDUCER_VIEW(R);                     \
    if (*tussah_view < tussah_value)                                           \
      *tussah_view = tussah_value;                                             \
  } while (0)

#define CILK_C_REDUCER_MAX_INDEX_INSTANCE(T, TN, IDENTITY)                     \
  typedef struct {                                                             \
    ptrdiff_t index;                                                           \
    T value;                                                                   \
  } cilk_c_reducer_max_index_view_##TN;                                        \
  TUSSAH_C_INSTANCE(max_index, cilk_c_reducer_max_index_view_##TN, TN,         \
                    TUSSAH_C_INDEXED(IDENTITY),                                \
                    if (left->value < right->value) *left = *right)
#define CILK_C_REDUCER_MAX_INDEX_TYPE(TN)                                      \
  TUSSAH_C_NAME(cilk_c_reducer_max_index_, TN)
#define CILK_C_REDUCER_MAX_INDEX(R, TN, V)                                     \
  TUSSAH_C_REDUCER(max_index, R, TN, {0, V})
#define CILK_C_REDUCER_MAX_INDEX_CALC(R, I, V)                                 \
  do {                                                                         \
    __typeof__(V) tussah_value = (V);                                          \
    ptrdiff_t tussah_index = (I);                                              \
    __typeof__((R).value) *tussah_view = &REDUCER_VIEW(R);                     \
    if (tussah_view->value < tussah_value) {                                   \
      tussah_view->index = tussah_index;                                       \
      tussah_view->value = tussah_value;                                       \
    }                                                                          \
  } while (0)

#define TUSSAH_C_MAX(T, TN, MIN, MAX)                                          \
  CILK_C_REDUCER_MAX_INSTANCE(T, TN, MIN)                                      \
  CILK_C_REDUCER_MAX_INDEX_INSTANCE(T, TN, MIN)
TUSSAH_C_INTEGERS(TUSSAH_C_MAX)
TUSSAH_C_FLOATS(TUSSAH_C_MAX)
#undef TUSSAH_C_MAX

#endif // TUSSAH_CILK_REDUCER_MIN_MAX_H
