//===- tussah/cps/thread.hpp - From functions to closures -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler makes of each thread of a program: the layout of its
/// closures, and the functions of its Code.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_THREAD_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_THREAD_HPP

#include <tussah/cps/array.hpp>
#include <tussah/cps/image.hpp>
#include <tussah/cps/worker.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <tuple>

namespace tussah::cps::detail {

/// The parameters of a thread.
template <class F> struct Signature {
  static_assert(sizeof(F) == 0, "a thread is a function, or an object with one "
                                "operator() that is no template");
  static constexpr bool Good = false;
  using Parameters = std::tuple<>;
};
template <class R, class... P> struct Signature<R (*)(P...)> {
  static_assert(std::is_void_v<R>,
                "a thread returns nothing; it sends its result");
  static constexpr bool Good = true;
  using Parameters = std::tuple<P...>;
};
template <class R, class... P>
struct Signature<R (*)(P...) noexcept> : Signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...)> : Signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...) const> : Signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...) noexcept> : Signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...) const noexcept> : Signature<R (*)(P...)> {};
template <class F>
  requires requires { &F::operator(); }
struct Signature<F> : Signature<decltype(&F::operator())> {};

/// What is between "F = " and the end of a template argument in the name that
/// the compiler gives to a function.
constexpr std::string_view templateArgument(std::string_view pretty) {
  std::size_t begin = pretty.find("F = ") + 4;
  if (pretty[begin] == '&')
    ++begin;
  std::size_t end = pretty.find(';', begin);
  if (end == std::string_view::npos)
    end = pretty.rfind(']');
  return pretty.substr(begin, end - begin);
}

template <class F> constexpr bool isLambda() {
  std::string_view name = templateArgument(__PRETTY_FUNCTION__);
  return name.find("(lambda at ") != std::string_view::npos ||
         name.find("<lambda(") != std::string_view::npos;
}

/// A thread that is known when the program is compiled.
template <auto F> struct ConstantBody {
  struct State {};
  static constexpr bool Stored = false;
  static constexpr bool check() { return true; }
  using Callable = decltype(F);
  template <class... A> static void call(const State *, A &&...arguments) {
    F(std::forward<A>(arguments)...);
  }
  static std::string name(const State *) {
    return std::string(templateArgument(__PRETTY_FUNCTION__));
  }
};

/// An object without state: any object of the type will do.
template <class F> struct EmptyBody {
  struct State {};
  static constexpr bool Stored = false;
  static constexpr bool check() { return true; }
  using Callable = F;
  template <class... A> static void call(const State *, A &&...arguments) {
    F{}(std::forward<A>(arguments)...);
  }
  static std::string name(const State *) {
    return std::string(templateArgument(__PRETTY_FUNCTION__));
  }
};

/// An object that travels with the closure. It can say its name itself.
template <class F> struct StoredBody {
  using State = F;
  static constexpr bool Stored = true;
  using Callable = F;
  static constexpr bool check() {
    constexpr bool good = packable<F>;
    static_assert(good || !isLambda<F>(),
                  "a lambda with captures cannot travel to another worker; "
                  "make what it captures parameters, and pass it as arguments, "
                  "as in spawn([](cont<int> k, int x) {...}, k, x)");
    static_assert(good || isLambda<F>(),
                  "a thread that is an object with state must be packable; "
                  "give it fields(), or pack and unpack");
    return good;
  }
  template <class... A> static void call(State *f, A &&...arguments) {
    (*f)(std::forward<A>(arguments)...);
  }
  static std::string name(const State *) {
    if constexpr (requires { F::name(); })
      return F::name();
    else
      return std::string(templateArgument(__PRETTY_FUNCTION__));
  }
};

/// A pointer to a function, which travels relative to its image.
template <class F> struct PointerBody {
  struct State {
    F Function;
    void pack(packer &to) const {
      to(codeReference(reinterpret_cast<const void *>(Function)));
    }
    static State unpack(unpacker &from) {
      const void *address = codeAddress(from.get<std::uint64_t>());
      return {reinterpret_cast<F>(const_cast<void *>(address))};
    }
  };
  static constexpr bool Stored = true;
  static constexpr bool check() { return true; }
  using Callable = F;
  template <class... A> static void call(State *f, A &&...arguments) {
    f->Function(std::forward<A>(arguments)...);
  }
  static std::string name(const State *f) {
    return functionName(reinterpret_cast<const void *>(f->Function));
  }
};

