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
/// C has no exceptions: what goes wrong in a thread ends the run, but the
/// thread goes on to its end, and what it does has no effect.
///
//===----------------------------------------------------------------------===//

#include <tussah/cps.hpp>
#include <tussah/cps/c_interface.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

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
  return {closure->arguments() + variable->offset, variable->elements};
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

/// Replaces the continuations in some elements.
template <class Change>
void changeContinuations(std::byte *first, std::uint64_t elements,
                         std::uint64_t size, std::uint64_t continuations,
                         Change change) {
  forEachContinuation(first, elements, size, continuations, [&](std::byte *at) {
    Reference to = change(loadReference(at));
    std::memcpy(at, &to, sizeof(to));
  });
}

bool isMissing(const Parameter &p, std::uint32_t missing) {
  unsigned word = p.offset / WordBytes;
  return word < MaskBits && (missing >> word & 1);
}

void run(Worker &worker, Closure *closure) {
  descriptionOf(closure)->call(reinterpret_cast<char *>(closure->arguments()));
  worker.release(closure, closure->SizeClass);
}

/// C has no destructors.
void destroy(Closure *, std::uint32_t) {}

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

/// First the numbers of elements of variable arrays, then all elements.
void pack(const Closure *constant, packer &to) {
  auto *closure = const_cast<Closure *>(constant);
  const Description &what = descriptionOf(constant);
  to(codeReference(&what));
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < what.count; ++i) {
    const Parameter &p = what.parameters[i];
    Elements values = elementsOf(closure, p);
    if (p.is_variable)
      to(values.Count);
    bytes += bytesOf(p, values.Count);
  }
  std::vector<std::byte> all;
  all.reserve(bytes);
  for (std::uint32_t i = 0; i < what.count; ++i) {
    const Parameter &p = what.parameters[i];
    Elements values = elementsOf(closure, p);
    std::size_t begin = all.size();
    all.insert(all.end(), values.First,
               values.First + bytesOf(p, values.Count));
    changeContinuations(all.data() + begin, values.Count, p.element_size,
                        p.continuations,
                        [](Reference from) { return from.inMessages(); });
  }
  to.bytes(all.data(), all.size());
}

/// Where the arrays of variable length lie in a closure.
class Arrays {
public:
  explicit Arrays(const Description &what)
      : What(what), End(ArraySlot::roundUp(what.bytes, FineStep)) {}

  /// Adds one. Throws error::closure_too_large.
  void add(const Parameter &p, std::int64_t elements) {
    std::uint64_t begin = End;
    if (elements < 0 || bytesOf(p, 1) == 0 ||
        static_cast<std::uint64_t>(elements) >
            max_closure_bytes / bytesOf(p, 1))
      throwTooLarge(elements);
    End = ArraySlot::roundUp(End + bytesOf(p, elements), FineStep);
    if (End > max_closure_bytes - sizeof(Closure))
      throwTooLarge(elements);
    Slots.push_back({static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(elements)});
  }
  /// The next one, in the order of adding.
  tussah_cps_variable take() { return Slots[Next++]; }
  std::size_t closureBytes() const { return sizeof(Closure) + End; }

private:
  [[noreturn]] void throwTooLarge(std::int64_t elements) const {
    throw error(error::closure_too_large,
                std::string("a closure of ") + What.name +
                    " with an array of " + std::to_string(elements) +
                    " elements is not from 0 to " +
                    std::to_string(max_closure_bytes) + " bytes");
  }

  const Description &What;
  std::uint64_t End;
  std::vector<tussah_cps_variable> Slots;
  std::size_t Next = 0;
};

extern const Code ThreadsInC;

/// A closure with nothing but the description. From here on nothing may throw
/// until it has its arguments.
Closure *makeClosure(Worker &worker, const Description *what,
                     std::size_t bytes) {
  Closure *closure = worker.allocate(sizeClass(bytes));
  closure->Thread = &ThreadsInC;
  descriptionOf(closure) = what;
  closure->Level = 0;
  closure->Missing.store(0, std::memory_order_relaxed);
  if (worker.measuring()) [[unlikely]]
    closure->Ready = worker.path();
  return closure;
}

