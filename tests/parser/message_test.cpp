#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "parser/parser.hpp"
#include "parser/source.hpp"
#include "tests/parser/dump.hpp"

// Messages about texts that do not fit, whole, with their places and excerpts.
// Those of plain inputs are in tests/logic/data/wrong_inputs.txt; here are
// inputs with control characters, bytes or white space at their end, and what
// holds for all.
namespace spl::parser {
namespace {

std::string problems_of(std::string_view text) {
  const Source source("f", std::string(text));
  std::string problems;
  for (const logic::Problem& problem : parse(text, TextKind::kFile).problems) {
    problems += to_text(source.diagnose(problem));
  }
  return problems;
}

TEST(Messages, ShowWhatCannotBePrinted) {
  struct Row {
    std::string_view text;
    std::string_view place;
    std::string_view message;
    std::string_view excerpt;
  };
  const Row kRows[] = {
      {"a < b => ", "1:9",
       "expected a formula after \"=>\", found the end of the text",
       "1 | a < b => \n  |         ^"},
      {"\"a\" < ", "1:6",
       "expected a number, a method or \"(\" after \"<\", found the end of the "
       "text",
       "1 | \"a\" < \n  |      ^"},
      {"x: ", "1:3",
       "expected a formula after \":\", found the end of the text",
       "1 | x: \n  |   ^"},
      {"set alpha = ", "1:12",
       "expected a value after \"=\", found the end of the text",
       "1 | set alpha = \n  |            ^"},
      {"set alpha = 1\r2", "1:14",
       "only printable ASCII may appear here unquoted, found white space",
       "1 | set alpha = 1?2\n  |              ^"},
      {"\ta(i) <\t+ b", "1:9",
       "expected a number, a method or \"(\" after \"<\", found \"+\"",
       "1 | \ta(i) <\t+ b\n  | \t      \t^"},
      {"a@v1-b < c -> ", "1:14",
       "expected a formula after \"->\", found the end of the text",
       "1 | a@v1-b < c -> \n  |              ^"},
      {"a < b\001", "1:6",
       "expected an operator or the end of the statement after \"b\", found "
       "the byte 0x01",
       "1 | a < b?\n  |      ^"},
  };
  for (const Row& row : kRows) {
    const std::string expected = "f:" + std::string(row.place) +
                                 ": error: " + std::string(row.message) + '\n' +
                                 std::string(row.excerpt) + '\n';
    EXPECT_EQ(problems_of(row.text), expected) << row.text;
  }
}

struct RecoveryRow {
  std::string_view text;
  std::string_view good;
  std::string_view places;
};

TEST(Messages, AreGivenForEveryStatement) {
  const RecoveryRow kRows[] = {
      // Reading resumes after `;` ...
      {"a <; b < c; d <", "(b < c)", "1:4 1:16"},
      {"a(\";\" b; c < d", "(c < d)", "1:7"},
      {"a b # ; x y\nc < d", "(c < d)", "1:3"},
      {"a b // ; x y\nc < d", "(c < d)", "1:3"},
      // ... or at the next line that is not indented ...
      {"a b\n  c d\n\te f\ng < h\n", "(g < h)", "1:3"},
      {"a b\n\n  # x\nc < d\ne f\ng < h", "(c < d) (g < h)", "1:3 5:3"},
      {"for i in S\n  a(i) b\n  and c < d\ne < f", "(e < f)", "2:8"},
      // ... be it the one in which the mistake shows ...
      {"a(i)\nb(i) < c(i)", "(b( i ) < c( i ))", "2:1"},
      {"a(i)\nb(i) <", "", "2:1 2:7"},
      // ... unless that line continues the statement.
      {"a b\nand c < d\n=> e < f\ng < h", "(g < h)", "1:3"},
      {"for i in {\n1 2\n}: a < b\ng < h", "(g < h)", "2:3"},
      {"a < b\n% c\nd < e", "(a < b) (d < e)", "2:1"},
      {"\xEF\xBB\xBF"
       "a b\r\nc < d\r\n",
       "(c < d)", "1:3"},
      // If a text ends too early, the place is after its last word.
      {"a <\n\n# more\n", "", "1:4"},
  };
  for (const RecoveryRow& row : kRows) {
    const Source source("f", std::string(row.text));
    const ParsedText parsed = parse(row.text, TextKind::kFile);
    std::string places;
    for (const logic::Problem& problem : parsed.problems) {
      const Position place = source.position(problem.span.begin);
      if (!places.empty()) places += ' ';
      places += std::to_string(place.line) + ':' + std::to_string(place.column);
    }
    EXPECT_EQ(places, row.places) << row.text;
    EXPECT_EQ(dump(parsed.document), row.good) << row.text;
  }
}

TEST(Messages, SayHowAGeometricMeanIsWritten) {
  EXPECT_EQ(problems_of("geomean(f(n) / g(n), n in for) < 1"),
            "f:1:20: error: expected an operator or \"for\" after "
            "\"f(n) / g(n)\", found \",\"; a geometric mean is written "
            "\"geomean(f(n) / g(n) for n in 8, 64) <= 1.01\"\n"
            "1 | geomean(f(n) / g(n), n in for) < 1\n"
            "  |                    ^\n");
  EXPECT_EQ(problems_of("geomean(f(n) / g(n) for n in 8 < 1"),
            "f:1:32: error: expected \",\" or \")\" after \"8\", found \"<\"\n"
            "1 | geomean(f(n) / g(n) for n in 8 < 1\n"
            "  |                                ^\n");
}

TEST(Messages, RejectWhatIsNotUtf8) {
  EXPECT_EQ(problems_of("a < b # \xB5"),
            "f:1:9: error: this comment is not UTF-8: found the byte 0xB5\n"
            "1 | a < b # ?\n  |         ^\n");
  EXPECT_EQ(problems_of("a(\"\xC3\") < b"),
            "f:1:4: error: this string is not UTF-8: found the byte 0xC3\n"
            "1 | a(\"?\") < b\n  |    ^\n");
}

// Found by fuzzing: the text may look like what messages are made with.
TEST(Messages, QuoteWhatLooksLikeAPlaceholder) {
  EXPECT_EQ(problems_of("a@\"{found}\" b"),
            "f:1:13: error: expected a relation sign (< <= > >= = !=) after "
            "'a@\"{found}\"', found \"b\"\n"
            "1 | a@\"{found}\" b\n  |             ^\n");
}

TEST(Messages, StayShort) {
  const std::string name(1000, 'a');
  const std::string problems = problems_of(name + " " + name);
  EXPECT_EQ(problems.substr(0, problems.find('\n')),
            "f:1:1002: error: expected a relation sign (< <= > >= = !=) after "
            "\"" +
                std::string(57, 'a') + "...\", found \"" +
                std::string(57, 'a') + "...\"");
}

}  // namespace
}  // namespace spl::parser
