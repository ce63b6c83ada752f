#include "runner/layouts/response_file.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;

class ResponseFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  /// The word for a file, as another file has it: there are spaces in it.
  [[nodiscard]] std::string named(const std::string& name) const {
    return "\"@" + path(name) + '"';
  }

  /// Why a word has no words, without the folder's name.
  [[nodiscard]] std::string failure(const std::string& name) const {
    try {
      std::vector<std::string> words;
      append_words('@' + path(name), words);
    } catch (const FileError& error) {
      std::string text = error.what();
      const std::string folder = folder_.path().string();
      for (std::size_t at = text.find(folder); at != std::string::npos;
           at = text.find(folder)) {
        text.replace(at, folder.size(), "TMP");
      }
      return text;
    }
    return "";
  }

  TemporaryFolder folder_;
};

TEST_F(ResponseFileTest, StandsForItsWords) {
  folder_.write("inner", "c \"d e\"");
  folder_.write("outer", "b " + named("inner") + " f\n" + named("inner"));
  std::vector<std::string> words{"a"};
  append_words('@' + path("outer"), words);
  append_words("-o", words);
  EXPECT_THAT(words, ElementsAre("a", "b", "c", "d e", "f", "c", "d e", "-o"));
}

TEST_F(ResponseFileTest, DoesNotNameItself) {
  folder_.write("self", "a " + named("self"));
  EXPECT_EQ(failure("self"), "the response file TMP/self names itself");
  folder_.write("one", named("two"));
  folder_.write("two", named("one"));
  EXPECT_EQ(failure("one"), "the response file TMP/one names itself");
}

TEST_F(ResponseFileTest, StandsForNoMoreThanALinkerTakes) {
  // Each level doubles what is below.
  for (int i = 0; i < 40; ++i) {
    const std::string next = ' ' + named(std::to_string(i + 1));
    folder_.write(std::to_string(i), next + next);
  }
  folder_.write("40", "");
  EXPECT_EQ(failure("0"), "TMP/0 names more than 1000 response files");
  std::string many;
  for (int i = 0; i <= 1'000'000; ++i) many += "a ";
  folder_.write("many", many);
  EXPECT_EQ(failure("many"), "TMP/many names more than 1 000 000 words");
}

TEST_F(ResponseFileTest, IsReadWhereItHasAnEnd) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(failure("pipe"), "cannot read TMP/pipe: it is not a regular file");
  std::filesystem::create_symlink("/dev/zero", path("zero"));
  EXPECT_EQ(failure("zero"), "cannot read TMP/zero: it is not a regular file");
  std::filesystem::create_symlink(path("loop"), path("loop"));
  EXPECT_EQ(failure("loop"),
            "cannot read TMP/loop: Too many levels of symbolic links");
  folder_.write("sparse", "");
  std::filesystem::resize_file(path("sparse"), std::uintmax_t{1} << 40);
  EXPECT_EQ(failure("sparse"),
            "cannot read TMP/sparse: it has more than 16 MiB");
}

}  // namespace
}  // namespace spl::runner
