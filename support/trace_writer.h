//===- trace_writer.h - Timelines for viewers -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_TRACE_WRITER_H
#define TUSSAH_SUPPORT_TRACE_WRITER_H

#include "json.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace tussah::support {

/// Writes what workers did and when, one row for each worker of each rank, in
/// the "Trace Event Format" of the Chromium project, which Perfetto opens.
/// Times are nanoseconds from the beginning.
class TraceWriter {
public:
  explicit TraceWriter(std::ostream &to) : To(to) {
    To << "{\"traceEvents\": [";
  }

  /// Names a row: viewers call a rank a process, and a worker a thread.
  void row(unsigned rank, unsigned worker) {
    name("process_name", rank, worker, "rank " + std::to_string(rank));
    name("thread_name", rank, worker, "worker " + std::to_string(worker));
  }

  void slice(std::string_view name, unsigned rank, unsigned worker,
             std::uint64_t begin, std::uint64_t end) {
    write(name, "X", rank, worker, [&](JsonWriter &json) {
      json.key("ts").digits(microseconds(begin));
      json.key("dur").digits(microseconds(end - begin));
    });
  }

  /// From the slice of a worker to that of another one of the same rank.
  void arrow(std::string_view name, unsigned rank, unsigned from, unsigned to,
             std::uint64_t time) {
    ++Arrows;
    for (bool isEnd : {false, true})
      write(name, isEnd ? "f" : "s", rank, isEnd ? to : from,
            [&](JsonWriter &json) {
              json.key("cat").string(name);
              json.key("id").number(Arrows);
              json.key("ts").digits(microseconds(time));
              if (isEnd)
                json.key("bp").string("e");
            });
  }

  void finish() { To << "\n]}\n"; }

private:
  /// With one digit behind the point.
  static std::string microseconds(std::uint64_t nanoseconds) {
    return std::to_string(nanoseconds / 1000) + "." +
           std::to_string(nanoseconds / 100 % 10);
  }

  template <class More>
  void write(std::string_view name, const char *sort, unsigned rank,
             unsigned worker, More more) {
    JsonWriter json;
    json.object([&] {
      json.key("name").string(name);
      json.key("ph").string(sort);
      json.key("pid").number(rank);
      json.key("tid").number(worker);
      more(json);
    });
    To << (IsFirst ? "\n" : ",\n") << json.take();
    IsFirst = false;
  }

  void name(const char *what, unsigned rank, unsigned worker,
            const std::string &text) {
    write(what, "M", rank, worker, [&](JsonWriter &json) {
      json.key("args").object([&] { json.key("name").string(text); });
    });
  }

  std::ostream &To;
  bool IsFirst = true;
  std::uint64_t Arrows = 0;
};

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_TRACE_WRITER_H
