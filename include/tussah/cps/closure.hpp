//===- tussah/cps/closure.hpp - Closures and continuations ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The two data structures of section 2 of Blumofe et al., "Cilk: An Efficient
/// Multithreaded Runtime System" (PPoPP 1995): the closure, which holds the
/// arguments of a thread that has not run, and the continuation, a typed global
/// reference to an argument that is missing. docs/guides/cps.md explains the
/// layout.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_CLOSURE_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_CLOSURE_HPP

#include <tussah/jobs/pack.hpp>
#include <tussah/support/atomic.hpp>

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

/// Each spawn and send goes through these functions. They are always inlined:
/// calls would take most of their time.
#if defined(__GNUC__)
#define TUSSAH_CPS_INLINE __attribute__((always_inline)) inline
#else
#define TUSSAH_CPS_INLINE inline
#endif

/// What they seldom call. The callee keeps the registers, where the compiler
/// has that: otherwise each thread would save some for a call that is not made.
/// A caller without it may call a function with it, but not the reverse, so
/// only the library, which Clang compiles, defines such functions.
#if defined(__clang__) && defined(__x86_64__)
#define TUSSAH_CPS_COLD __attribute__((preserve_most, cold, noinline))
#elif defined(__GNUC__)
#define TUSSAH_CPS_COLD __attribute__((cold, noinline))
#else
#define TUSSAH_CPS_COLD
#endif

namespace tussah::cps {

template <class T> class cont;

/// No closure, header and arguments, is larger than this. Arrays that do not
/// fit lie beside it.
inline constexpr std::size_t max_closure_bytes = 65536;

namespace detail {

using support::Atomic;

struct Closure;
class SharedPath;
class Worker;

/// A place in a doubly linked ring.
struct Link {
  Link *Next, *Prev;
};

/// What the runtime knows about a thread, one object for each. Its address
/// relative to its image is the same in all processes that run the same binary.
/// So it travels as that offset (codeReference).
struct Code {
  /// Runs the thread: takes the arguments out, calls it, frees the closure.
  void (*Run)(Worker &, Closure *);
  /// Destroys the arguments, but for those whose bits are set.
  void (*Destroy)(Closure *, std::uint32_t missing);
  /// Appends the continuations in the arguments, but for those whose bits are
  /// set; null if none can be there.
  void (*Collect)(const Closure *, std::uint32_t missing,
                  std::vector<Reference> &);
  /// Writes the arguments that are not missing.
  void (*Pack)(const Closure *, packer &);
  /// Makes a closure of what Pack wrote, without level and time.
  Closure *(*Unpack)(Worker &, unpacker &);
  /// Puts what Pack wrote, of a closure with missing arguments, into a block
  /// whose header says which. If it throws, the block has no arguments.
  void (*Load)(Closure *, unpacker &);
  /// For messages. \p closure tells threads apart that share the code.
  std::string (*Name)(const Closure *closure);
  /// The number of the argument, from 1, whose slot has this bit of Missing.
  unsigned (*Argument)(const Closure *closure, unsigned bit);
};

/// The header of a closure; its arguments follow. The worker that made it owns
/// it until it is shared. After that, all workers may access its atomic
/// members.
struct Closure : Link {
  /// The state of a closure that any worker may send to.
  static constexpr std::uint32_t Shared = 0xffff, Anywhere = 0xffff;

  const Code *Thread;
  /// Odd while the closure is in use. Atomic, as Where is, because a wrong
  /// program may read it at any time.
  Atomic<std::uint32_t> Generation;
  /// In 16 bits each, the number of the only worker that may send to it, or
  /// Shared, and that of the worker that must run it, or Anywhere. Of a free
  /// block, what the heap gives to new closures.
  Atomic<std::uint32_t> Where;
  /// The join counter, as a set: one bit for each missing argument, that of
  /// the 8-byte word in which its slot begins.
  Atomic<std::uint32_t> Missing;
  /// Of a shared closure, the slots that a sender has taken to write them.
  Atomic<std::uint32_t> Claimed;
  std::uint32_t Level;
  /// The worker whose heap it is from, and the size class of the block. They
  /// belong to the block, and stay when it is used again.
  std::uint16_t Home;
  std::uint16_t SizeClass;
  /// With options::measure, the longest path to this thread; otherwise null. It
  /// belongs to the block.
  SharedPath *Path;
  /// Where a closure with missing arguments was made.
  std::source_location Site;