template <class F>
using BodyOf = std::conditional_t<
    std::is_pointer_v<F>, PointerBody<F>,
    std::conditional_t<std::is_empty_v<F> && std::is_default_constructible_v<F>,
                       EmptyBody<F>, StoredBody<F>>>;

template <class P> struct SlotOf {
  using Type = P;
};
template <class T> struct SlotOf<array<T>> {
  using Type = ArraySlot;
};

template <class P> constexpr bool checkParameter() {
  static_assert(!std::is_reference_v<P>,
                "a thread takes its arguments by value");
  static_assert(!std::is_pointer_v<P> && !std::is_member_pointer_v<P>,
                "a pointer means nothing in another process; pass what it "
                "points to");
  static_assert(!IsView<P>, "a view means nothing in another process; take an "
                            "array<T>, a std::string or a std::vector");
  if constexpr (!std::is_reference_v<P> && !std::is_pointer_v<P> &&
                !std::is_member_pointer_v<P> && !IsView<P> && !IsArray<P>) {
    static_assert(std::is_nothrow_move_constructible_v<P>,
                  "the arguments of a thread must move without exceptions, "
                  "which a std::deque does not with every library");
    static_assert(!std::is_nothrow_move_constructible_v<P> || packable<P>,
                  "this type cannot be packed; write into it the line 'auto "
                  "fields() { return std::tie(A, B, C); }' with all its "
                  "members, which can be packed themselves; or give it pack "
                  "and unpack, or specialize packing");
    static_assert(alignof(P) <= FineStep,
                  "the alignment of an argument is more than 16 bytes");
    return packable<P> && alignof(P) <= FineStep;
  }
  return IsArray<P>;
}

/// Where each of some types begins. Those of more than eight words come last,
/// so that the others can be missing.
template <class... T> struct Layout {
  static constexpr std::size_t Count = sizeof...(T);
  std::size_t Offsets[Count + 1] = {};
  std::size_t Bytes = 0;

  constexpr Layout() {
    const std::size_t sizes[] = {sizeof(T)..., 0};
    const std::size_t alignments[] = {alignof(T)..., 1};
    for (bool large : {false, true})
      for (std::size_t i = 0; i < Count; ++i) {
        if ((sizes[i] > 8 * WordBytes) != large)
          continue;
        Bytes = ArraySlot::roundUp(Bytes, std::max(alignments[i], WordBytes));
        Offsets[i] = Bytes;
        Bytes += sizes[i];
      }
    Bytes = ArraySlot::roundUp(Bytes, WordBytes);
  }
};

template <class P, class A> constexpr bool matches() {
  using Given = std::remove_cvref_t<A>;
  if constexpr (IsArray<P>) {
    using T = typename ElementOf<P>::Type;
    if constexpr (IsHoles<Given>)
      return std::is_same_v<Given, Holes<T>>;
    else
      return std::is_convertible_v<A, std::span<const T>>;
  } else if constexpr (IsHole<Given>) {
    return std::is_same_v<Given, Hole<P>>;
  } else {
    return std::is_convertible_v<A, P>;
  }
}

/// Turns an argument that must be converted in a way that can throw into a
/// value.
template <class P, class A> constexpr decltype(auto) convert(A &&argument) {
  if constexpr (IsArray<P> || IsHole<std::remove_cvref_t<A>>)
    return std::forward<A>(argument);
  else
    return static_cast<P>(std::forward<A>(argument));
}

