//===- wordcount.cpp - The most frequent words of text files --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the words of the files given. The files are cut into pieces, each
/// piece is counted by a task into a table of its own, and the tables are added
/// in pairs, which is a parallel divide and conquer too.
///
///     wordcount [-n TOP] FILE...
///
/// A word consists of letters, digits, and bytes from 0x80 on, so that words in
/// UTF-8 stay whole; an apostrophe between two of them belongs to the word.
/// `A` to `Z` count as `a` to `z`. Everything else, also a zero byte, separates
/// words. A file that cannot be read is reported, the others are counted, and
/// the exit code is 2.
///
/// Checked: each file is counted once more as a whole by sorting its words.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "wordcount"
#define EXAMPLE_USAGE "[-n TOP] FILE..."
#include "example.h"

#include <algorithm>
#include <climits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using Table = std::unordered_map<std::string, long>;
using Text = std::string_view;

constexpr size_t PieceSize = 128 * 1024;

/// A file's contents in lower case.
class File {
  size_t size = 0;
  std::unique_ptr<char, decltype(&free)> contents;

public:
  explicit File(const char *path) : contents(example_read(path, &size), free) {
    for (size_t i = 0; contents && i < size; ++i)
      if (contents.get()[i] >= 'A' && contents.get()[i] <= 'Z')
        contents.get()[i] += 'a' - 'A';
  }
  bool isValid() const { return contents != nullptr; }
  Text text() const { return {contents.get(), size}; }
};

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80);
}

/// True if the byte at \p i of \p text is part of a word. What it is depends on
/// its neighbours only, so every piece of a file finds the same words.
bool isInWord(Text text, size_t i) {
  return isLetter(text[i]) ||
         (text[i] == '\'' && i > 0 && i + 1 < text.size() &&
          isLetter(text[i - 1]) && isLetter(text[i + 1]));
}

/// Counts the words of \p text that begin in [begin, end). The last one may
/// reach beyond; the piece that it reaches into skips it.
Table countPiece(Text text, size_t begin, size_t end) {
  Table table;
  size_t i = begin;
  if (i > 0 && isInWord(text, i - 1))
    while (i < end && isInWord(text, i))
      ++i;
  while (i < end) {
    if (!isInWord(text, i)) {
      ++i;
      continue;
    }
    size_t first = i;
    while (i < text.size() && isInWord(text, i))
      ++i;
    ++table[std::string(text.substr(first, i - first))];
  }
  return table;
}

/// Adds the smaller of two tables to the larger one.
Table add(Table a, Table b) {
  if (a.size() < b.size())
    std::swap(a, b);
  for (auto &[word, count] : b)
    a[word] += count;
  return a;
}

/// Counts the words that begin in [begin, end).
Table count(Text text, size_t begin, size_t end) {
  if (end - begin <= PieceSize)
    return countPiece(text, begin, end);
  size_t middle = begin + (end - begin) / 2;
  Table lower = cilk_spawn count(text, begin, middle);
  Table upper = count(text, middle, end);
  cilk_sync;
  return add(std::move(lower), std::move(upper));
}

/// Counts the words of the files [begin, end).
Table count(const std::vector<File> &files, size_t begin, size_t end) {
  if (begin == end)
    return {};
  if (end - begin == 1)
    return count(files[begin].text(), 0, files[begin].text().size());
  size_t middle = begin + (end - begin) / 2;
  Table lower = cilk_spawn count(files, begin, middle);
  Table upper = count(files, middle, end);
  cilk_sync;
  return add(std::move(lower), std::move(upper));
}

/// The words in the order of their bytes, each with its number.
using SortedTable = std::vector<std::pair<Text, long>>;

