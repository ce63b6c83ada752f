#include "runner/builds/recorded_sources.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/ninja_log_content.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A build with a program of main.cpp and a static library.
class RecordedSources : public ::testing::Test {
 protected:
  /// Records that the program was linked in that folder.
  void record_link(const std::string& folder) const {
    std::string record;
    for (const std::string& word :
         {std::string("/usr/bin/ld"), path(folder), std::string("-o"),
          std::string("program"), std::string("CMakeFiles/p.dir/main.cpp.o"),
          std::string("../lib/libsort.a"), std::string("-lm")}) {
      record += word + '\0';
    }
    folder_.write("build/program.link/record", record);
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  TemporaryFolder folder_;
  fs::path program_ = folder_.write("build/program", "");
};

TEST_F(RecordedSources, AreThoseThatNinjaKeeps) {
  folder_.write(
      "build/.ninja_deps",
      ninja_log({{"CMakeFiles/p.dir/main.cpp.o", {"../main.cpp", "/abs.hpp"}},
                 {"lib/CMakeFiles/sort.dir/sort.cpp.o", {"../lib/sort.hpp"}},
                 {"CMakeFiles/other.dir/other.cpp.o", {"../other.cpp"}}}));
  EXPECT_THAT(recorded_sources(program_), IsEmpty());
  record_link("build");
  EXPECT_THAT(recorded_sources(program_),
              ElementsAre("/abs.hpp", path("lib/sort.hpp"), path("main.cpp")));
}

TEST_F(RecordedSources, AreThoseThatMakefilesKeep) {
  record_link("build/app");
  folder_.write("build/app/CMakeFiles/p.dir/main.cpp.o.d",
                "main.cpp.o: /x.cpp \\\n /abs.hpp\n");
  EXPECT_THAT(recorded_sources(program_), ElementsAre("/abs.hpp", "/x.cpp"));
  folder_.write("build/CMakeFiles/TargetDirectories.txt",
                path("build/lib/CMakeFiles/sort.dir") + "\n" +
                    path("build/lib/CMakeFiles/other.dir") + "\n");
  folder_.write("build/lib/CMakeFiles/sort.dir/a/sort.cpp.o.d",
                "sort.cpp.o: /sort.hpp\n");
  folder_.write("build/lib/CMakeFiles/other.dir/other.cpp.o.d",
                "other.cpp.o: /other.hpp\n");
  EXPECT_THAT(recorded_sources(program_),
              ElementsAre("/abs.hpp", "/sort.hpp", "/x.cpp"));
}

TEST_F(RecordedSources, AreOptimisedAsNinjaCompilesThem) {
  EXPECT_THAT(unoptimised_objects(program_), IsEmpty());
  record_link("build");
  folder_.write("build/build.ninja",
                "build CMakeFiles/p.dir/main.cpp.o: CXX ../main.cpp\n"
                "  FLAGS = -O0 -O3 -DNDEBUG\n\n"
                "build lib/CMakeFiles/sort.dir/sort.cpp.o: CXX ../sort.cpp\n"
                "  DEFINES = -DX\n"
                "  FLAGS = -O3 -O0\n\n"
                "build lib/CMakeFiles/sort.dir/more.cpp.o: CXX ../more.cpp\n"
                "\n"
                "build CMakeFiles/other.dir/other.cpp.o: CXX ../other.cpp\n"
                "  FLAGS = -O0\n");
  EXPECT_THAT(unoptimised_objects(program_),
              ElementsAre("lib/CMakeFiles/sort.dir/sort.cpp.o",
                          "lib/CMakeFiles/sort.dir/more.cpp.o"));
}

TEST_F(RecordedSources, AreOptimisedAsMakefilesCompileThem) {
  record_link("build/app");
  folder_.write("build/app/CMakeFiles/p.dir/flags.make",
                "CXX_DEFINES = \n\nCXX_FLAGS = -O2\n");
  folder_.write("build/CMakeFiles/TargetDirectories.txt",
                path("build/lib/CMakeFiles/sort.dir") + "\n");
  folder_.write("build/lib/CMakeFiles/sort.dir/flags.make", "CXX_FLAGS = -g\n");
  EXPECT_THAT(unoptimised_objects(program_), ElementsAre("sort"));
}

using Dependencies = std::map<std::string, std::vector<std::string>>;

/// Wants all files but one.
Dependencies all(const std::string& log, const std::string& unwanted = "") {
  Dependencies result;
  for (const auto& [made, from] : ninja_dependencies(
           log, [&](std::string_view one) { return one != unwanted; })) {
    result.emplace(made, std::vector<std::string>(from.begin(), from.end()));
  }
  return result;
}

TEST(NinjaLog, HasWhatEachFileWasMadeFrom) {
  const std::string log = ninja_log({{"a.o", {"a.cpp", "long/name.hpp"}},
                                     {"b.o", {"long/name.hpp"}},
                                     {"none.o", {}}});
  EXPECT_EQ(all(log), (Dependencies{{"a.o", {"a.cpp", "long/name.hpp"}},
                                    {"b.o", {"long/name.hpp"}},
                                    {"none.o", {}}}));
  EXPECT_EQ(all(log, "b.o"), (Dependencies{{"a.o", {"a.cpp", "long/name.hpp"}},
                                           {"none.o", {}}}));
}

TEST(NinjaLog, CountsTheLastRecordOfAFile) {
  EXPECT_EQ(all(ninja_log({{"a.o", {"a.cpp", "old.hpp"}},
                           {"a.o", {"a.cpp", "new.hpp"}}})),
            (Dependencies{{"a.o", {"a.cpp", "new.hpp"}}}));
}

TEST(NinjaLog, IsReadAsFarAsItIsThere) {
  const std::string log = ninja_log({{"a.o", {"a.cpp"}}});
  for (std::size_t size = 0; size < log.size(); ++size) {
    EXPECT_TRUE(all(log.substr(0, size)).empty()) << size;
  }
  std::string other = log;
  other[12] = 3;  // Another version.
  EXPECT_TRUE(all(other).empty());
  other = log;
  other[log.size() - 16] = 7;  // A file that there is none of.
  EXPECT_TRUE(all(other).empty());
}

}  // namespace

}  // namespace spl::runner
