//===- RaceHtml.cpp - Races as a page -------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceFormats.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tussah::driver {

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

//===----------------------------------------------------------------------===//
// The picture
//===----------------------------------------------------------------------===//

namespace {

/// Where the two strands part, and how each came to its access. Side by side,
/// or one below the other on narrow screens.
class Picture {
  static constexpr int BoxWidth = 300, BoxHeight = 28, Step = 44, Margin = 2;
  static constexpr size_t MostSteps = 8;

  const Race &R;
  bool IsNarrow, IsLoop;
  std::string Edges, Boxes;
  int Height = 0;

  void addBox(int X, int Y, const std::string &Class, const std::string &Text);
  void addEdge(int X1, int Y1, int X2, int Y2);
  size_t stepsOf(const RaceAccess &A, const RaceAccess &Other) const;
  int addStrand(int Which, int X, int RootX, int Y);

public:
  Picture(const Race &R, bool IsNarrow)
      : R(R), IsNarrow(IsNarrow),
        IsLoop(R.Reason.What.find("loop") != std::string::npos) {}
  std::string svg();
};

} // namespace

/// As many characters as a box has room for.
static std::string shorten(const std::string &Text) {
  constexpr size_t Most = 42;
  std::string Result;
  size_t Characters = 0;
  for (char C : Text) {
    // What follows the first byte of a character in UTF-8.
    bool IsRest = (static_cast<unsigned char>(C) & 0xC0) == 0x80;
    if (!IsRest && ++Characters == Most)
      return Result + "\u2026";
    Result += C;
  }
  return Result;
}

void Picture::addBox(int X, int Y, const std::string &Class,
                     const std::string &Text) {
  Boxes += "<rect class=\"" + Class + "\" x=\"" + std::to_string(X) +
           "\" y=\"" + std::to_string(Y) + "\" width=\"" +
           std::to_string(BoxWidth) + "\" height=\"" +
           std::to_string(BoxHeight) + "\" rx=\"5\"/><text x=\"" +
           std::to_string(X + 10) + "\" y=\"" + std::to_string(Y + 18) + "\">" +
           escape(shorten(Text)) + "<title>" + escape(Text) + "</title></text>";
  Height = std::max(Height, Y + BoxHeight + Margin);
}

void Picture::addEdge(int X1, int Y1, int X2, int Y2) {
  Edges += "<path d=\"M" + std::to_string(X1) + " " + std::to_string(Y1) + "L" +
           std::to_string(X2) + " " + std::to_string(Y2) + "\"/>";
}

/// How many outermost steps two stacks have in common.
static size_t commonSteps(const RaceAccess &A, const RaceAccess &B) {
  auto IsSame = [](const RacePlace &P, const RacePlace &Q) {
    return P.line() == Q.line();
  };
  return std::mismatch(A.Stack.rbegin(), A.Stack.rend(), B.Stack.rbegin(),
                       B.Stack.rend(), IsSame)
             .first -
         A.Stack.rbegin();
}

/// How many steps of a strand are below the place where it and \p Other part.
size_t Picture::stepsOf(const RaceAccess &A, const RaceAccess &Other) const {
  auto IsParting = [&](const RacePlace &P) {
    return P.What.compare(0, 6, "called") != 0 && P.File == R.Reason.File &&
           P.Line == R.Reason.Line;
  };
  size_t Steps = A.Stack.size() - commonSteps(A, Other);
  if (IsLoop) {
    // Both are in an iteration of it.
    auto Loop = std::find_if(A.Stack.begin() + Steps, A.Stack.end(), IsParting);
    Steps = Loop - A.Stack.begin();
  } else if (Steps && IsParting(A.Stack[Steps - 1])) {
    --Steps;
  }
  return std::min(Steps, MostSteps);
}

static std::string nameOf(const RacePlace &P) {
  std::string File = std::filesystem::path(P.File).filename().string();
  return (File.empty() ? "?" : File + ":" + std::to_string(P.Line)) + " " +
         P.Function;
}

/// Adds the steps of a strand, outermost first, from \p Y on. Returns where
/// they end.
int Picture::addStrand(int Which, int X, int RootX, int Y) {
  const RaceAccess &A = R.Accesses[Which];
  int AboveX = RootX, AboveY = Margin + BoxHeight;
  for (size_t I = stepsOf(A, R.Accesses[1 - Which]) + 1; I-- != 0; Y += Step) {
    const RacePlace &P = I ? A.Stack[I - 1] : A.Place;
    bool IsFirst = AboveY == Margin + BoxHeight;
    if (IsNarrow && IsFirst) {
      // Past the other strand.
      addEdge(RootX, AboveY, RootX, Y + BoxHeight / 2);
      addEdge(RootX, Y + BoxHeight / 2, X, Y + BoxHeight / 2);
    } else {
      addEdge(AboveX, AboveY, X + BoxWidth / 2, Y);
    }
    std::string Verb = P.What.substr(0, P.What.rfind(" at"));
    addBox(X, Y, I ? "step" : "access", Verb + " " + nameOf(P));
    AboveX = X + BoxWidth / 2;
    AboveY = Y + BoxHeight;
  }
  return Y;
}

