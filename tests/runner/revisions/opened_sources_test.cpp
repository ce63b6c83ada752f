#include "runner/revisions/opened_sources.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/mman.h>

#include <cstdio>
#include <fstream>
#include <functional>

#include "runner/system/descriptor.hpp"

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

void read_stream(const fs::path& path) { (void)std::ifstream(path).get(); }

void read_c_stream(const fs::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  ASSERT_NE(file, nullptr);
  (void)std::fgetc(file);
  (void)std::fclose(file);
}

void read_mapping(const fs::path& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  void* content = mmap(nullptr, 1, PROT_READ, MAP_PRIVATE, file.number(), 0);
  ASSERT_NE(content, MAP_FAILED);
  (void)munmap(content, 1);
}

/// "file.cpp" differs between all commits, and b reads that of the working
/// tree.
class OpenedSourcesTest : public ::testing::Test {
 protected:
  OpenedSourcesTest() {
    folder_.write("file.cpp", "today's");
    world_.history.folder = folder_.path();
  }

  int run(const std::string& formula) {
    return world_.run({"-c", project_, "-e", formula});
  }

  TemporaryFolder folder_;
  std::string project_ = folder_.write(
      "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  SampleWorld world_{[this](const RunOrder& order, std::size_t block) {
    if (order.performance.method == "b") {
      read_();
    }
    return means({{"a", 100}, {"b", 100}})(order, block);
  }};
  std::function<void()> read_ = [this] {
    read_stream(folder_.path() / "file.cpp");
  };
};

TEST_F(OpenedSourcesTest, AreWarnedOf) {
  EXPECT_EQ(run("for n in 1, 2: b@c0(n) <= b@c2(n)"), 0);
  const std::string warning =
      "warning: c0 and c2: file.cpp differs between them and was opened while "
      "they "
      "ran: workloads of both read what the working tree has there\n";
  EXPECT_THAT(world_.out, HasSubstr(warning));
  EXPECT_EQ(world_.out.find(warning), world_.out.rfind("warning: "));
}

TEST_F(OpenedSourcesTest, AreWarnedOfHoweverTheyAreOpened) {
  const fs::path file = folder_.path() / "file.cpp";
  fs::create_directory(folder_.path() / "below");
  fs::create_symlink(file, folder_.path() / "below" / "link");
  const std::pair<std::string, std::function<void()>> ways[] = {
      {"stream", [&] { read_stream(file); }},
      {"stream of C", [&] { read_c_stream(file); }},
      {"mapping", [&] { read_mapping(file); }},
      {"relative path", [&] { read_c_stream(fs::relative(file)); }},
      {"detour",
       [&] { read_mapping(file.parent_path() / "below/../file.cpp"); }},
      {"link", [&] { read_stream(folder_.path() / "below" / "link"); }}};
  for (const auto& [name, way] : ways) {
    read_ = way;
    EXPECT_EQ(run("b@c0(1) <= b@c2(1)"), 0);
    EXPECT_THAT(
        world_.out,
        HasSubstr("warning: c0 and c2: file.cpp differs between them and "
                  "was opened while they ran: workloads of both read "
                  "what the working tree has there\n"))
        << name;
  }
}

TEST_F(OpenedSourcesTest, AreNoMatterWhereNobodyReadsThem) {
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning")));
}

TEST_F(OpenedSourcesTest, AreNoMatterWhereTheyAreTheSame) {
  world_.history.documents = {"c1"};
  world_.history.contents = {{"c0", "one"}, {"c1", "another"}};
  EXPECT_EQ(run("b@c0(1) <= b@c1(1)"), 0);
  EXPECT_THAT(world_.out, Not(HasSubstr("warning: ")));
}

TEST_F(OpenedSourcesTest, AreWarnedOfInSearches) {
  world_.environment["XDG_CACHE_HOME"] = folder_.path().string();
  world_.launcher =
      ScriptedLauncher([this](const RunOrder& order, std::size_t block) {
        (void)std::ifstream(folder_.path() / "file.cpp").get();
        const bool is_slow = !order.program.starts_with("sample@c0");
        return means({{"b", is_slow ? 200 : 100}})(order, block);
      });
  EXPECT_EQ(world_.run({"-c", project_, "-e", "b(1) <= b@baseline(1)", "bisect",
                        "c0"}),
            0);
  EXPECT_THAT(world_.out,
              HasSubstr("file.cpp differs between them and was opened "
                        "while they ran"));
}

}  // namespace
}  // namespace spl::runner
