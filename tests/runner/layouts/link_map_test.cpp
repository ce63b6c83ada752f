#include "runner/layouts/link_map.hpp"

#include <elf.h>
#include <gmock/gmock.h>

#include <vector>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::UnorderedElementsAre;

class LinkMapTest : public ::testing::Test {
 protected:
  std::set<LinkedSection> sections(const std::string& map) {
    return read_link_map(folder_.write("map", map)).sections;
  }

  TemporaryFolder folder_;
};

constexpr const char* kGnu =
    R"(Archive member included to satisfy reference by file (symbol)

/o/lib.a(b.o)                 a.o (foo())

Discarded input sections

 .text.gone     0x0000000000000000        0x4 /o/gone.o

Linker script and memory map

LOAD /o/a.o
.text           0x00000000000010a0      0x2e2
 *(.text.unlikely .text.*_unlikely .text.unlikely.*)
 .text.unlikely.main
                0x00000000000010a0       0x1a /o/a.o
 *fill*         0x00000000000010ba        0x6 
 .text          0x0000000000001200       0x22 /o/../o/with space.o
                0x0000000000001200                _start
 .text          0x0000000000001222        0x0 /o/empty.o
 .text.foo      0x0000000000001330       0x52 /o/lib.a(b.o)
 .rodata.str1.8
                0x0000000000002000        0x9 /o/a.o
 .rodata        0x0000000000002010        0x8 /o/a.o
 .eh_frame      0x00000000000021c8       0x28 /o/a.o
 COMMON         0x0000000000002200        0x8 /o/a.o
 numbers        0x0000000000002300        0x8 /o/a.o
)";

TEST_F(LinkMapTest, ReadsWhatGnuLinkersWrite) {
  EXPECT_THAT(
      sections(kGnu),
      UnorderedElementsAre(LinkedSection{"/o/a.o", ".text.unlikely.main"},
                           LinkedSection{"/o/with space.o", ".text"},
                           LinkedSection{"/o/lib.a(b.o)", ".text.foo"},
                           LinkedSection{"/o/a.o", ".rodata"},
                           LinkedSection{"/o/a.o", "numbers"}));
}

TEST_F(LinkMapTest, ReadsWhatMoldWrites) {
  EXPECT_THAT(
      sections("               VMA       Size Align Out     In      Symbol\n"
               "            0x1a30        722    16 .text\n"
               "            0x1a30         34    16         /o/a.o:(.text)\n"
               "            0x1a30          0     0                 f(int)\n"
               "            0x1a52          0     1         /o/b.o:(.text)\n"
               "            0x1b20          4    16         "
               "/o/lib.a(b.o):(.text._Z1fv)\n"
               "            0x2b20          4    16         "
               "/o/lib.a(b.o):(.rodata._Z1f.cst16)\n"),
      UnorderedElementsAre(LinkedSection{"/o/a.o", ".text"},
                           LinkedSection{"/o/lib.a(b.o)", ".text._Z1fv"}));
}

TEST_F(LinkMapTest, ReadsWhatLldWrites) {
  EXPECT_THAT(
      sections("             VMA              LMA     Size Align Out     In  "
               "Symbol\n"
               "             2e0              2e0       1c     1 .interp\n"
               "             2e0              2e0       1c     1         "
               "<internal>:(.rodata)\n"
               "            1a40             1a40       a2    16         "
               "/o/a.o:(.text)\n"
               "            1b29             1b29        0     1         "
               "/o/b.o:(.text)\n"),
      UnorderedElementsAre(LinkedSection{"/o/a.o", ".text"}));
}

TEST_F(LinkMapTest, FindsNothingInOtherTexts) {
  EXPECT_TRUE(sections("").empty());
  EXPECT_TRUE(sections("VMA\n1 2 a.o:(.text)\n").empty());
  EXPECT_THROW((void)read_link_map("/o/absent"), std::runtime_error);
}

TEST_F(LinkMapTest, ReadsNames) {
  const LinkMap gnu = read_link_map(folder_.write("gnu", kGnu));
  EXPECT_EQ(gnu.names.size(), 1U);
  EXPECT_THAT(gnu.names.at("_start"),
              UnorderedElementsAre(LinkedSection{"/o/with space.o", ".text"}));
  const LinkMap mold = read_link_map(folder_.write(
      "mold",
      "               VMA       Size Align Out     In      Symbol\n"
      "            0x1a30        722    16 .text\n"
      "            0x1a30         34    16         /o/a.o:(.text)\n"
      "            0x1a30          0     0                 main\n"
      "            0x1a52          0     1         /o/b.o:(.text)\n"
      "            0x1a52          0     0                 _end\n"));
  EXPECT_EQ(mold.names.size(), 1U);
  EXPECT_THAT(mold.names.at("main"),
              UnorderedElementsAre(LinkedSection{"/o/a.o", ".text"}));
}

