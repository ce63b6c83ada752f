#include "runner/git/configured_files.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spl::runner::git {
namespace {

/// The paths, those that are included with a plus.
std::string found(std::string_view configuration) {
  std::string result;
  for (const ConfiguredFile& one : configured_files(configuration, "/f")) {
    if (!result.empty()) result += ' ';
    result += (one.is_included ? "+" : "") + one.path.string();
  }
  return result;
}

TEST(ConfiguredFiles, AreIncludedOnAnyCondition) {
  EXPECT_EQ(found("[include]\n\tpath = a\n[includeIf \"gitdir:/x=y/\"]\n"
                  "path=/b/c\n"),
            "+/f/a +/b/c");
  EXPECT_EQ(found("[include] PATH=a"), "+/f/a");
}

TEST(ConfiguredFiles, AreNoToolsOfOtherSections) {
  EXPECT_EQ(found("[difftool \"x\"]\n\tpath = /a\n[include]\npath = b\n"
                  "[other] path = c\n[INCLUDEIF \"x\"] path = d"),
            "+/f/b +/f/d");
  // Lines of a value.
  EXPECT_EQ(found("[include]\nx = \\\n[other]\npath = a\nx = \\\r\n[other]\n"
                  "path = b\n"),
            "+/f/a +/f/b");
}

TEST(ConfiguredFiles, AreWrittenInManyWays) {
  EXPECT_EQ(found("path = \"a b;c\" ; a comment"), "+/f/a b;c");
  EXPECT_EQ(found("path = a\\\\b\\\"c # a comment\r\n"), "+/f/a\\b\"c");
  EXPECT_EQ(found("path = \\\nnext\\\nline\nother = x"), "+/f/nextline");
  EXPECT_EQ(found("path =\npath = \\"), "");
}

TEST(ConfiguredFiles, HaveRules) {
  EXPECT_EQ(found("[core]\nexcludesFile = /a\nattributesfile = /b\n"), "/a /b");
  EXPECT_EQ(found("worktree = /a\nxpath = /b\n"), "");
}

TEST(ConfiguredFiles, AreBelowTheHomeOfTheUser) {
  const char* home = getenv("HOME");
  if (home == nullptr) GTEST_SKIP() << "no home";
  EXPECT_EQ(found("path = ~/a"), "+" + std::string(home) + "/a");
}

}  // namespace
}  // namespace spl::runner::git
