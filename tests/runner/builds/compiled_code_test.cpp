#include "runner/builds/compiled_code.hpp"

#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

TEST(CompiledCode, LacksOptimisation) {
  EXPECT_EQ(lack_of_optimisation({}), "");
  EXPECT_EQ(lack_of_optimisation({{{"a.c", "gcc -O0 -O"}, {"b.c", "cc -Og"}}}),
            "");
  EXPECT_EQ(lack_of_optimisation({{{"a.c", "gcc -O2 -O0"}, {"b.c", "cc -O2"}}}),
            "a.c is compiled without optimisation");
  EXPECT_EQ(lack_of_optimisation(
                {{{"a.c", "gcc"}, {"b.c", "gcc -O3"}, {"c.c", "gcc -fPIC"}}}),
            "a.c and 1 more of its 3 sources are compiled without "
            "optimisation");
  // Nothing is known of this one.
  EXPECT_EQ(lack_of_optimisation({{{"b.o", ""}}}), "");
}

TEST(CompiledCode, NamesWhatIsUnknown) {
  const CompiledCode seen{{{"a.c", "gcc"}}};
  EXPECT_EQ(unknown_part({}, seen), "");
  EXPECT_EQ(unknown_part(seen, {}), "");
  const CompiledCode hidden{{{"a.c", "gcc"}, {"b.o", ""}, {"c.o", ""}}};
  EXPECT_EQ(unknown_part(hidden, hidden), "b.o");
  // Of a file that tells its flags itself, and one that had none to tell.
  const CompiledCode told{{{"a.o", "GNU C17 12.2.0 -O2"}}};
  EXPECT_EQ(unknown_part(told, told), "");
  EXPECT_EQ(unknown_part(told, seen), "a.o");
}

TEST(CompiledCode, IsReadAsItWasWritten) {
  const TemporaryFolder folder("spl_test_");
  const std::string program = folder.path() / "program";
  EXPECT_EQ(compiled_code(program).remedy, "");
  folder.write("program.compiled",
               encode({{{"a.c", "gcc -O2"}, {"b.c", ""}}, "remedy"}));
  const CompiledCode code = compiled_code(program);
  ASSERT_EQ(code.sources.size(), 2U);
  EXPECT_EQ(code.sources[0], (CompiledSource{"a.c", "gcc -O2"}));
  EXPECT_EQ(code.sources[1], (CompiledSource{"b.c", ""}));
  EXPECT_EQ(code.remedy, "remedy");
  folder.write("program.compiled", std::string("a\0b\0", 4));
  EXPECT_EQ(compiled_code(program).remedy, "");
}

TEST(CompiledCode, HasUnlikeFlags) {
  const CompiledCode one{{{"a.c", "gcc -O2"}, {"b.c", "gcc -O2"}}};
  EXPECT_EQ(unlike_flags(one, "ONE", one, "OTHER"), "");
  // What only one has is part of what it is.
  EXPECT_EQ(unlike_flags(one, "ONE", {{{"c.c", "gcc -O3"}}}, "OTHER"), "");
  EXPECT_EQ(unlike_flags(one, "ONE", {{{"b.c", "gcc -O2"}, {"b.c", "gcc -O3"}}},
                         "OTHER"),
            "b.c is compiled with \"gcc -O2\" for ONE and with \"gcc -O2\" and "
            "\"gcc -O3\" for OTHER");
  EXPECT_EQ(unlike_flags({{{"a.o", ""}}}, "ONE", {{{"a.o", "gcc"}}}, "OTHER"),
            "");
}

}  // namespace
}  // namespace spl::runner
