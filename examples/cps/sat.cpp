//===- sat.cpp - Satisfiability by continuation-passing threads -----------===//
///
/// \file
/// Finds values for the variables of a formula so that each clause has a
/// literal that is true, or says that there are none: by unit propagation and
/// by trying both values of a variable (Davis, Logemann and Loveland, 1962).
/// Which values are found does not depend on the number of workers.
///
///     sat FILE                        a formula in DIMACS's format cnf
///     sat VARIABLES CLAUSES [SEED]    random clauses of three literals
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "sat"
#define EXAMPLE_USAGE "[FILE | VARIABLES CLAUSES [SEED]] " CPS_COMMON_USAGE
#include "cps_example.h"

#include <tussah/cps/search.hpp>

#include <string>

namespace {

using Clause = std::vector<int>;

/// Variables are numbers from 1, and negative literals are negative.
struct Formula {
  int Variables = 0;
  std::vector<Clause> Clauses;
};

/// The same on all ranks.
Formula Given;

/// For each variable 1, -1, or 0 if it has no value.
using Values = std::vector<signed char>;

struct Sat {
  struct task {
    Values Known;
    /// How often a variable was chosen above.
    int Choices = 0;

    void pack(cps::packer &to) const { to(Known), to(Choices); }
    static task unpack(cps::unpacker &from) {
      auto known = from.get<Values>();
      return {std::move(known), from.get<int>()};
    }
  };
  using solution = Values;
  using step = tussah::puzzle_step<Sat>;

  static bool serial(const task &t) { return t.Choices >= 12; }

  static int truth(const Values &known, int literal) {
    return literal > 0 ? known[literal] : -known[-literal];
  }

  /// Sets what follows. Returns false if a clause has become false. Sets \p
  /// next to a literal of a shortest clause that is not true yet, or 0.
  static bool propagate(Values &known, int &next) {
    for (bool again = true; again;) {
      again = false;
      next = 0;
      std::size_t shortest = ~std::size_t(0);
      for (const Clause &clause : Given.Clauses) {
        std::size_t open = 0;
        int last = 0;
        bool isTrue = false;
        for (int literal : clause) {
          int value = truth(known, literal);
          isTrue |= value > 0;
          if (value == 0)
            ++open, last = literal;
        }
        if (isTrue)
          continue;
        if (open == 0)
          return false;
        if (open == 1) {
          known[std::abs(last)] = last > 0 ? 1 : -1;
          again = true;
        } else if (open < shortest) {
          shortest = open;
          next = last;
        }
      }
    }
    return true;
  }

  static step open(task &t, tussah::search_context<Sat> &) {
    step result;
    int next = 0;
    if (!propagate(t.Known, next))
      return result;
    if (next == 0)
      return step::solved(t.Known);
    for (int sign : {1, -1}) {
      task child = t;
      child.Known[std::abs(next)] = (next > 0 ? sign : -sign);
      ++child.Choices;
      result.add(std::move(child));
    }
    return result;
  }
};

Formula randomFormula(int variables, int clauses, std::uint64_t seed) {
  Formula formula;
  formula.Variables = variables;
  for (int i = 0; i < clauses; ++i) {
    Clause clause;
    for (int j = 0; j < 3; ++j) {
      int variable = 1 + int(example_random(&seed) % variables);
      clause.push_back(example_random(&seed) % 2 ? variable : -variable);
    }
    formula.Clauses.push_back(clause);
  }
  return formula;
}

/// Reads a formula, or ends with a message.
Formula readFormula(const char *path) {
  std::size_t size = 0;
  char *text = example_read(path, &size);
  std::string all(text, size);
  free(text);
  Formula formula;
  bool begun = false;
  Clause clause;
  for (std::size_t at = 0; at < all.size();) {
    std::size_t end = std::min(all.find('\n', at), all.size());
    std::string line = all.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == 'c')
      continue;
    if (line[0] == '%')
      break;
    long clauses = 0;
    if (line[0] == 'p') {
      if (sscanf(line.c_str(), "p cnf %d %ld", &formula.Variables, &clauses) !=
              2 ||
          formula.Variables < 0 || formula.Variables > 100000)
        example_fail(2, "%s: expected 'p cnf VARIABLES CLAUSES', not '%s'",
                     path, line.c_str());
      begun = true;
      continue;
    }
    const char *next = line.c_str();
    for (char *after; *next; next = after) {
      long literal = strtol(next, &after, 10);
      if (after == next) {
        if (strspn(next, " \t\r") == strlen(next))
          break;
        example_fail(2, "%s: expected a literal, not '%s'", path, next);
      }
      if (!begun || std::labs(literal) > formula.Variables)
        example_fail(2,
                     "%s: the literal %ld is of no variable; the line 'p cnf "
                     "VARIABLES CLAUSES' comes first, and says how many "
                     "there are",
                     path, literal);
      if (literal != 0) {
        clause.push_back(int(literal));
        continue;
      }
      formula.Clauses.push_back(clause);
      clause.clear();
    }
  }
  if (!begun || !clause.empty())
    example_fail(
        2, "%s: the formula ends in the middle; each clause ends with 0", path);
  return formula;
}

bool isSolution(const Values &known) {
  for (const Clause &clause : Given.Clauses) {
    bool isTrue = false;
    for (int literal : clause)
      isTrue |= Sat::truth(known, literal) > 0;
    if (!isTrue)
      return false;
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 3);
    if (example.wantsCheckpoints())
      example_fail(2, "there are no checkpoints of sat; run without "
                      "--checkpoint");
    if (argc == 2)
      Given = readFormula(argv[1]);
    else
      Given = randomFormula(
          argc > 2 ? (int)example_number("variables", argv[1], 1, 1000) : 120,
          argc > 2 ? (int)example_number("clauses", argv[2], 0, 100000) : 520,
          argc > 3 ? (std::uint64_t)example_number("seed", argv[3], 0, 1000000)
                   : 1);
    Sat::task root;
    root.Known.resize(Given.Variables + 1);
    auto found = example.run(
        [&] { return tussah::find_serially<Sat>(root); },
        [&](const cps::options &o) { return cps::find<Sat>(o, root); });
    if (found && !isSolution(*found))
      example_fail(1, "wrong result: a clause is false");
    puts(found ? "s SATISFIABLE" : "s UNSATISFIABLE");
    std::uint64_t sum = 0;
    if (found)
      for (signed char value : *found)
        sum = example_mix(sum + value);
    example_checksum(sum);
  });
}
