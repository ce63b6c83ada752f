#include "runner/session/explaining/changed_code.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

using logic::Performance;

/// Knows in which lines a.cpp differs between the two revisions.
class Versions : public Repository {
 public:
  [[nodiscard]] std::filesystem::path folder() const override { return {}; }
  Revision resolve(const std::string&) override { return {}; }
  Revision working_tree_revision() override { return {}; }
  Revision default_baseline(const Revision&, const BaselineHints&) override {
    return {};
  }
  Tree tree(const Revision&) override { return {}; }
  std::string content(const TreeFile&) override { return {}; }
  std::vector<ChangedLines> changed_lines(const TreeFile& old,
                                          const TreeFile& recent) override {
    EXPECT_EQ(old.id, "old");
    EXPECT_EQ(recent.id, "new");
    return {{3, 1, 3, 2}, {20, 2, 21, 0}, {90, 1, 89, 1}};
  }
  std::vector<Revision> path(const Revision&, const Revision&) override {
    return {};
  }
  std::vector<std::string> between(const Revision&, const Revision&) override {
    return {};
  }
  std::vector<Revision> first_parents(const Revision&,
                                      const std::set<std::string>&) override {
    return {};
  }
};

class ChangedCode : public ::testing::Test {
 protected:
  ChangedCode() {
    const auto file = [](const std::string& path, const std::string& id) {
      return TreeFile{path, TreeFile::Kind::kRegular, id, std::nullopt, "", ""};
    };
    BuiltSources& old = sources_["v1"];
    old.revision.id = "0123456789abcdef";
    old.tree = {file("gone.cpp", "gone"), file("same.cpp", "same"),
                file("src/a.cpp", "old")};
    sources_[""].tree = {file("same.cpp", "same"), file("src/a.cpp", "new")};
    old_.method = recent_.method = "f";
    old_.revision = "v1";
  }

  static ChangeRow row(const std::string& name, const CodeLines& left,
                       const CodeLines& right) {
    ChangeRow result;
    result.name = name;
    result.left_code = left;
    result.right_code = right;
    return result;
  }

  std::string text(std::vector<ChangeRow> rows) {
    ChangeTable table;
    table.rows = std::move(rows);
    return changed_code_text(table, 4, recent_, old_, sources_, repository_);
  }

  Versions repository_;
  SourcesOfRevisions sources_;
  Performance old_;
  Performance recent_;
};

const CodeLines kNowhere;

TEST_F(ChangedCode, IsThatOfTheFunctions) {
  EXPECT_EQ(text({row("f()", {"./source/src/a.cpp", 1, 9},
                      {"./source/src/a.cpp", 1, 8}),
                  row("g()", {"./source/src/a.cpp", 18, 30}, kNowhere),
                  row("h()", {"src/a.cpp", 40, 50}, {"src/a.cpp", 39, 49}),
                  row("i()", kNowhere, {"./source/gone.cpp", 1, 9}),
                  row("beyond the table", {"src/a.cpp", 1, 9}, kNowhere)}),
            "  of these functions, git diff -U0 0123456789 has:\n"
            "    src/a.cpp: @@ -3 +3,2 @@ f()\n"
            "    src/a.cpp: @@ -20,2 +21,0 @@ g()\n"
            "    gone.cpp, which the new one lacks: i()\n");
  std::swap(old_, recent_);
  EXPECT_EQ(text({row("f()", {"src/a.cpp", 1, 9}, {"src/a.cpp", 1, 8}),
                  row("f()", {"src/a.cpp", 3, 3}, kNowhere)}),
            "  of these functions, git diff -U0 0123456789 has:\n"
            "    src/a.cpp: @@ -3 +3,2 @@ f()\n");
}

TEST_F(ChangedCode, MayBeNone) {
  EXPECT_EQ(text({row("h()", {"src/a.cpp", 40, 50}, {"src/a.cpp", 40, 50}),
                  row("s()", {"same.cpp", 1, 9}, {"same.cpp", 1, 9})}),
            "  git diff 0123456789 has no line of these functions\n");
  sources_[""].revision.id = "fedcba987654321";
  EXPECT_EQ(text({row("s()", {"same.cpp", 1, 9}, {"same.cpp", 1, 9})}),
            "  git diff 0123456789 fedcba9876 has no line of these "
            "functions\n");
}

TEST_F(ChangedCode, IsNotKnownOutsideOfRevisions) {
  EXPECT_EQ(text({row("s()", kNowhere, {"/usr/include/c++/12/x.h", 1, 9})}),
            "");
  old_.revision = "named build";
  EXPECT_EQ(text({row("f()", {"src/a.cpp", 1, 9}, {"src/a.cpp", 1, 8})}), "");
}

}  // namespace
}  // namespace spl::runner
