//===- failure.cpp - Exceptions in messages ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ranks.h"

#include <new>
#include <stdexcept>
#include <typeinfo>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;

namespace {

/// How a task has ended.
enum class End : std::uint8_t {
  Returned,
  Cancelled,
  NoMemory,
  /// By an exception that has a number among Known, and a text.
  Known,
  /// By a Traveller.
  Travels,
};

/// Exceptions that are nothing but a type and a text.
template <class... E> struct Types {
  static constexpr unsigned Count = sizeof...(E);

  /// The number of the type of \p e, which is exactly it; or Count.
  static unsigned number(const std::exception &e) {
    unsigned i = 0;
    static_cast<void>(((typeid(e) == typeid(E) || (++i, false)) || ...));
    return i;
  }
  static std::exception_ptr make(unsigned number, const std::string &what) {
    std::exception_ptr made;
    unsigned i = 0;
    static_cast<void>(
        ((i++ == number && (made = std::make_exception_ptr(E(what)), true)) ||
         ...));
    return made;
  }
};
using Known = Types<remote_exception, error, std::runtime_error,
                    std::range_error, std::overflow_error, std::underflow_error,
                    std::logic_error, std::invalid_argument, std::domain_error,
                    std::length_error, std::out_of_range>;

} // namespace

static void writeText(packer &to, unsigned number, const std::string &what) {
  to(End::Known);
  to(number);
  to(what);
}

static void writeTraveller(packer &to, const Traveller &e) {
  // First, because it may throw: nothing is written yet.
  packer contents;
  e.write(contents);
  packer code;
  writeFunction(code, e.reader());
  to(End::Travels);
  to.append(code);
  to.append(contents);
}

void tussah::backtrack::detail::writeFailure(packer &to,
                                             const std::exception_ptr &failure,
                                             unsigned rank) {
  if (!failure)
    return to(End::Returned);
  const std::string where = "rank " + std::to_string(rank) + ": ";
  try {
    std::rethrow_exception(failure);
  } catch (const cancelled &) {
    to(End::Cancelled);
  } catch (const Traveller &e) {
    try {
      writeTraveller(to, e);
    } catch (const std::exception &why) {
      writeText(to, 0, where + "an exception cannot be packed: " + why.what());
    } catch (...) {
      writeText(to, 0, where + "an exception cannot be packed");
    }
  } catch (const std::bad_alloc &) {
    to(End::NoMemory);
  } catch (const std::exception &e) {
    unsigned number = Known::number(e);
    if (number < Known::Count)
      writeText(to, number, e.what());
    else
      writeText(to, 0, where + e.what());
  } catch (...) {
    writeText(to, 0, where + "an exception that is no std::exception");
  }
}

std::exception_ptr tussah::backtrack::detail::readFailure(unpacker &from) {
  switch (from.get<End>()) {
  case End::Returned:
    return nullptr;
  case End::Cancelled:
    return std::make_exception_ptr(cancelled());
  case End::NoMemory:
    return std::make_exception_ptr(std::bad_alloc());
  case End::Known: {
    auto number = from.get<unsigned>();
    return Known::make(number, from.get<std::string>());
  }
  case End::Travels: {
    auto *reader = readFunction<Traveller::Reader *>(from);
    return reader(from);
  }
  }
  return nullptr;
}
