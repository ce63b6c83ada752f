#include "runner/layouts/link_map.hpp"

#include <gmock/gmock.h>

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

TEST(SectionsOfPrograms, MayBeReadInOrder) {
  EXPECT_TRUE(is_read_in_order("numbers"));
  EXPECT_TRUE(is_read_in_order("_n1"));
  EXPECT_FALSE(is_read_in_order(".text"));
  EXPECT_FALSE(is_read_in_order("1n"));
  EXPECT_FALSE(is_read_in_order("__libc_atexit"));
}

}  // namespace
}  // namespace spl::runner
