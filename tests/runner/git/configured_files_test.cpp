#include "runner/git/configured_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "runner/git/handles.hpp"
#include "tests/runner/temporary_folder.hpp"

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
  EXPECT_EQ(found("path\f=\v\fa"), "+/f/a");
  EXPECT_EQ(found("path = a\\tb\\nc\\bd"), "+/f/a\tb\nc\bd");
  EXPECT_EQ(found("path = a\\\r\nb"), "+/f/ab");
  EXPECT_EQ(found("path = \" a \" # b"), "+/f/ a ");
}

TEST(ConfiguredFiles, AreBelowHeadersInAnyPlace) {
  EXPECT_EQ(found("[core]\n\f[include]\npath = a"), "+/f/a");
  EXPECT_EQ(found("[core]\n[core][include]\npath = a"), "+/f/a");
  EXPECT_EQ(found("[core]\n[core][include] path = a"), "+/f/a");
  EXPECT_EQ(found("[core]\npath = a"), "");
}

TEST(ConfiguredFiles, AreUnclearWithABackslash) {
  for (const std::string text :
       {"[include]\npath = a\\\nb", "[x]\ny=\\\r\n[INCLUDE]",
        "[core]\nexcludesFile = \\ \f\n a", "[core]\nattributesfile = \\\n"}) {
    EXPECT_TRUE(has_unclear_names(text)) << text;
  }
  EXPECT_TRUE(has_unclear_names("[include]\npath = a\\\\b"));
  EXPECT_FALSE(has_unclear_names("[x]\ny = \\\\.b\n[include]\npath = a\n"));
  EXPECT_FALSE(has_unclear_names("[alias]\nx = a \\\n b\n"));
}

/// Texts that look like configurations, of parts that are drawn.
class Texts {
 public:
  std::string drawn() {
    std::string result;
    for (int lines = 1 + below(6); lines > 0; --lines) {
      result +=
          blanks() + part({"", "", "[core]", "[core][include]", "[a \"b\"]",
                           "[include]", "[INCLUDEif \"gitdir:/**\"]"});
      if (below(3) > 0) {
        result +=
            blanks() +
            part({"path", "PATH", "excludesfile", "attributesFile", "x"}) +
            blanks() + '=' + blanks();
        for (int parts = below(5); parts > 0; --parts) result += value_part();
      }
      result += part({"\n", "\n", "\r\n", " ; c\n", "# [d]\n"});
    }
    return result;
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % limit); }
  std::string part(const std::vector<std::string>& all) {
    return all[random_() % all.size()];
  }
  std::string blanks() { return part({"", "", " ", "\t", "\f", "\v ", " \r"}); }
  std::string value_part() {
    return part({"a", "b/", "\"c\"", "\" d \"", "\\t", "\\n", "\\b", "\\\\",
                 " ", "\\\"", "\f", "=", "[include]", "\";\""});
  }

  std::mt19937 random_{49};
};

// A file that libgit2 opens and that is not found here could be a pipe.
TEST(ConfiguredFiles, AreAllThatLibgit2Reads) {
  constexpr FromLibgit2<decltype(git_config_open_ondisk)> open(
      "git_config_open_ondisk");
  constexpr FromLibgit2<decltype(git_config_iterator_new)> begin(
      "git_config_iterator_new");
  start_library();
  const TemporaryFolder folder;
  const std::string place = std::filesystem::canonical(folder.path());
  Texts texts;
  int named = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = texts.drawn();
    const std::string file = folder.write("config", text);
    git_config* read = nullptr;
    if (open(&read, file.c_str()) != 0) continue;
    const ConfigHandle config(read);
    if (has_unclear_names(text)) continue;
    const auto all = configured_files(text, place);
    git_config_iterator* at = nullptr;
    ASSERT_EQ(begin(&at, read), 0);
    for (git_config_entry* one = nullptr; git_config_next(&one, at) == 0;) {
      const std::string name = one->name;
      const bool is_included =
          name.starts_with("include") && name.ends_with(".path");
      const bool is_rules =
          name == "core.excludesfile" || name == "core.attributesfile";
      if ((!is_included && !is_rules) || one->value == nullptr) continue;
      const std::filesystem::path path =
          (is_included ? std::filesystem::path(place)
                       : std::filesystem::current_path()) /
          one->value;
      ++named;
      EXPECT_TRUE(*one->value == '\0' ||
                  std::any_of(all.begin(), all.end(),
                              [&](const ConfiguredFile& known) {
                                return known.path == path;
                              }))
          << path << " of " << testing::PrintToString(text);
    }
    git_config_iterator_free(at);
  }
  EXPECT_GT(named, 50);
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
