#include "laboratory/peers/outputs.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace spl::bench {
namespace {

using statistics::Finding;

TEST(SplReport, HasTheAnswer) {
  const SplAnswer answer = read_spl_report(R"({
    "seconds": 2.5,
    "formulas": [{ "seconds": 1.25, "relations": [
      { "finding": "less", "blocks": 18, "stopped": "decided" } ] }] })");
  EXPECT_EQ(answer, (SplAnswer{Finding::kLess, 1.25, 18, "decided"}));
}

TEST(SplReport, MayHaveFoundNothing) {
  const SplAnswer answer = read_spl_report(R"({
    "formulas": [{ "seconds": 0, "relations": [
      { "finding": "unknown", "blocks": 0, "stopped": "budget" } ] }] })");
  EXPECT_EQ(answer, (SplAnswer{Finding::kUnknown, 0, 0, "budget"}));
}

TEST(SplReport, IsRefusedWithoutAnAnswer) {
  for (const char* text : {"", "{}", R"({ "formulas": [] })",
                           R"({ "formulas": [{ "seconds": 1, "relations": [
             { "finding": "more", "blocks": 9, "stopped": "runs" } ] }] })"}) {
    EXPECT_THROW((void)read_spl_report(text), std::exception) << text;
  }
}

TEST(GoogleTimes, AreThoseOfTheRepetitions) {
  EXPECT_EQ(read_google_times(R"({ "context": {}, "benchmarks": [
      { "run_type": "iteration", "real_time": 10.5, "cpu_time": 9 },
      { "run_type": "iteration", "real_time": 11.5, "cpu_time": 9 },
      { "run_type": "aggregate", "real_time": 11, "cpu_time": 9 } ] })"),
            (std::vector{10.5, 11.5}));
}

TEST(GoogleTimes, AreRefusedWhereThereAreNone) {
  EXPECT_THROW((void)read_google_times(R"({ "benchmarks": [] })"),
               std::runtime_error);
}

}  // namespace
}  // namespace spl::bench