template <class Body, class... P> class Thread {
public:
  using State = typename Body::State;
  static constexpr std::size_t Count = sizeof...(P);
  static constexpr bool Good = Body::check() &&
                               Signature<typename Body::Callable>::Good &&
                               (checkParameter<P>() & ... & true);
  static constexpr bool HasArrays = (IsArray<P> || ... || false);

  template <class... A> static constexpr bool check() {
    if constexpr (!Good) {
      return false;
    } else if constexpr (sizeof...(A) != Count) {
      static_assert(sizeof...(A) == Count,
                    "the number of arguments is not that of the thread");
      return false;
    } else {
      static_assert((matches<P, A>() && ...),
                    "an argument has not the type of the thread's parameter");
      return (matches<P, A>() && ...);
    }
  }

  /// Makes a closure of level \p level. It is ready if no argument is missing.
  template <class... A>
  TUSSAH_CPS_INLINE static Closure *
  make(Worker &worker, State state, std::uint32_t level, A &&...arguments) {
    if constexpr (!(CannotThrow<P, A> && ...)) {
      return make(worker, std::move(state), level,
                  convert<P>(std::forward<A>(arguments))...);
    } else {
      std::size_t bytes = StaticBytes;
      std::byte *beside = nullptr;
      if constexpr (HasArrays) {
        (checkElements<P>(state, arguments), ...);
        ((bytes = endOfArray<P>(bytes, arguments)), ...);
        if (bytes > max_closure_bytes) {
          bytes = 0;
          ((bytes = endOfArray<P>(bytes, arguments)), ...);
          beside = static_cast<std::byte *>(::operator new(bytes));
          bytes = StaticBytes;
        }
      }
      // Nothing throws from here on, so each closure in use is whole.
      Closure *closure = worker.allocate(sizeClass(bytes));
      closure->Thread = &Description;
      closure->Level = level;
      if constexpr (Body::Stored)
        ::new (slot(closure, Count)) State(std::move(state));
      std::uint32_t missing = 0;
      std::byte *end = beside ? beside : arraysInside(closure);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((missing |= fill<I, P>(closure, end, std::forward<A>(arguments))),
         ...);
      }(std::index_sequence_for<P...>());
      closure->Missing.store_relaxed(missing);
      if (worker.measuring()) [[unlikely]]
        worker.made(closure);
      return closure;
    }
  }

  /// Whether a closure with these arguments has none missing, and is ready.
  template <class... A>
  TUSSAH_CPS_INLINE static bool isReady(Closure *closure) {
    if constexpr ((IsHole<std::remove_cvref_t<A>> || ...))
      return false;
    else if constexpr ((IsHoles<std::remove_cvref_t<A>> || ...))
      return closure->missing() == 0;
    else
      return true;
  }

  static const Code Description;

