// Kaleidoscope: words of the language.

#ifndef KALEIDOSCOPE_LEXER_H
#define KALEIDOSCOPE_LEXER_H

#include <functional>
#include <istream>
#include <string>

namespace kaleidoscope {

/// A place in the source text; both numbers begin at 1.
struct Place {
  unsigned Line = 1;
  unsigned Column = 1;
};

struct Token {
  enum Kind { End, Name, Number, BadNumber, Character, BadByte } Kind = End;
  std::string Text; ///< as written; of a byte that nobody can read, its number
  double Value = 0; ///< of a number
  Place At;

  bool is(const char *What) const { return Kind != End && Text == What; }
};

/// Cuts a stream into tokens: names, numbers, and single characters. `#` begins
/// a comment that goes on to the end of the line.
class Lexer {
public:
  /// \p BeforeLine is called before a line is read, for a prompt.
  Lexer(std::istream &In, std::function<void()> BeforeLine)
      : In(In), BeforeLine(std::move(BeforeLine)) {}

  Token next();

  /// The rest of the line is not looked at.
  void skipLine() { Column = Line.size(); }

private:
  bool readLine();

  std::istream &In;
  std::function<void()> BeforeLine;
  std::string Line;
  size_t Column = 0; ///< of the next character, from 0
  unsigned Number = 0;
};

} // namespace kaleidoscope

#endif
