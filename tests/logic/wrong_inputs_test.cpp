// Compares data/wrong_inputs.txt with the messages of today.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/golden_file.hpp"
#include "tests/logic/sample_catalogue.hpp"

namespace spl::logic {
namespace {

constexpr std::string_view kFileMark = "| ";
constexpr std::string_view kSingleMark = "e| ";

/// A wrong input, with the headings in front of it.
struct Entry {
  std::string heading;
  std::string_view mark;
  std::string text;
};

struct GoldenFile {
  std::string explanation;
  std::vector<Entry> entries;
};

std::string golden_path() {
  return std::string(SPL_TEST_DATA) + "/wrong_inputs.txt";
}

// An empty line of an input is its mark alone, without the space.
std::string_view mark_of(std::string_view line) {
  for (const std::string_view mark : {kFileMark, kSingleMark}) {
    if (line.starts_with(mark) || line == mark.substr(0, mark.size() - 1)) {
      return mark;
    }
  }
  return {};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Inputs and headings only: what is said about an input is made anew.
GoldenFile read_golden(const std::string& text) {
  GoldenFile golden;
  std::string heading;
  bool in_input = false;
  for (const std::string& line : lines_of(text)) {
    const std::string_view mark = mark_of(line);
    if (!mark.empty()) {
      const std::string rest =
          line.size() > mark.size() ? line.substr(mark.size()) : "";
      if (in_input) {
        golden.entries.back().text += '\n' + rest;
      } else {
        golden.entries.push_back({heading, mark, rest});
        heading.clear();
      }
    } else if (line.starts_with("## ")) {
      heading += line + "\n\n";
    } else if (golden.entries.empty() && heading.empty()) {
      golden.explanation += line + '\n';
    }
    in_input = !mark.empty();
  }
  return golden;
}

parser::TextKind kind_of(const Entry& entry) {
  return entry.mark == kFileMark ? parser::TextKind::kFile
                                 : parser::TextKind::kSingle;
}

std::string written(const GoldenFile& golden) {
  std::string result = golden.explanation;
  for (const Entry& entry : golden.entries) {
    if (&entry != &golden.entries.front()) result += '\n';
    result += entry.heading;
    const std::vector<std::string> lines = entry.text.empty()
                                               ? std::vector<std::string>{""}
                                               : lines_of(entry.text);
    for (const std::string& line : lines) {
      const std::size_t blank = line.empty() ? 1 : 0;
      result += entry.mark.substr(0, entry.mark.size() - blank);
      result += line + '\n';
    }
    for (const std::string& line :
         lines_of(diagnostics_of(entry.text, kind_of(entry)))) {
      if (line.starts_with("text:")) result += line + '\n';
    }
  }
  return result;
}

TEST(WrongInputs, AreAnsweredAsOnFile) {
  expect_golden(golden_path(),
                written(read_golden(golden_text(golden_path()))));
}

TEST(WrongInputs, AreManyAndEachIsWrong) {
  const GoldenFile golden = read_golden(golden_text(golden_path()));
  std::set<std::string> texts;
  for (const Entry& entry : golden.entries) {
    texts.insert(std::string(entry.mark) + entry.text);
    EXPECT_NE(diagnostics_of(entry.text, kind_of(entry)), "") << entry.text;
  }
  EXPECT_EQ(texts.size(), golden.entries.size()) << "an input stands twice";
  EXPECT_GE(texts.size(), 80U);
}

}  // namespace
}  // namespace spl::logic
