#include "laboratory/peers/result_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tests/runner/temporary_folder.hpp"

namespace spl::bench {
namespace {

using runner::TemporaryFolder;
using statistics::Finding;

Result result(const char* kernel, Tool tool, std::size_t number) {
  Result one;
  one.comparison = {kernel, 2, tool, number};
  one.finding = Finding::kLess;
  one.seconds = 0.5;
  one.run_seconds = 0.25;
  one.spawn_seconds = 0.001;
  one.blocks = 12;
  one.stopped = "decided";
  one.left = {1.5, 2};
  one.right = {0.1};
  return one;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Result, IsReadAsItWasWritten) {
  for (const Tool tool : kTools) {
    for (const Finding finding : {Finding::kGreater, Finding::kLess,
                                  Finding::kIndistinct, Finding::kUnknown}) {
      Result one = result("hash map", tool, 3);
      one.finding = finding;
      one.right = {0.1, 1e-9};
      EXPECT_EQ(decode(encode(one)), one);
    }
  }
}

TEST(Result, IsOneLine) {
  EXPECT_EQ(
      encode(result("sort", Tool::kSpl2, 3)),
      R"({"blocks":12,"finding":"less","kernel":"sort","left":[1.5,2.0],)"
      R"("number":3,"right":[0.1],"run_seconds":0.25,"seconds":0.5,)"
      R"("sides":"one function","slowed":2,"spawn_seconds":0.001,"stopped":"decided",)"
      R"("tool":"spl, alpha 1 %"})");
}

TEST(Result, IsRefusedWhereItIsNone) {
  EXPECT_THROW((void)decode("{}"), std::exception);
  EXPECT_THROW((void)decode("{"), std::exception);
  std::string text = encode(result("sort", Tool::kSpl2, 3));
  text.replace(text.find("less"), 4, "more");
  EXPECT_THROW((void)decode(text), std::runtime_error);
}

TEST(ResultFile, GoesOnWhereItEnded) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "new" / "results";
  const Result first = result("sort", Tool::kSpl2, 0);
  const Result second = result("sort", Tool::kGoogle, 0);
  {
    ResultFile file(path);
    EXPECT_TRUE(file.results().empty());
    file.add(first);
  }
  ResultFile file(path);
  EXPECT_EQ(file.results(), std::vector{first});
  file.add(second);
  EXPECT_EQ(file.results(), (std::vector{first, second}));
  EXPECT_EQ(text_of(path), encode(first) + '\n' + encode(second) + '\n');
}

TEST(ResultFile, CutsOffALineThatWasNotCompleted) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "results";
  const Result first = result("sort", Tool::kSpl2, 0);
  const std::string line = encode(first);
  std::ofstream(path) << line << '\n' << line.substr(0, 30);
  ResultFile file(path);
  EXPECT_EQ(file.results(), std::vector{first});
  file.add(first);
  EXPECT_EQ(text_of(path), line + '\n' + line + '\n');
}

TEST(ResultFile, RefusesWhatItDidNotWrite) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "results";
  std::ofstream(path) << "something else\n";
  EXPECT_THROW(ResultFile{path}, std::exception);
  EXPECT_EQ(text_of(path), "something else\n");
}

TEST(Remaining, IsWhatHasNoResult) {
  const Comparison first = {"sort", 2, Tool::kSpl2, 0};
  const Comparison second = {"sort", 2, Tool::kGoogle, 0};
  const Comparison third = {"sort", 2, Tool::kSpl2, 1};
  EXPECT_EQ(remaining({first, second, third}, {result("sort", Tool::kGoogle, 0),
                                               result("list", Tool::kSpl2, 1)}),
            (std::vector{first, third}));
}

}  // namespace
}  // namespace spl::bench