std::string Picture::svg() {
  const int Second = BoxWidth + 30, Indent = 24;
  const int Width = Margin + (IsNarrow ? Indent : Second) + BoxWidth + Margin;
  const int RootBox = IsNarrow ? Margin : (Width - BoxWidth) / 2;
  const int RootX = IsNarrow ? Margin + Indent / 2 : Width / 2;
  const int First = Margin + Step;
  addBox(RootBox, Margin, "root",
         (IsLoop ? "loop " : "spawn ") + nameOf(R.Reason));
  int X = IsNarrow ? Margin + Indent : Margin;
  int Y = addStrand(0, X, RootX, First);
  if (IsNarrow)
    addStrand(1, X, RootX, Y);
  else
    addStrand(1, Margin + Second, RootX, First);
  return std::string("<svg class=\"") + (IsNarrow ? "narrow" : "broad") +
         "\" role=\"img\" aria-label=\"where the two strands part\" "
         "viewBox=\"0 0 " +
         std::to_string(Width) + " " + std::to_string(Height) +
         "\" style=\"max-width:" + std::to_string(Width) + "px\">" + Edges +
         Boxes + "</svg>";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static std::string accessOf(const RaceAccess &A) {
  std::string Text = "<div class=\"side\"><h3>" + escape(A.Place.line()) +
                     "</h3>" + excerptOf(A.Place);
  if (!A.Stack.empty()) {
    Text += "<ol>";
    for (const RacePlace &Step : A.Stack)
      Text += "<li>" + escape(Step.line()) + "</li>";
    Text += "</ol>";
  }
  return Text + "</div>";
}

static std::string sectionOf(const Race &R, bool ShowsValues) {
  std::string Text = "<section><h2>" + escape(R.title()) + "</h2>";
  if (!R.IsNew)
    Text += "<p>In the baseline.</p>";
  Text += "<p class=\"advice\">" + escape(R.Advice) + "</p><div class=\"two\">";
  for (const RaceAccess &A : R.Accesses)
    Text += accessOf(A);
  Text += "</div><p>" + escape(R.Reason.line()) + ". Found " +
          (R.Times == "1" ? "once" : R.Times + " times") + ".</p>" +
          excerptOf(R.Reason) + Picture(R, /*IsNarrow=*/false).svg() +
          Picture(R, /*IsNarrow=*/true).svg();
  if (ShowsValues) {
    Text += "<p>Both orders:</p><ul>";
    for (const std::string &Line : valueLines(R))
      Text += "<li>" + escape(Line) + "</li>";
    Text += "</ul>";
  }
  for (const RaceAccess &A : R.Object)
    Text += "<p>" + escape(A.Place.line()) + "</p>" + excerptOf(A.Place);
  return Text + "</section>";
}

static std::string listOf(const std::string &Title,
                          const std::vector<RacePlace> &Places) {
  if (Places.empty())
    return "";
  std::string Text = "<section><h2>" + Title + "</h2><ul>";
  for (const RacePlace &P : Places)
    Text += "<li>" + escape(P.What + ", " + P.position()) + "</li>";
  return Text + "</ul></section>";
}

static const char Style[] =
    ":root{color-scheme:light dark;--back:#fafbfc;--text:#1c2430;--box:#fff;"
    "--rim:#d8dee6;--code:#f2f4f7;--hot:#ffe1dc;--hotrim:#c0392b;"
    "--hint:#0b5c8a;--line:#7b8794}"
    "@media screen and (prefers-color-scheme:dark){:root{--back:#15191f;"
    "--text:#e4e8ee;--box:#1d232b;--rim:#38424e;--code:#262e38;"
    "--hot:#5a2a26;--hotrim:#ff8a7a;--hint:#7cc4f0;--line:#8b97a5}}"
    "body{font:15px system-ui,sans-serif;margin:2em auto;max-width:75em;"
    "padding:0 1em;color:var(--text);background:var(--back)}"
    "section{background:var(--box);border:1px solid var(--rim);"
    "border-radius:8px;padding:1em 1.4em;margin:1em 0}"
    "h2{font-size:1.1em}h3{font-size:.95em}"
    "h2,h3,p,li{overflow-wrap:anywhere}ol{padding-left:1.6em}"
    ".two{display:flex;gap:1em;flex-wrap:wrap}"
    ".side{flex:1 1 24em;min-width:0}"
    "pre{background:var(--code);padding:.7em;overflow-x:auto;font-size:13px}"
    "pre b{background:var(--hot);display:inline-block;min-width:100%}"
    ".advice{font-weight:600;color:var(--hint)}"
    "svg{display:block;width:100%;height:auto;margin:1em 0}"
    "svg.narrow{display:none}"
    "svg rect{fill:var(--code);stroke:var(--line)}"
    "svg rect.access{fill:var(--hot);stroke:var(--hotrim)}"
    "svg path{stroke:var(--line);fill:none}"
    "svg text{font:11px monospace;fill:var(--text)}"
    "@media(max-width:45em){body{margin:1em auto;padding:0 .5em}"
    "section{padding:.6em .8em}.side{flex-basis:100%}"
    "svg.broad{display:none}svg.narrow{display:block}}";

std::string formatRacesAsHtml(const RaceJournal &Journal) {
  const size_t Count = Journal.Races.size();
  std::string Text =
      std::string("<!DOCTYPE html><html lang=\"en\"><head>"
                  "<meta charset=\"utf-8\"><meta name=\"viewport\" "
                  "content=\"width=device-width, initial-scale=1\">"
                  "<title>Races</title><style>") +
      Style + "</style></head><body><h1>" + std::to_string(Count) +
      (Count == 1 ? " distinct race" : " distinct races") + "</h1>";
  if (!Journal.IsComplete)
    Text += "<p>The program did not run to its end" +
            (Journal.EndedBy.empty() ? "" : ": " + Journal.EndedBy) + ".</p>";
  for (const Race &R : Journal.Races)
    Text += sectionOf(R, Journal.ShowsValues);
  Text += listOf("Not executed", Journal.Unexecuted);
  Text += listOf("Called, but not checked", Journal.Unchecked);
  return Text + "</body></html>\n";
}

} // namespace tussah::driver
