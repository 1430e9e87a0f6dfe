//===- RaceFormats.cpp - Reports of races as text, JSON and SARIF ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceFormats.h"
#include "support/json.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tussah::driver {

using support::jsonString;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string formatRacesAsText(const RaceJournal &Journal) {
  std::string Text;
  size_t New = 0;
  for (const Race &R : Journal.Races) {
    if (!R.IsNew)
      continue;
    ++New;
    Text += R.title() + ":\n";
    for (const RaceAccess &A : R.Accesses) {
      Text += "  " + A.Place.line() + "\n";
      for (const RacePlace &Step : A.Stack)
        Text += "    " + Step.line() + "\n";
    }
    Text += "  " + R.Reason.line() + "\n  " + R.Advice + "\n";
  }
  return Text + std::to_string(New) + " of " +
         std::to_string(Journal.Races.size()) + " distinct races are new.\n";
}

std::vector<std::string> valueLines(const Race &R) {
  if (R.Value.empty())
    return {"no value: a reducer, or memory that ends"};
  auto Say = [&](const std::string &Order, const std::string &Value) {
    if (Value.empty())
      return Order + " the program did not come to both accesses";
    return Order + (R.ValueIs == "read" ? " the read gets " : " it ends as ") +
           Value;
  };
  return {Say("in the serial order", R.Value),
          Say("in the other order", R.OtherValue)};
}

