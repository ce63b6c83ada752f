#include "runner/tools/callgrind_dump.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(CallgrindDump, HasTriggerEventsAndSums) {
  const CallgrindDump dump = callgrind_dump(R"(# callgrind format
version: 1
part: 2

desc: Trigger: Client Request: SPL parts: 3

positions: line
events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw
summary: 9048 3 18 2 5 1 1 4

fn=(1) main
0 9048
summary: 7
)");
  EXPECT_EQ(dump.parts(), 3U);
  EXPECT_TRUE(dump.is_whole());
  EXPECT_EQ(dump.sum("Ir"), 9048);
  EXPECT_EQ(dump.sum("DLmr"), 4);
  EXPECT_EQ(dump.sum("DLmw"), 0);  // Zeros at the end are not written.
  EXPECT_EQ(value_of(dump, workload::Metric::kValgrindInstructions), 9048);
  EXPECT_EQ(value_of(dump, workload::Metric::kValgrindDataMisses), 6);
  EXPECT_EQ(value_of(dump, workload::Metric::kValgrindCycles),
            9048 + 10 * (2 + 6) + 100 * (1 + 4));
}

TEST(CallgrindDump, IsNotWholeWithoutSums) {
  const std::string begin = "desc: Trigger: Client Request: SPL parts: 3\n";
  for (const char* text :
       {"events: Ir\nsummary: nan\n", "events: Ir\nsummary: -1\n",
        "events: Ir\nsummary: inf\n", "events: Ir\n", "summary: 1\n",
        "events: Dr\nsummary: 1\n", "events: Ir\nsummary: 1e999\n"}) {
    EXPECT_FALSE(callgrind_dump(begin + text).is_whole()) << text;
  }
}

TEST(CallgrindDump, HasFewEvents) {
  std::string text = "events: Ir";
  for (int i = 0; i < 100'000; ++i) text += " a";
  EXPECT_LT(callgrind_dump(text).events.size(), 1000U);
}

TEST(CallgrindDump, MayBeAnotherText) {
  const CallgrindDump dump = callgrind_dump("summary: x\n");
  EXPECT_EQ(dump.parts(), 0U);
  EXPECT_EQ(dump.sum("Ir"), 0);
  EXPECT_EQ(callgrind_dump("desc: Trigger: Client Request: mine 4\n").parts(),
            0U);
}

TEST(CallgrindDump, KnowsTheFunctionBeforeWhichItWasWritten) {
  const CallgrindDump before =
      callgrind_dump("desc: Trigger: --dump-before=a::State::run(int)\n");
  EXPECT_TRUE(before.is_before("a::State::run("));
  EXPECT_FALSE(before.is_after("a::State::run("));
  EXPECT_FALSE(before.is_before("State::run("));
  EXPECT_EQ(before.parts(), 0U);
}

TEST(CallgrindDump, HasTheValueOfACall) {
  const auto metric = workload::Metric::kValgrindInstructions;
  const CallgrindDump few{"", {"Ir"}, {425}};
  const CallgrindDump many{"", {"Ir"}, {1025}};
  EXPECT_EQ(value_of_call({{&many, 10}}, metric), 102.5);
  EXPECT_EQ(value_of_call({{&many, 10}, {&few, 4}}, metric), 100);
  EXPECT_EQ(value_of_call({{&few, 4}, {&many, 10}}, metric), 100);
  EXPECT_EQ(value_of_call({{&few, 10}, {&many, 4}}, metric), 0);
}

}  // namespace
}  // namespace spl::runner
