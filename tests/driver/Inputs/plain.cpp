#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

std::string longest(std::vector<std::string> words) {
  if (words.empty())
    throw std::invalid_argument("no words");
  std::sort(words.begin(), words.end(),
            [](auto &a, auto &b) { return a.size() > b.size(); });
  return words.front();
}
