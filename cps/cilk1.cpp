//===- cilk1.cpp - Threads that are written in C --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of <tussah/cilk1.h>. All threads in C share one Code; the
/// first word of a closure's arguments is the thread's description, which the
/// compiler has made, and travels as a code reference.
///
/// C has no exceptions: what goes wrong in a thread ends the thread, by a jump
/// out of it, and the run.
///
//===----------------------------------------------------------------------===//

#include <tussah/cps.hpp>
#include <tussah/cps/c_interface.h>

#include <bit>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <optional>

using namespace tussah::cps;
using namespace tussah::cps::detail;

using Description = tussah_cps_thread;
using Parameter = tussah_cps_parameter;

static_assert(sizeof(cont<int>) == 16 &&
                  std::is_trivially_copyable_v<Reference>,
              "a continuation in C has two words");

namespace {

const Description *&descriptionOf(Closure *closure) {
  return *reinterpret_cast<const Description **>(closure->arguments());
}
const Description &descriptionOf(const Closure *closure) {
  return *descriptionOf(const_cast<Closure *>(closure));
}

std::uint64_t bytesOf(const Parameter &p, std::uint64_t elements) {
  return elements * p.element_size;
}

/// The elements of an argument in a closure.
struct Elements {
  std::byte *First;
  std::uint64_t Count;
};

Elements elementsOf(Closure *closure, const Parameter &p) {
  std::byte *slot = closure->arguments() + p.offset;
  if (!p.is_variable)
    return {slot, p.elements};
  auto *variable = reinterpret_cast<tussah_cps_variable *>(slot);
  return {reinterpret_cast<std::byte *>(variable->first), variable->elements};
}

/// Where variable arrays begin if they are in the closure.
std::byte *arraysInside(Closure *closure, const Description &what) {
  return closure->arguments() + ArraySlot::roundUp(what.bytes, FineStep);
}

/// Calls `visit(address)` for each continuation in some elements.
template <class Visit>
void forEachContinuation(std::byte *first, std::uint64_t elements,
                         std::uint64_t size, std::uint64_t continuations,
                         Visit visit) {
  if (continuations == 0)
    return;
  for (std::uint64_t i = 0; i < elements; ++i)
    for (std::uint64_t left = continuations; left != 0; left &= left - 1)
      visit(first + i * size + std::countr_zero(left) * WordBytes);
}

Reference loadReference(const void *from) {
  Reference to;
  std::memcpy(&to, from, sizeof(to));
  return to;
}

/// Writes some elements: first their bytes, with zeros for the continuations,
/// then these, as they mean something else in each process.
void writeElements(packer &to, const void *elements, std::uint64_t count,
                   std::uint64_t size, std::uint64_t continuations) {
  const auto *first = static_cast<const std::byte *>(elements);
  std::vector<std::byte> bytes(first, first + count * size);
  std::vector<Reference> found;
  forEachContinuation(bytes.data(), count, size, continuations,
                      [&](std::byte *at) {
                        found.push_back(loadReference(at));
                        std::memset(at, 0, sizeof(Reference));
                      });
  to.bytes(bytes.data(), bytes.size());
  for (Reference reference : found)
    to.continuation(reference);
}

/// Reads what writeElements() wrote.
void readElements(unpacker &from, std::byte *first, std::uint64_t count,
                  std::uint64_t size, std::uint64_t continuations) {
  from.bytes(first, count * size);
  forEachContinuation(first, count, size, continuations, [&](std::byte *at) {
    Reference to = from.continuation();
    std::memcpy(at, &to, sizeof(to));
  });
}

bool isMissing(const Parameter &p, std::uint32_t missing) {
  unsigned word = p.offset / WordBytes;
  return word < MaskBits && (missing >> word & 1);
}

/// Where control goes when a thread in C has made an error: behind the end of
/// the thread.
class WayOut {
public:
  WayOut() { Present = this; }
  ~WayOut() { Present = nullptr; }
  WayOut(const WayOut &) = delete;
  WayOut &operator=(const WayOut &) = delete;

