//===- ThreadTypes.cpp - Types of threads and continuations ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadTypes.h"
#include "Words.h"
#include "compiler/compat/Ast.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace tussah::cilk1 {

/// Of tussah::cps: the alignment of closures, their largest size, and that of
/// their header; in the first words, an argument can be missing.
static constexpr uint64_t MaxAlignment = 16, MaxBytes = 65536, HeaderBytes = 64;
static constexpr uint64_t WordBytes = 8, SmallBytes = 64;
/// A spawn says in one word which arguments are missing.
static constexpr unsigned MaxParameters = 64;
/// Masks of continuations travel as sizes of types, which have fewer bits.
static constexpr uint64_t MaskedWords = 56;

static bool isTag(const Token &T) {
  return T.isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum);
}

static bool isQualifier(const Token &T) {
  return T.isOneOf(tok::kw_const, tok::kw_volatile);
}

static bool isBuiltin(const Token &T) {
  return T.isOneOf(tok::kw_signed, tok::kw_unsigned, tok::kw_short,
                   tok::kw_long, tok::kw_char, tok::kw_int, tok::kw_float,
                   tok::kw_double, tok::kw__Bool, tok::kw_bool);
}

bool ThreadTypes::continuesType(llvm::ArrayRef<Token> Before, const Token &T) {
  while (!Before.empty() &&
         (isQualifier(Before.front()) || wordOf(Before.front()) == Word::Cont))
    Before = Before.drop_front();
  if (isQualifier(T))
    return true;
  if (Before.empty())
    return isTag(T) || isBuiltin(T) || T.is(tok::identifier);
  if (isTag(Before.front()))
    return Before.size() == 1 && T.is(tok::identifier);
  return isBuiltin(Before.front()) && isBuiltin(T);
}

/// The type of some of the words `unsigned`, `long` and so on; null for those
/// that do not go together.
static QualType builtinType(const ASTContext &C, llvm::ArrayRef<Token> Tokens) {
  unsigned Signed = 0, Unsigned = 0, Short = 0, Long = 0, Int = 0, Others = 0;
  QualType T;
  for (const Token &Each : Tokens) {
    switch (Each.getKind()) {
    case tok::kw_signed:
      ++Signed;
      break;
    case tok::kw_unsigned:
      ++Unsigned;
      break;
    case tok::kw_short:
      ++Short;
      break;
    case tok::kw_long:
      ++Long;
      break;
    case tok::kw_int:
      ++Int;
      break;
    case tok::kw_char:
      ++Others;
      T = C.CharTy;
      break;
    case tok::kw_float:
      ++Others;
      T = C.FloatTy;
      break;
    case tok::kw_double:
      ++Others;
      T = C.DoubleTy;
      break;
    default:
      ++Others;
      T = C.BoolTy;
      break;
    }
  }
  if (Signed + Unsigned > 1 || Short > 1 || Long > 2 || Int + Others > 1)
    return QualType();
  if (Others == 0) {
    if (Short && Long)
      return QualType();
    if (Short)
      return Unsigned ? C.UnsignedShortTy : C.ShortTy;
    if (Long == 2)
      return Unsigned ? C.UnsignedLongLongTy : C.LongLongTy;
    if (Long)
      return Unsigned ? C.UnsignedLongTy : C.LongTy;
    return Unsigned ? C.UnsignedIntTy : C.IntTy;
  }
  if (T == C.CharTy && !Short && !Long)
    return Unsigned ? C.UnsignedCharTy : Signed ? C.SignedCharTy : T;
  if (T == C.DoubleTy && Long == 1 && !Short && !Signed && !Unsigned)
    return C.LongDoubleTy;
  return Signed + Unsigned + Short + Long ? QualType() : T;
}

QualType ThreadTypes::parse(llvm::ArrayRef<Token> Tokens, Scope *S,
                            SourceLocation Loc) {
  Sema &Sema = CI.getSema();
  ASTContext &C = CI.getASTContext();
  llvm::SmallVector<Token, 4> Rest;
  unsigned Nested = 0;
  for (const Token &T : Tokens)
    if (wordOf(T) == Word::Cont)
      ++Nested;
    else if (!isQualifier(T))
      Rest.push_back(T);
  QualType Result;
  if (!Rest.empty()) {
    Loc = Rest.front().getLocation();
    bool Tagged = isTag(Rest.front());
    if (isBuiltin(Rest.front())) {
      Result = builtinType(C, Rest);
    } else if (Rest.size() == (Tagged ? 2u : 1u) &&
               Rest.back().is(tok::identifier)) {
      LookupResult Found(Sema, Rest.back().getIdentifierInfo(), Loc,
                         Tagged ? Sema::LookupTagName
                                : Sema::LookupOrdinaryName);
      if (Sema.LookupName(Found, S))
        if (auto *Type = Found.getAsSingle<TypeDecl>())
          Result = C.getTypeDeclType(Type);
    }
  }
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (Result.isNull()) {
    Diags.Report(Loc, Diags.getCustomDiagID(
                          DiagnosticsEngine::Error,
                          "expected the name of a type after 'cont'; it must "
                          "be known at file scope"));
    return QualType();
  }
  // Nobody would know the continuations in it.
  if (Result->isIncompleteType()) {
    Diags.Report(Loc, Diags.getCustomDiagID(
                          DiagnosticsEngine::Error,
                          "the type %0 after 'cont' is not complete here"))
        << Result;
    return QualType();
  }
  while (Nested-- > 0)
    Result = continuation(Result);
  return Result;
}

