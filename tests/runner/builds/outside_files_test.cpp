#include "runner/builds/outside_files.hpp"

#include <gmock/gmock.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class SearchedLibrariesTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::filesystem::path static_ = folder_.write("lib/libspl_one.a", "static");
  std::filesystem::path shared_ = folder_.write("lib/libspl_one.so", "shared");
  std::filesystem::path plain_ = folder_.write("other/spl two.o", "object");
};

TEST_F(SearchedLibrariesTest, AreThoseInTheFoldersOfTheWords) {
  EXPECT_THAT(searched_libraries({"-Llib", "a.o", "-lspl_one", "-lspl_none"},
                                 folder_.path(), {}),
              ElementsAre(static_, shared_));
  EXPECT_THAT(
      searched_libraries({"-L" + plain_.parent_path().string(), "-l:spl two.o"},
                         "/", {}),
      ElementsAre(plain_));
}

TEST_F(SearchedLibrariesTest, AreThoseInLibraryPath) {
  EXPECT_THAT(
      searched_libraries({"-lspl_one"}, "/",
                         {"HOME=/h", "LIBRARY_PATH=/absent::" +
                                         static_.parent_path().string()}),
      ElementsAre(static_, shared_));
}

TEST_F(SearchedLibrariesTest, AreNoneWithoutALibrary) {
  EXPECT_THAT(searched_libraries({"-Llib", "-l", "-L", "lib/libspl_one.a"},
                                 folder_.path(), {}),
              IsEmpty());
}

}  // namespace
}  // namespace spl::runner
