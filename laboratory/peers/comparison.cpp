#include "laboratory/peers/comparison.hpp"

#include <algorithm>

#include "laboratory/peers/kernels.hpp"

namespace spl::bench {
namespace {

// How often a kernel is compared, in full or quickly.
struct Count {
  std::size_t full;
  std::size_t quick;
};

// With identical code, and with each slowdown. Most often where a rate has a
// goal; the peers, which take much longer, as often as it takes to say what
// they are like.
struct Counts {
  Tool tool;
  Sides sides;
  Count identical;
  Count slowed;
};

constexpr Counts kCounts[] = {
    {Tool::kSpl2, Sides::kOneFunction, {175, 18}, {25, 3}},
    {Tool::kSpl5, Sides::kOneFunction, {50, 5}, {15, 2}},
    {Tool::kSpl10, Sides::kOneFunction, {175, 18}, {0, 0}},
    {Tool::kGoogleShort, Sides::kOneFunction, {15, 2}, {5, 1}},
    {Tool::kGoogle, Sides::kOneFunction, {2, 1}, {1, 1}},
    // Three make a study of habits.
    {Tool::kProcesses, Sides::kOneFunction, {12, 3}, {6, 3}},
    {Tool::kCheck, Sides::kOneFunction, {10, 1}, {5, 1}},
    {Tool::kSpl2, Sides::kCopies, {25, 3}, {10, 1}},
    {Tool::kSpl5, Sides::kCopies, {25, 3}, {10, 1}},
    {Tool::kGoogleShort, Sides::kCopies, {10, 1}, {5, 1}},
    {Tool::kGoogle, Sides::kCopies, {1, 0}, {1, 0}},
};

std::size_t count(const Counts& counts, int slowed_percent, bool quick) {
  if (counts.sides == Sides::kCopies && slowed_percent != 0 &&
      slowed_percent != kCopySlowdown) {
    return 0;
  }
  const Count& count = slowed_percent == 0 ? counts.identical : counts.slowed;
  return quick ? count.quick : count.full;
}

// What is made of all before this round.
std::size_t share(std::size_t all, std::size_t round, std::size_t rounds) {
  return (round * all + rounds - 1) / rounds;
}

}  // namespace

const char* to_text(Tool tool) {
  switch (tool) {
    case Tool::kSpl2:
      return "spl, alpha 1 %";
    case Tool::kSpl5:
      return "spl, alpha 2.5 %";
    case Tool::kSpl10:
      return "spl, alpha 5 %";
    case Tool::kGoogleShort:
      return "Google Benchmark, 0.1 s";
    case Tool::kGoogle:
      return "Google Benchmark, default";
    case Tool::kProcesses:
      return "whole processes";
    case Tool::kCheck:
      return "check";
  }
  return "";
}

const char* to_text(Sides sides) {
  return sides == Sides::kCopies ? "copies" : "one function";
}

std::vector<Comparison> planned(bool quick) {
  std::size_t rounds = 0;
  for (const Counts& counts : kCounts) {
    rounds = std::max(rounds, count(counts, 0, quick));
  }
  std::vector<Comparison> plan;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const std::string& kernel : kernel_names()) {
      for (const int percent : kSlowdowns) {
        for (const Counts& counts : kCounts) {
          // Spread evenly over the rounds, from the first one on.
          const std::size_t all = count(counts, percent, quick);
          const std::size_t number = share(all, round, rounds);
          if (number == share(all, round + 1, rounds)) continue;
          plan.push_back({kernel, percent, counts.tool, number, counts.sides});
        }
      }
    }
  }
  return plan;
}

}  // namespace spl::bench
