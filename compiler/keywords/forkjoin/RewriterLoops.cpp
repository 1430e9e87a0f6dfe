//===- RewriterLoops.cpp - Parallel loops ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `cilk_for (T i = lo; i < limit; i += step) body` becomes
///
///     {
///       T lo = ...; limit = ...; step = ...;
///       count = (limit - lo - 1) / step + 1;
///       if (loop_begin(region, count, grain)) {
///         T i = lo + loop_index() * step;
///         do body while (0);
///       }
///       loop_end(region);
///     }
///
/// `cilk_for (i = lo; ...)` with a variable of the function is the same, and
/// ends with `i = lo + count * step`. An object, as an iterator, is assigned lo
/// as it is written, and then copied.
///
/// All arithmetic is modulo 2^64, which is exact for every integer type of at
/// most 64 bits and for loops of more than 2^63 iterations. There is no loop in
/// the AST; `continue` leaves the `do`.
///
//===----------------------------------------------------------------------===//

#include "ControlVariable.h"
#include "LoopHeader.h"
#include "Rewriter.h"

using namespace clang;

namespace tussah {
namespace {

class LoopRewriter {
public:
  LoopRewriter(Stmt *Loop, LoopHeader Header, Rewriter &R)
      : R(R), U(R.unit()), S(U.S), C(S.Context), H(std::move(Header)),
        Loc(Loop->getBeginLoc()), Outer(R.at(Loc)), B(Outer.uncounted()),
        T(H.Var->getType()) {
    T = T.getUnqualifiedType();
  }

  void run(Expr *Grain, Rewriter::Statements &Out);

private:
  bool analyzeStep();
  bool checkConstantStep(const llvm::APSInt &Value);
  void hoistStep();
  bool integerLoop();
  bool differenceLoop();
  void countDifference(Expr *Difference);
  void countIntegers();
  Expr *integerValue();
  bool staysInRange() const;
  void checkDivisible(Expr *Difference);
  Expr *lastValue();
  void assignLast(VarDecl *Outside);
  Expr *hoistGrain(Expr *Grain);
  bool buildDifference(Expr *&Difference);
  Expr *advanced(Expr *Offset);
  Stmt *advance(VarDecl *V, Expr *Offset);
  bool buildIteratorValue();
  void emit(Expr *Grain, Rewriter::Statements &Out);

  Expr *step();
  std::optional<uint64_t> constantStride() const;
  Expr *stride();
  /// \p E / stride.
  Expr *divided(Expr *E);
  /// The distance from the first value to the limit, in the direction of the
  /// loop, from \p Up, which is limit - first.
  Expr *directed(Expr *Up);
  Expr *plus(Expr *Left, Expr *Right) { return B.binary(BO_Add, Left, Right); }
  Expr *minus(Expr *Left, Expr *Right) { return B.binary(BO_Sub, Left, Right); }
  Expr *u64(uint64_t V) { return B.integer(V, B.u64()); }
  Expr *index();
  VarDecl *hoist(llvm::StringRef Name, QualType Type, Expr *Init) {
    VarDecl *V = B.variable(Name, Type, Init);
    Before.push_back(Outer.declare(V));
    return V;
  }
  /// Ends the program if \p Condition holds, in spite of the assertion \p Text.
  void failIf(Expr *Condition, llvm::StringRef Text) {
    Before.push_back(Outer.ifThen(Condition, Outer.failAssertion(Text)));
  }

  Rewriter &R;
  Unit &U;
  Sema &S;
  ASTContext &C;
  LoopHeader H;
  SourceLocation Loc;
  /// Builds the statements of the block.
  MarkerBuilder Outer;
  /// Builds what is in them.
  MarkerBuilder B;
  QualType T;

