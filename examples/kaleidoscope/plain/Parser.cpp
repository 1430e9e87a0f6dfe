// Kaleidoscope: from tokens to the syntax tree.

#include "Parser.h"

#include <cmath>

namespace kaleidoscope {

/// Expressions that are nested deeper, and items that have more operators,
/// which may all be in a row, would need too much stack.
static constexpr unsigned MaxDepth = 1000;
static constexpr unsigned MaxOperators = 10000;

/// Operators of the language itself, and the words that have no expression.
static const std::string BuiltIn = "=<>+-*/";
static const char *const OtherWords[] = {"def", "extern", "then", "else",
                                         "in",  "binary", "unary"};

Parser::Parser(Lexer &Words)
    : Words(Words), Precedences{{'=', 2},  {'<', 10}, {'>', 10}, {'+', 20},
                                {'-', 20}, {'*', 40}, {'/', 40}} {
  addKeyword("if", [](Parser &P, Place At) { return P.ifExpr(At); });
  addKeyword("for", [](Parser &P, Place At) { return P.forExpr(At); });
  addKeyword("var", [](Parser &P, Place At) { return P.varExpr(At); });
  for (const char *Word : OtherWords)
    addKeyword(Word, [Word](Parser &P, Place At) -> ExprPtr {
      return P.fail(At,
                    std::string("expected an expression, not '") + Word + "'");
    });
}

void Parser::addOperator(const Prototype &Proto) {
  if (Proto.Operator && Proto.Parameters.size() == 2)
    Precedences[Proto.Operator] = Proto.Precedence;
}

std::nullptr_t Parser::fail(Place At, const std::string &What) {
  if (Problem.empty()) {
    Problem = What;
    ProblemPlace = At;
  }
  return nullptr;
}

std::nullptr_t Parser::unexpected(const char *Wanted) {
  const Token &T = token();
  if (T.Kind == Token::BadNumber)
    return fail(T.At, "'" + T.Text + "' is no number");
  return fail(T.At, std::string("expected ") + Wanted + ", not " +
                        (T.Kind == Token::End ? "the end of the input"
                                              : "'" + T.Text + "'"));
}

const Token &Parser::token() {
  if (!HasToken)
    Current = Words.next();
  HasToken = true;
  return Current;
}

void Parser::advance() { HasToken = false; }

bool Parser::accept(const char *What) {
  if (!token().is(What))
    return false;
  advance();
  return true;
}

bool Parser::expect(const char *What) {
  if (accept(What))
    return true;
  unexpected(("'" + std::string(What) + "'").c_str());
  return false;
}

std::string Parser::name() {
  if (token().Kind != Token::Name || Keywords.count(token().Text)) {
    unexpected("a name");
    return "";
  }
  std::string Name = token().Text;
  advance();
  return Name;
}

void Parser::skipLine() {
  Problem.clear();
  Depth = 0;
  advance();
  Words.skipLine();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

ExprPtr Parser::expression(unsigned Least) {
  ExprPtr Left = unary();
  return Left ? binaryRest(Least, std::move(Left)) : nullptr;
}

ExprPtr Parser::unary() {
  if (++Depth > MaxDepth)
    return fail(token().At, "expressions are nested too deeply");
  Token T = token();
  ExprPtr E;
  if (T.Kind == Token::Character && !T.is("(") && !T.is(")") && !T.is(",") &&
      !T.is(";")) {
    advance();
    if (ExprPtr Operand = unary()) {
      std::vector<ExprPtr> Args;
      Args.push_back(std::move(Operand));
      E = std::make_unique<CallExpr>(T.At, operatorName(T.Text[0], 1),
                                     std::move(Args));
    }
  } else {
    E = primary();
  }
  --Depth;
  return E;
}

ExprPtr Parser::primary() {
  Token T = token();
  if (accept("(")) {
    ExprPtr E = expression();
    return E && expect(")") ? std::move(E) : nullptr;
  }
  if (T.Kind == Token::Number) {
    advance();
    return std::make_unique<NumberExpr>(T.At, T.Value);
  }
  if (T.Kind != Token::Name)
    return unexpected("an expression");
  advance();
  if (auto It = Keywords.find(T.Text); It != Keywords.end())
    return It->second(*this, T.At);
  if (accept("("))
    return call(T.At, T.Text);
  return std::make_unique<VariableExpr>(T.At, T.Text);
}

ExprPtr Parser::call(Place At, std::string Callee) {
  std::vector<ExprPtr> Args;
  if (!accept(")"))
    do {
      Args.push_back(expression());
      if (!Args.back())
        return nullptr;
      if (!token().is(",") && !token().is(")"))
        return unexpected("',' or ')'");
    } while (!accept(")") && expect(","));
  return std::make_unique<CallExpr>(At, std::move(Callee), std::move(Args));
}

ExprPtr Parser::combine(Place At, char Operator, ExprPtr Left, ExprPtr Right) {
  if (Operator == '=') {
    if (!Left->variable())
      return fail(At, "only a variable can be assigned to");
    return std::make_unique<AssignExpr>(At, *Left->variable(),
                                        std::move(Right));
  }
  if (BuiltIn.find(Operator) != std::string::npos)
    return std::make_unique<BinaryExpr>(At, Operator, std::move(Left),
                                        std::move(Right));
  std::vector<ExprPtr> Args;
  Args.push_back(std::move(Left));
  Args.push_back(std::move(Right));
  return std::make_unique<CallExpr>(At, operatorName(Operator, 2),
                                    std::move(Args));
}

/// Operators that bind at least as strongly as \p Least, and their operands.
ExprPtr Parser::binaryRest(unsigned Least, ExprPtr Left) {
  for (;;) {
    Token T = token();
    auto It = T.Kind == Token::Character ? Precedences.find(T.Text[0])
                                         : Precedences.end();
    if (It == Precedences.end() || It->second < Least)
      return Left;
    if (++Operators > MaxOperators)
      return fail(T.At, "there are too many operators");
    advance();
    ExprPtr Right = unary();
    // Assignment groups from the right, all others from the left.
    bool FromRight = T.is("=");
    if (Right)
      Right = binaryRest(It->second + !FromRight, std::move(Right));
    if (!Right)
      return nullptr;
    Left = combine(T.At, T.Text[0], std::move(Left), std::move(Right));
    if (!Left)
      return nullptr;
  }
}

ExprPtr Parser::ifExpr(Place At) {
  ExprPtr Condition = expression();
  if (!Condition || !expect("then"))
    return nullptr;
  ExprPtr Then = expression();
  if (!Then || !expect("else"))
    return nullptr;
  ExprPtr Else = expression();
  if (!Else)
    return nullptr;
  return std::make_unique<IfExpr>(At, std::move(Condition), std::move(Then),
                                  std::move(Else));
}

ExprPtr Parser::forExpr(Place At) {
  std::string Name = name();
  if (Name.empty() || !expect("="))
    return nullptr;
  ExprPtr Start = expression();
  if (!Start || !expect(","))
    return nullptr;
  ExprPtr Condition = expression();
  if (!Condition)
    return nullptr;
  ExprPtr Step;
  if (accept(",") && !(Step = expression()))
    return nullptr;
  if (!expect("in"))
    return nullptr;
  ExprPtr Body = expression();
  if (!Body)
    return nullptr;
  return std::make_unique<ForExpr>(At, std::move(Name), std::move(Start),
                                   std::move(Condition), std::move(Step),
                                   std::move(Body));
}

ExprPtr Parser::varExpr(Place At) {
  std::vector<std::pair<std::string, ExprPtr>> Variables;
  do {
    std::string Name = name();
    if (Name.empty())
      return nullptr;
    ExprPtr Value;
    if (accept("=") && !(Value = expression()))
      return nullptr;
    Variables.emplace_back(std::move(Name), std::move(Value));
  } while (accept(","));
  if (!expect("in"))
    return nullptr;
  ExprPtr Body = expression();
  if (!Body)
    return nullptr;
  return std::make_unique<VarExpr>(At, std::move(Variables), std::move(Body));
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// Behind `unary` or `binary`: the character and, perhaps, the precedence.
bool Parser::operatorHead(Prototype &Proto) {
  const size_t Operands = Proto.Name == "unary" ? 1 : 2;
  Token T = token();
  if (T.Kind != Token::Character ||
      std::string("(),;#").find(T.Text) != std::string::npos) {
    unexpected("an operator");
    return false;
  }
  if (Operands == 2 && BuiltIn.find(T.Text) != std::string::npos) {
    fail(T.At, "'" + T.Text + "' has a meaning that cannot be changed");
    return false;
  }
  advance();
  Proto.Operator = T.Text[0];
  Proto.Name = operatorName(Proto.Operator, Operands);
  Proto.Precedence = 30;
  Token P = token();
  if (Operands == 1 || P.Kind != Token::Number)
    return true;
  if (P.Value < 1 || P.Value > 100 || P.Value != std::floor(P.Value)) {
    fail(P.At, "a precedence is a whole number from 1 to 100");
    return false;
  }
  Proto.Precedence = static_cast<unsigned>(P.Value);
  advance();
  return true;
}

std::optional<Prototype> Parser::prototype(bool MayBeOperator) {
  Prototype Proto;
  Proto.At = token().At;
  if (MayBeOperator && (token().is("unary") || token().is("binary"))) {
    Proto.Name = token().Text;
    advance();
    if (!operatorHead(Proto))
      return std::nullopt;
  } else if ((Proto.Name = name()).empty()) {
    return std::nullopt;
  }
  if (!expect("("))
    return std::nullopt;
  if (!accept(")"))
    do {
      Place At = token().At;
      Proto.Parameters.push_back(name());
      const std::string &Last = Proto.Parameters.back();
      if (Last.empty())
        return std::nullopt;
      for (size_t I = 0; I + 1 < Proto.Parameters.size(); ++I)
        if (Proto.Parameters[I] == Last) {
          fail(At, "parameter '" + Last + "' exists already");
          return std::nullopt;
        }
      if (!token().is(",") && !token().is(")")) {
        unexpected("',' or ')'");
        return std::nullopt;
      }
    } while (!accept(")") && expect(","));
  size_t Operands = Proto.Name == operatorName(Proto.Operator, 1) ? 1 : 2;
  if (Proto.Operator && Proto.Parameters.size() != Operands) {
    fail(Proto.At, Operands == 1 ? "a unary operator has one parameter"
                                 : "a binary operator has two parameters");
    return std::nullopt;
  }
  return Proto;
}

std::optional<Item> Parser::item() {
  Item Result;
  Operators = 0;
  while (accept(";"))
    ;
  if (token().Kind == Token::End)
    return Result;
  bool IsDefinition = accept("def");
  if (IsDefinition || accept("extern")) {
    std::optional<Prototype> Proto = prototype(/*MayBeOperator=*/IsDefinition);
    if (!Proto)
      return std::nullopt;
    Result.Proto = std::move(*Proto);
    Result.Kind = IsDefinition ? Item::Definition : Item::Declaration;
  } else {
    Result.Kind = Item::Expression;
  }
  if (Result.Kind != Item::Declaration && !(Result.Body = expression()))
    return std::nullopt;
  if (!expect(";"))
    return std::nullopt;
  return Result;
}

} // namespace kaleidoscope
