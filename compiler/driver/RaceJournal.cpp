//===- RaceJournal.cpp - What the race detector has found -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceJournal.h"
#include "Error.h"

#include "support/read_file.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tussah::driver {

using Fields = std::vector<std::string>;

static Fields split(const std::string &Line) {
  Fields Result;
  std::stringstream Stream(Line);
  for (std::string Field; std::getline(Stream, Field, '\t');)
    Result.push_back(Field);
  Result.resize(std::max<size_t>(Result.size(), 6));
  return Result;
}

/// What is no number, as nothing, is 0: not known.
static unsigned numberOf(const std::string &Text) {
  unsigned Number = 0;
  std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  return Number;
}

/// Of a line RECORD WHAT FILE LINE COLUMN FUNCTION.
static RacePlace placeOf(const Fields &F) {
  RacePlace Place;
  Place.What = F[1];
  Place.File = F[2];
  Place.Line = numberOf(F[3]);
  Place.Column = numberOf(F[4]);
  Place.Function = F[5];
  return Place;
}

RaceJournal readRaceJournal(const std::string &Path) {
  RaceJournal Journal;
  std::ifstream File(Path);
  std::vector<RaceAccess> *Last = nullptr;
  Race Current;
  for (std::string Line; std::getline(File, Line);) {
    Fields F = split(Line);
    if (F[0] == "begin") {
      Journal.HasBegun = true;
    } else if (F[0] == "race") {
      Current = Race();
      Last = nullptr;
      Current.Variable = F[2];
      Current.Advice = F[3];
    } else if (F[0] == "access" || F[0] == "object") {
      Last = F[0] == "access" ? &Current.Accesses : &Current.Object;
      Last->push_back({placeOf(F), {}});
    } else if (F[0] == "step" && Last) {
      Last->back().Stack.push_back(placeOf(F));
    } else if (F[0] == "reason") {
      Current.Reason = placeOf(F);
    } else if (F[0] == "end" && Current.Accesses.size() == 2) {
      Journal.Races.push_back(Current);
    } else if (F[0] == "times") {
      size_t Number = std::strtoul(F[1].c_str(), nullptr, 10);
      if (Number >= 1 && Number <= Journal.Races.size())
        Journal.Races[Number - 1].Times = F[2];
    } else if (F[0] == "value") {
      size_t Number = std::strtoul(F[1].c_str(), nullptr, 10);
      if (Number >= 1 && Number <= Journal.Races.size()) {
        Journal.Races[Number - 1].ValueIs = F[2];
        Journal.Races[Number - 1].Value = F[3];
      }
    } else if (F[0] == "ended") {
      Journal.EndedBy = F[1];
    } else if (F[0] == "unexecuted") {
      Journal.Unexecuted.push_back(placeOf(F));
    } else if (F[0] == "unchecked") {
      Journal.Unchecked.push_back(placeOf(F));
    } else if (F[0] == "done") {
      Journal.IsComplete = true;
      Journal.Duplicates = F[2];
    }
  }
  return Journal;
}

std::string RacePlace::position() const {
  if (File.empty())
    return "an unknown line";
  std::string Position = File + ":" + std::to_string(Line);
  // Debug information has no columns of variables.
  return Column ? Position + ":" + std::to_string(Column) : Position;
}

std::string RacePlace::line() const {
  return What + " " + position() + (Function.empty() ? "" : " in " + Function);
}

std::string Race::title() const {
  return "Race detected on " +
         (Variable.empty() ? "a location" : "'" + Variable + "'") +
         " that two strands access";
}

std::string Race::fingerprint() const {
  std::vector<std::string> Parts;
  for (const RaceAccess &A : Accesses)
    Parts.push_back(std::filesystem::path(A.Place.File).filename().string() +
                    '\n' + A.Place.Function + '\n' + A.Place.What);
  std::sort(Parts.begin(), Parts.end());
  Parts.push_back(Variable);
  // FNV-1a.
  uint64_t Hash = UINT64_C(0xcbf29ce484222325);
  for (const std::string &Part : Parts)
    for (unsigned char C : Part + '\n')
      Hash = (Hash ^ C) * UINT64_C(0x100000001b3);
  char Text[17];
  std::snprintf(Text, sizeof Text, "%016llx",
                static_cast<unsigned long long>(Hash));
  return Text;
}

void compareWithBaseline(RaceJournal &Journal, const std::string &Path) {
  std::string Text;
  if (std::string Wrong = support::readFile(Path, Text); !Wrong.empty())
    throw Error("the baseline '" + Path + "' " + Wrong);
  if (Text.find("tussah race") == std::string::npos)
    throw Error("the baseline '" + Path +
                "' is no report of tussah race; make one with --format=json");
  std::set<std::string> Known;
  for (const char *Key : {"\"fingerprint\": \"", "\"tussahRace/v1\": \""})
    for (size_t At = Text.find(Key); At != std::string::npos;
         At = Text.find(Key, At + 1))
      Known.insert(Text.substr(At + std::char_traits<char>::length(Key), 16));
  Journal.HasBaseline = true;
  for (Race &R : Journal.Races)
    R.IsNew = !Known.count(R.fingerprint());
}

} // namespace tussah::driver