  std::jmp_buf Behind;
  /// Of the thread that the caller runs; null in a thread in C++, which calls
  /// functions in C.
  static constinit thread_local WayOut *Present;
};

constinit thread_local WayOut *WayOut::Present = nullptr;

/// C has no destructors; but arrays may lie beside the closure.
void destroy(Closure *closure, std::uint32_t) {
  const Description &what = *descriptionOf(closure);
  if (what.first_variable == what.count)
    return;
  Elements first = elementsOf(closure, what.parameters[what.first_variable]);
  if (first.First != arraysInside(closure, what))
    ::operator delete(first.First);
}

void run(Worker &worker, Closure *closure) {
  {
    WayOut out;
    // Does not save the signal mask: that would take a system call.
    if (_setjmp(out.Behind) == 0)
      descriptionOf(closure)->call(
          reinterpret_cast<char *>(closure->arguments()));
  }
  destroy(closure, 0);
  // It is its arrays that were deleted.
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDelete)
  worker.release(closure, closure->SizeClass);
}

void collect(const Closure *constant, std::uint32_t missing,
             std::vector<Reference> &found) {
  auto *closure = const_cast<Closure *>(constant);
  const Description &what = descriptionOf(constant);
  for (std::uint32_t i = 0; i < what.count; ++i) {
    const Parameter &p = what.parameters[i];
    if (isMissing(p, missing))
      continue;
    Elements values = elementsOf(closure, p);
    forEachContinuation(
        values.First, values.Count, p.element_size, p.continuations,
        [&](std::byte *at) { found.push_back(loadReference(at)); });
  }
}

/// Writes the arguments that are there: of variable arrays first the numbers of
/// elements.
void pack(const Closure *constant, packer &to) {
  auto *closure = const_cast<Closure *>(constant);
  const Description &what = descriptionOf(constant);
  to(codeReference(&what));
  for (std::uint32_t i = 0; i < what.count; ++i) {
    const Parameter &p = what.parameters[i];
    if (isMissing(p, closure->missing()))
      continue;
    Elements values = elementsOf(closure, p);
    if (p.is_variable)
      to(values.Count);
    writeElements(to, values.First, values.Count, p.element_size,
                  p.continuations);
  }
}

/// Where the arrays of variable length lie: behind the other arguments or, if
/// that is more than a closure has, in memory of their own.
class Arrays {
public:
  explicit Arrays(const Description &what) : What(what) {}

  /// Adds one. Throws error::closure_too_large.
  void add(const Parameter &p, std::int64_t elements) {
    std::uint64_t size = bytesOf(p, 1);
    if (elements < 0 || Bytes > Most ||
        (size != 0 &&
         static_cast<std::uint64_t>(elements) > (Most - Bytes) / size))
      throw error(error::closure_too_large,
                  std::string("a closure of ") + What.name +
                      " cannot have an array of " + std::to_string(elements) +
                      " elements");
    Places.push_back({Bytes, static_cast<std::uint64_t>(elements)});
    Bytes = ArraySlot::roundUp(Bytes + bytesOf(p, elements), FineStep);
  }
  /// All were added. Throws std::bad_alloc.
  void place() {
    if (size() > max_closure_bytes)
      Beside.reset(static_cast<std::byte *>(::operator new(Bytes)));
  }
  /// Of the closure.
  std::size_t closureBytes() const { return Beside ? size() - Bytes : size(); }
  /// From here on they belong to the closure, if there are any.
  void moveTo(Closure *closure) {
    Begin = Beside ? Beside.release() : arraysInside(closure, What);
  }
  /// The next one, in the order of adding.
  tussah_cps_variable take() {
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): all were added
    const Place &place = Places[Next++];
    return {reinterpret_cast<char *>(Begin + place.Offset), place.Elements};
  }

private:
  /// So sums do not overflow.
  static constexpr std::uint64_t Most = std::uint64_t(1) << 47;
  struct Delete {
    void operator()(std::byte *memory) const { ::operator delete(memory); }
  };
  struct Place {
    std::uint64_t Offset, Elements;
  };

  std::size_t size() const {
    return sizeof(Closure) + ArraySlot::roundUp(What.bytes, FineStep) + Bytes;
  }

  const Description &What;
  std::uint64_t Bytes = 0;
  std::vector<Place> Places;
  std::unique_ptr<std::byte, Delete> Beside;
  std::byte *Begin = nullptr;
  std::size_t Next = 0;
};

