#include "runner/programs/printed_numbers.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

std::optional<double> printed(std::string_view text, const std::string& name) {
  PrintedNumbers numbers({"other", name});
  numbers.read(text);
  return numbers.value(name);
}

TEST(PrintedNumbers, StandBehindTheirNames) {
  EXPECT_EQ(printed("bytes 8192", "bytes"), 8192);
  EXPECT_EQ(printed("all\n .text\t 41 4096\n.text1 5\n", ".text"), 41);
  EXPECT_EQ(printed("bytes: 1.5e3 of 7\n", "bytes"), 1500);
  EXPECT_EQ(printed("peak memory=7\n", "peak memory"), 7);
  EXPECT_EQ(printed("n = 10\r\n", "n"), 10);
}

TEST(PrintedNumbers, AreThoseOfTheLastLine) {
  EXPECT_EQ(printed("n 1\nn 2\nn none\nmore n 3", "n"), 2);
}

TEST(PrintedNumbers, AreFiniteAndNotNegative) {
  for (const char* text :
       {"", "n", "n:", "n -1", "n -0", "n inf", "n nan", "n 1e999", "n5", "m 5",
        "n :: 5", "n 'x'", "n 12K", "n 1,234", "n 0x10"}) {
    EXPECT_EQ(printed(text, "n"), std::nullopt) << text;
  }
}

TEST(PrintedNumbers, MayComeInParts) {
  PrintedNumbers numbers({"bytes", ""});
  for (const char one : std::string("x\nbytes 12\nbytes 345")) {
    numbers.read({&one, 1});
  }
  EXPECT_EQ(numbers.value("bytes"), 345);
}

TEST(PrintedNumbers, AreSoughtAtTheStartOfLongLines) {
  PrintedNumbers numbers({"n"});
  for (int i = 0; i < 1000; ++i) numbers.read(std::string(1000, 'x'));
  numbers.read("\nn 1 " + std::string(1'000'000, 'n'));
  EXPECT_EQ(numbers.value("n"), 1);
  EXPECT_EQ(printed(std::string(4092, ' ') + "n 12345", "n"), std::nullopt);
}

}  // namespace
}  // namespace spl::runner
