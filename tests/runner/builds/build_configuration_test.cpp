#include "runner/builds/build_configuration.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <vector>

#include "runner/builds/compiler_wrappers.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

constexpr char kCache[] = R"(# For build in directory: /work
//Flags used by the CXX compiler during all build types.
CMAKE_CXX_FLAGS:STRING=-fno-plt
CMAKE_CXX_FLAGS_DEBUG:STRING=-g
CMAKE_CXX_FLAGS_RELEASE:STRING=-O3 -DNDEBUG
CMAKE_BUILD_TYPE:STRING=Release
CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/c++
CMAKE_INSTALL_PREFIX:PATH=/usr/local
CMAKE_HOME_DIRECTORY:INTERNAL=/work
USE_POOL:BOOL=ON
)";

TEST(BuildConfiguration, IsThatOfTheNearestFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path build = folder.path() / "build";
  std::filesystem::create_directories(build / "bench");
  std::ofstream(build / "CMakeCache.txt") << kCache;
  std::ofstream(build / "bench" / "program") << "";
  const BuildConfiguration expected{{"CMAKE_CXX_FLAGS", "-fno-plt"},
                                    {"CMAKE_CXX_FLAGS_RELEASE", "-O3 -DNDEBUG"},
                                    {"CMAKE_BUILD_TYPE", "Release"},
                                    {"CMAKE_CXX_COMPILER", "/usr/bin/c++"},
                                    {"USE_POOL", "ON"}};
  EXPECT_EQ(configuration_of(build / "bench" / "program"), expected);
}

TEST(BuildConfiguration, IsNoneWithoutCMake) {
  const TemporaryFolder folder;
  EXPECT_TRUE(configuration_of(folder.path() / "program").empty());
}

TEST(BuildConfiguration, IsDescribedByWhatDiffers) {
  const BuildConfiguration one{{"CMAKE_CXX_FLAGS", "-O3"}, {"SHARED", "ON"}};
  const BuildConfiguration other{{"CMAKE_CXX_FLAGS", "-O2"}, {"SHARED", "ON"}};
  EXPECT_EQ(difference_text(one, other), "CMAKE_CXX_FLAGS=-O3");
  EXPECT_EQ(difference_text(one, one), "");
  BuildConfiguration many;
  for (const char* name : {"A", "B", "C", "D", "E", "F", "G"}) many[name] = "1";
  EXPECT_EQ(difference_text(many, {}),
            "A=1, B=1, C=1, D=1, E=1 and 2 more variables");
}

TEST(BuildConfiguration, KnowsTheUsersBuild) {
  const TemporaryFolder folder;
  const std::filesystem::path& sources = folder.path();
  EXPECT_EQ(build_of(sources), "");
  for (const char* one : {"build/release", "other"}) {
    std::filesystem::create_directories(sources / one);
  }
  std::ofstream(sources / "build/release/CMakeCache.txt")
      << "CMAKE_HOME_DIRECTORY:INTERNAL=" << sources.string() << "\n";
  std::ofstream(sources / "other/CMakeCache.txt") << kCache;
  EXPECT_EQ(build_of(sources), sources / "build/release/CMakeCache.txt");
}

TEST(BuildConfiguration, KnowsTheProgramsThatUsersBuilt) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  BuildRecipe recipe;
  recipe.project = folder.path();
  recipe.programs = {"{build}/bench/a", R"(["catch2:{build}/b","{source}/x"])"};
  EXPECT_TRUE(programs_of_user(recipe).empty());
  const fs::path old = folder.write("build/bench/a", "");
  folder.write("build/debug/b", "");
  folder.write("build/release/bench/a", "");
  folder.write("build/release/b", "");
  const fs::path& top = folder.path();
  fs::last_write_time(
      old, fs::last_write_time(top / "build/debug/b") - std::chrono::hours(1));
  fs::last_write_time(top / "build/debug/b", fs::last_write_time(old));
  EXPECT_EQ(programs_of_user(recipe),
            (std::vector<std::string>{
                (top / "build/release/bench/a").string(),
                "[\"catch2:" + (top / "build/release/b").string() + "\",\"" +
                    (top / "x").string() + "\"]"}));
}

// In a minute, if each of 1641 folders were another one.
TEST(BuildConfiguration, ReadsEachBuildOnce) {
  const TemporaryFolder folder;
  std::string large;
  large.resize(20'000'000, 'x');
  folder.write("CMakeCache.txt", large);
  for (int i = 0; i < 40; ++i) {
    std::filesystem::create_directory_symlink(
        ".", folder.path() / std::to_string(i));
  }
  EXPECT_EQ(build_of(folder.path()), "");
}

TEST(BuildConfiguration, HasOptionsThatUsersSet) {
  const BuildConfiguration users{{"CMAKE_BUILD_TYPE", "Debug"},
                                 {"CMAKE_CXX_FLAGS", "-O1"},
                                 {"CMAKE_EXPORT_COMPILE_COMMANDS", "ON"},
                                 {"ONLY_HERE", "ON"},
                                 {"USE_FAST", "ON"}};
  const BuildConfiguration built{{"CMAKE_BUILD_TYPE", "Release"},
                                 {"CMAKE_CXX_FLAGS", ""},
                                 {"CMAKE_EXPORT_COMPILE_COMMANDS", ""},
                                 {"USE_FAST", "OFF"}};
  EXPECT_EQ(other_options_text(users, built),
            "CMAKE_CXX_FLAGS=-O1, USE_FAST=ON");
  EXPECT_EQ(other_options_text(built, built), "");
}

TEST(BuildConfiguration, KnowsCompilersBehindWrappers) {
  const TemporaryFolder folder;
  const std::string compiler = folder.write("tools/g++-12", "compiler");
  const std::string other = folder.write("tools/g++-13", "compiler");
  std::filesystem::permissions(compiler, std::filesystem::perms(0755));
  const std::filesystem::path own = folder.path() / "own";
  std::vector<std::string> environment{"PATH=" +
                                       (folder.path() / "tools").string()};
  wrap_compilers(own, {"spl-run", "--compile"}, environment);
  const BuildConfiguration built{
      {"CMAKE_CXX_COMPILER", (own / "g++-12").string()}};
  EXPECT_EQ(other_options_text({{"CMAKE_CXX_COMPILER", compiler}}, built), "");
  EXPECT_EQ(other_options_text({{"CMAKE_CXX_COMPILER", other}}, built),
            "CMAKE_CXX_COMPILER=" + other);
}

TEST(BuildConfiguration, WaitsForNoPipeInThePlaceOfACompiler) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(other_options_text({{"CMAKE_CXX_COMPILER", pipe}},
                               {{"CMAKE_CXX_COMPILER", "/usr/bin/c++"}}),
            "CMAKE_CXX_COMPILER=" + pipe);
}

}  // namespace
}  // namespace spl::runner