extern const Code ThreadsInC;

/// Makes a closure with nothing but the description. Nothing may throw from
/// here on until it has its arguments.
Closure *makeClosure(Worker &worker, const Description *what, std::size_t bytes,
                     std::uint32_t level) {
  Closure *closure = worker.allocate(sizeClass(bytes));
  closure->Thread = &ThreadsInC;
  descriptionOf(closure) = what;
  closure->Level = level;
  closure->Missing.store_relaxed(0);
  if (worker.measuring()) [[unlikely]]
    worker.made(closure);
  return closure;
}

/// What pack() wrote, read as a whole before there is a closure for it.
class PackedArguments {
public:
  /// Arguments whose bits of \p missing are set are left out.
  PackedArguments(unpacker &from, std::uint32_t missing)
      : What(static_cast<const Description *>(
            codeAddress(from.get<std::uint64_t>()))),
        Missing(missing), Where(*What) {
    for (std::uint32_t i = 0; i < What->count; ++i) {
      const Parameter &p = What->parameters[i];
      if (isMissing(p, missing))
        continue;
      std::uint64_t elements = p.elements;
      if (p.is_variable) {
        elements = from.get<std::uint64_t>();
        Where.add(p, static_cast<std::int64_t>(elements));
        if (bytesOf(p, elements) > from.left())
          throw error(error::malformed_message,
                      "a message is shorter than its contents");
      }
      std::size_t begin = Bytes.size();
      Bytes.resize(begin + bytesOf(p, elements));
      readElements(from, Bytes.data() + begin, elements, p.element_size,
                   p.continuations);
    }
    Where.place();
  }

  const Description *description() const { return What; }
  std::size_t closureBytes() const { return Where.closureBytes(); }

  /// Moves them into a closure with room for them. Called once.
  void moveTo(Closure *closure) {
    Where.moveTo(closure);
    const std::byte *next = Bytes.data();
    for (std::uint32_t i = 0; i < What->count; ++i) {
      const Parameter &p = What->parameters[i];
      if (isMissing(p, Missing))
        continue;
      if (p.is_variable)
        ::new (closure->arguments() + p.offset)
            tussah_cps_variable(Where.take());
      Elements values = elementsOf(closure, p);
      if (std::uint64_t bytes = bytesOf(p, values.Count)) {
        std::memcpy(values.First, next, bytes);
        next += bytes;
      }
    }
  }

private:
  const Description *What;
  std::uint32_t Missing;
  Arrays Where;
  std::vector<std::byte> Bytes;
};

Closure *unpack(Worker &worker, unpacker &from) {
  PackedArguments arguments(from, 0);
  Closure *closure =
      makeClosure(worker, arguments.description(), arguments.closureBytes(), 0);
  arguments.moveTo(closure);
  return closure;
}

void load(Closure *closure, unpacker &from) {
  PackedArguments arguments(from, closure->missing());
  if (arguments.closureBytes() > classBytes(closure->SizeClass))
    throw error(error::malformed_message,
                std::string("a closure of ") + arguments.description()->name +
                    " is larger than its checkpoint says");
  descriptionOf(closure) = arguments.description();
  arguments.moveTo(closure);
}

std::string nameOf(const Closure *closure) {
  return descriptionOf(closure).name;
}

unsigned argumentOf(const Closure *closure, unsigned bit) {
  const Description &what = descriptionOf(closure);
  for (std::uint32_t i = 0; i < what.count; ++i)
    if (what.parameters[i].offset / WordBytes == bit)
      return i + 1;
  return 0;
}

constexpr Code ThreadsInC = {run,    destroy, collect, pack,
                             unpack, load,    nameOf,  argumentOf};

