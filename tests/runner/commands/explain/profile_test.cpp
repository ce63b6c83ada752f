#include "runner/session/explaining/profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace spl::runner {
namespace {

constexpr const char* kLeft = R"(# callgrind format
events: Ir
summary: 9054

fn=main
17 36
cfn=work<int>(int)
calls=3 11
18 9000
cfn=gone()
calls=1 11
18 18

fn=work<int>(int)
11 8000
cfn=work<int>(int)'2
calls=1 11
12 1000

fn=work<int>(int)'2
11 1000

fn=gone()
11 18

totals: 9054
)";

constexpr const char* kRight = R"(events: Ir
summary: 12063

fn=main
17 36
cfn=work<long>(long)
calls=6 11
18 12000
cfn=fresh()
calls=1 11
18 27

fn=work<long>(long)
11 12000

fn=fresh()
11 27
)";

std::string table_text(const Profile& left, const Profile& right,
                       std::size_t most) {
  return changes_text(functions_table(left, right), most);
}

TEST(FoldedNames, HaveNoArgumentsOfTemplates) {
  EXPECT_EQ(folded("main"), "main");
  EXPECT_EQ(folded("a<b<int>, c>::d<e>(f<g> const&)"), "a<>::d<>(f<> const&)");
  EXPECT_EQ(folded("operator<<(a<b>&, int)"), "operator<<(a<>&, int)");
  EXPECT_EQ(folded("p::operator->() const"), "p::operator->() const");
  EXPECT_EQ(folded("parse(int) [clone .constprop.0]"), "parse(int)");
  EXPECT_EQ(folded("parse(int) (.cold)"), "parse(int)");
  EXPECT_EQ(folded("walk(int)'2"), "walk(int)");
}

TEST(Profile, HasCostsOfAnIteration) {
  const Profile left = profile(kLeft, 2);
  EXPECT_EQ(left.total, 4527);
  const FunctionCost& work = left.functions.at("work<>(int)");
  EXPECT_EQ(work.exclusive, 4500);
  EXPECT_EQ(work.inclusive, 4500);  // Its call of itself counts once.
  EXPECT_EQ(work.calls, 2);
  const FunctionCost& main = left.functions.at("main");
  EXPECT_EQ(main.exclusive, 18);
  EXPECT_EQ(main.inclusive, 4527);
}

TEST(Changes, AddUpToTheDifference) {
  const std::string expected = R"(
  difference  left  right  with calls  calls
      -12000     0  12000   0 | 12000  0 | 6  work<>(long)                  right only
       +9000  9000      0    9000 | 0  4 | 0  work<>(int)                   left only
          -9    18     27                     2 other functions
           0    36     36                     functions that cost the same
       -3009  9054  12063                     all that Callgrind counted
)";
  EXPECT_EQ(table_text(profile(kLeft, 1), profile(kRight, 1), 2),
            expected.substr(1));
}

// A caller that calls several others does not tell which became which.
TEST(Changes, FindAFunctionWithAnotherNameByItsCaller) {
  const Profile left = profile(
      "summary: 30\nfn=main\n1 10\ncfn=parse()\ncalls=1 1\n1 20\n\n"
      "fn=parse()\n1 20\n",
      1);
  const Profile right = profile(
      "summary: 25\nfn=main\n1 10\ncfn=read()\ncalls=1 1\n1 15\n\n"
      "fn=read()\n1 15\n",
      1);
  EXPECT_EQ(table_text(left, right, 9),
            R"(  difference  left  right  with calls  calls
          +5    20     15     20 | 15      1  parse() | read()              renamed
           0    10     10                     functions that cost the same
          +5    30     25                     all that Callgrind counted
)");
}

TEST(Changes, HaveTheLineOfTheMostExpensiveSide) {
  const Profile left = profile(
      "summary: 30\nfl=src/a.cpp\nfn=parse()\n7 10\n8 15\nfi=b.h\n99 5\n", 1);
  const Profile right =
      profile("summary: 12\nfl=src/a.cpp\nfn=parse()\n7 10\n9 2\n", 1);
  const ChangeTable table = functions_table(left, right);
  EXPECT_EQ(changes_text(table, 9),
            R"(  difference  left  right  with calls  calls
         +18    30     12     30 | 12      0  parse() (a.cpp:8)
           0     0      0                     functions that cost the same
         +18    30     12                     all that Callgrind counted
)");
  const CodeLines& code = table.rows[0].right_code;
  EXPECT_EQ(code.file, "src/a.cpp");
  EXPECT_EQ(code.first, 7U);
  EXPECT_EQ(code.last, 9U);
}