SortedTable countSerially(const std::vector<File> &files) {
  std::vector<Text> words;
  for (const File &file : files) {
    Text text = file.text();
    size_t length = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
      if (i < text.size() && isInWord(text, i)) {
        ++length;
      } else if (length) {
        words.push_back(text.substr(i - length, length));
        length = 0;
      }
    }
  }
  std::sort(words.begin(), words.end());
  SortedTable sorted;
  for (Text word : words)
    if (sorted.empty() || sorted.back().first != word)
      sorted.push_back({word, 1});
    else
      ++sorted.back().second;
  return sorted;
}

void check(const SortedTable &table, const SortedTable &expected) {
  for (size_t i = 0; i < std::max(table.size(), expected.size()); ++i)
    if (i >= table.size() || i >= expected.size() || table[i] != expected[i])
      example_fail(1,
                   "wrong result: word %zu of %zu differs from the serial "
                   "count of %zu words",
                   i, table.size(), expected.size());
}

/// Length of the UTF-8 sequence at \p i of \p word, or 0 if there is none.
size_t utf8Length(Text word, size_t i) {
  unsigned char lead = word[i];
  size_t length = lead < 0x80   ? 1
                  : lead < 0xc2 ? 0
                  : lead < 0xe0 ? 2
                  : lead < 0xf0 ? 3
                  : lead < 0xf5 ? 4
                                : 0;
  if (length > word.size() - i)
    return 0;
  for (size_t k = 1; k < length; ++k)
    if ((word[i + k] & 0xc0) != 0x80)
      return 0;
  // The control characters U+0080 to U+009F.
  return lead == 0xc2 && (unsigned char)word[i + 1] < 0xa0 ? 0 : length;
}

/// \p word as a terminal can show it: what is not UTF-8 as \xNN.
std::string printable(Text word) {
  std::string result;
  for (size_t i = 0; i < word.size();) {
    size_t length = utf8Length(word, i);
    if (length) {
      result += word.substr(i, length);
      i += length;
    } else {
      char escaped[5];
      snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned char)word[i++]);
      result += escaped;
    }
  }
  return result;
}

void print(SortedTable table, size_t top, size_t files, size_t bytes) {
  long words = 0;
  uint64_t checksum = 0;
  for (auto [word, count] : table) {
    words += count;
    for (unsigned char c : word)
      checksum = example_mix(checksum ^ c);
    checksum = example_mix(checksum ^ (uint64_t)count);
  }
  std::sort(table.begin(), table.end(), [](auto &a, auto &b) {
    return a.second > b.second || (a.second == b.second && a.first < b.first);
  });
  printf("%zu files, %zu bytes, %ld words, %zu different words\n", files, bytes,
         words, table.size());
  for (size_t i = 0; i < std::min(top, table.size()); ++i)
    printf("%9ld  %s\n", table[i].second, printable(table[i].first).c_str());
  example_checksum(checksum);
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, INT_MAX);
  size_t top = 10;
  int first = 1;
  if (argc > 1 && !strcmp(argv[1], "-n")) {
    if (argc == 2)
      example_fail(2, "-n needs a number; usage: %s %s", EXAMPLE_NAME,
                   EXAMPLE_USAGE);
    top = example_number("TOP", argv[2], 0, 1000000);
    first = 3;
  }
  if (first >= argc)
    example_fail(2, "no file; usage: %s %s", EXAMPLE_NAME, EXAMPLE_USAGE);

  std::vector<File> files;
  size_t bytes = 0;
  bool failed = false;
  for (int i = first; i < argc; ++i) {
    File file(argv[i]);
    if (file.isValid()) {
      bytes += file.text().size();
      files.push_back(std::move(file));
    } else {
      fprintf(stderr, "%s: cannot read '%s': %s\n", EXAMPLE_NAME, argv[i],
              strerror(errno));
      failed = true;
    }
  }
  if (files.empty())
    return 2;

  double start = example_clock();
  Table table = count(files, 0, files.size());
  example_time(start);

  SortedTable sorted(table.begin(), table.end());
  std::sort(sorted.begin(), sorted.end());
  check(sorted, countSerially(files));
  print(std::move(sorted), top, files.size(), bytes);
  return failed ? 2 : 0;
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the words");
}
