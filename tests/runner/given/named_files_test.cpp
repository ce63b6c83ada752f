#include "runner/given/named_files.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "tests/runner/given/given_text.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using FilesOfSets = GivenText;

TEST_F(FilesOfSets, HaveTheNamesInFrontOfTheirPaths) {
  const std::string a = folder_.write("a.json", "");
  const std::string b = folder_.write("b=c.json", "");
  const auto sets = named_files({"old=" + a, "v1.2-rc=" + b, "old=" + b});
  ASSERT_EQ(sets.size(), 2U);
  EXPECT_EQ(sets[0].set, "old");
  EXPECT_THAT(sets[0].files, ElementsAre(a, b));
  EXPECT_EQ(sets[1].set, "v1.2-rc");
  const auto plain = named_files({a, b});  // A path that exists has no name.
  ASSERT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0].set, "");
  EXPECT_THAT(plain[0].files, ElementsAre(a, b));
  EXPECT_THAT(named_files({"no such/x=y"})[0].files,
              ElementsAre("no such/x=y"));
}

TEST_F(FilesOfSets, AreAllThatAFolderOrAPatternHas) {
  for (const char* name : {"run2.json", "run1.json", "run1.xml", "notes.txt"}) {
    (void)folder_.write(name, "");
  }
  std::filesystem::create_symlink("loop.json", folder_.path() / "loop.json");
  const auto in = [&](const std::string& name) {
    return (folder_.path() / name).string();
  };
  EXPECT_THAT(named_files({"new=" + in("run*.json")})[0].files,
              ElementsAre(in("run1.json"), in("run2.json")));
  EXPECT_THAT(named_files({in("run?.xml")})[0].files,
              ElementsAre(in("run1.xml")));
  EXPECT_THAT(named_files({"x=" + folder_.path().string()})[0].files,
              ElementsAre(in("run1.json"), in("run1.xml"), in("run2.json")));
}

TEST_F(FilesOfSets, AreRefusedWhereThereAreNoneOrSomeLackAName) {
  const std::string a = folder_.write("a.json", "");
  const auto refusal = [&](const std::vector<std::string>& data) {
    try {
      (void)named_files(data);
    } catch (const std::runtime_error& error) {
      return without_folder(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(refusal({"x=" + (folder_.path() / "b*.json").string()}),
            "no file matches b*.json");
  for (const char* nothing : {"", "x="}) {
    EXPECT_EQ(refusal({nothing}),
              "a file of observations is named without a path");
  }
  const auto empty = folder_.path() / "empty";
  std::filesystem::create_directory(empty);
  EXPECT_EQ(refusal({empty}),
            "empty: no file in this folder ends in .json, .xml or .csv");
  EXPECT_EQ(refusal({"old=" + a, a}),
            "a.json: other files have a name, as NAME=FILE gives it; give this "
            "file one, too");
}

}  // namespace
}  // namespace spl::runner