TEST(LinkMaps, DifferInPiecesOrInWhatNamesStandFor) {
  const LinkedSection a{"/absent/a.o", ".text.f"};
  const LinkedSection b{"/absent/b.o", ".text.f"};
  EXPECT_EQ(difference({{a}, {}}, {{a}, {}}), std::nullopt);
  EXPECT_EQ(difference({{a}, {}}, {{b}, {}}), ".text.f of a.o");
  EXPECT_EQ(difference({{a}, {}}, {{a, b}, {}}), ".text.f of b.o");
  EXPECT_EQ(difference({{a, b}, {{"f", {a}}}}, {{a, b}, {{"f", {b}}}}),
            "f, which is in .text.f of a.o");
  EXPECT_EQ(difference({{a, b}, {{"f", {a}}}}, {{a, b}, {{"g", {b}}}}),
            std::nullopt);
}

template <typename Entry>
std::string bytes_of(const std::vector<Entry>& entries) {
  return {reinterpret_cast<const char*>(entries.data()),
          entries.size() * sizeof(Entry)};
}

/// Returns an object with a piece .text.f that refers to itself.
std::string object_with(std::size_t size, std::size_t references) {
  Elf64_Ehdr header{};
  const std::string identity(ELFMAG "\2\1\1");
  std::ranges::copy(identity, std::begin(header.e_ident));
  header.e_machine = EM_X86_64;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 4;
  header.e_shstrndx = 0;
  Elf64_Sym symbol{};
  symbol.st_shndx = 1;
  Elf64_Rela reference{};
  reference.r_info = ELF64_R_INFO(1, R_X86_64_PC32);
  const std::string names(".text.f\0", 8);
  std::vector<Elf64_Shdr> sections(4);
  std::string content(sizeof header, '\0');
  const auto add = [&](std::size_t i, const std::string& bytes, unsigned type) {
    sections[i].sh_name = i == 1 ? 0 : 7;
    sections[i].sh_type = type;
    sections[i].sh_offset = content.size();
    sections[i].sh_size = bytes.size();
    content += bytes;
  };
  add(0, names, SHT_STRTAB);
  add(1, std::string(size, 'f'), SHT_PROGBITS);
  add(2, bytes_of(std::vector<Elf64_Sym>{{}, symbol}), SHT_SYMTAB);
  add(3, bytes_of(std::vector<Elf64_Rela>(references, reference)), SHT_RELA);
  sections[3].sh_link = 2;
  sections[3].sh_info = 1;
  header.e_shoff = content.size();
  content.replace(0, sizeof header, bytes_of<Elf64_Ehdr>({header}));
  return content + bytes_of(sections);
}

// In hours, if each reference read what it leads to.
TEST_F(LinkMapTest, ComparesLargeObjectsInLinearTime) {
  const std::string large = object_with(1'000'000, 40'000);
  const LinkedSection a{folder_.write("a.o", large), ".text.f"};
  const LinkedSection b{folder_.write("b.o", large), ".text.f"};
  EXPECT_EQ(difference({{a}, {}}, {{b}, {}}), std::nullopt);
  const LinkedSection c{folder_.write("c.o", object_with(1'000'000, 39'999)),
                        ".text.f"};
  EXPECT_EQ(difference({{a}, {}}, {{c}, {}}), ".text.f of a.o");
}

// Each archive is read once, and each piece compared with all at once.
TEST_F(LinkMapTest, ComparesManyObjectsInLinearTime) {
  std::string archive = "!<arch>\n";
  std::set<LinkedSection> left;
  std::set<LinkedSection> right;
  const std::string a = folder_.path() / "a.a";
  const std::string b = folder_.path() / "b.a";
  for (int i = 0; i < 3'000; ++i) {
    const std::string object = object_with(i % 500, 1);
    std::string head = std::to_string(i) + ".o/";
    head.resize(48, ' ');
    head += std::to_string(object.size());
    head.resize(58, ' ');
    archive.append(head).append("`\n").append(object);
    archive.append(object.size() % 2, '\n');
    const std::string member = '(' + std::to_string(i) + ".o)";
    left.insert({std::string(a).append(member), ".text.f"});
    right.insert({std::string(b).append(member), ".text.f"});
  }
  folder_.write("a.a", archive);
  folder_.write("b.a", archive);
  EXPECT_EQ(difference({left, {}}, {right, {}}), std::nullopt);
}

TEST(SectionsOfPrograms, MayBeReadInOrder) {
  EXPECT_TRUE(is_read_in_order("numbers"));
  EXPECT_TRUE(is_read_in_order("_n1"));
  EXPECT_FALSE(is_read_in_order(".text"));
  EXPECT_FALSE(is_read_in_order("1n"));
  EXPECT_FALSE(is_read_in_order("__libc_atexit"));
}

}  // namespace
}  // namespace spl::runner
