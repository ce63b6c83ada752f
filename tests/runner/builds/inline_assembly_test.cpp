#include "runner/builds/inline_assembly.hpp"

#include <gmock/gmock.h>

namespace spl::runner {
namespace {

TEST(InlineAssembly, IsUsuallyHarmless) {
  for (const char* text :
       {"", "int f(void);", "int plasma(\".incbin\");",
        "extern int g(int) __asm__ (\"\" \"__isoc99_g\");",
        "__asm__ volatile (\"rdtsc\\n\\tnop\" : \"=a\"(x), \"=d\"(y) : "
        ": \"memory\");",
        "asm goto(\"jmp %l0\" : : : : out);", "int asm_version;"}) {
    EXPECT_FALSE(may_read_files_when_assembled(text)) << text;
  }
}

TEST(InlineAssembly, MayReadFiles) {
  for (const char* text :
       {"asm(\".incbin \\\"x\\\"\");", "__asm__(\".data; .inc\" \"bin\");",
        "__asm volatile (\".include \\\"x.inc\\\"\");", "asm(\".INCBIN x\");",
        "asm(\".inc\\x62in x\");", "asm(R\"(.incbin \"x\")\");",
        "asm(\".macro m\\n.endm\");", "asm(\"unfinished", "asm(\"nop\""}) {
    EXPECT_TRUE(may_read_files_when_assembled(text)) << text;
  }
}

}  // namespace
}  // namespace spl::runner
