// Kaleidoscope: from tokens to the syntax tree.

#ifndef KALEIDOSCOPE_PARSER_H
#define KALEIDOSCOPE_PARSER_H

#include "Ast.h"

#include <map>
#include <optional>

namespace kaleidoscope {

/// Recursive descent, with precedences for binary operators. Functions that
/// return a pointer or optional return nothing after an error, which `problem`
/// tells.
class Parser {
public:
  /// Parses an expression behind its keyword, which was at \p At.
  using KeywordParser = std::function<ExprPtr(Parser &, Place At)>;

  explicit Parser(Lexer &Words);

  /// Adds a kind of expression that begins with a word.
  void addKeyword(const std::string &Word, KeywordParser Parse) {
    Keywords[Word] = std::move(Parse);
  }

  /// Makes an operator known that the program has defined.
  void addOperator(const Prototype &Proto);

  /// The next item, up to its semicolon.
  std::optional<Item> item();

  /// After an error: goes on behind the line.
  void skipLine();

  const std::string &problem() const { return Problem; }
  Place problemPlace() const { return ProblemPlace; }

  // For parsers of keywords.

  /// Operators that bind less strongly than \p Least end it.
  ExprPtr expression(unsigned Least = 0);
  /// Takes the word or character \p What, or complains.
  bool expect(const char *What);
  /// Takes \p What if it is next.
  bool accept(const char *What);
  /// Takes a name that is no keyword; empty after an error.
  std::string name();

private:
  std::nullptr_t fail(Place At, const std::string &What);
  std::nullptr_t unexpected(const char *Wanted);
  void advance();
  const Token &token();
  ExprPtr unary();
  ExprPtr primary();
  ExprPtr call(Place At, std::string Callee);
  ExprPtr binaryRest(unsigned Least, ExprPtr Left);
  ExprPtr combine(Place At, char Operator, ExprPtr Left, ExprPtr Right);
  ExprPtr ifExpr(Place At);
  ExprPtr forExpr(Place At);
  ExprPtr varExpr(Place At);
  std::optional<Prototype> prototype(bool MayBeOperator);
  bool operatorHead(Prototype &Proto);

  Lexer &Words;
  Token Current;
  bool HasToken = false; ///< it is read when it is needed, not before
  unsigned Depth = 0;
  unsigned Operators = 0; ///< of the item
  std::map<std::string, KeywordParser> Keywords;
  std::map<char, unsigned> Precedences;
  std::string Problem;
  Place ProblemPlace;
};

} // namespace kaleidoscope

#endif
