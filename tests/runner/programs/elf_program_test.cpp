#include "runner/programs/elf_program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

/// A program without libraries, so that all linkers can link it statically.
std::filesystem::path program(const TemporaryFolder& folder,
                              const std::string& options) {
  const auto source = folder.write("main.c", "int main() { return 0; }\n");
  const auto path = folder.path() / "program";
  const std::string command =
      "cc " + options + " -o '" + path.string() + "' '" + source.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return path;
}

TEST(Linking, IsReadFromTheFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(linking_of(program(folder, "-fuse-ld=bfd")),
            "dynamically by GNU ld");
  EXPECT_EQ(linking_of(program(folder, "-fuse-ld=mold -static")),
            "statically by mold");
  EXPECT_EQ(linking_of(program(folder, "-fuse-ld=gold")),
            "dynamically by gold");
  EXPECT_EQ(linking_of(folder.write("text", "no program")), "");
}

}  // namespace
}  // namespace spl::runner
