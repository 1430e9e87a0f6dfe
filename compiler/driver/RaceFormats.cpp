//===- RaceFormats.cpp - Reports of races as text, JSON, SARIF and HTML ---===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceFormats.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tussah::driver {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string positionOf(const RacePlace &P) {
  if (P.File.empty())
    return "an unknown line";
  return P.File + ":" + std::to_string(P.Line) + ":" + std::to_string(P.Column);
}

static std::string lineOf(const RacePlace &P) {
  return P.What + " " + positionOf(P) +
         (P.Function.empty() ? "" : " in " + P.Function);
}

static std::string titleOf(const Race &R) {
  return "Race detected on " +
         (R.Variable.empty() ? "a location" : "'" + R.Variable + "'") +
         " that two strands access";
}

std::string formatRacesAsText(const RaceJournal &Journal) {
  std::string Text;
  size_t New = 0;
  for (const Race &R : Journal.Races) {
    if (!R.IsNew)
      continue;
    ++New;
    Text += titleOf(R) + ":\n";
    for (const RaceAccess &A : R.Accesses) {
      Text += "  " + lineOf(A.Place) + "\n";
      for (const RacePlace &Step : A.Stack)
        Text += "    " + lineOf(Step) + "\n";
    }
    Text += "  " + lineOf(R.Reason) + "\n  " + R.Advice + "\n";
  }
  return Text + std::to_string(New) + " of " +
         std::to_string(Journal.Races.size()) + " distinct races are new.\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::string quote(const std::string &Text) {
  std::string Result = "\"";
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    if (C >= 0x20) {
      Result += static_cast<char>(C);
      continue;
    }
    char Escape[8];
    std::snprintf(Escape, sizeof Escape, "\\u%04x", C);
    Result += Escape;
  }
  return Result + "\"";
}

/// "[...]" of what \p F makes of each element.
template <class T, class Function>
static std::string list(const std::vector<T> &Elements, const Function &F) {
  std::string Text = "[";
  for (const T &Element : Elements)
    Text += (Text.size() == 1 ? "" : ", ") + F(Element);
  return Text + "]";
}

static std::string jsonMembers(const RacePlace &P) {
  return "\"what\": " + quote(P.What) + ", \"file\": " + quote(P.File) +
         ", \"line\": " + std::to_string(P.Line) +
         ", \"column\": " + std::to_string(P.Column) +
         ", \"function\": " + quote(P.Function);
}

static std::string jsonPlace(const RacePlace &P) {
  return "{" + jsonMembers(P) + "}";
}

static std::string jsonAccess(const RaceAccess &A) {
  return "{" + jsonMembers(A.Place) +
         ", \"stack\": " + list(A.Stack, jsonPlace) + "}";
}

static std::string jsonRace(const Race &R) {
  return "\n    {\"fingerprint\": " + quote(R.fingerprint()) +
         ", \"new\": " + (R.IsNew ? "true" : "false") +
         ", \"times\": " + R.Times +
         ",\n     \"variable\": " + quote(R.Variable) +
         ", \"advice\": " + quote(R.Advice) +
         ",\n     \"accesses\": " + list(R.Accesses, jsonAccess) +
         ",\n     \"reason\": " + jsonPlace(R.Reason) +
         ",\n     \"object\": " + list(R.Object, jsonAccess) + "}";
}

