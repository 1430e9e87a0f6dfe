//===- tussah/jobs/pack.hpp - Standard types in messages --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The packing of the standard containers, and of what holds one value or none.
/// Allocators are std::allocator; what compares or hashes has no state.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_JOBS_PACK_HPP
#define TUSSAH_INCLUDE_TUSSAH_JOBS_PACK_HPP

#include <tussah/jobs/packer.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>

namespace tussah::cps::detail {

template <class A> inline constexpr bool IsPlainAllocator = false;
template <class T>
inline constexpr bool IsPlainAllocator<std::allocator<T>> = true;

/// Another process makes it anew.
template <class... F>
inline constexpr bool IsStateless =
    ((std::is_empty_v<F> && std::is_default_constructible_v<F>) && ...);

/// Writes the elements of a range, and before them their number. They have at
/// least as many bytes as there are of them, if need be with some that say
/// nothing: so a wrong number, which the message cannot hold, is seen at once,
/// even of a type without contents.
template <class Range> void packElements(packer &to, const Range &values) {
  std::uint64_t count = 0;
  for (auto next = values.begin(); next != values.end(); ++next)
    ++count;
  to(count);
  std::size_t begin = to.message().size();
  for (const auto &element : values)
    to(element);
  to.fill(begin + count);
}

/// Calls `add(element)` for each of \p count elements, the number of which has
/// been read.
template <class T, class Add>
void unpackElements(unpacker &from, std::size_t count, Add add) {
  std::size_t begin = from.left();
  for (std::size_t i = 0; i < count; ++i)
    add(from.get<T>());
  from.skip(count - std::min(count, begin - from.left()));
}

template <class T, class A>
struct KnownPacking<std::vector<T, A>,
                    std::enable_if_t<HasPacking<T> && IsPlainAllocator<A>>> {
  using Vector = std::vector<T, A>;
  static void pack(packer &to, const Vector &value) {
    if constexpr (PackedAsBytes<T>) {
      to(static_cast<std::uint64_t>(value.size()));
      to.bytes(value.data(), value.size() * sizeof(T));
    } else {
      packElements(to, value);
    }
  }
  static Vector unpack(unpacker &from) {
    std::size_t n = from.count();
    if constexpr (PackedAsBytes<T>) {
      const std::byte *bytes = from.skipElements(n, sizeof(T));
      Vector value(n);
      if (n != 0)
        std::memcpy(value.data(), bytes, n * sizeof(T));
      return value;
    } else {
      Vector value;
      // No more memory than the message, as long as the elements are not there.
      value.reserve(std::min(n, from.left() / sizeof(T)));
      unpackElements<T>(
          from, n, [&](T &&element) { value.push_back(std::move(element)); });
      return value;
    }
  }
};

template <class C, class T, class A>
struct KnownPacking<std::basic_string<C, T, A>,
                    std::enable_if_t<IsPlainAllocator<A>>> {
  using String = std::basic_string<C, T, A>;
  static void pack(packer &to, const String &value) {
    to(static_cast<std::uint64_t>(value.size()));
    to.bytes(value.data(), value.size() * sizeof(C));
  }
  static String unpack(unpacker &from) {
    std::size_t n = from.count();
    const std::byte *bytes = from.skipElements(n, sizeof(C));
    String value(n, C());
    if (n != 0)
      std::memcpy(value.data(), bytes, n * sizeof(C));
    return value;
  }
};

/// The first one is constant in the elements of maps.
template <class A, class B>
struct KnownPacking<
    std::pair<A, B>,
    std::enable_if_t<HasPacking<std::remove_const_t<A>> && HasPacking<B> &&
                     !PlainBytes<std::pair<A, B>>>> {
  static void pack(packer &to, const std::pair<A, B> &value) {
    to(value.first);
    to(value.second);
  }
  static std::pair<A, B> unpack(unpacker &from) {
    auto first = from.get<std::remove_const_t<A>>();
    return {std::move(first), from.get<B>()};
  }
};

template <class T, std::size_t N>
struct KnownPacking<
    std::array<T, N>,
    std::enable_if_t<HasPacking<T> && !PlainBytes<std::array<T, N>>>> {
  static void pack(packer &to, const std::array<T, N> &value) {
    for (const T &element : value)
      to(element);
  }
  static std::array<T, N> unpack(unpacker &from) {
    return read(from, std::make_index_sequence<N>());
  }

private:
  template <std::size_t... I>
  static std::array<T, N> read(unpacker &from, std::index_sequence<I...>) {
    // A braced list is evaluated from left to right.
    return {(static_cast<void>(I), from.get<T>())...};
  }
};

/// A container that elements are added to at its end, or near a place.
template <class C, class T> struct PackedContainer {
  static void pack(packer &to, const C &value) { packElements(to, value); }
  static C unpack(unpacker &from) {
    C value;
    std::size_t n = from.count();
    unpackElements<T>(from, n, [&](T &&element) {
      value.insert(value.end(), std::move(element));
    });
    return value;
  }
};

// A macro writes what has the same parameters.
#define TUSSAH_JOBS_PACK(CONTAINER)                                            \
  template <class T, class A>                                                  \
  struct KnownPacking<std::CONTAINER<T, A>,                                    \
                      std::enable_if_t<HasPacking<T> && IsPlainAllocator<A>>>  \
      : PackedContainer<std::CONTAINER<T, A>, T> {};
TUSSAH_JOBS_PACK(deque)
TUSSAH_JOBS_PACK(list)
#undef TUSSAH_JOBS_PACK

#define TUSSAH_JOBS_PACK(CONTAINER)                                            \
  template <class T, class Less, class A>                                      \
  struct KnownPacking<std::CONTAINER<T, Less, A>,                              \
                      std::enable_if_t<HasPacking<T> && IsStateless<Less> &&   \
                                       IsPlainAllocator<A>>>                   \
      : PackedContainer<std::CONTAINER<T, Less, A>, T> {};
TUSSAH_JOBS_PACK(set)
TUSSAH_JOBS_PACK(multiset)
#undef TUSSAH_JOBS_PACK

#define TUSSAH_JOBS_PACK(CONTAINER)                                            \
  template <class K, class V, class Less, class A>                             \
  struct KnownPacking<                                                         \
      std::CONTAINER<K, V, Less, A>,                                           \
      std::enable_if_t<HasPacking<K> && HasPacking<V> && IsStateless<Less> &&  \
                       IsPlainAllocator<A>>>                                   \
      : PackedContainer<std::CONTAINER<K, V, Less, A>, std::pair<K, V>> {};
TUSSAH_JOBS_PACK(map)
TUSSAH_JOBS_PACK(multimap)
#undef TUSSAH_JOBS_PACK

#define TUSSAH_JOBS_PACK(CONTAINER)                                            \
  template <class T, class Hash, class Same, class A>                          \
  struct KnownPacking<                                                         \
      std::CONTAINER<T, Hash, Same, A>,                                        \
      std::enable_if_t<HasPacking<T> && IsStateless<Hash, Same> &&             \
                       IsPlainAllocator<A>>>                                   \
      : PackedContainer<std::CONTAINER<T, Hash, Same, A>, T> {};
TUSSAH_JOBS_PACK(unordered_set)
TUSSAH_JOBS_PACK(unordered_multiset)
#undef TUSSAH_JOBS_PACK

#define TUSSAH_JOBS_PACK(CONTAINER)                                            \
  template <class K, class V, class Hash, class Same, class A>                 \
  struct KnownPacking<                                                         \
      std::CONTAINER<K, V, Hash, Same, A>,                                     \
      std::enable_if_t<HasPacking<K> && HasPacking<V> &&                       \
                       IsStateless<Hash, Same> && IsPlainAllocator<A>>>        \
      : PackedContainer<std::CONTAINER<K, V, Hash, Same, A>,                   \
                        std::pair<K, V>> {};
TUSSAH_JOBS_PACK(unordered_map)
TUSSAH_JOBS_PACK(unordered_multimap)
#undef TUSSAH_JOBS_PACK

template <class T, class A>
struct KnownPacking<std::forward_list<T, A>,
                    std::enable_if_t<HasPacking<T> && IsPlainAllocator<A>>> {
  using List = std::forward_list<T, A>;
  static void pack(packer &to, const List &value) { packElements(to, value); }
  static List unpack(unpacker &from) {
    List value;
    auto last = value.before_begin();
    std::size_t n = from.count();
    unpackElements<T>(from, n, [&](T &&element) {
      last = value.insert_after(last, std::move(element));
    });
    return value;
  }
};

template <class T>
struct KnownPacking<
    std::optional<T>,
    std::enable_if_t<HasPacking<T> && !PlainBytes<std::optional<T>>>> {
  static void pack(packer &to, const std::optional<T> &value) {
    to(value.has_value());
    if (value)
      to(*value);
  }
  static std::optional<T> unpack(unpacker &from) {
    if (from.get<bool>())
      return from.get<T>();
    return std::nullopt;
  }
};

/// What it points to travels, as what the pointer says it is: so not an object
/// of a class that may have others below it.
template <class T>
struct KnownPacking<
    std::unique_ptr<T>,
    std::enable_if_t<!std::is_array_v<T> && !std::is_polymorphic_v<T>>> {
  static void pack(packer &to, const std::unique_ptr<T> &value) {
    static_assert(HasPacking<T>,
                  "what a std::unique_ptr points to cannot be "
                  "packed; give it fields(), or pack and unpack");
    to(value != nullptr);
    if (value)
      to(*value);
  }
  static std::unique_ptr<T> unpack(unpacker &from) {
    if (from.get<bool>())
      return std::make_unique<T>(from.get<T>());
    return nullptr;
  }
};

template <class... T>
struct KnownPacking<std::tuple<T...>,
                    std::enable_if_t<(HasPacking<T> && ... && true) &&
                                     !PlainBytes<std::tuple<T...>>>> {
  static void pack(packer &to, const std::tuple<T...> &value) {
    std::apply([&](const T &...element) { (to(element), ...); }, value);
  }
  static std::tuple<T...> unpack(unpacker &from) {
    // A braced list is evaluated from left to right.
    return std::tuple<T...>{from.get<T>()...};
  }
};

template <class... T>
struct KnownPacking<std::variant<T...>,
                    std::enable_if_t<(HasPacking<T> && ...) &&
                                     !PlainBytes<std::variant<T...>>>> {
  using Variant = std::variant<T...>;
  static void pack(packer &to, const Variant &value) {
    to(static_cast<std::uint64_t>(value.index()));
    std::visit([&](const auto &held) { to(held); }, value);
  }
  static Variant unpack(unpacker &from) {
    return read<0>(from, from.get<std::uint64_t>());
  }

private:
  template <std::size_t I>
  static Variant read(unpacker &from, std::uint64_t index) {
    if constexpr (I == sizeof...(T)) {
      throw error(error::malformed_message,
                  "a message has a std::variant of an alternative that does "
                  "not exist");
    } else {
      if (index == I)
        return Variant(std::in_place_index<I>,
                       from.get<std::variant_alternative_t<I, Variant>>());
      return read<I + 1>(from, index);
    }
  }
};

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_JOBS_PACK_HPP