void ThreadTypes::declare(llvm::StringRef Name, QualType T) {
  ASTContext &C = CI.getASTContext();
  Sema &S = CI.getSema();
  TranslationUnitDecl *TU = C.getTranslationUnitDecl();
  IdentifierInfo *Identifier = &C.Idents.get(Name);
  if (!Declared.insert(Identifier).second)
    return;
  auto *Alias = TypedefDecl::Create(C, TU, SourceLocation(), SourceLocation(),
                                    Identifier, C.getTrivialTypeSourceInfo(T));
  Alias->setImplicit();
  TU->addDecl(Alias);
  S.PushOnScopeChains(Alias, S.TUScope, /*AddToContext=*/false);
}

llvm::StringRef ThreadTypes::continuationName(QualType T) {
  return Continuations[continuation(T)->getAsRecordDecl()].Name;
}

QualType ThreadTypes::continuation(QualType T) {
  ASTContext &C = CI.getASTContext();
  QualType Canonical = T.getCanonicalType().getUnqualifiedType();
  RecordDecl *&Record = Records[Canonical];
  if (Record)
    return compat::recordType(C, Record);
  // Types may have the same name, in different scopes or none.
  std::string Name = "cont " + Canonical.getAsString(C.getPrintingPolicy());
  TranslationUnitDecl *TU = C.getTranslationUnitDecl();
  for (unsigned I = 2; !TU->lookup(&C.Idents.get(Name)).empty(); ++I)
    Name = "cont " + Canonical.getAsString(C.getPrintingPolicy()) + " (" +
           std::to_string(I) + ")";
  Contents Found;
  look(Canonical, 0, Found);

  Record = RecordDecl::Create(C, TagTypeKind::Struct, TU, SourceLocation(),
                              SourceLocation(), &C.Idents.get(Name));
  Record->setImplicit();
  Record->startDefinition();
  auto AddField = [&](llvm::StringRef FieldName, QualType FieldType) {
    auto *Field = FieldDecl::Create(
        C, Record, SourceLocation(), SourceLocation(), &C.Idents.get(FieldName),
        FieldType, C.getTrivialTypeSourceInfo(FieldType),
        /*BW=*/nullptr, /*Mutable=*/false, ICIS_NoInit);
    Field->setAccess(AS_public);
    Record->addDecl(Field);
  };
  auto ArrayOf = [&](QualType Element, uint64_t Count) {
    return C.getConstantArrayType(Element, llvm::APInt(64, Count), nullptr,
                                  ArraySizeModifier::Normal, 0);
  };
  AddField("__address", C.UnsignedLongTy);
  AddField("__where", C.UnsignedLongTy);
  // Without any storage: for send_argument.
  AddField("__continuation", ArrayOf(C.getPointerType(Canonical), 0));
  QualType Mask = ArrayOf(C.CharTy, Found.Continuations + 1);
  AddField("__mask", ArrayOf(C.getPointerType(Mask), 0));
  Record->completeDefinition();
  TU->addDecl(Record);
  Continuations[Record] = {Name, Canonical};
  QualType Result = compat::recordType(C, Record);
  declare(Name, Result);
  return Result;
}

QualType ThreadTypes::sentTo(QualType T) const {
  const RecordDecl *Record = T->getAsRecordDecl();
  auto Found = Record ? Continuations.find(Record) : Continuations.end();
  return Found == Continuations.end() ? QualType() : Found->second.Sent;
}

void ThreadTypes::look(QualType T, uint64_t Offset, Contents &Found) const {
  const ASTContext &C = CI.getASTContext();
  T = T.getAtomicUnqualifiedType();
  if (const ConstantArrayType *Array = C.getAsConstantArrayType(T)) {
    uint64_t Size = C.getTypeSizeInChars(Array->getElementType()).getQuantity();
    Contents One;
    look(Array->getElementType(), 0, One);
    Found.HasPointer |= One.HasPointer;
    Found.HasHidden |= One.HasHidden;
    if (One.Continuations != 0)
      for (uint64_t I = 0; I < Array->getSize().getZExtValue(); ++I)
        look(Array->getElementType(), Offset + I * Size, Found);
    return;
  }
  if (!sentTo(T).isNull()) {
    uint64_t Word = Offset / WordBytes;
    if (Word < MaskedWords)
      Found.Continuations |= uint64_t(1) << Word;
    else
      Found.HasHidden = true;
    return;
  }
  Found.HasPointer |= T->isAnyPointerType() || T->isBlockPointerType();
  const RecordDecl *Record = T->getAsRecordDecl();
  if (!Record || !Record->isCompleteDefinition())
    return;
  Contents Inside;
  Contents &To = Record->isUnion() ? Inside : Found;
  const ASTRecordLayout &Layout = C.getASTRecordLayout(Record);
  for (const FieldDecl *Field : Record->fields())
    if (!Field->isBitField())
      look(Field->getType(),
           Offset + Layout.getFieldOffset(Field->getFieldIndex()) / 8, To);
  if (Record->isUnion()) {
    Found.HasPointer |= Inside.HasPointer;
    Found.HasHidden |= Inside.HasHidden || Inside.Continuations != 0;
  }
}