// Its lines are executed there, in its caller, which costs more.
TEST(Changes, FindAFunctionThatIsInlined) {
  const char* const called =
      "summary: 30\nfl=a.cpp\nfn=main\n1 10\ncfn=twice(int)\ncalls=2 5\n1 20\n"
      "\nfl=a.h\nfn=twice(int)\n5 12\n6 8\n";
  const char* const inlined =
      "summary: 24\nfl=a.cpp\nfn=main\n1 8\nfi=a.h\n5 10\n6 6\n";
  const Profile without = profile(inlined, 1);
  EXPECT_EQ(table_text(profile(called, 1), without, 9),
            R"(  difference  left  right  with calls  calls
         +20    20      0      20 | 0  2 | 0  twice(int) (a.h:5)            left only, inlined on the other side
         -14    10     24     30 | 24      0  main (a.cpp:1)
           0     0      0                     functions that cost the same
          +6    30     24                     all that Callgrind counted
)");
  const std::string is_gone =
      table_text(profile(called, 1),
                 profile("summary: 8\nfl=a.cpp\nfn=main\n1 8\n", 1), 9);
  EXPECT_EQ(is_gone.find("inlined"), std::string::npos) << is_gone;
}

TEST(Changes, SayWhatIsMissing) {
  EXPECT_EQ(table_text(profile("summary: 9\nfn=a\n1 7\n", 1),
                       profile("summary: 4\nfn=a\n1 4\n", 1), 9),
            R"(  difference  left  right  with calls  calls
          +3     7      4       7 | 4      0  a
           0     0      0                     functions that cost the same
          +2     2      0                     missing from this table
          +5     9      4                     all that Callgrind counted
)");
}

TEST(Changes, AreOfNumbersThatProgramsCount) {
  const Profile read = profile(
      "fn=a\n1 nan\n1 7\nfn=b\n1 inf\n1 1e999\n1 -3\n1 5\ncfn=a\n"
      "calls=nan 1\nsummary: inf\n",
      1);
  EXPECT_EQ(read.total, 0);
  EXPECT_EQ(read.functions.at("a").exclusive, 7);
  EXPECT_EQ(read.functions.at("b").exclusive, 5);
  EXPECT_EQ(read.functions.at("a").calls, 0);
}

TEST(Changes, HaveShortNames) {
  const std::string name(1'000'000, 'f');
  const std::string text =
      table_text(profile("fn=" + name + "\n1 7\n", 1), {}, 9);
  EXPECT_LT(text.size(), 10'000U);
}

TEST(Changes, AreOfLongNamesInManyLinesInLinearTime) {
  std::string text = "fn=" + std::string(8'000'000, 'f') + '\n';
  for (int i = 0; i < 20'000; ++i) {
    text += "1 7\ncfn=g" + std::to_string(i) + "\ncalls=1 1\n1 2\n";
  }
  EXPECT_EQ(profile(text, 1).functions.begin()->second.exclusive, 140'000);
}

TEST(Changes, MayBeNone) {
  const Profile one = profile(kLeft, 1);
  EXPECT_EQ(table_text(one, one, 9),
            "  instructions are equal (9054 on both sides): the difference is "
            "not in what is executed,\n  but in caches, layout, waiting or the "
            "kernel\n");
}

std::vector<std::string> stacks(const std::string& profile) {
  std::istringstream text(folded_stacks(profile, "root"));
  std::vector<std::string> result;
  for (std::string line; std::getline(text, line);) result.push_back(line);
  std::ranges::sort(result);
  return result;
}

TEST(FoldedStacks, AddUpToAllThatWasCounted) {
  EXPECT_EQ(stacks(kLeft),
            (std::vector<std::string>{"root;main 36", "root;main;gone() 18",
                                      "root;main;work<>(int) 9000"}));
}

// What both callers call is divided as they spend in it.
TEST(FoldedStacks, DivideACostAmongItsCallers) {
  EXPECT_EQ(
      stacks("summary: 460\nfn=a\n1 10\ncfn=c\ncalls=1 1\n1 300\n"
             "fn=b\n1 50\ncfn=c\ncalls=1 1\n1 100\nfn=c\n1 200\n"
             "cfn=d\ncalls=2 1\n1 200\nfn=d\n1 200\n"),
      (std::vector<std::string>{"root;a 10", "root;a;c 150", "root;a;c;d 150",
                                "root;b 50", "root;b;c 50", "root;b;c;d 50"}));
}

TEST(FoldedStacks, EndWhereFunctionsCallOneAnother) {
  double sum = 0;
  for (const std::string& one :
       stacks("summary: 30\nfn=a\n1 10\ncfn=b\ncalls=1 1\n1 25\n"
              "fn=b\n1 20\ncfn=a\ncalls=1 1\n1 15\n")) {
    sum += std::stod(one.substr(one.rfind(' ')));
  }
  EXPECT_EQ(sum, 30);
}

}  // namespace
}  // namespace spl::runner