private:
  template <class A, class B>
  static constexpr bool CannotThrow =
      IsArray<A> || IsHole<std::remove_cvref_t<B>> ||
      std::is_nothrow_convertible_v<B, A>;

  static constexpr std::conditional_t<
      Body::Stored, Layout<typename SlotOf<P>::Type..., State>,
      Layout<typename SlotOf<P>::Type...>>
      Slots = {};
  static constexpr std::size_t StaticBytes = sizeof(Closure) + Slots.Bytes;
  static_assert(
      StaticBytes <= max_closure_bytes,
      "the arguments of this thread are larger than a closure can be; pass "
      "large ones as array<T> or in a std::vector");
  using Indices = std::index_sequence_for<P...>;

  static std::byte *slot(Closure *closure, std::size_t index) {
    return closure->arguments() + Slots.Offsets[index];
  }
  template <class T> static T *as(Closure *closure, std::size_t index) {
    return std::launder(reinterpret_cast<T *>(slot(closure, index)));
  }
  static State *state(Closure *closure) {
    if constexpr (Body::Stored)
      return as<State>(closure, Count);
    else
      return nullptr;
  }

  /// The bit of Missing, or 0 for a slot that cannot be missing.
  static constexpr std::uint32_t bit(std::size_t index) {
    std::size_t word = Slots.Offsets[index] / WordBytes;
    return word < MaskBits ? std::uint32_t(1) << word : 0;
  }

  /// Where the elements of arrays begin if they are in the closure.
  static std::byte *arraysInside(Closure *closure) {
    return reinterpret_cast<std::byte *>(closure) + StaticBytes;
  }
  /// The memory that the elements have beside the closure, or null.
  static std::byte *arraysBeside(Closure *closure) {
    constexpr bool are[] = {IsArray<P>...};
    constexpr std::size_t first = std::find(are, are + Count, true) - are;
    using T =
        typename ElementOf<std::tuple_element_t<first, std::tuple<P...>>>::Type;
    std::byte *elements = as<ArraySlot>(closure, first)->First;
    return elements == beginOfArray<T>(arraysInside(closure)) ? nullptr
                                                              : elements;
  }

  template <class A, class B>
  static void checkElements(const State &state, B &argument) {
    if constexpr (IsHoles<std::remove_cv_t<B>>)
      if (argument.Targets.size() > Reference::MostElements)
        throw error(error::closure_too_large,
                    "a closure of " + Body::name(&state) +
                        " with an array of " +
                        std::to_string(argument.Targets.size()) +
                        " missing elements; there can be " +
                        std::to_string(Reference::MostElements));
  }

  template <class T, class A> static std::size_t countElements(A &argument) {
    if constexpr (IsHoles<A>)
      return argument.Targets.size();
    else
      return std::span<const T>(argument).size();
  }
  template <class T, class Position>
  static Position beginOfArray(Position end) {
    return ArraySlot::roundUp(end, std::max(alignof(T), WordBytes));
  }

  /// Where the argument for parameter A ends if it comes behind \p bytes.
  template <class A, class B>
  static std::size_t endOfArray(std::size_t bytes, B &argument) {
    if constexpr (IsArray<A>) {
      using T = typename ElementOf<A>::Type;
      std::size_t count = countElements<T>(argument);
      bytes = beginOfArray<T>(bytes) + count * sizeof(T);
      if constexpr (IsHoles<std::remove_cv_t<B>>)
        bytes = ArraySlot::roundUp(bytes, WordBytes) +
                MissingElements::bytes(count);
    }
    return bytes;
  }

  /// Fills a slot. \p end is where the last array ends. Returns the bit of the
  /// slot if the argument is missing.
  template <std::size_t I, class A, class B>
  TUSSAH_CPS_INLINE static std::uint32_t fill(Closure *closure, std::byte *&end,
                                              B &&argument) {
    using Given = std::remove_cvref_t<B>;
    if constexpr (IsArray<A>) {
      return fillArray<I, typename ElementOf<A>::Type>(closure, end, argument);
    } else if constexpr (IsHole<Given>) {
      static_assert(bit(I) != 0, "a missing argument must be in the first 256 "
                                 "bytes of its closure; use an array");
      *argument.Target =
          cont<A>(closure->reference(Slots.Offsets[I] / WordBytes, 0));
      closure->Site = argument.Site;
      return bit(I);
    } else {
      ::new (slot(closure, I)) A(std::forward<B>(argument));
      return 0;
    }
  }

  template <std::size_t I, class T, class B>
  static std::uint32_t fillArray(Closure *closure, std::byte *&end,
                                 B &argument) {
    std::size_t count = countElements<T>(argument);
    std::byte *begin = beginOfArray<T>(end);
    auto *array = ::new (slot(closure, I)) ArraySlot{begin, count};
    end = begin + count * sizeof(T);
    auto *elements = reinterpret_cast<T *>(begin);
    if constexpr (!IsHoles<B>) {
      std::span<const T> values(argument);
      std::uninitialized_copy(values.begin(), values.end(), elements);
      return 0;
    } else {
      static_assert(bit(I) != 0, "an array with missing elements must be among "
                                 "the first 32 words of its closure");
      std::uninitialized_value_construct_n(elements, count);
      MissingElements missing = array->missing(sizeof(T));
      ::new (missing.Remaining) Atomic<std::uint64_t>(count);
      for (std::size_t i = 0; i < count; i += 64)
        ::new (missing.Bits + i / 64) Atomic<std::uint64_t>(~0ull);
      end = ArraySlot::roundUp(end, WordBytes) + MissingElements::bytes(count);
      for (std::size_t i = 0; i < count; ++i)
        argument.Targets[i] =
            cont<T>(closure->reference(Slots.Offsets[I] / WordBytes, i + 1));
      closure->Site = argument.Site;
      return count ? bit(I) : 0;
    }
  }

  /// The argument as the thread gets it.
  template <std::size_t I, class A>
  static decltype(auto) take(Closure *closure) {
    if constexpr (IsArray<A>) {
      using T = typename ElementOf<A>::Type;
      ArraySlot &array = *as<ArraySlot>(closure, I);
      return A(reinterpret_cast<T *>(array.First), array.Count);
    } else if constexpr (IsCont<A>) {
      return A(Reference::load(as<A>(closure, I)->reference()));
    } else {
      return std::move(*as<A>(closure, I));
    }
  }

  static void run(Worker &worker, Closure *closure) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      Body::call(state(closure), take<I, P>(closure)...);
    }(Indices());
    destroy(closure, 0);
    worker.release(closure,
                   HasArrays ? closure->SizeClass : sizeClass(StaticBytes));
  }

  static void destroy(Closure *closure, std::uint32_t missing) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((missing & bit(I)
            ? void()
            : std::destroy_at(as<typename SlotOf<P>::Type>(closure, I))),
       ...);
    }(Indices());
    if constexpr (Body::Stored)
      std::destroy_at(state(closure));
    // Elements need no destructor.
    if constexpr (HasArrays)
      if (std::byte *beside = arraysBeside(closure)) [[unlikely]]
        ::operator delete(beside);
  }

  /// Whether values of a type can have continuations in them.
  template <class A> static constexpr bool carries() {
    if constexpr (IsArray<A>)
      return !PlainBytes<typename ElementOf<A>::Type>;
    else
      return !PlainBytes<A>;
  }

  static void collect(const Closure *constant, std::uint32_t missing,
                      std::vector<Reference> &found) {
    auto *closure = const_cast<Closure *>(constant);
    packer to(found);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (collectFrom<I, P>(closure, missing, to), ...);
    }(Indices());
    if constexpr (Body::Stored)
      to(*state(closure));
  }

  template <std::size_t I, class A>
  static void collectFrom(Closure *closure, std::uint32_t missing, packer &to) {
    if constexpr (!carries<A>())
      return;
    // Elements are there from the beginning; the missing ones refer to nothing.
    else if constexpr (IsArray<A>)
      for (const auto &element : take<I, A>(closure))
        to(element);
    else if (!(missing & bit(I)))
      to(*as<A>(closure, I));
  }

  static void pack(const Closure *constant, packer &to) {
    auto *closure = const_cast<Closure *>(constant);
    if constexpr (Body::Stored)
      to(*state(closure));
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (packArgument<I, P>(closure, to), ...);
    }(Indices());
  }

  template <std::size_t I, class A>
  static void packArgument(Closure *closure, packer &to) {
    bool missing = closure->missing() & bit(I);
    if constexpr (IsArray<A>) {
      using T = typename ElementOf<A>::Type;
      A array = take<I, A>(closure);
      if constexpr (PackedAsBytes<T>) {
        to(static_cast<std::uint64_t>(array.size()));
        to.bytes(array.data(), array.size() * sizeof(T));
      } else {
        packElements(to, array);
      }
      if (missing)
        packMissing(as<ArraySlot>(closure, I)->missing(sizeof(T)), array.size(),
                    to);
    } else if (!missing) {
      to(*as<A>(closure, I));
    }
  }

  static void packMissing(MissingElements elements, std::size_t count,
                          packer &to) {
    std::vector<std::uint64_t> words(MissingElements::bytes(count) / WordBytes);
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = elements.Remaining[i].load_relaxed();
    to(words);
  }

  /// An array that has been read from a message.
  template <class T> struct Elements {
    std::unique_ptr<T[]> First;
    std::size_t Count = 0;
    /// The words of its MissingElements, if some are missing.
    std::vector<std::uint64_t> Missing;
    operator std::span<const T>() const { return {First.get(), Count}; }
  };

  template <class A> static auto unpackArgument(unpacker &from) {
    if constexpr (IsArray<A>) {
      using T = typename ElementOf<A>::Type;
      std::size_t count = from.count();
      Elements<T> array;
      if constexpr (PackedAsBytes<T>) {
        const std::byte *bytes = from.skipElements(count, sizeof(T));
        array = {std::make_unique<T[]>(count), count, {}};
        if (count != 0)
          std::memcpy(array.First.get(), bytes, count * sizeof(T));
      } else {
        array = {std::make_unique<T[]>(count), count, {}};
        T *next = array.First.get();
        unpackElements<T>(from, count, [&](T &&value) { *next++ = value; });
      }
      return array;
    } else {
      return from.get<A>();
    }
  }

  static State unpackState(unpacker &from) {
    if constexpr (Body::Stored)
      return from.get<State>();
    else
      return {};
  }

  static Closure *unpack(Worker &worker, unpacker &from) {
    auto body = unpackState(from);
    // A braced list is evaluated from left to right.
    std::tuple<decltype(unpackArgument<P>(from))...> values{
        unpackArgument<P>(from)...};
    return std::apply(
        [&](auto &&...value) {
          return make(worker, std::move(body), 0, std::move(value)...);
        },
        values);
  }

  /// The argument of a closure that may wait for it.
  template <std::size_t I, class A>
  static auto unpackIfThere(unpacker &from, std::uint32_t missing) {
    if constexpr (IsArray<A>) {
      auto array = unpackArgument<A>(from);
      if (missing & bit(I)) {
        array.Missing = from.get<std::vector<std::uint64_t>>();
        array.Missing.resize(MissingElements::bytes(array.Count) / WordBytes);
      }
      return array;
    } else {
      return missing & bit(I) ? std::optional<A>()
                              : std::optional<A>(from.get<A>());
    }
  }

  /// Where a value of unpackIfThere() ends if it comes behind \p bytes.
  template <class A, class V>
  static std::size_t endOfLoaded(std::size_t bytes, V &value) {
    bytes = endOfArray<A>(bytes, value);
    if constexpr (IsArray<A>)
      if (!value.Missing.empty())
        bytes = ArraySlot::roundUp(bytes, WordBytes) +
                MissingElements::bytes(value.Count);
    return bytes;
  }

  template <std::size_t I, class A, class V>
  static void loadArgument(Closure *closure, std::byte *&end, V &value) {
    if constexpr (IsArray<A>) {
      using T = typename ElementOf<A>::Type;
      fill<I, A>(closure, end, value);
      if (value.Missing.empty())
        return;
      auto *words = as<ArraySlot>(closure, I)->missing(sizeof(T)).Remaining;
      for (std::size_t i = 0; i < value.Missing.size(); ++i)
        ::new (words + i) Atomic<std::uint64_t>(value.Missing[i]);
      end = reinterpret_cast<std::byte *>(words + value.Missing.size());
    } else if (value) {
      ::new (slot(closure, I)) A(std::move(*value));
    }
  }

  static void load(Closure *closure, unpacker &from) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      State body = unpackState(from);
      // A braced list is evaluated from left to right.
      std::tuple<decltype(unpackIfThere<I, P>(from, 0))...> values{
          unpackIfThere<I, P>(from, closure->missing())...};
      std::size_t bytes = StaticBytes;
      ((bytes = endOfLoaded<P>(bytes, std::get<I>(values))), ...);
      std::byte *end = arraysInside(closure);
      if (bytes > max_closure_bytes) {
        bytes = 0;
        ((bytes = endOfLoaded<P>(bytes, std::get<I>(values))), ...);
        end = static_cast<std::byte *>(::operator new(bytes));
        bytes = StaticBytes;
      }
      if (bytes > classBytes(closure->SizeClass)) {
        if (end != arraysInside(closure))
          ::operator delete(end);
        throw error(error::malformed_message,
                    "a closure of " + Body::name(&body) +
                        " is larger than its checkpoint says");
      }
      // From here on nothing throws.
      if constexpr (Body::Stored)
        ::new (slot(closure, Count)) State(std::move(body));
      (loadArgument<I, P>(closure, end, std::get<I>(values)), ...);
    }(Indices());
  }

  static std::string name(const Closure *constant) {
    return Body::name(state(const_cast<Closure *>(constant)));
  }

  static unsigned argument(const Closure *, unsigned bitNumber) {
    for (std::size_t i = 0; i < Count; ++i)
      if (Slots.Offsets[i] / WordBytes == bitNumber)
        return i + 1;
    return 0;
  }
};

template <class Body, class... P>
constexpr Code Thread<Body, P...>::Description = {
    run,  destroy, (carries<P>() || ... || Body::Stored) ? collect : nullptr,
    pack, unpack,  load,
    name, argument};

template <class Body, class Parameters> struct ThreadType;
template <class Body, class... P> struct ThreadType<Body, std::tuple<P...>> {
  using Type = Thread<Body, P...>;
};
/// The thread that a body makes.
template <class Body>
using ThreadOf = typename ThreadType<
    Body, typename Signature<typename Body::Callable>::Parameters>::Type;

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_THREAD_HPP