Closure *unpack(Worker &worker, unpacker &from) {
  const auto *what =
      static_cast<const Description *>(codeAddress(from.get<std::uint64_t>()));
  Arrays arrays(*what);
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < what->count; ++i) {
    const Parameter &p = what->parameters[i];
    std::uint64_t elements = p.elements;
    if (p.is_variable) {
      elements = from.get<std::uint64_t>();
      arrays.add(p, static_cast<std::int64_t>(elements));
    }
    bytes += bytesOf(p, elements);
  }
  std::vector<std::byte> all(bytes);
  from.bytes(all.data(), bytes);
  Closure *closure = makeClosure(worker, what, arrays.closureBytes());
  const std::byte *next = all.data();
  for (std::uint32_t i = 0; i < what->count; ++i) {
    const Parameter &p = what->parameters[i];
    if (p.is_variable)
      ::new (closure->arguments() + p.offset)
          tussah_cps_variable(arrays.take());
    Elements values = elementsOf(closure, p);
    std::memcpy(values.First, next, bytesOf(p, values.Count));
    next += bytesOf(p, values.Count);
    changeContinuations(values.First, values.Count, p.element_size,
                        p.continuations,
                        [](Reference at) { return at.onThisRank(); });
  }
  return closure;
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
                             unpack, nullptr, nameOf,  argumentOf};

/// Makes a closure as a spawn wants it, but for its level.
Closure *make(Worker &worker, const Description *what,
              const void *const *arguments, std::uint64_t missing,
              const tussah_cps_site *site) {
  Arrays arrays(*what);
  for (std::uint32_t i = 0; i < what->count; ++i)
    if (what->parameters[i].is_variable)
      arrays.add(what->parameters[i],
                 static_cast<const tussah_cps_elements *>(arguments[i])->count);
  Closure *closure = makeClosure(worker, what, arrays.closureBytes());
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
          tussah_cps_variable(arrays.take());
      given = static_cast<const tussah_cps_elements *>(given)->first;
    }
    Elements to = elementsOf(closure, p);
    if (std::uint64_t bytes = bytesOf(p, to.Count))
      std::memcpy(to.First, given, bytes);
  }
  if (mask != 0)
    closure->Site = std::bit_cast<std::source_location>(site);
  closure->Missing.store(mask, std::memory_order_relaxed);
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

/// Calls `act(worker)`; an exception ends the run.
template <class Act> void inThread(const char *function, Act act) {
  try {
    act(Worker::current(function));
  } catch (...) {
    if (!Worker::Current)
      exitWithError();
    Worker::Current->failed();
  }
}

/// The other end of sending to another rank. The size, the mask of
/// continuations and the value travel.
void receiveValue(unpacker &from, Arrival &arrival) {
  auto size = from.get<std::uint64_t>();
  auto continuations = from.get<std::uint64_t>();
  std::vector<std::byte> value(
      std::min<std::uint64_t>(size, max_closure_bytes));
  from.bytes(value.data(), value.size());
  changeContinuations(value.data(), 1, size, continuations,
                      [](Reference at) { return at.onThisRank(); });
  std::memcpy(arrival.claim(size), value.data(), value.size());
}

/// Sends to what this worker is not the only one to send to, or not rightly.
void sendShared(Worker &worker, Reference to, const void *given,
                std::size_t size, std::uint64_t continuations) {
  const auto *first = static_cast<const std::byte *>(given);
  std::vector<std::byte> value(first, first + size);
  std::vector<Reference> found;
  forEachContinuation(value.data(), 1, size, continuations, [&](std::byte *at) {
    found.push_back(loadReference(at));
  });
  if (!to.isRemote())
    return worker.sendShared(
        to, size,
        [&](std::byte *slot) { std::memcpy(slot, value.data(), size); }, found);
  changeContinuations(value.data(), 1, size, continuations,
                      [](Reference at) { return at.inMessages(); });
  packer message;
  message(static_cast<std::uint64_t>(size));
  message(continuations);
  message.bytes(value.data(), size);
  worker.sendRemote(to, receiveValue, message, found);
}

