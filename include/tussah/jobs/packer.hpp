//===- tussah/jobs/packer.hpp - Values in messages --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be an argument of a thread: a value that means the same in another
/// process. packing<T> says how it is written into a message and read again.
/// Programs specialize it in tussah::cps, so that is where it stays, with what
/// it needs. <tussah/jobs/pack.hpp> has the packing of standard types.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_JOBS_PACKER_HPP
#define TUSSAH_INCLUDE_TUSSAH_JOBS_PACKER_HPP

#include <tussah/jobs/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace tussah::cps {

/// How values of type T travel. Specialize it, or give T the members
///
///     auto fields() { return std::tie(A, B, C); }   // all of them
///
/// or, where that is not enough,
///
///     void pack(packer &) const;
///     static T unpack(unpacker &);
///
/// With fields(), T must be default-constructible and each field packable; the
/// values are those of the fields. pack and unpack must handle the same values
/// in the same order. pack runs on the worker that gives a closure away, unpack
/// on the one that gets it. pack also runs, and what it writes is lost, when a
/// closure becomes open to thieves: that is how the runtime finds the
/// continuations in it; and for checkpoints, on a thread of the runtime, while
/// no thread of the program runs. An exception that leaves them ends the run.
template <class T> struct packing;

namespace detail {

struct Closure;

/// Which slot of which closure: what a continuation is without its type.
class Reference {
public:
  Reference() = default;
  /// \p element is 0, or the number of an element of an array plus 1.
  Reference(std::uint64_t address, std::uint32_t generation,
            std::uint32_t element, unsigned bit)
      : Address(address), Where(static_cast<std::uint64_t>(generation) << 32 |
                                element << BitsOfBit | bit) {}

  /// An array has at most so many missing elements.
  static constexpr std::uint32_t MostElements = (1u << (32 - 5)) - 2;

  /// Copies \p from, in memory, word by word: a processor waits where a load is
  /// wider than the stores before it.
  static Reference load(const Reference &from) {
    Reference to;
    to.Address = static_cast<const volatile std::uint64_t &>(from.Address);
    to.Where = static_cast<const volatile std::uint64_t &>(from.Where);
    return to;
  }

  /// The upper 16 bits of the address are for the number of the rank plus 1
  /// where the closure is on another one. On its own rank they are 0, so that
  /// one comparison tells that a closure is here, and that there is one.
  bool isHere() const { return (Address - 1) >> RankShift == 0; }
  bool isRemote() const { return Address >> RankShift != 0; }
  /// Of a remote one: the number of the rank.
  unsigned rank() const {
    return static_cast<unsigned>(Address >> RankShift) - 1;
  }
  /// As it is written in messages, and as it is on the rank that reads it.
  Reference inMessages() const;
  Reference onThisRank() const;
  Closure *closure() const { return reinterpret_cast<Closure *>(Address); }
  /// The address, and the rank where it is one: a name for the closure.
  std::uint64_t name() const { return Address; }
  std::uint32_t generation() const { return Where >> 32; }
  unsigned bit() const { return Where & (OneElement - 1); }
  /// bit(), if it is not an element of an array; else a number from 32 on.
  std::uint32_t slot() const { return static_cast<std::uint32_t>(Where); }
  std::uint32_t element() const { return slot() >> BitsOfBit; }
  friend bool operator==(const Reference &a, const Reference &b) {
    return a.Address == b.Address && a.Where == b.Where;
  }

private:
  static constexpr unsigned RankShift = 48;
  static constexpr unsigned BitsOfBit = 5, OneElement = 1u << BitsOfBit;
  std::uint64_t Address = 0, Where = 0;
};

/// The number of this process in its job. Set once, before the first message
/// is written.
inline std::uint64_t OwnRank = 0;

inline Reference Reference::inMessages() const {
  Reference to = *this;
  if (isHere())
    to.Address |= (OwnRank + 1) << RankShift;
  return to;
}

inline Reference Reference::onThisRank() const {
  Reference to = *this;
  if (Address >> RankShift == OwnRank + 1)
    to.Address = Address << (64 - RankShift) >> (64 - RankShift);
  return to;
}

/// Adds \p size bytes to a checksum of 64 bits, which detects damage; it is no
/// protection from intent. The same bytes in other portions give another one.
inline std::uint64_t checksum(std::uint64_t sum, const void *data,
                              std::size_t size) {
  const auto *next = static_cast<const std::byte *>(data);
  const auto add = [&](std::uint64_t word) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 32;
  };
  add(size);
  while (size != 0) {
    std::size_t part = size < sizeof(sum) ? size : sizeof(sum);
    std::uint64_t word = 0;
    std::memcpy(&word, next, part);
    add(word);
    next += part;
    size -= part;
  }
  return sum;
}

