// The examples of docs/language.md are formulas: blocks marked `spl` are files,
// blocks marked `cpp` hold texts. The second column of the table about the
// original tool, in docs/coming-from.md, holds a text in each row.

#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "parser/cpp_scanner.hpp"
#include "parser/parser.hpp"
#include "parser/source.hpp"
#include "tests/parser/formula_text.hpp"

namespace spl::parser {
namespace {

std::vector<std::string> lines_of(const std::string& page) {
  std::ifstream stream(SPL_DOCUMENTS "/" + page);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> blocks(const std::string& kind) {
  std::vector<std::string> found;
  bool inside = false;
  for (const std::string& line : lines_of("language.md")) {
    if (line == "```" + kind) {
      inside = true;
      found.emplace_back();
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      found.back() += line + '\n';
    }
  }
  return found;
}

void expect_readable(const std::string& text, TextKind kind) {
  const ParsedText parsed = parse(text, kind);
  const Source source("docs/language.md", text);
  for (const logic::Problem& problem : parsed.problems) {
    ADD_FAILURE() << to_text(source.diagnose(problem));
  }
  const std::string printed = to_text(parsed.document);
  EXPECT_EQ(to_text(parse(printed, TextKind::kFile).document), printed);
}

TEST(Documentation, ShowsFilesThatCanBeRead) {
  const auto files = blocks("spl");
  EXPECT_GE(files.size(), 15U);
  for (const std::string& file : files) {
    expect_readable(file, TextKind::kFile);
  }
}

TEST(Documentation, ShowsCppWithFormulas) {
  const auto sources = blocks("cpp");
  EXPECT_GE(sources.size(), 3U);
  for (const std::string& source : sources) {
    const ScannedSource scanned = scan(source);
    EXPECT_TRUE(scanned.problems.empty()) << source;
    EXPECT_FALSE(scanned.texts.empty()) << source;
    for (const EmbeddedText& text : scanned.texts) {
      expect_readable(text.text(), TextKind::kSingle);
    }
  }
}

TEST(Documentation, ShowsEquivalentsOfTheOriginalTool) {
  std::size_t rows = 0;
  bool inside = false;
  for (const std::string& line : lines_of("coming-from.md")) {
    if (line.substr(0, 2) == "##") {
      inside = line == "## The original SPL tool";
    }
    const std::size_t cell = line.find(" | `");
    if (!inside || cell == line.npos) continue;
    const std::size_t begin = cell + 4;
    ++rows;
    expect_readable(line.substr(begin, line.find('`', begin) - begin),
                    TextKind::kFile);
  }
  EXPECT_GE(rows, 9U);
}

}  // namespace
}  // namespace spl::parser
