#include "runner/builds/movable_link.hpp"

#include <gmock/gmock.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

TEST(MovableLink, HasWordsThatMeanTheSameInAnyFolder) {
  const TemporaryFolder folder;
  folder.write("work/a.o", "");
  folder.write("work/lib/libone.a", "");
  folder.write("work/lib/libtwo.a", "");
  folder.write("work/lib/libtwo.so", "");
  folder.write("work/e", "");
  const std::string work = (folder.path() / "work").string();
  LinkRecord record;
  record.link.folder = work;
  record.link.words = {"-o",
                       "program",
                       "-e",
                       "e",
                       "-Llib",
                       "a.o",
                       "-rpath",
                       "$ORIGIN/x:/y:${ORIGIN}",
                       "-rpath=$ORIGIN",
                       "-lone",
                       "-ltwo",
                       "-Bstatic",
                       "-ltwo",
                       "-Map",
                       "m",
                       "-Map=m",
                       "--dependency-file=d",
                       "-lthree",
                       "-R",
                       "/z"};
  EXPECT_THAT(
      movable(record, "/bin/program").words,
      ElementsAre("-o", "program", "-e", "e", "-L" + work + "/lib",
                  work + "/a.o", "-rpath", "$ORIGIN/x:/y:${ORIGIN}",
                  "-rpath=$ORIGIN", work + "/lib/libone.a", "-ltwo", "-Bstatic",
                  work + "/lib/libtwo.a", "-lthree", "-R", "/z"));
}

TEST(MovableLink, HasTheFolderOfTheProgram) {
  EXPECT_THAT(
      with_origin(
          {"-rpath", "$ORIGIN/x:/y:${ORIGIN}", "$ORIGIN", "-rpath=$ORIGIN"},
          "/bin"),
      ElementsAre("-rpath", "/bin/x:/y:/bin", "$ORIGIN", "-rpath=/bin"));
}

}  // namespace
}  // namespace spl::runner