std::string formatRaceValues(const RaceJournal &Journal) {
  std::string Text;
  for (const Race &R : Journal.Races) {
    if (!R.IsNew)
      continue;
    Text += "Both orders of " + R.Accesses[0].Place.line() + ", and " +
            R.Accesses[1].Place.line() +
            (R.Variable.empty() ? "" : ", on '" + R.Variable + "'") + ":\n";
    for (const std::string &Line : valueLines(R))
      Text += "  " + Line + "\n";
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// "[...]" of what \p F makes of each element.
template <class T, class Function>
static std::string list(const std::vector<T> &Elements, const Function &F) {
  std::string Text = "[";
  for (const T &Element : Elements)
    Text += (Text.size() == 1 ? "" : ", ") + F(Element);
  return Text + "]";
}

static std::string jsonMembers(const RacePlace &P) {
  return "\"what\": " + jsonString(P.What) +
         ", \"file\": " + jsonString(P.File) +
         ", \"line\": " + std::to_string(P.Line) +
         ", \"column\": " + std::to_string(P.Column) +
         ", \"function\": " + jsonString(P.Function);
}

static std::string jsonPlace(const RacePlace &P) {
  return "{" + jsonMembers(P) + "}";
}

static std::string jsonAccess(const RaceAccess &A) {
  return "{" + jsonMembers(A.Place) +
         ", \"stack\": " + list(A.Stack, jsonPlace) + "}";
}

/// What `--show` has found; null if that is not known.
static std::string jsonValues(const Race &R) {
  if (R.Value.empty())
    return "null";
  return "{\"of\": " + jsonString(R.ValueIs) +
         ", \"serial\": " + jsonString(R.Value) + ", \"other\": " +
         (R.OtherValue.empty() ? "null" : jsonString(R.OtherValue)) + "}";
}

static std::string jsonRace(const Race &R) {
  return "\n    {\"fingerprint\": " + jsonString(R.fingerprint()) +
         ", \"new\": " + (R.IsNew ? "true" : "false") +
         ", \"times\": " + R.Times +
         ",\n     \"variable\": " + jsonString(R.Variable) +
         ", \"advice\": " + jsonString(R.Advice) +
         ",\n     \"values\": " + jsonValues(R) +
         ",\n     \"accesses\": " + list(R.Accesses, jsonAccess) +
         ",\n     \"reason\": " + jsonPlace(R.Reason) +
         ",\n     \"object\": " + list(R.Object, jsonAccess) + "}";
}

std::string formatRacesAsJson(const RaceJournal &Journal) {
  return std::string("{\n  \"tool\": \"tussah race\",\n  \"version\": 1,\n") +
         "  \"complete\": " + (Journal.IsComplete ? "true" : "false") +
         ",\n  \"endedBy\": " +
         (Journal.EndedBy.empty() ? "null" : jsonString(Journal.EndedBy)) +
         ",\n  \"races\": " + list(Journal.Races, jsonRace) +
         ",\n  \"duplicates\": " + Journal.Duplicates +
         ",\n  \"notExecuted\": " + list(Journal.Unexecuted, jsonPlace) +
         ",\n  \"notChecked\": " + list(Journal.Unchecked, jsonPlace) + "\n}\n";
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

static std::string uriOf(const std::string &File) {
  std::string Path = std::filesystem::path(File).is_absolute()
                         ? File
                         : std::filesystem::absolute(File).string();
  std::string Uri = "file://";
  for (unsigned char C : Path) {
    char Escape[4];
    bool IsPlain =
        std::isalnum(C) || std::string("/-._~+").find(C) != std::string::npos;
    std::snprintf(Escape, sizeof Escape, IsPlain ? "%c" : "%%%02X", C);
    Uri += Escape;
  }
  return Uri;
}

static std::string sarifLocation(const RacePlace &P) {
  std::string Text = "{\"message\": {\"text\": " + jsonString(P.line()) + "}";
  if (!P.File.empty() && P.Line) {
    Text += ", \"physicalLocation\": {\"artifactLocation\": {\"uri\": " +
            jsonString(uriOf(P.File)) +
            "}, \"region\": {\"startLine\": " + std::to_string(P.Line);
    if (P.Column)
      Text += ", \"startColumn\": " + std::to_string(P.Column);
    Text += "}}";
  }
  if (!P.Function.empty())
    Text += ", \"logicalLocations\": [{\"name\": " + jsonString(P.Function) +
            ", \"kind\": \"function\"}]";
  return Text + "}";
}

static std::string sarifFrame(const RacePlace &P) {
  return "{\"location\": " + sarifLocation(P) + "}";
}

static std::string sarifStack(const std::string &Which, const RaceAccess &A) {
  std::vector<RacePlace> Frames{A.Place};
  Frames.insert(Frames.end(), A.Stack.begin(), A.Stack.end());
  return "{\"message\": {\"text\": " + jsonString(Which + A.Place.line()) +
         "}, \"frames\": " + list(Frames, sarifFrame) + "}";
}

/// Which of the two it is makes equal stacks different: there are no equal ones
/// in SARIF.
static std::string sarifStacks(const Race &R) {
  return "[" + sarifStack("first: ", R.Accesses[0]) + ", " +
         sarifStack("second: ", R.Accesses[1]) + "]";
}

/// What was not checked: \p Why, of the place.
static std::string sarifNotification(const std::string &Why,
                                     const RacePlace &P) {
  return "{\"level\": \"note\", \"message\": {\"text\": " +
         jsonString(P.What + Why) + "}, \"locations\": [" + sarifLocation(P) +
         "]}";
}

static std::string sarifInvocation(const RaceJournal &Journal) {
  std::string Notes;
  auto Add = [&](const std::string &Why, const std::vector<RacePlace> &Places) {
    for (const RacePlace &P : Places)
      Notes += (Notes.empty() ? "" : ", ") + sarifNotification(Why, P);
  };
  Add(": not executed, so not checked", Journal.Unexecuted);
  Add(": called, but not compiled with -fsanitize=cilk", Journal.Unchecked);
  return std::string("{\"executionSuccessful\": ") +
         (Journal.IsComplete ? "true" : "false") +
         ", \"toolExecutionNotifications\": [" + Notes + "]}";
}

static std::string sarifRace(const Race &R, bool HasBaseline) {
  // Problem lists show one place: where something can be done, as a rule.
  std::vector<RacePlace> Related{R.Accesses[0].Place, R.Reason};
  return "\n    {\"ruleId\": \"determinacy-race\", \"level\": \"error\", "
         "\"message\": {\"text\": " +
         jsonString(R.title() + ": " + R.Accesses[1].Place.line() + "; " +
                    R.Accesses[0].Place.line() + "; " + R.Reason.line() + ". " +
                    R.Advice) +
         "},\n     \"locations\": [" + sarifLocation(R.Accesses[1].Place) +
         "],\n     \"relatedLocations\": " + list(Related, sarifLocation) +
         ",\n     \"stacks\": " + sarifStacks(R) +
         ",\n     \"occurrenceCount\": " + R.Times +
         (HasBaseline ? std::string(", \"baselineState\": ") +
                            (R.IsNew ? "\"new\"" : "\"unchanged\"")
                      : "") +
         ",\n     \"partialFingerprints\": {\"tussahRace/v1\": " +
         jsonString(R.fingerprint()) + "}}";
}

std::string formatRacesAsSarif(const RaceJournal &Journal) {
  auto ToResult = [&](const Race &R) {
    return sarifRace(R, Journal.HasBaseline);
  };
  return std::string("{\n  \"$schema\": "
                     "\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                     "  \"version\": \"2.1.0\",\n  \"runs\": [{\n"
                     "   \"tool\": {\"driver\": {\"name\": \"tussah race\", "
                     "\"version\": \"" TUSSAH_VERSION "\", "
                     "\"rules\": [{\"id\": \"determinacy-race\", "
                     "\"shortDescription\": {\"text\": \"Two strands that may "
                     "run at the same time access the same memory, and one of "
                     "them writes\"}}]}},\n") +
         "   \"invocations\": [" + sarifInvocation(Journal) + "],\n" +
         "   \"results\": " + list(Journal.Races, ToResult) + "\n  }]\n}\n";
}

} // namespace tussah::driver
