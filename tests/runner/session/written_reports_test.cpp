#include "runner/session/written_reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/system/files.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class WrittenReports : public ::testing::Test {
 protected:
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-p", "sample"});
    return world_.run(arguments);
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  TemporaryFolder folder_;
  SampleWorld world_{means({{"a(1)", 100}, {"b(1)", 110}})};
};

TEST_F(WrittenReports, AreWrittenTogether) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "junit:" + path("j"), "-o",
                 "google-benchmark:" + path("b"), "-o", "markdown:-"}),
            0);
  EXPECT_TRUE(fs::exists(path("j")));
  EXPECT_TRUE(fs::exists(path("b")));
  EXPECT_THAT(world_.out, HasSubstr("## spl-run: 1 holds"));
  EXPECT_THAT(world_.err, HasSubstr("1 formula holds, "));
}

TEST_F(WrittenReports, AreLeftOutWithANoteIfThereIsNothingForThem) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--metric", "allocations", "-o",
                 "google-benchmark:" + path("g"), "--json", path("j")}),
            0)
      << world_.err;
  EXPECT_FALSE(fs::exists(path("g")));
  EXPECT_TRUE(fs::exists(path("j")));
  EXPECT_THAT(world_.err,
              HasSubstr("spl-run: note: google-benchmark is not written"
                        ": this report has nothing for it\n"));
  EXPECT_EQ(run({"-q", "-e", "a(1) < b(1)", "--metric", "allocations", "-o",
                 "google-benchmark:" + path("g")}),
            0);
  EXPECT_EQ(world_.err, "");
}

TEST_F(WrittenReports, AreNoneThatTheCommandDoesNotWrite) {
  EXPECT_EQ(run({"explain", "-e", "a(1) < b(1)", "-o", path("x.html"), "--json",
                 path("j")}),
            2);
  EXPECT_EQ(world_.err,
            "spl-run: error: -o " + path("x.html") +
                " does not go with explain, whose report has no page of HTML; "
                "leave it out; spl-run --help shows all options\n");
  EXPECT_FALSE(fs::exists(path("x.html")));
  EXPECT_TRUE(fs::exists(path("j")));
}

TEST_F(WrittenReports, ShareNoTarget) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json", "-", "-o", "junit:-", "-o",
                 "github:-"}),
            2);
  EXPECT_EQ(world_.err,
            "spl-run: error: json, junit and github cannot share "
            "standard output; name a file for all but one\n");
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json", path("x"), "-o",
                 "junit:" + path("./x")}),
            2);
  EXPECT_EQ(world_.err,
            "spl-run: error: json and junit cannot share the "
            "file " +
                path("x") + "; name another file for all but one\n");
}

TEST_F(WrittenReports, LeaveNothingOfAnEarlierCallThatLooksLikeTheirs) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "junit:" + path("j")}), 0);
  bool is_gone = false;
  world_.launcher.before_block = [&] { is_gone = !fs::exists(path("j")); };
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "junit:" + path("j")}), 0);
  EXPECT_TRUE(is_gone);
}

TEST_F(WrittenReports, HaveMistakes) {
  EXPECT_EQ(run({"-e", "a(1) <", "-o", "junit:" + path("j"), "-o",
                 "google-benchmark:" + path("b")}),
            2);
  EXPECT_THAT(read_file(path("j")), HasSubstr("errors=\"1\""));
  EXPECT_FALSE(fs::exists(path("b")));
  EXPECT_EQ(run({"--no-such-option", "-o", "junit:" + path("k")}), 2);
  EXPECT_THAT(read_file(path("k")), HasSubstr("unknown option"));
}

TEST_F(WrittenReports, AreRefusedInModesWithout) {
  EXPECT_EQ(run({"rank", "a(1), b(1)", "-o", "junit:" + path("j")}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr(" does not go with rank, which decides no formulas; "
                        "leave it out"));
  EXPECT_EQ(
      run({"plan", "-e", "a(1) < b(1)", "-o", "google-benchmark:" + path("b")}),
      2);
  EXPECT_THAT(
      world_.err,
      HasSubstr(
          " does not go with plan, which reports no times; leave it out"));
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-o", "csv:" + path("c")}), 2);
  EXPECT_THAT(world_.err, HasSubstr("which reports no times"));
}

TEST_F(WrittenReports, AreLeftOutInModesWithout) {
  world_.environment["SPL_OUTPUT"] = "junit:" + path("j");
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_EQ(run({"rank", "a(1), b(1)"}), 0);
  EXPECT_FALSE(fs::exists(path("j")));
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 0);
  EXPECT_TRUE(fs::exists(path("j")));
}

TEST_F(WrittenReports, DocumentFunctionsOfSources) {
  const std::string source =
      folder_.write("lib.hpp",
                    "[[spl::expects(\"first: a(1) < b(1)\")]]\n"
                    "void f();\n"
                    "[[spl::expects(\"second: b(1) < a(1)\")]]\n"
                    "void g();\n");
  const std::string page = path("performance.md");
  EXPECT_EQ(run({"document", page, source, "--filter", "first"}), 0);
  EXPECT_THAT(read_file(page), HasSubstr("## `f`\n"));
  EXPECT_THAT(read_file(page), Not(HasSubstr("## `g`\n")));
  EXPECT_EQ(run({"document", page, source, "--filter", "second"}), 1);
  EXPECT_THAT(read_file(page), HasSubstr("`a(1) < b(1)`: **holds**"));
  EXPECT_THAT(read_file(page), HasSubstr("`b(1) < a(1)`: **violated**"));
}

TEST_F(WrittenReports, AnnotateMistakesThatACheckFinds) {
  EXPECT_EQ(run({"check", "-e", "a(1) <", "-o", "github:-"}), 2);
  EXPECT_THAT(world_.out, HasSubstr("::error title=spl-run::"));
}

}  // namespace
}  // namespace spl::runner
