// Kaleidoscope: words of the language.

#include "Lexer.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace kaleidoscope {

static bool isNameBegin(char C) {
  return std::isalpha(static_cast<unsigned char>(C)) || C == '_';
}

static bool isNamePart(char C) {
  return isNameBegin(C) || std::isdigit(static_cast<unsigned char>(C));
}

static bool isSpace(char C) {
  return std::isspace(static_cast<unsigned char>(C));
}

bool Lexer::readLine() {
  BeforeLine();
  Column = 0;
  if (!std::getline(In, Line)) {
    Line.clear();
    return false;
  }
  ++Number;
  return true;
}

Token Lexer::next() {
  Token T;
  for (;;) {
    while (Column < Line.size() && isSpace(Line[Column]))
      ++Column;
    if (Column < Line.size() && Line[Column] != '#')
      break;
    if (!readLine()) {
      T.At = {Number + 1, 1};
      return T;
    }
  }
  T.At = {Number, static_cast<unsigned>(Column + 1)};
  size_t Begin = Column++;
  char First = Line[Begin];
  auto TakeWhile = [&](auto Belongs) {
    while (Column < Line.size() && Belongs(Line[Column]))
      ++Column;
    T.Text = Line.substr(Begin, Column - Begin);
  };
  if (isNameBegin(First)) {
    T.Kind = Token::Name;
    TakeWhile(isNamePart);
  } else if (isNamePart(First) || First == '.') {
    // Letters and all, so that `2x` is no number and a name, but a mistake.
    TakeWhile([](char C) { return isNamePart(C) || C == '.'; });
    char *End;
    T.Value = std::strtod(T.Text.c_str(), &End);
    T.Kind = *End ? Token::BadNumber : Token::Number;
  } else if (std::isgraph(static_cast<unsigned char>(First))) {
    T.Kind = Token::Character;
    T.Text = First;
  } else {
    char Text[8];
    std::snprintf(Text, sizeof(Text), "\\x%02x",
                  static_cast<unsigned char>(First));
    T.Kind = Token::BadByte;
    T.Text = Text;
  }
  return T;
}

} // namespace kaleidoscope