/// Says where the closures are that references in a checkpoint refer to.
class Renaming {
public:
  virtual Reference operator()(Reference old) const = 0;

protected:
  ~Renaming() = default;
};

} // namespace detail

/// A message that is being written. Belongs to one thread at a time.
class packer {
public:
  packer() = default;
  /// Only collects the continuations in what is packed, for the runtime.
  explicit packer(std::vector<detail::Reference> &found) : Found(&found) {}
  /// Only adds what is packed, but for continuations, to a checksum.
  explicit packer(std::uint64_t &sum) : Sum(&sum) {}

  /// Appends \p size bytes.
  void bytes(const void *data, std::size_t size) {
    if (Found)
      return;
    if (Sum) {
      *Sum = detail::checksum(*Sum, data, size);
      return;
    }
    const auto *first = static_cast<const std::byte *>(data);
    Message.insert(Message.end(), first, first + size);
  }

  /// Appends what another one has written.
  void append(const packer &other) {
    bytes(other.Message.data(), other.Message.size());
  }

  /// Appends zeros, unless the message has so many bytes.
  void fill(std::size_t size) {
    if (!Found && !Sum && Message.size() < size)
      Message.resize(size);
  }

  /// Appends a value in the way of its type.
  template <class T> void operator()(const T &value) {
    packing<T>::pack(*this, value);
  }

  /// Appends a continuation: packing<cont<T>> calls this.
  void continuation(detail::Reference to) {
    if (Found) {
      Found->push_back(to);
      return;
    }
    if (Sum)
      return;
    to = to.inMessages();
    bytes(&to, sizeof(to));
  }

  const std::vector<std::byte> &message() const { return Message; }

private:
  std::vector<std::byte> Message;
  std::vector<detail::Reference> *Found = nullptr;
  std::uint64_t *Sum = nullptr;
};

/// Reads a message, which must live as long as this.
class unpacker {
public:
  explicit unpacker(const std::vector<std::byte> &message)
      : unpacker(message.data(), message.size()) {}
  unpacker(const void *message, std::size_t size)
      : Next(static_cast<const std::byte *>(message)), End(Next + size) {}
  /// Of a checkpoint; \p names must live as long as this.
  unpacker(const void *message, std::size_t size, const detail::Renaming &names)
      : unpacker(message, size) {
    Names = &names;
  }

  /// Copies the next \p size bytes to \p data. Throws error::malformed_message
  /// if the message ends before.
  void bytes(void *data, std::size_t size) {
    need(size);
    if (size != 0)
      std::memcpy(data, Next, size);
    Next += size;
  }

  /// Returns the next value.
  template <class T> T get() { return packing<T>::unpack(*this); }

  /// Returns the next continuation: packing<cont<T>> calls this.
  detail::Reference continuation() {
    detail::Reference to;
    bytes(&to, sizeof(to));
    return Names ? (*Names)(to) : to.onThisRank();
  }

  /// Returns a number of bytes that the message can hold: a wrong one cannot
  /// make the reader allocate without limit.
  std::size_t count() {
    std::uint64_t n = 0;
    bytes(&n, sizeof(n));
    need(n);
    return n;
  }

  /// Leaves out \p size bytes, and returns where they are.
  const std::byte *skip(std::size_t size) {
    need(size);
    return std::exchange(Next, Next + size);
  }

  /// The same for elements, the number of which may be wrong.
  const std::byte *skipElements(std::size_t count, std::size_t size) {
    need(count);
    if (size != 0 && count > left() / size)
      need(UINT64_MAX);
    return skip(count * size);
  }

  /// What has not been read yet.
  std::vector<std::byte> rest() const { return {Next, End}; }

  std::size_t left() const { return static_cast<std::size_t>(End - Next); }

  /// Whether all has been read.
  bool empty() const { return Next == End; }

private:
  void need(std::uint64_t size) const {
    if (size > static_cast<std::uint64_t>(End - Next))
      throw error(error::malformed_message,
                  "a message is shorter than its contents; pack and unpack "
                  "must handle the same values");
  }

  const std::byte *Next, *End;
  const detail::Renaming *Names = nullptr;
};

