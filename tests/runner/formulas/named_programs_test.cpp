#include "runner/formulas/named_programs.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(NamedPrograms, AreThoseWithANameInFront) {
  struct Row {
    const char* word;
    const char* name;
    const char* path;
  };
  for (const Row& row :
       {Row{"fast=build-o3/bench", "fast", "build-o3/bench"},
        Row{"a=b=c", "a", "b=c"}, Row{"a=", "a", ""}, Row{"=b", "", "b"}}) {
    const auto named = named_program(row.word);
    ASSERT_TRUE(named) << row.word;
    EXPECT_EQ(named->name, row.name);
    EXPECT_EQ(named->path, row.path);
  }
  for (const char* word :
       {"bench", "build/bench", "./build=x/bench", "/opt/build=x/bench", ""}) {
    EXPECT_FALSE(named_program(word)) << word;
  }
}

TEST(NamedPrograms, HaveNamesThatFormulasCanWrite) {
  for (const char* name : {"fast", "O3", "gcc-12", "v1.2", "_", "3"}) {
    EXPECT_EQ(wrong_build_name(name), "") << name;
  }
  EXPECT_EQ(wrong_build_name("baseline"),
            "\"baseline\" is the revision that --baseline names; give the "
            "build another name");
  EXPECT_EQ(wrong_build_name("HEAD"),
            "\"HEAD\" is the commit that Git has checked out; give the build "
            "another name");
  for (const std::string name : {"", "a b", "a~1", "-a", "a-", "a@b", "ä"}) {
    EXPECT_EQ(wrong_build_name(name),
              '"' + name +
                  "\" cannot name a build: names are of letters, digits, "
                  "\"_\", \".\" and, between these, \"-\"");
  }
}

}  // namespace
}  // namespace spl::runner
