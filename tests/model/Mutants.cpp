//===- Mutants.cpp - Protocols with weaker orders -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutants.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

namespace checker {

//===----------------------------------------------------------------------===//
// Operations in the sources
//===----------------------------------------------------------------------===//

namespace {

struct Operation {
  std::string File; ///< as nameOfFile says
  int Line;
  std::string Name;
};

/// The orders one step weaker than the one that the name of an operation ends
/// with. Empty if there are none.
std::vector<model_order> weaker(const std::string &Name) {
  static const std::pair<const char *, std::vector<model_order>> Steps[] = {
      {"_relaxed", {}},
      {"_acquire", {MODEL_RELAXED}},
      {"_release", {MODEL_RELAXED}},
      {"_acq_rel", {MODEL_ACQUIRE, MODEL_RELEASE}},
      {"_seq_cst", {MODEL_ACQ_REL}},
  };
  for (auto &[End, Orders] : Steps)
    if (Name.size() > 8 && Name.compare(Name.size() - 8, 8, End) == 0)
      return Orders;
  return {};
}

const char *nameOf(model_order O) {
  static const char *const Names[] = {"relaxed", "acquire", "release",
                                      "acq_rel", "seq_cst"};
  return Names[O];
}

std::vector<std::string> linesOf(const std::string &Path) {
  std::vector<std::string> Lines;
  std::ifstream Stream(Path);
  for (std::string Line; std::getline(Stream, Line);)
    Lines.push_back(Line);
  return Lines;
}

/// The names of the operations that \p Header defines.
std::vector<std::string> operationsOf(const std::string &Header) {
  static const std::regex Definition(
      "^ *TUSSAH_ATOMIC(?:_MEMBER)? \\w+ (\\w+)\\(");
  std::vector<std::string> Names;
  std::smatch Match;
  for (const std::string &Line : linesOf(Header))
    if (std::regex_search(Line, Match, Definition))
      Names.push_back(Match[1]);
  return Names;
}

/// The calls in the file \p Path that order memory.
void findCalls(const std::string &Path, const std::vector<std::string> &Names,
               std::vector<Operation> &Calls) {
  static const std::regex Call("(\\w+)\\(");
  int Number = 0;
  for (std::string Line : linesOf(Path)) {
    ++Number;
    Line = Line.substr(0, Line.find("//"));
    for (std::sregex_iterator I(Line.begin(), Line.end(), Call), End; I != End;
         ++I) {
      std::string Name = (*I)[1];
      if (!weaker(Name).empty() &&
          std::find(Names.begin(), Names.end(), Name) != Names.end())
        Calls.push_back({nameOfFile(Path), Number, Name});
    }
  }
}

/// The calls that order memory in all of \p S.
std::vector<Operation> findAllCalls(const Sources &S) {
  namespace fs = std::filesystem;
  static const std::string Extensions[] = {".c", ".h", ".cpp", ".hpp"};
  std::vector<std::string> Names = operationsOf(S.Header);
  std::vector<Operation> Calls;
  for (const std::string &Folder : S.Folders)
    for (const fs::directory_entry &Entry :
         fs::recursive_directory_iterator(Folder)) {
      std::string Path = Entry.path().string();
      bool IsSource = std::count(std::begin(Extensions), std::end(Extensions),
                                 Entry.path().extension().string()) != 0;
      if (IsSource && nameOfFile(Path) != nameOfFile(S.Header))
        findCalls(Path, Names, Calls);
    }
  std::sort(Calls.begin(), Calls.end(),
            [](const Operation &A, const Operation &B) {
              return std::tie(A.File, A.Line) < std::tie(B.File, B.Line);
            });
  return Calls;
}

//===----------------------------------------------------------------------===//
// Mutants
//===----------------------------------------------------------------------===//

struct Mutant {
  Mutation M;
  size_t Place;     ///< index of places()
  std::string Name; ///< does not depend on line numbers
};

/// Mutants, and what the list must explain of them.
using List = std::map<std::string, std::string>;

/// The mutants of \p Calls. Prints calls that no model executes, unless they
/// are in \p Explained, of which they are removed; false if there are any.
bool makeMutants(const std::vector<Operation> &Calls, List &Explained,
                 std::vector<Mutant> &Mutants) {
  bool Good = true;
  std::map<std::string, unsigned> Seen;
  auto Numbered = [&](std::string Name) {
    unsigned Number = ++Seen[Name];
    return Number > 1 ? Name + "#" + std::to_string(Number) : Name;
  };
  const std::vector<Place> &Places = places();
  for (const Operation &C : Calls) {
    auto P = std::find_if(Places.begin(), Places.end(), [&](const Place &P) {
      return P.File == C.File && P.Line == C.Line && P.Operation == C.Name;
    });
    if (P == Places.end()) {
      std::string Name = Numbered(C.File + " " + C.Name) + " is in no model";
      bool IsListed = Explained.erase(Name) != 0;
      printf("%s %s (line %d)\n", IsListed ? "ok  " : "FAIL", Name.c_str(),
             C.Line);
      Good &= IsListed;
      continue;
    }
    std::string Name = Numbered(C.File + " " + P->Function + " " + C.Name);
    for (model_order To : weaker(C.Name))
      Mutants.push_back({{C.File, C.Line, C.Name, To},
                         size_t(P - Places.begin()),
                         Name + " -> " + nameOf(To)});
  }
  return Good;
}

/// Bounds within which most mutants are caught, and larger models are explored
/// in a fraction of their time. Exploring a small one within bounds is no
/// quicker.
constexpr int FewPreemptions = 1, FewSurprises = 1;
constexpr uint64_t FewStates = 5000;

bool isWithin(int Bound, int Few) { return Bound >= 0 && Bound <= Few; }

bool isSmall(const Explored &X) {
  return X.R.States <= FewStates ||
         (isWithin(X.S.Preemptions, FewPreemptions) &&
          isWithin(X.S.Surprises, FewSurprises));
}

Settings withinFew(Settings S) {
  if (!isWithin(S.Preemptions, FewPreemptions))
    S.Preemptions = FewPreemptions;
  if (!isWithin(S.Surprises, FewSurprises))
    S.Surprises = FewSurprises;
  return S;
}

/// Returns the model that catches \p M; null if none does. A model that does
/// not come to the mutated place cannot.
const struct model *catcherOf(const Mutant &M,
                              const std::vector<Explored> &Models) {
  setMutation(&M.M);
  const struct model *By = nullptr;
  for (bool InFull : {false, true})
    for (const Explored &X : Models) {
      if (By || !X.R.Executed.count(M.Place) || (InFull && isSmall(X)))
        continue;
      const Settings &S = InFull || isSmall(X) ? X.S : withinFew(X.S);
      if (!explore(*X.Model, S).Failure.empty())
        By = X.Model;
    }
  setMutation(nullptr);
  return By;
}

/// The lines of the file \p Path: `mutant: explanation`, or `N % are caught`
/// for the number of which at least so many must be. False if it is wrong.
bool readList(const std::string &Path, List &Explained, size_t &Percent) {
  std::vector<std::string> Lines = linesOf(Path);
  bool Good = !Lines.empty();
  if (!Good)
    printf("FAIL %s: cannot be read\n", Path.c_str());
  for (const std::string &Line : Lines) {
    if (Line.empty() || Line[0] == '#')
      continue;
    if (Line.find(" % are caught") != std::string::npos) {
      Percent = std::stoul(Line);
      continue;
    }
    size_t Colon = Line.find(": ");
    if (Colon == std::string::npos) {
      printf("FAIL %s: '%s' has no explanation\n", Path.c_str(), Line.c_str());
      Good = false;
      continue;
    }
    Explained[Line.substr(0, Colon)] = Line.substr(Colon + 2);
  }
  return Good;
}

} // namespace

bool checkMutants(std::vector<Explored> Models, const Sources &S,
                  const std::string &ListPath, const std::string &Part) {
  // The quickest first.
  std::sort(Models.begin(), Models.end(),
            [](const Explored &A, const Explored &B) {
              return A.R.States < B.R.States;
            });
  List Explained;
  size_t Percent = 0, Caught = 0, Tried = 0;
  std::vector<Mutant> Mutants;
  bool Good = readList(ListPath, Explained, Percent);
  Good &= makeMutants(findAllCalls(S), Explained, Mutants);
  for (const Mutant &M : Mutants) {
    if (M.Name.find(Part) == std::string::npos) {
      Explained.erase(M.Name);
      continue;
    }
    ++Tried;
    const struct model *By = catcherOf(M, Models);
    Caught += By != nullptr;
    bool IsListed = Explained.erase(M.Name) != 0;
    Good &= (By == nullptr) == IsListed;
    printf("%s %s: %s%s\n", (By == nullptr) == IsListed ? "ok  " : "FAIL",
           M.Name.c_str(), By ? "caught by " : "survives", By ? By->name : "");
    fflush(stdout);
  }
  for (auto &[Name, Why] : Explained) {
    printf("FAIL %s: is listed, but there is no such mutant\n", Name.c_str());
    Good = false;
  }
  printf("%zu of %zu mutants are caught\n", Caught, Tried);
  return Good && Tried != 0 && 100 * Caught >= Percent * Tried;
}

} // namespace checker
