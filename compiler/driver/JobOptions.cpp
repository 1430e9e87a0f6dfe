//===- JobOptions.cpp - The command line of tussah job --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobOptions.h"
#include "Error.h"
#include "Run.h"
#include "support/option_reader.h"

namespace tussah::driver {

static void refuse(const std::string &Problem) { throw UsageError(Problem); }

namespace {
/// Reads options up to the first word that is none. A value follows its option
/// after "=" or as the next word.
class Reader {
public:
  explicit Reader(const std::vector<std::string> &Arguments)
      : Words(Arguments) {}

  JobOptions read() {
    while (Next != Words.size() && Words[Next].size() > 1 &&
           Words[Next][0] == '-') {
      if (Words[Next] == "--") {
        ++Next;
        break;
      }
      take(Words[Next++]);
    }
    Rest.assign(Words.begin() + Next, Words.end());
    finish();
    return std::move(Options);
  }

private:
  void take(const std::string &Word);
  bool takeValued();
  bool takeAction();
  void finish();
  std::string value();
  unsigned count(unsigned Least) {
    return support::numberOf<unsigned>(Name, value(), Least,
                                       JobOptions::MostRanks, refuse);
  }
  void act(JobOptions::Action What);

  const std::vector<std::string> &Words;
  size_t Next = 0;
  std::string Name, Given;
  bool HasGiven = false;
  std::string ActionName;
  std::vector<std::string> Rest;
  JobOptions Options;
};
} // namespace

std::string Reader::value() {
  if (!HasGiven) {
    if (Next == Words.size())
      throw UsageError("'" + Name + "' needs a value");
    Given = Words[Next++];
    HasGiven = true;
  }
  if (Given.empty())
    throw UsageError("'" + Name + "' needs a value");
  return Given;
}

void Reader::take(const std::string &Word) {
  size_t Equals = Word.find('=');
  Name = Word.substr(0, Equals);
  HasGiven = Equals != Word.npos;
  Given = HasGiven ? Word.substr(Equals + 1) : "";
  if (takeValued() || takeAction())
    return;
  if (Name == "--keep-ranks" && !HasGiven) {
    Options.KeepRanks = true;
    return;
  }
  refuseMisspeltOption("job", {Word});
  throw UsageError("unknown option '" + Word + "'; see 'tussah job --help'");
}

bool Reader::takeValued() {
  if (Name == "-n")
    Options.Ranks = count(1);
  else if (Name == "--checkpoint")
    Options.Checkpoints = value();
  else if (Name == "--mpi")
    Options.Mpi = value();
  else if (Name == "--launcher")
    Options.Launcher = value();
  else if (Name == "--least")
    Options.Least = count(1);
  else if (Name == "--restarts")
    Options.Restarts = count(0);
  else if (Name == "--every") {
    Options.Every = value();
    support::durationOf(Name, Options.Every, refuse);
  } else if (Name == "--grace")
    Options.Grace = support::durationOf(Name, value(), refuse);
  else
    return false;
  return true;
}

void Reader::act(JobOptions::Action What) {
  if (!ActionName.empty())
    throw UsageError("'" + ActionName + "' and '" + Name +
                     "' are two things to do; ask for one");
  ActionName = Name;
  Options.What = What;
}

bool Reader::takeAction() {
  if (Name == "--resize" || Name == "--join" || Name == "--leave") {
    act(Name == "--resize" ? JobOptions::Resize
        : Name == "--join" ? JobOptions::Join
                           : JobOptions::Leave);
    Options.Ranks = count(1);
    return true;
  }
  if ((Name != "--stop" && Name != "--status") || HasGiven)
    return false;
  act(Name == "--stop" ? JobOptions::Stop : JobOptions::Status);
  return true;
}

void Reader::finish() {
  if (Options.What != JobOptions::Start) {
    if (Options.Checkpoints.empty() && Rest.size() == 1)
      Options.Checkpoints = Rest[0];
    else if (!Rest.empty() || Options.Checkpoints.empty())
      throw UsageError("'" + ActionName +
                       "' needs the folder of a job, and nothing else");
    return;
  }
  if (Options.Ranks == 0)
    throw UsageError("how many ranks? usage: tussah job -n N --checkpoint DIR "
                     "PROGRAM [arguments]");
  if (Options.Checkpoints.empty())
    throw UsageError("no folder for checkpoints; give --checkpoint=DIR");
  if (Rest.empty())
    throw UsageError("no program; usage: tussah job -n N --checkpoint DIR "
                     "PROGRAM [arguments]");
  if (Options.Least > Options.Ranks)
    throw UsageError("--least must be at most the number of ranks, " +
                     std::to_string(Options.Ranks));
  if (!Options.Mpi.empty() && Options.Mpi != "mpich" &&
      Options.Mpi != "openmpi")
    throw UsageError("--mpi must be mpich or openmpi, not '" + Options.Mpi +
                     "'; for another one, give --launcher");
  Options.Program = std::move(Rest);
}

JobOptions readJobOptions(const std::vector<std::string> &Arguments) {
  return Reader(Arguments).read();
}

} // namespace tussah::driver