  std::byte *arguments() { return reinterpret_cast<std::byte *>(this + 1); }
  const std::byte *arguments() const {
    return reinterpret_cast<const std::byte *>(this + 1);
  }

  std::uint32_t generation() const { return Generation.load_relaxed(); }
  std::uint32_t where() const { return Where.load_relaxed(); }
  std::uint32_t owner() const { return where() >> 16; }
  std::uint32_t place() const { return where() & 0xffff; }
  /// Where closures are that a worker has made.
  static constexpr std::uint32_t ownedBy(std::uint32_t worker) {
    return worker << 16 | Anywhere;
  }
  /// The block is in use from now on, or free.
  void nextGeneration() { Generation.store_relaxed(generation() + 1); }

  /// Says which worker must run it, or Anywhere. Before it is enabled.
  void setPlace(std::uint32_t worker) {
    Where.store_relaxed(owner() << 16 | worker);
  }

  std::uint32_t missing() const { return Missing.load_relaxed(); }

  /// A reference to a missing argument; \p element is 0 or the number of an
  /// element of an array plus 1.
  Reference reference(unsigned bit, std::uint32_t element) const {
    return {reinterpret_cast<std::uintptr_t>(this), generation(), element, bit};
  }
};

#ifndef TUSSAH_MODEL // All atomic objects are words there.
static_assert(sizeof(std::source_location) == 8 && sizeof(Closure) == 64,
              "the header is as small as docs/guides/cps.md says");
#endif

/// Slots begin at multiples of this.
inline constexpr std::size_t WordBytes = 8;
/// Slots in the first words only can be missing.
inline constexpr std::size_t MaskBits = 32;

/// Which elements of an array are missing. Follows the elements in the closure.
struct MissingElements {
  Atomic<std::uint64_t> *Remaining, *Bits;

  /// Takes the right to write an element; false if it was taken before.
  bool claim(std::size_t element) {
    std::uint64_t bit = std::uint64_t(1) << element % 64;
    return Bits[element / 64].fetch_and_relaxed(~bit) & bit;
  }
  static constexpr std::size_t bytes(std::size_t count) {
    return (1 + (count + 63) / 64) * sizeof(std::uint64_t);
  }
};

/// The slot of an argument that is an array. The elements of all arrays are in
/// the closure, behind the other arguments, or all in memory of their own.
struct ArraySlot {
  std::byte *First;
  std::size_t Count;

  static constexpr std::size_t roundUp(std::size_t bytes,
                                       std::size_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
  }
  static std::byte *roundUp(std::byte *address, std::size_t alignment) {
    return address +
           (alignment - reinterpret_cast<std::uintptr_t>(address) % alignment) %
               alignment;
  }
  /// Only if elements were missing when the closure was made; \p size is that
  /// of an element.
  MissingElements missing(std::size_t size) const {
    auto *words = reinterpret_cast<Atomic<std::uint64_t> *>(
        roundUp(First + Count * size, WordBytes));
    return {words, words + 1};
  }
};

} // namespace detail

/// A continuation: refers to a missing argument of type T of a closure, on this
/// machine or another one. 16 bytes; copies refer to the same argument. Made by
/// missing(); one value can be sent to it, by send_argument(). One that was not
/// made by missing() refers to nothing.
///
/// It may travel in arguments of threads, in values that are sent, and in types
/// with pack and unpack, which show it to the runtime; nothing else may carry
/// it to another worker. This is why it is not trivially copyable: a structure
/// with a continuation in it needs pack and unpack.
template <class T> class cont {
public:
  using value_type = T;

  cont() = default;
  cont(const cont &other) noexcept : To(other.To) {}
  cont &operator=(const cont &other) noexcept {
    To = other.To;
    return *this;
  }
  explicit cont(detail::Reference to) : To(to) {}

  const detail::Reference &reference() const { return To; }
  /// Whether both refer to the same argument.
  friend bool operator==(const cont &a, const cont &b) { return a.To == b.To; }

private:
  detail::Reference To;
};

template <class T> struct packing<cont<T>> {
  static void pack(packer &to, const cont<T> &value) {
    to.continuation(value.reference());
  }
  static cont<T> unpack(unpacker &from) { return cont<T>(from.continuation()); }
};

/// A value that says only that something is done: send_argument(k) sends it to
/// a cont<nothing>.
struct nothing {};

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_CLOSURE_HPP
