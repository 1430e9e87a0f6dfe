//===- main.cpp - Behind tussah trace
//-----------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a file for Perfetto and other viewers of the Chrome JSON trace format
/// of a timeline: main TIMELINE OUTPUT PROGRAM. Exit code 1: a file is wrong.
///
//===----------------------------------------------------------------------===//

#include "tracks.h"

#include "support/json.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tussah::trace;
using tussah::support::JsonWriter;

namespace {

[[noreturn]] void fail(const std::string &text) {
  std::fprintf(stderr, "tussah: error: %s\n", text.c_str());
  std::exit(1);
}

/// Writes one event a line.
class Writer {
  std::FILE *File;
  const Timeline &Of;
  bool IsFirst = true;

  /// Microseconds since the beginning.
  std::string micros(std::uint64_t nanoseconds) const {
    char text[40];
    std::snprintf(text, sizeof text, "%llu.%03llu",
                  static_cast<unsigned long long>(nanoseconds / 1000),
                  static_cast<unsigned long long>(nanoseconds % 1000));
    return text;
  }

  /// An event of a kind, on a track, that \p fill completes.
  template <class Fill>
  void event(const char *kind, std::uint32_t track, std::string_view name,
             Fill fill) {
    JsonWriter json;
    json.object([&] {
      json.key("ph").string(kind);
      json.key("pid").number(Of.Process);
      json.key("tid").number(track);
      json.key("name").string(name);
      fill(json);
    });
    std::fprintf(File, "%s%s", IsFirst ? "" : ",\n", json.take().c_str());
    IsFirst = false;
  }

  void time(JsonWriter &json, std::uint64_t at) {
    json.key("ts").digits(micros(at > Of.Begin ? at - Of.Begin : 0));
  }

  void note(const char *what, std::uint32_t track, const char *key,
            std::string_view text) {
    event("M", track, what, [&](JsonWriter &json) {
      json.key("args").object([&] { json.key(key).string(text); });
    });
  }

public:
  Writer(std::FILE *file, const Timeline &of) : File(file), Of(of) {}

  void track(const Track &track, std::size_t index) {
    note("thread_name", track.Number, "name", track.Name);
    event("M", track.Number, "thread_sort_index", [&](JsonWriter &json) {
      json.key("args").object([&] { json.key("sort_index").number(index); });
    });
    auto instant = track.Instants.begin();
    auto instantsUntil = [&](std::uint64_t until) {
      for (; instant != track.Instants.end() && instant->Time < until;
           ++instant)
        event("i", track.Number, instant->Name, [&](JsonWriter &json) {
          time(json, instant->Time);
          json.key("s").string("t");
        });
    };
    for (const Slice &slice : track.Slices) {
      instantsUntil(slice.Begin);
      event("X", track.Number, slice.Name, [&](JsonWriter &json) {
        time(json, slice.Begin);
        json.key("dur").digits(micros(slice.End - slice.Begin));
        if (!slice.How.empty())
          json.key("args").object([&] { json.key("how").string(slice.How); });
      });
    }
    instantsUntil(UINT64_MAX);
  }

  void arrow(const Arrow &arrow, const Picture &of, std::uint64_t id) {
    auto end = [&](const char *kind, std::size_t track, std::uint64_t at) {
      event(kind, of.Tracks[track].Number, arrow.Name, [&](JsonWriter &json) {
        json.key("cat").string(arrow.Name);
        json.key("id").number(id);
        time(json, at);
        if (*kind == 'f')
          json.key("bp").string("e");
      });
    };
    end("s", arrow.From, arrow.Begin);
    end("f", arrow.To, arrow.End);
  }

  void region(const Region &region, const Picture &of) {
    auto end = [&](const char *kind, std::uint64_t at) {
      event(kind, of.Tracks[region.Track].Number, region.Name,
            [&](JsonWriter &json) {
              json.key("cat").string("region");
              json.key("id").number(region.Id);
              time(json, at);
              if (*kind == 'e' && region.IsOpen)
                json.key("args").object(
                    [&] { json.key("note").string("did not end"); });
            });
    };
    end("b", region.Begin);
    end("e", region.End);
  }

  void all(const Picture &picture, const std::string &program) {
    std::fputs("{\"traceEvents\": [\n", File);
    note("process_name", 0, "name", program);
    for (std::size_t i = 0; i != picture.Tracks.size(); ++i)
      track(picture.Tracks[i], i);
    std::uint64_t id = 0;
    for (const Arrow &one : picture.Arrows)
      arrow(one, picture, ++id);
    for (const Region &one : picture.Regions)
      region(one, picture);
    JsonWriter json;
    json.object([&] {
      json.key("dropped").number(Of.Dropped);
      json.key("cut").number(Of.IsCut);
      json.key("workers").number(Of.Workers.size());
    });
    std::fprintf(File,
                 "\n],\n\"displayTimeUnit\": \"ns\",\n\"otherData\": %s}\n",
                 json.take().c_str());
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    fail("usage: tussah-trace TIMELINE OUTPUT PROGRAM; see 'tussah trace "
         "--help'");
  Timeline timeline;
  if (std::string wrong = readTimeline(argv[1], timeline); !wrong.empty())
    fail("'" + std::string(argv[1]) + "' " + wrong);
  Picture picture = draw(timeline);
  std::FILE *file = std::fopen(argv[2], "we");
  if (file) {
    Writer(file, timeline).all(picture, argv[3]);
    bool isWritten = !std::ferror(file);
    file = std::fclose(file) == 0 && isWritten ? file : nullptr;
  }
  if (!file)
    fail("cannot write '" + std::string(argv[2]) +
         "': " + std::strerror(errno));
  std::size_t steals = 0;
  for (const Arrow &arrow : picture.Arrows)
    steals += *arrow.Name == 's';
  std::fprintf(stderr,
               "tussah: '%s' has %llu events of %zu workers, %zu steals; %llu "
               "events were dropped\n",
               argv[2], static_cast<unsigned long long>(timeline.events()),
               timeline.Workers.size(), steals,
               static_cast<unsigned long long>(timeline.Dropped));
  return 0;
}
