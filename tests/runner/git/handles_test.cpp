#include "runner/git/handles.hpp"

#include <gtest/gtest.h>

#include "runner/git/repository.hpp"

namespace spl::runner {
namespace {

TEST(FromLibgit2, IsTheVersionOfTheHeaders) {
  constexpr FromLibgit2<int(int*, int*, int*)> version("git_libgit2_version");
  int major = 0;
  int minor = 0;
  int revision = 0;
  version(&major, &minor, &revision);
  EXPECT_EQ(major, LIBGIT2_VER_MAJOR);
  EXPECT_EQ(minor, LIBGIT2_VER_MINOR);
}

TEST(FromLibgit2, RefusesWhatTheLibraryDoesNotHave) {
  const FromLibgit2<void()> absent("git_of_another_version");
  try {
    absent();
    FAIL();
  } catch (const RepositoryError& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("libgit2.so." LIBGIT2_SOVERSION " is another one: "), 0)
        << text;
    EXPECT_NE(text.find("git_of_another_version"), text.npos) << text;
    EXPECT_TRUE(text.ends_with("; install libgit2 " LIBGIT2_VERSION)) << text;
  }
}

}  // namespace
}  // namespace spl::runner