/// Makes a closure as a spawn wants it.
Closure *make(Worker &worker, const Description *what, std::uint32_t level,
              const void *const *arguments, std::uint64_t missing,
              const tussah_cps_site *site) {
  std::size_t bytes =
      sizeof(Closure) + ArraySlot::roundUp(what->bytes, FineStep);
  // Most threads have none.
  std::optional<Arrays> arrays;
  if (what->first_variable != what->count) {
    arrays.emplace(*what);
    for (std::uint32_t i = what->first_variable; i < what->count; ++i)
      if (what->parameters[i].is_variable)
        arrays->add(
            what->parameters[i],
            static_cast<const tussah_cps_elements *>(arguments[i])->count);
    arrays->place();
    bytes = arrays->closureBytes();
  }
  Closure *closure = makeClosure(worker, what, bytes, level);
  if (arrays)
    arrays->moveTo(closure);
  std::uint32_t mask = 0;
  for (std::uint32_t i = 0; i < what->count; ++i) {
    const Parameter &p = what->parameters[i];
    const void *given = arguments[i];
    if (missing >> i & 1) {
      unsigned word = p.offset / WordBytes;
      mask |= std::uint32_t(1) << word;
      Reference to = closure->reference(word, 0);
      std::memcpy(const_cast<void *>(given), &to, sizeof(to));
      continue;
    }
    if (p.is_variable) {
      ::new (closure->arguments() + p.offset)
          // NOLINTNEXTLINE(bugprone-unchecked-optional-access): it has some
          tussah_cps_variable(arrays->take());
      given = static_cast<const tussah_cps_elements *>(given)->first;
    }
    Elements to = elementsOf(closure, p);
    if (std::uint64_t bytes = bytesOf(p, to.Count))
      std::memcpy(to.First, given, bytes);
  }
  if (mask != 0)
    closure->Site = std::bit_cast<std::source_location>(site);
  closure->Missing.store_relaxed(mask);
  return closure;
}

/// Ends the program because of the exception that is being handled.
[[noreturn]] void exitWithError() {
  int code = 1;
  try {
    throw;
  } catch (const error &e) {
    code = e.why() == error::wrong_option ? 2 : 1;
    std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, e.what());
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, e.what());
  }
  std::exit(code);
}

/// Calls `act(worker)`; an exception ends the run, and the thread if it is one
/// in C.
template <class Act> void inThread(const char *function, Act act) {
  try {
    return act(Worker::current(function));
  } catch (...) {
    if (!Worker::Current)
      exitWithError();
    Worker::Current->failed();
  }
  if (WayOut::Present)
    std::longjmp(WayOut::Present->Behind, 1);
}

/// The other end of sending to another rank. The size, the mask of
/// continuations and the value travel.
void receiveValue(unpacker &from, Arrival &arrival) {
  auto size = from.get<std::uint64_t>();
  auto continuations = from.get<std::uint64_t>();
  if (size > max_closure_bytes)
    throw error(error::malformed_message,
                "a message has a value that is larger than a closure");
  std::vector<std::byte> value(size);
  readElements(from, value.data(), 1, size, continuations);
  std::memcpy(arrival.claim(size), value.data(), size);
}

/// Sends where this worker is not the only one that may send, or not on this
/// rank; or reports an error.
void sendShared(Worker &worker, Reference to, const void *given,
                std::size_t size, std::uint64_t continuations,
                const std::source_location &where) {
  const auto *first = static_cast<const std::byte *>(given);
  std::vector<std::byte> value(first, first + size);
  std::vector<Reference> found;
  forEachContinuation(value.data(), 1, size, continuations, [&](std::byte *at) {
    found.push_back(loadReference(at));
  });
  if (!to.isRemote())
    return worker.sendShared(
        to, size,
        [&](std::byte *slot) { std::memcpy(slot, value.data(), size); }, found,
        where);
  packer message;
  message(static_cast<std::uint64_t>(size));
  message(continuations);
  writeElements(message, value.data(), 1, size, continuations);
  worker.sendRemote(to, receiveValue, message, found, where);
}

/// The result of a run.
class ResultInC final : public Outcome {
public:
  /// \p to is where the program wants it, \p what the only parameter of the
  /// thread that gets it.
  ResultInC(void *to, const Parameter &what) : To(to), What(what) {}

  void set(const char *value) {
    std::memcpy(To, value, What.element_size);
    Sent = true;
  }
  bool isThere() const { return Sent; }

