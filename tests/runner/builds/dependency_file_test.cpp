#include "runner/builds/dependency_file.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(DependencyFile, NamesPrerequisitesOfAllRules) {
  EXPECT_THAT(prerequisites("a.o b.o: /s/a.c \\\n  ../x.h /usr/./y.h\n"
                            "c.o: z.h\n../x.h:\n",
                            "/w/build"),
              ElementsAre("/s/a.c", "/w/x.h", "/usr/y.h", "/w/build/z.h"));
}

TEST(DependencyFile, TakesBackWhatCompilersEscape) {
  EXPECT_THAT(
      prerequisites("a.o: /s/with\\ space.h /s/a$$b.h /s/c\\#.h "
                    "/s/d\\e.h",
                    "/"),
      ElementsAre("/s/with space.h", "/s/a$b.h", "/s/c#.h", "/s/d\\e.h"));
  EXPECT_THAT(prerequisites("", "/"), IsEmpty());
  EXPECT_THAT(prerequisites("a.o:\\", "/"), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