  llvm::SmallVector<Stmt *, 8> Before;
  VarDecl *First = nullptr;
  VarDecl *Count = nullptr;
  /// What is added to a pointer or iterator.
  QualType DifferenceType;
  /// The iteration number during constant evaluation.
  VarDecl *ConstantIndex = nullptr;
  /// What is added to the variable in each iteration, modulo 2^64, if known.
  std::optional<uint64_t> ConstantStep = 1;
  VarDecl *Step = nullptr;
  /// Its absolute value.
  VarDecl *Stride = nullptr;
  /// The variable grows, if known.
  std::optional<bool> IsUpward;
  /// Nonzero if it grows.
  VarDecl *Upward = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// \p E as the user wrote it: `i += -2` converts the -2 to the type of an
/// unsigned i.
static Expr *writtenStep(Expr *E) {
  while (true) {
    if (auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && (Cast->getCastKind() == CK_IntegralCast ||
                 Cast->getCastKind() == CK_NoOp))
      E = Cast->getSubExpr();
    else if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else
      return E;
  }
}

static bool isWord(QualType T, const ASTContext &C) {
  return T->isIntegerType() && C.getIntWidth(T) <= 64;
}

/// Sets the step, or prepares it for hoistStep. Returns false after an error.
bool LoopRewriter::analyzeStep() {
  if (!H.Step) {
    llvm::APSInt One(llvm::APInt(64, 1), /*isUnsigned=*/false);
    return checkConstantStep(One);
  }
  H.Step = writtenStep(H.Step);
  if (H.Step->isGLValue())
    H.Step = S.DefaultLvalueConversion(H.Step).get();
  if (!H.Step || !isWord(H.Step->getType(), C)) {
    U.Errors.error(H.IncrementLoc,
                   "the stride of 'cilk_for' must be an integer of at "
                   "most 64 bits");
    return false;
  }
  Expr::EvalResult Value;
  if (H.Step->EvaluateAsInt(Value, C))
    return checkConstantStep(Value.Val.getInt());
  ConstantStep.reset();
  // An unsigned step has a known sign.
  if (H.Step->getType()->isUnsignedIntegerOrEnumerationType()) {
    IsUpward = !H.IsStepNegated;
    if (*IsUpward ? H.isDownward() : H.isUpward()) {
      U.Errors.error(H.Step->getExprLoc(),
                     "the increment of 'cilk_for' moves its control variable "
                     "%0 away from the limit",
                     H.Var);
      return false;
    }
  } else if (H.Comparison != BO_NE) {
    IsUpward = H.isUpward();
  }
  return true;
}

bool LoopRewriter::checkConstantStep(const llvm::APSInt &Value) {
  SourceLocation L = H.Step ? H.Step->getExprLoc() : H.IncrementLoc;
  if (Value.isZero()) {
    U.Errors.error(L, "the stride of 'cilk_for' must not be zero");
    return false;
  }
  IsUpward = Value.isNegative() == H.IsStepNegated;
  if (*IsUpward ? H.isDownward() : H.isUpward()) {
    U.Errors.error(L,
                   "the increment of 'cilk_for' moves its control variable %0 "
                   "away from the limit",
                   H.Var);
    return false;
  }
  uint64_t Word = Value.extOrTrunc(64).getZExtValue();
  ConstantStep = H.IsStepNegated ? -Word : Word;
  return true;
}

/// Evaluates a step that is known only at run time. One of the wrong sign, or
/// zero, would make the serial loop endless: the program stops.
void LoopRewriter::hoistStep() {
  if (ConstantStep)
    return;
  Expr *Value = H.HasCleanups ? B.cleanups(H.Step) : H.Step;
  QualType Type = H.Step->getType().getUnqualifiedType();
  VarDecl *Written = hoist("__tussah_step", Type, Value);
  auto Zero = [&] { return B.convert(B.integer(0, C.IntTy), Type); };
  bool IsSigned = Type->isSignedIntegerOrEnumerationType();
  if (!IsUpward)
    Upward = hoist("__tussah_upward", C.IntTy,
                   B.conditional(B.binary(H.IsStepNegated ? BO_LT : BO_GT,
                                          B.load(Written), Zero()),
                                 B.integer(1, C.IntTy), B.integer(0, C.IntTy)));
  bool MustBePositive = IsUpward && *IsUpward != H.IsStepNegated;
  BinaryOperatorKind Bad =
      !IsUpward || !IsSigned ? BO_EQ : (MustBePositive ? BO_LE : BO_GE);
  failIf(B.binary(Bad, B.load(Written), Zero()),
         Bad == BO_EQ ? "the stride of 'cilk_for' is not zero"
                      : "the stride of 'cilk_for' leads towards the limit");

  Expr *Word = B.convert(B.load(Written), B.u64());
  Step = hoist("__tussah_step", B.u64(),
               H.IsStepNegated ? minus(u64(0), Word) : Word);
  Stride = hoist("__tussah_stride", B.u64(), directed(step()));
}

Expr *LoopRewriter::step() {
  return ConstantStep ? u64(*ConstantStep) : B.load(Step);
}

std::optional<uint64_t> LoopRewriter::constantStride() const {
  if (!ConstantStep || !IsUpward)
    return std::nullopt;
  return *IsUpward ? *ConstantStep : -*ConstantStep;
}

Expr *LoopRewriter::stride() {
  std::optional<uint64_t> Constant = constantStride();
  return Constant ? u64(*Constant) : B.load(Stride);
}

Expr *LoopRewriter::directed(Expr *Up) {
  if (IsUpward)
    return *IsUpward ? Up : minus(u64(0), Up);
  VarDecl *Distance = hoist("__tussah_distance", B.u64(), Up);
  return B.conditional(B.binary(BO_NE, B.load(Upward), B.integer(0, C.IntTy)),
                       B.load(Distance), minus(u64(0), B.load(Distance)));
}

Expr *LoopRewriter::divided(Expr *E) {
  return constantStride() == 1 ? E : B.binary(BO_Div, E, stride());
}

/// `i != limit` must hit the limit exactly, or the serial loop is endless.
void LoopRewriter::checkDivisible(Expr *Difference) {
  if (ConstantStep && (*ConstantStep == 1 || *ConstantStep == uint64_t(-1)))
    return;
  failIf(B.binary(BO_NE, B.binary(BO_Rem, Difference, stride()), u64(0)),
         "the stride of 'cilk_for' divides the distance to the limit");
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

bool LoopRewriter::integerLoop() {
  if (H.ComparisonType.isNull() || !isWord(H.ComparisonType, C)) {
    U.Errors.error(H.Limit->getExprLoc(),
                   "the limit of 'cilk_for' must be an integer of at most 64 "
                   "bits");
    return false;
  }
  countIntegers();
  Expr *Value = integerValue();
  H.Var->setInit(Value);
  return true;
}

void LoopRewriter::countIntegers() {
  QualType Common = H.ComparisonType;
  VarDecl *Limit = hoist("__tussah_limit", Common,
                         H.HasCleanups ? B.cleanups(H.Limit) : H.Limit);
  hoistStep();
  auto FirstValue = [&] { return B.convert(B.load(First), Common); };
  auto Word = [&](Expr *E) { return B.convert(E, B.u64()); };
  Expr *Up = minus(Word(B.load(Limit)), Word(FirstValue()));
  if (H.Comparison == BO_NE) {
    // The variable may wrap around on its way.
    Expr *Way = directed(Up);
    unsigned Width = C.getIntWidth(T);
    if (Width < 64)
      Way = B.binary(BO_And, Way, u64(llvm::maskTrailingOnes<uint64_t>(Width)));
    VarDecl *Difference = hoist("__tussah_difference", B.u64(), Way);
    checkDivisible(B.load(Difference));
    Count = hoist("__tussah_count", B.u64(), divided(B.load(Difference)));
    return;
  }
  bool IsInclusive = H.Comparison == BO_LE || H.Comparison == BO_GE;
  Expr *Way = directed(Up);
  Expr *Last = IsInclusive ? Way : minus(Way, u64(1));
  Expr *Positive = plus(divided(Last), u64(1));
  Count =
      hoist("__tussah_count", B.u64(),
            B.conditional(B.binary(H.Comparison, FirstValue(), B.load(Limit)),
                          Positive, u64(0)));
}

/// Whether the variable cannot wrap around before it reaches the limit.
bool LoopRewriter::staysInRange() const {
  if (H.Comparison != BO_NE)
    return true;
  if (T->isSignedIntegerOrEnumerationType())
    return C.getIntWidth(T) >= C.getIntWidth(C.IntTy);
  // An unsigned variable that starts at zero, the usual case.
  Expr::EvalResult Value;
  return IsUpward && *IsUpward && First->getInit()->EvaluateAsInt(Value, C) &&
         Value.Val.getInt().isZero();
}

/// first + index * step.
Expr *LoopRewriter::integerValue() {
  bool IsNarrow = C.getIntWidth(T) <= 32 && staysInRange();
  QualType Wide = IsNarrow ? B.i64() : B.u64();
  Expr *Offset = B.convert(index(), Wide);
  if (!ConstantStep || *ConstantStep != 1)
    Offset = B.binary(BO_Mul, Offset, B.convert(step(), Wide));
  Expr *Value = plus(B.convert(B.load(First), Wide), Offset);
  if (IsNarrow)
    Value = B.narrow(Value, T->isSignedIntegerOrEnumerationType());
  return B.convert(Value, T);
}

Expr *LoopRewriter::index() {
  if (!B.mayBeConstantEvaluated())
    return B.loopIndex();
  ConstantIndex = B.variable("__tussah_index", B.u64(), u64(0));
  return B.unlessConstant(B.load(ConstantIndex), B.loopIndex());
}

//===----------------------------------------------------------------------===//
// Pointers and iterators
//===----------------------------------------------------------------------===//

/// limit - first, or first - limit for a loop downward.
bool LoopRewriter::buildDifference(Expr *&Difference) {
  Expr *A = H.Limit;
  Expr *Start = B.ref(First);
  if (H.isDownward())
    std::swap(A, Start);
  Sema::TentativeAnalysisScope Quiet(S);
  ExprResult Result = S.BuildBinOp(/*S=*/nullptr, Loc, BO_Sub, A, Start);
  if (Result.isInvalid())
    return false;
  Difference = S.DefaultLvalueConversion(Result.get()).get();
  return Difference && isWord(Difference->getType(), C);
}

/// first + \p Offset, or null if there is no such operator.
Expr *LoopRewriter::advanced(Expr *Offset) {
  Sema::TentativeAnalysisScope Quiet(S);
  ExprResult Value =
      S.BuildBinOp(/*S=*/nullptr, Loc, BO_Add, B.ref(First), Offset);
  return Value.isInvalid() ? nullptr : Value.get();
}

/// `V += Offset`, or `V -= -Offset`; null if there is neither operator.
Stmt *LoopRewriter::advance(VarDecl *V, Expr *Offset) {
  Sema::TentativeAnalysisScope Quiet(S);
  ExprResult Sum =
      S.BuildBinOp(/*S=*/nullptr, Loc, BO_AddAssign, B.ref(V), Offset);
  if (Sum.isInvalid()) {
    Expr *Back = B.binary(BO_Sub, u64(0), B.convert(Offset, B.u64()));
    Sum = S.BuildBinOp(/*S=*/nullptr, Loc, BO_SubAssign, B.ref(V),
                       B.convert(Back, DifferenceType));
  }
  return Sum.isInvalid() ? nullptr : S.MaybeCreateExprWithCleanups(Sum.get());
}

/// Gives the variable the value first + index * step: as its initializer, or,
/// of an iterator that has no `+`, behind its declaration.
bool LoopRewriter::buildIteratorValue() {
  Expr *Offset = index();
  if (!ConstantStep || *ConstantStep != 1)
    Offset = B.binary(BO_Mul, Offset, step());
  Offset = B.convert(Offset, DifferenceType);
  H.Var->setInit(nullptr);
  Expr *Value = advanced(Offset);
  Stmt *Advance = Value ? nullptr : advance(H.Var, Offset);
  if (!Value && !Advance)
    return false;
  Sema::TentativeAnalysisScope Quiet(S);
  S.AddInitializerToDecl(H.Var, Value ? Value : B.ref(First),
                         /*DirectInit=*/false);
  if (Advance) {
    auto *Declared = llvm::find_if(H.InBody, [&](Stmt *Each) {
      return cast<DeclStmt>(Each)->getSingleDecl() == H.Var;
    });
    H.InBody.insert(std::next(Declared), Advance);
  }
  return !H.Var->isInvalidDecl();
}

bool LoopRewriter::differenceLoop() {
  Expr *Difference = nullptr;
  if (buildDifference(Difference)) {
    DifferenceType = Difference->getType().getUnqualifiedType();
    countDifference(Difference);
    if (buildIteratorValue())
      return true;
  }
  U.Errors.error(H.VarLoc,
                 "'cilk_for' needs an integer, a pointer or a random-access "
                 "iterator, not %0",
                 T);
  return false;
}

void LoopRewriter::countDifference(Expr *Difference) {
  Difference = S.MaybeCreateExprWithCleanups(Difference);
  if (H.HasCleanups && !isa<ExprWithCleanups>(Difference))
    Difference = B.cleanups(Difference);
  VarDecl *Written = hoist("__tussah_difference", DifferenceType, Difference);
  VarDecl *Way = hoist("__tussah_difference", B.i64(),
                       B.convert(B.load(Written), B.i64()));
  hoistStep();
  auto Word = [&] { return B.convert(B.load(Way), B.u64()); };
  if (H.Comparison == BO_NE) {
    VarDecl *Directed = hoist("__tussah_way", B.u64(), directed(Word()));
    checkDivisible(B.load(Directed));
    Count = hoist("__tussah_count", B.u64(), divided(B.load(Directed)));
    return;
  }
  // The difference is taken in the direction of the loop.
  bool IsInclusive = H.Comparison == BO_LE || H.Comparison == BO_GE;
  Expr *Last = IsInclusive ? Word() : minus(Word(), u64(1));
  Expr *IsPositive =
      B.binary(IsInclusive ? BO_GE : BO_GT, B.load(Way), B.integer(0, B.i64()));
  Count = hoist("__tussah_count", B.u64(),
                B.conditional(IsPositive, plus(divided(Last), u64(1)), u64(0)));
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// \p Condition is `(grain) < 1`. A grain below 1 is automatic, which is 0.
Expr *LoopRewriter::hoistGrain(Expr *Condition) {
  if (!Condition)
    return u64(0);
  bool HasCleanups = isa<ExprWithCleanups>(Condition);
  if (HasCleanups)
    Condition = cast<ExprWithCleanups>(Condition)->getSubExpr();
  auto *Less = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Less || !isWord(Less->getLHS()->getType(), C)) {
    U.Errors.error(Condition->getBeginLoc(),
                   "the grain size of 'cilk_for' must be an integer");
    return u64(0);
  }
  QualType Type = Less->getLHS()->getType();
  VarDecl *Grain =
      hoist("__tussah_grain", Type,
            HasCleanups ? B.cleanups(Less->getLHS()) : Less->getLHS());
  return B.conditional(
      B.binary(BO_LT, B.load(Grain), B.convert(B.integer(1, C.IntTy), Type)),
      u64(0), B.convert(B.load(Grain), B.u64()));
}

/// first + count * step, which the serial loop leaves in its variable.
Expr *LoopRewriter::lastValue() {
  Expr *Way = B.binary(BO_Mul, B.load(Count), step());
  if (T->isIntegerType())
    return B.convert(plus(B.convert(B.load(First), B.u64()), Way), T);
  Expr *Offset = B.convert(Way, DifferenceType);
  if (Expr *Value = advanced(Offset))
    return Value;
  Before.push_back(advance(First, Offset));
  return B.ref(First);
}

/// Gives the variable of the function its last value.
void LoopRewriter::assignLast(VarDecl *Outside) {
  Expr *Value = lastValue();
  ExprResult Assignment =
      S.BuildBinOp(/*S=*/nullptr, Loc, BO_Assign, B.ref(Outside), Value);
  if (Assignment.isUsable())
    Before.push_back(S.MaybeCreateExprWithCleanups(Assignment.get()));
}

void LoopRewriter::emit(Expr *Grain, Rewriter::Statements &Out) {
  unsigned Region = R.currentRegion();
  llvm::SmallVector<Stmt *, 4> Task =
      R.nameOuterVariables({H.Body, true}, H.Outside ? H.Outside : H.Var);
  llvm::SmallVector<Stmt *, 4> Body(H.InBody);
  Body.push_back(B.doOnce(R.rewriteRegion(H.Body, RegionKind::Function)));
  Task.append(Body);
  Stmt *Begin = Outer.ifThen(
      B.loopBegin(Region, B.load(Count), hoistGrain(Grain)), B.taskBody(Task));
  Stmt *End = Outer.loopEnd(Region);
  if (!ConstantIndex) {
    Before.push_back(Begin);
    Before.push_back(End);
  } else {
    Stmt *Serial = B.countTo(ConstantIndex, Count, B.block(Body));
    Before.push_back(
        Outer.statementUnlessConstant(Serial, Outer.block({Begin, End})));
  }
  if (H.Outside)
    assignLast(H.Outside);
  Out.push_back(Outer.block(Before));
}

void LoopRewriter::run(Expr *Grain, Rewriter::Statements &Out) {
  bool IsInteger = T->isIntegerType() && !T->isBooleanType() &&
                   !(T->isEnumeralType() && C.getLangOpts().CPlusPlus);
  if ((IsInteger && C.getIntWidth(T) > 64) ||
      (!IsInteger && !T->isPointerType() && !T->isRecordType())) {
    U.Errors.error(H.VarLoc,
                   "the control variable of 'cilk_for' must be an integer of "
                   "at most 64 bits, a pointer or a random-access iterator, "
                   "not %0",
                   T);
    return;
  }
  if (!analyzeStep())
    return;
  // The variable is declared again in the body; its first value stays here.
  Before.append(H.Before);
  First = B.variable("__tussah_first", T, H.Var->getInit());
  First->setInitStyle(H.Var->getInitStyle());
  Before.push_back(Outer.declare(First));
  Before.append(H.Behind);
  if (IsInteger ? integerLoop() : differenceLoop())
    emit(Grain, Out);
}

void Rewriter::checkLoopHeader(Stmt *Loop) {
  if (auto *For = dyn_cast<ForStmt>(Loop)) {
    checkExpr(For->getInit(), "the initializer of a loop");
    checkExpr(For->getConditionVariableDeclStmt(), "a condition");
    checkExpr(For->getCond(), "a condition");
    checkExpr(For->getInc(), "the increment of a loop");
  } else if (auto *Range = dyn_cast<CXXForRangeStmt>(Loop)) {
    checkExpr(Range->getInit(), "the initializer of a loop");
    checkExpr(Range->getRangeStmt(), "the range of a loop");
  }
}

void Rewriter::rewriteParallelLoop(Stmt *Loop, Expr *Grain,
                                   SourceLocation Keyword, Statements &Out) {
  checkLoopHeader(Loop);
  checkExpr(Grain, "a grain size");
  if (std::optional<LoopHeader> H = analyzeLoop(Loop, Keyword, U.S, U.Errors)) {
    checkControlVariable(H->Body, H->Var, U.Errors);
    LoopRewriter(Loop, std::move(*H), *this).run(Grain, Out);
  }
}

} // namespace tussah