namespace detail {

template <class T, class = void> inline constexpr bool HasPackMembers = false;
template <class T>
inline constexpr bool HasPackMembers<
    T, std::void_t<decltype(std::declval<const T &>().pack(
                       std::declval<packer &>())),
                   std::enable_if_t<std::is_same_v<
                       decltype(T::unpack(std::declval<unpacker &>())), T>>>> =
    true;

/// Whether T names its fields.
template <class T, class = void> inline constexpr bool HasFields = false;
template <class... F> constexpr bool IsTie(std::tuple<F &...> *) {
  return true;
}
template <class T>
inline constexpr bool HasFields<
    T, std::enable_if_t<IsTie(
           static_cast<decltype(std::declval<T &>().fields()) *>(nullptr))>> =
    true;

/// A standard type that refers to what it does not own.
template <class T> inline constexpr bool IsView = false;
template <class C, class Traits>
inline constexpr bool IsView<std::basic_string_view<C, Traits>> = true;
#if __cplusplus >= 202002L
template <class T, std::size_t N>
inline constexpr bool IsView<std::span<T, N>> = true;
#endif

/// A copy of its bytes is a copy of the value. Whether they hold a pointer
/// cannot be seen, but for T itself.
template <class T>
inline constexpr bool PlainBytes =
    std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> &&
    !std::is_pointer_v<T> && !std::is_member_pointer_v<T> &&
    !std::is_null_pointer_v<T> && !std::is_array_v<T> && !IsView<T>;

/// Whether T says itself how it travels.
template <class T>
inline constexpr bool HasOwnPacking = HasPackMembers<T> || HasFields<T>;

template <class T, class = void> inline constexpr bool HasPacking = false;
template <class T>
inline constexpr bool HasPacking<
    T, std::void_t<
           decltype(packing<T>::pack(std::declval<packer &>(),
                                     std::declval<const T &>())),
           std::enable_if_t<std::is_same_v<
               decltype(packing<T>::unpack(std::declval<unpacker &>())), T>>>> =
    true;

/// The packing of types that need none of their own; empty for the others.
template <class T, class = void> struct KnownPacking {};

} // namespace detail

template <class T> struct packing : detail::KnownPacking<T> {};

/// Whether a type can be an argument of a thread, or be sent to one.
template <class T>
inline constexpr bool packable =
    detail::HasPacking<T> && std::is_nothrow_move_constructible_v<T>;

namespace detail {

template <class T> struct KnownPacking<T, std::enable_if_t<HasPackMembers<T>>> {
  static void pack(packer &to, const T &value) { value.pack(to); }
  static T unpack(unpacker &from) { return T::unpack(from); }
};

template <class T>
struct KnownPacking<T, std::enable_if_t<HasFields<T> && !HasPackMembers<T>>> {
  static void pack(packer &to, const T &value) {
    static_assert(std::is_default_constructible_v<T>,
                  "a type with fields() is made by its default constructor in "
                  "another process, and has none");
    std::apply([&](auto &...field) { (packField(to, field), ...); },
               const_cast<T &>(value).fields());
  }
  static T unpack(unpacker &from) {
    if constexpr (std::is_default_constructible_v<T>) {
      T value{};
      std::apply([&](auto &...field) { (unpackField(from, field), ...); },
                 value.fields());
      return value;
    } else {
      throw 0; // the error is that of pack
    }
  }

private:
  // Here, and not in a condition on T: a field may own another T.
  template <class F> static constexpr bool check() {
    static_assert(HasPacking<F>,
                  "a field that fields() names cannot be packed; give its "
                  "type fields(), or pack and unpack");
    return HasPacking<F>;
  }
  template <class F> static void packField(packer &to, const F &field) {
    if constexpr (check<F>())
      to(field);
  }
  template <class F> static void unpackField(unpacker &from, F &field) {
    if constexpr (check<F>())
      field = from.get<F>();
  }
};

template <class T>
struct KnownPacking<T, std::enable_if_t<PlainBytes<T> && !HasOwnPacking<T>>> {
  static void pack(packer &to, const T &value) { to.bytes(&value, sizeof(T)); }
  static T unpack(unpacker &from) {
    T value{};
    from.bytes(&value, sizeof(T));
    return value;
  }
};

/// The bytes of several values in a row are their message.
template <class T>
inline constexpr bool PackedAsBytes =
    PlainBytes<T> && !HasOwnPacking<T> && !std::is_same_v<T, bool> &&
    std::is_base_of_v<KnownPacking<T>, packing<T>>;

} // namespace detail

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_JOBS_PACKER_HPP