/// Finds out what \p P is, of a parameter with the type that was written. What
/// is behind `T a[n]`, n an earlier parameter, or `T a[5]`, is an array.
static void findArray(const FunctionDecl *Thread, ThreadParameter &P,
                      QualType Written, const ASTContext &C) {
  P.Type = Written;
  if (const ConstantArrayType *Fixed = C.getAsConstantArrayType(Written)) {
    P.IsArray = true;
    P.Type = Fixed->getElementType();
    P.Elements = Fixed->getSize().getZExtValue();
  } else if (const auto *Variable = C.getAsVariableArrayType(Written)) {
    const Expr *Size = Variable->getSizeExpr();
    const auto *Name =
        Size ? dyn_cast<DeclRefExpr>(Size->IgnoreParenImpCasts()) : nullptr;
    for (unsigned I = 0; Name && I < Thread->getNumParams(); ++I)
      if (Thread->getParamDecl(I) == Name->getDecl()) {
        P.IsArray = true;
        P.Type = Variable->getElementType();
        P.CountedBy = I;
      }
  }
  P.Type = P.Type.getUnqualifiedType();
}

bool ThreadTypes::check(const FunctionDecl *Thread, unsigned Index,
                        ThreadParameter &P) const {
  const ASTContext &C = CI.getASTContext();
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  auto Error = [&](unsigned ID) {
    Diags.Report(Thread->getParamDecl(Index)->getLocation(), ID)
        << Index + 1 << Thread->getName();
    return false;
  };
#define TUSSAH_ERROR(TEXT)                                                     \
  Error(Diags.getCustomDiagID(DiagnosticsEngine::Error,                        \
                              "argument %0 of the thread '%1' " TEXT))
  QualType Written = Thread->getParamDecl(Index)->getOriginalType();
  findArray(Thread, P, Written, C);
  if (!P.IsArray && Written->isArrayType())
    return TUSSAH_ERROR("has no length; give it the name of an argument "
                        "before, as in 'int n, int a[n]'");
  if (P.Type->isIncompleteType() || P.Type->isVariablyModifiedType())
    return TUSSAH_ERROR("has no size that is known");
  Contents Found;
  look(P.Type, 0, Found);
  if (Found.HasPointer)
    return TUSSAH_ERROR("is, or has, a pointer, which means nothing in "
                        "another process; pass what it points to");
  if (Found.HasHidden)
    return TUSSAH_ERROR("has a continuation in a union, or beyond its first "
                        "448 bytes");
  if (C.getTypeAlignInChars(P.Type).getQuantity() > int64_t(MaxAlignment))
    return TUSSAH_ERROR("has an alignment of more than 16 bytes");
#undef TUSSAH_ERROR
  P.Continuations = Found.Continuations;
  P.Size = C.getTypeSizeInChars(P.Type).getQuantity();
  return true;
}

std::optional<ThreadLayout> ThreadTypes::layOut(const FunctionDecl *Thread) {
  const ASTContext &C = CI.getASTContext();
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  ThreadLayout Result;
  if (Thread->getNumParams() > MaxParameters) {
    unsigned ID = Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                        "the thread '%0' has more than %1 "
                                        "arguments");
    Diags.Report(Thread->getLocation(), ID)
        << Thread->getName() << MaxParameters;
    return std::nullopt;
  }
  Result.Parameters.resize(Thread->getNumParams());
  for (unsigned I = 0; I < Thread->getNumParams(); ++I)
    if (!check(Thread, I, Result.Parameters[I]))
      return std::nullopt;
  // The first word has the thread. Large arguments come last, so that the
  // others can be missing.
  Result.Bytes = WordBytes;
  for (bool Large : {false, true})
    for (ThreadParameter &P : Result.Parameters) {
      uint64_t Size = P.CountedBy ? 2 * WordBytes
                      : P.IsArray ? P.Size * P.Elements
                                  : P.Size;
      if ((Size > SmallBytes) != Large)
        continue;
      uint64_t Alignment = C.getTypeAlignInChars(P.Type).getQuantity();
      P.Offset = llvm::alignTo(Result.Bytes, std::max(Alignment, WordBytes));
      Result.Bytes = P.Offset + Size;
      if (Result.Bytes > MaxBytes - HeaderBytes) {
        unsigned ID = Diags.getCustomDiagID(
            DiagnosticsEngine::Error,
            "the arguments of the thread '%0' are larger than a closure can "
            "be; give a large array a length, as in 'int n, int a[n]'");
        Diags.Report(Thread->getLocation(), ID) << Thread->getName();
        return std::nullopt;
      }
    }
  Result.Bytes = llvm::alignTo(Result.Bytes, WordBytes);
  return Result;
}

} // namespace tussah::cilk1
