#include "runner/builds/program_content.hpp"

#include <gtest/gtest.h>

#include <elf.h>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runner/git/content_id.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Programs of C sources, each compiled in a folder of its own.
class ProgramContentTest : public ::testing::Test {
 protected:
  /// The program of a source.
  fs::path built(const std::string& folder, const std::string& source,
                 const std::string& flags = "") {
    const fs::path file = folder_.write(folder + "/source.c", source);
    fs::path program = file.parent_path() / "program";
    command("cc -Wl,--build-id " + flags + " '" + file.string() + "' -o '" +
            program.string() + "'");
    return program;
  }

  static void command(const std::string& words) {
    ASSERT_EQ(std::system(words.c_str()), 0) << words;
  }

  TemporaryFolder folder_;
};

constexpr const char* kPlain = "int main(void) { return 0; }\n";
constexpr const char* kPath =
    "const char* place = __FILE__; int main(void) { return *place == 0; }\n";

TEST_F(ProgramContentTest, IsTheSameOfTheSameCodeInAnotherFolder) {
  const fs::path one = built("one", kPlain, "-g");
  const fs::path other = built("another", kPlain, "-g");
  EXPECT_NE(read_file(one), read_file(other));  // Names of folders.
  EXPECT_EQ(program_content(one), program_content(other));
}

TEST_F(ProgramContentTest, IsTheSameWithAnotherBuildId) {
  const fs::path one = built("one", kPlain);
  const fs::path other = built("two", kPlain, "-Wl,--build-id=uuid");
  const fs::path none = built("three", kPlain, "-Wl,--build-id=none");
  EXPECT_NE(program_content(one), program_content(other));  // A shorter one.
  const fs::path second = built("four", kPlain, "-Wl,--build-id=uuid");
  EXPECT_NE(read_file(other), read_file(second));
  EXPECT_EQ(program_content(other), program_content(second));
  EXPECT_NE(program_content(one), program_content(none));
}

TEST_F(ProgramContentTest, IsTheSameWithoutWhatIsForDebuggers) {
  const fs::path one = built("one", kPlain, "-g");
  const fs::path stripped = built("two", kPlain, "-g");
  command("strip '" + stripped.string() + "'");
  EXPECT_EQ(program_content(one), program_content(stripped));
}

TEST_F(ProgramContentTest, IsThatOfCode) {
  EXPECT_NE(program_content(built("one", kPlain)),
            program_content(built("two", "int main(void) { return 1; }\n")));
}

// It may be printed, hashed or opened.
TEST_F(ProgramContentTest, IsThatOfPathsInData) {
  EXPECT_NE(program_content(built("one", kPath)),
            program_content(built("two", kPath)));
}

// The table of names is nowhere, or parts are many times the file.
TEST_F(ProgramContentTest, IsAllOfADamagedProgram) {
  const std::string plain = read_file(built("one", kPlain));
  Elf64_Ehdr header;
  std::memcpy(&header, plain.data(), sizeof header);
  std::string nowhere = plain;
  Elf64_Shdr names{};
  names.sh_type = SHT_NOBITS;
  names.sh_offset = 0x7f0000000000;
  names.sh_size = plain.size();
  std::memcpy(
      nowhere.data() + header.e_shoff + header.e_shstrndx * sizeof(Elf64_Shdr),
      &names, sizeof names);
  std::string many = plain;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr all{};
    all.p_type = PT_NOTE;
    all.p_filesz = plain.size();
    std::memcpy(many.data() + header.e_phoff + i * sizeof all, &all,
                sizeof all);
  }
  for (const std::string& one : {nowhere, many}) {
    EXPECT_EQ(program_content(folder_.write("damaged", one)), content_id(one));
  }
}

// A program may read its own file.
TEST_F(ProgramContentTest, IsThatOfAppendedBytesAndForeignSections) {
  const fs::path one = built("one", kPlain);
  const fs::path other = built("two", kPlain);
  ASSERT_EQ(program_content(one), program_content(other));
  const fs::path data = folder_.write("data", "1");
  const fs::path more = folder_.write("more", "2");
  for (const auto& [program, file] : {std::pair{one, data}, {other, more}}) {
    command("objcopy --add-section .mine='" + file.string() + "' '" +
            program.string() + "'");
  }
  EXPECT_NE(program_content(one), program_content(other));
  const fs::path third = built("three", kPlain);
  const std::string before = program_content(third);
  write_file(third, read_file(third) + "x");
  EXPECT_NE(program_content(third), before);
}

TEST_F(ProgramContentTest, IsAllOfWhatIsNoProgram) {
  const auto content = [&](const std::string& bytes) {
    return program_content(folder_.write("file", bytes));
  };
  EXPECT_NE(content("#!/bin/sh\n"), content("#!/bin/sh\n\n"));
  EXPECT_EQ(content("#!/bin/sh\n"), content("#!/bin/sh\n"));
  EXPECT_NE(content(""), content("\177ELF"));
}

// Wherever a file is cut off, or says something wrong, it is read to its end.
TEST_F(ProgramContentTest, OfDamagedProgramsIsThatOfTheirBytes) {
  const std::string bytes = read_file(built("one", kPlain));
  std::string last;
  for (std::size_t size = 0; size < 600; size += 7) {
    const std::string content =
        program_content(folder_.write("file", bytes.substr(0, size)));
    EXPECT_NE(content, last);
    last = content;
  }
  for (std::size_t at = 16; at < 64; ++at) {
    std::string wrong = bytes;
    wrong[at] = '\377';
    EXPECT_FALSE(program_content(folder_.write("file", wrong)).empty());
  }
}

}  // namespace
}  // namespace spl::runner