  void pack(packer &to) const override {
    to(Sent);
    if (Sent)
      writeElements(to, To, 1, What.element_size, What.continuations);
  }
  void unpack(unpacker &from) override {
    Sent = from.get<bool>();
    if (Sent)
      readElements(from, static_cast<std::byte *>(To), 1, What.element_size,
                   What.continuations);
  }

private:
  void *To;
  const Parameter &What;
  bool Sent = false;
};

/// From cilk_options.
command_line *CommandLine = nullptr;

void runProgram(const Description *what, const Description *last,
                const void *const *arguments) {
  options how = CommandLine ? CommandLine->run : options();
  ResultInC result(const_cast<void *>(arguments[0]), last->parameters[0]);
  // Its address travels in checkpoints.
  static const tussah_cps_site site = {"main", "main", 0, 0};
  Run all(how, enterJob(), &result);
  all.start([&](Worker &worker) {
    Reference k;
    const void *lastArguments[] = {&k};
    Closure *closure = make(worker, last, 0, lastArguments, 1, &site);
    closure->setPlace(worker.number());
    std::vector<const void *> firstArguments(arguments,
                                             arguments + what->count);
    firstArguments[0] = &k;
    all.begin(worker, make(worker, what, 0, firstArguments.data(), 0, nullptr),
              closure);
  });
  all.execute();
  if (!result.isThere())
    throw error(error::deadlock,
                "nothing is left to run, but no result was sent");
}

} // namespace

void tussah_cps_take_result(char *arguments) {
  static_cast<ResultInC *>(Worker::Current->outcome())
      ->set(arguments + WordBytes);
}

void tussah_cps_spawn(const Description *what, tussah_cps_kind kind, long place,
                      const void *const *arguments, std::uint64_t missing,
                      const tussah_cps_site *site) {
  inThread("spawn", [&](Worker &worker) {
    if (kind == tussah_cps_tail)
      worker.checkTail();
    if (place != -1)
      worker.checkPlace(place < 0 || place > UINT32_MAX ? UINT32_MAX : place);
    Closure *closure =
        make(worker, what, worker.level() + (kind != tussah_cps_successor),
             arguments, missing, site);
    if (place != -1)
      closure->setPlace(place);
    if (kind == tussah_cps_tail)
      worker.setTail(closure);
    else if (missing == 0 && place == -1)
      worker.post(closure, closure->Level);
    else if (missing == 0)
      worker.enable(closure);
  });
}

void tussah_cps_send(const void *continuation, const void *value,
                     std::size_t size, std::uint64_t continuations,
                     const tussah_cps_site *site) {
  inThread("send_argument", [&](Worker &worker) {
    Reference to = loadReference(continuation);
    const auto write = [&](std::byte *slot) { std::memcpy(slot, value, size); };
    if (worker.sendOwn(to, write))
      return;
    const auto where = std::bit_cast<std::source_location>(site);
    worker.note(to, where);
    if (!worker.sendOwnCounted(to, write))
      sendShared(worker, to, value, size, continuations, where);
  });
}

void tussah_cps_run(const Description *what, const Description *last,
                    const void *const *arguments) {
  try {
    runProgram(what, last, arguments);
  } catch (...) {
    exitWithError();
  }
}

void cilk_options(int *argc, char **argv) {
  try {
    static std::unique_ptr<command_line> line;
    line = std::make_unique<command_line>(*argc, argv);
    CommandLine = line.get();
  } catch (...) {
    exitWithError();
  }
}

unsigned cilk_processor(void) {
  try {
    return processor();
  } catch (...) {
    exitWithError();
  }
}

unsigned cilk_processors(void) {
  try {
    return processors();
  } catch (...) {
    exitWithError();
  }
}

void cilk_poll(void) {
  try {
    poll();
  } catch (...) {
    exitWithError();
  }
}

unsigned cilk_rank(void) {
  try {
    return rank();
  } catch (...) {
    exitWithError();
  }
}

unsigned cilk_ranks(void) {
  try {
    return ranks();
  } catch (...) {
    exitWithError();
  }
}