/// What takes the result of a run, on worker 0.
struct Sink {
  void *Result;
  std::size_t Size;
  bool *Sent;
};

void takeResult(char *arguments) {
  auto *sink = reinterpret_cast<Sink *>(arguments + WordBytes);
  std::memcpy(sink->Result, sink + 1, sink->Size);
  *sink->Sent = true;
}

/// From cilk_options.
command_line *CommandLine = nullptr;

void runProgram(const Description *what, std::size_t size,
                std::uint64_t continuations, const void *const *arguments) {
  options how = CommandLine ? CommandLine->run : options();
  // The closure that gets the result has an address in it.
  if (!how.checkpoint.empty())
    throw error(error::wrong_option, "programs with tussah/cilk1.h have no "
                                     "checkpoints; run without --checkpoint");
  statistics measured;
  how.result = &measured;
  bool sent = false;
  Sink sink = {const_cast<void *>(arguments[0]), size, &sent};
  const Parameter parameters[] = {{WordBytes, sizeof(Sink), 1, 0, 0},
                                  {WordBytes + sizeof(Sink),
                                   static_cast<std::uint32_t>(size), 1, 0,
                                   continuations}};
  const Description last = {
      "the caller of cilk_run", takeResult,
      static_cast<std::uint32_t>(WordBytes + sizeof(Sink) + size), 2,
      parameters};
  const tussah_cps_site site = {"main", "main", 0, 0};
  Run all(how, enterJob());
  all.start([&](Worker &worker) {
    Reference k;
    const void *lastArguments[] = {&sink, &k};
    Closure *closure = make(worker, &last, lastArguments, 2, &site);
    Worker::setPlace(closure, worker.number());
    std::vector<const void *> firstArguments(arguments,
                                             arguments + what->count);
    firstArguments[0] = &k;
    worker.post(make(worker, what, firstArguments.data(), 0, nullptr), 0);
  });
  all.execute();
  if (!sent)
    throw error(error::deadlock,
                "nothing is left to run, but no result was sent");
  if (CommandLine)
    CommandLine->report(measured);
}

} // namespace

void tussah_cps_spawn(const Description *what, tussah_cps_kind kind, long place,
                      const void *const *arguments, std::uint64_t missing,
                      const tussah_cps_site *site) {
  inThread("spawn", [&](Worker &worker) {
    if (kind == tussah_cps_tail)
      worker.checkTail();
    if (place != -1)
      worker.checkPlace(place < 0 || place > UINT32_MAX ? UINT32_MAX : place);
    Closure *closure = make(worker, what, arguments, missing, site);
    closure->Level = worker.level() + (kind != tussah_cps_successor);
    if (place != -1)
      Worker::setPlace(closure, place);
    if (kind == tussah_cps_tail)
      worker.setTail(closure);
    else if (missing == 0 && place == -1)
      worker.post(closure, closure->Level);
    else if (missing == 0)
      worker.enable(closure);
  });
}

void tussah_cps_send(const void *continuation, const void *value,
                     std::size_t size, std::uint64_t continuations) {
  inThread("send_argument", [&](Worker &worker) {
    Reference to = loadReference(continuation);
    if (Closure *closure = worker.ownTarget(to)) [[likely]] {
      std::memcpy(closure->arguments() + to.bit() * WordBytes, value, size);
      worker.filled(closure, to.bit());
    } else {
      sendShared(worker, to, value, size, continuations);
    }
  });
}

void tussah_cps_run(const Description *what, std::size_t size,
                    std::uint64_t continuations, const void *const *arguments) {
  try {
    runProgram(what, size, continuations, arguments);
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