std::string formatRacesAsJson(const RaceJournal &Journal) {
  return std::string("{\n  \"tool\": \"tussah race\",\n  \"version\": 1,\n") +
         "  \"complete\": " + (Journal.IsComplete ? "true" : "false") +
         ",\n  \"races\": " + list(Journal.Races, jsonRace) +
         ",\n  \"duplicates\": " + Journal.Duplicates +
         ",\n  \"notExecuted\": " + list(Journal.Unexecuted, jsonPlace) +
         ",\n  \"notChecked\": " + list(Journal.Unchecked, jsonPlace) + "\n}\n";
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

static std::string uriOf(const std::string &File) {
  std::string Path = std::filesystem::path(File).is_absolute()
                         ? File
                         : std::filesystem::absolute(File).string();
  std::string Uri = "file://";
  for (unsigned char C : Path) {
    char Escape[4];
    bool IsPlain =
        std::isalnum(C) || std::string("/-._~+").find(C) != std::string::npos;
    std::snprintf(Escape, sizeof Escape, IsPlain ? "%c" : "%%%02X", C);
    Uri += Escape;
  }
  return Uri;
}

static std::string sarifLocation(const RacePlace &P) {
  std::string Text = "{\"message\": {\"text\": " + quote(lineOf(P)) + "}";
  if (!P.File.empty() && P.Line) {
    Text += ", \"physicalLocation\": {\"artifactLocation\": {\"uri\": " +
            quote(uriOf(P.File)) +
            "}, \"region\": {\"startLine\": " + std::to_string(P.Line);
    if (P.Column)
      Text += ", \"startColumn\": " + std::to_string(P.Column);
    Text += "}}";
  }
  if (!P.Function.empty())
    Text += ", \"logicalLocations\": [{\"name\": " + quote(P.Function) +
            ", \"kind\": \"function\"}]";
  return Text + "}";
}

static std::string sarifFrame(const RacePlace &P) {
  return "{\"location\": " + sarifLocation(P) + "}";
}

static std::string sarifStack(const RaceAccess &A) {
  std::vector<RacePlace> Frames{A.Place};
  Frames.insert(Frames.end(), A.Stack.begin(), A.Stack.end());
  return "{\"message\": {\"text\": " + quote(lineOf(A.Place)) +
         "}, \"frames\": " + list(Frames, sarifFrame) + "}";
}

static std::string sarifRace(const Race &R) {
  // Problem lists show one place: where something can be done, as a rule.
  std::vector<RacePlace> Related{R.Accesses[0].Place, R.Reason};
  return "\n    {\"ruleId\": \"determinacy-race\", \"level\": \"error\", "
         "\"message\": {\"text\": " +
         quote(titleOf(R) + ": " + lineOf(R.Accesses[1].Place) + "; " +
               lineOf(R.Accesses[0].Place) + "; " + lineOf(R.Reason) + ". " +
               R.Advice) +
         "},\n     \"locations\": [" + sarifLocation(R.Accesses[1].Place) +
         "],\n     \"relatedLocations\": " + list(Related, sarifLocation) +
         ",\n     \"stacks\": " + list(R.Accesses, sarifStack) +
         ",\n     \"occurrenceCount\": " + R.Times +
         ", \"baselineState\": " + (R.IsNew ? "\"new\"" : "\"unchanged\"") +
         ",\n     \"partialFingerprints\": {\"tussahRace/v1\": " +
         quote(R.fingerprint()) + "}}";
}

std::string formatRacesAsSarif(const RaceJournal &Journal) {
  return std::string("{\n  \"$schema\": "
                     "\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                     "  \"version\": \"2.1.0\",\n  \"runs\": [{\n"
                     "   \"tool\": {\"driver\": {\"name\": \"tussah race\", "
                     "\"rules\": [{\"id\": \"determinacy-race\", "
                     "\"shortDescription\": {\"text\": \"Two strands that may "
                     "run at the same time access the same memory, and one of "
                     "them writes\"}}]}},\n") +
         "   \"invocations\": [{\"executionSuccessful\": " +
         (Journal.IsComplete ? "true" : "false") + "}],\n" +
         "   \"results\": " + list(Journal.Races, sarifRace) + "\n  }]\n}\n";
}

//===----------------------------------------------------------------------===//
// HTML
//===----------------------------------------------------------------------===//

static std::string escape(const std::string &Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '<'   ? "&lt;"
              : C == '>' ? "&gt;"
              : C == '&' ? "&amp;"
              : C == '"' ? "&quot;"
                         : std::string(1, C);
  return Result;
}

/// The lines around \p P, if the file can be read.
static std::string excerptOf(const RacePlace &P) {
  constexpr unsigned Around = 2;
  std::ifstream File(P.File);
  std::string Text, Line;
  for (unsigned Number = 1; std::getline(File, Line); ++Number) {
    if (Number + Around < P.Line || Number > P.Line + Around)
      continue;
    Text += Number == P.Line ? "<b>" : "<span>";
    Text += std::to_string(Number) + "  " + escape(Line);
    Text += Number == P.Line ? "</b>\n" : "</span>\n";
  }
  return Text.empty() ? "" : "<pre>" + Text + "</pre>";
}

static std::string box(int X, int Y, const std::string &Class,
                       const std::string &Text) {
  std::string Place = "x=\"" + std::to_string(X) + "\" y=\"";
  return "<rect class=\"" + Class + "\" " + Place + std::to_string(Y) +
         "\" width=\"300\" height=\"28\" rx=\"5\"/><text x=\"" +
         std::to_string(X + 10) + "\" y=\"" + std::to_string(Y + 19) + "\">" +
         escape(Text.size() > 44 ? Text.substr(0, 43) + "\u2026" : Text) +
         "</text>";
}

static std::string edge(int X1, int Y1, int X2, int Y2) {
  return "<path d=\"M" + std::to_string(X1) + " " + std::to_string(Y1) + "L" +
         std::to_string(X2) + " " + std::to_string(Y2) + "\"/>";
}

static std::string shortPlace(const RacePlace &P) {
  return std::filesystem::path(P.File).filename().string() + ":" +
         std::to_string(P.Line);
}

/// Where the two strands part, and how each came to its access.
static std::string pictureOf(const Race &R) {
  constexpr int Step = 44;
  constexpr size_t Most = 8;
  size_t Rows = 0;
  for (const RaceAccess &A : R.Accesses)
    Rows = std::max(Rows, std::min(A.Stack.size(), Most));
  std::string Svg = "<svg width=\"640\" height=\"" +
                    std::to_string((static_cast<int>(Rows) + 2) * Step) + "\">";
  bool IsLoop = R.Reason.What.find("loop") != std::string::npos;
  std::string Boxes = box(170, 2, "root",
                          (IsLoop ? "loop " : "spawn ") + shortPlace(R.Reason) +
                              " " + R.Reason.Function);
  for (int Side = 0; Side != 2; ++Side) {
    const RaceAccess &A = R.Accesses[Side];
    int X = Side * 330, Y = 2, Above = 320;
    // Outermost first; what is above the place where they part is common.
    size_t Shown = std::min(A.Stack.size(), Most);
    while (Shown && A.Stack[Shown - 1].Line != R.Reason.Line)
      --Shown;
    if (Shown)
      --Shown;
    for (size_t I = Shown + 1; I-- != 0;) {
      const RacePlace &P = I ? A.Stack[I - 1] : A.Place;
      std::string Verb = P.What.substr(0, P.What.rfind(" at"));
      Svg += edge(Above, Y + 28, X + 150, Y + Step);
      Y += Step;
      Boxes += box(X, Y, I ? "step" : "access",
                   Verb + " " + shortPlace(P) + " " + P.Function);
      Above = X + 150;
    }
  }
  return Svg + Boxes + "</svg>";
}

static std::string htmlAccess(const RaceAccess &A) {
  std::string Text = "<div class=\"side\"><h3>" + escape(lineOf(A.Place)) +
                     "</h3>" + excerptOf(A.Place);
  if (!A.Stack.empty()) {
    Text += "<ol>";
    for (const RacePlace &Step : A.Stack)
      Text += "<li>" + escape(lineOf(Step)) + "</li>";
    Text += "</ol>";
  }
  return Text + "</div>";
}

static std::string htmlRace(const Race &R) {
  std::string Text = "<section><h2>" + escape(titleOf(R)) + "</h2>";
  if (!R.IsNew)
    Text += "<p>In the baseline.</p>";
  Text += "<p class=\"advice\">" + escape(R.Advice) + "</p><div class=\"two\">";
  for (const RaceAccess &A : R.Accesses)
    Text += htmlAccess(A);
  Text += "</div><p>" + escape(lineOf(R.Reason)) + ". Found " + R.Times +
          " times.</p>" + excerptOf(R.Reason) + pictureOf(R);
  for (const RaceAccess &A : R.Object)
    Text += "<p>" + escape(lineOf(A.Place)) + "</p>" + excerptOf(A.Place);
  return Text + "</section>";
}

static std::string htmlList(const std::string &Title,
                            const std::vector<RacePlace> &Places) {
  if (Places.empty())
    return "";
  std::string Text = "<section><h2>" + Title + "</h2><ul>";
  for (const RacePlace &P : Places)
    Text += "<li>" + escape(P.What + ", " + positionOf(P)) + "</li>";
  return Text + "</ul></section>";
}

std::string formatRacesAsHtml(const RaceJournal &Journal) {
  std::string Text =
      "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<title>Races</title><style>"
      "body{font:15px system-ui,sans-serif;margin:2em auto;max-width:75em;"
      "padding:0 1em;color:#1c2430;background:#fafbfc}"
      "section{background:#fff;border:1px solid #d8dee6;border-radius:8px;"
      "padding:1em 1.4em;margin:1em 0}h2{font-size:1.1em}h3{font-size:.95em;"
      "overflow-wrap:anywhere}.two{display:flex;gap:1em;flex-wrap:wrap}"
      ".side{flex:1 1 24em;min-width:0}pre{background:#f2f4f7;padding:.7em;"
      "overflow-x:auto;font-size:13px}pre b{background:#ffe1dc;display:"
      "inline-block;min-width:100%}.advice{font-weight:600;color:#0b5c8a}"
      "svg rect{fill:#eef2f7;stroke:#7b8794}svg rect.access{fill:#ffe1dc;"
      "stroke:#c0392b}svg path{stroke:#7b8794;fill:none}"
      "svg text{font-size:12px}svg{max-width:100%}</style></head><body><h1>";
  Text += std::to_string(Journal.Races.size()) + " distinct races</h1>";
  if (!Journal.IsComplete)
    Text += "<p>The program did not run to its end.</p>";
  for (const Race &R : Journal.Races)
    Text += htmlRace(R);
  Text += htmlList("Not executed", Journal.Unexecuted);
  Text += htmlList("Called, but not checked", Journal.Unchecked);
  return Text + "</body></html>\n";
}

} // namespace tussah::driver
