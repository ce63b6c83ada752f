#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "spl/statistics/interpretations/interpretation.hpp"

/// Which comparisons are made, in which order, and what came of one.
namespace spl::bench {

/// Who compares, and at which level of both directions together.
enum class Tool {
  kSpl2,         ///< This project, alpha 1 %: 2 % both ways.
  kSpl5,         ///< alpha 2.5 %: as the peers.
  kSpl10,        ///< alpha 5 %.
  kGoogleShort,  ///< Google Benchmark, repetitions of 0.1 s; at 5 %, as below.
  kGoogle,       ///< Its default time.
  kProcesses,    ///< Whole processes, 10 of one, then 10 of the other.
  kCheck         ///< How much slower the code really is.
};

inline constexpr Tool kTools[] = {
    Tool::kSpl2,   Tool::kSpl5,      Tool::kSpl10, Tool::kGoogleShort,
    Tool::kGoogle, Tool::kProcesses, Tool::kCheck};

/// "spl, alpha 1 %", "whole processes" ...: in tables and files.
[[nodiscard]] const char* to_text(Tool tool);

/// What the sides of a comparison have in common.
enum class Sides {
  kOneFunction,  ///< Both run the same function, with other parameters.
  kCopies        ///< Each runs a copy of its own: elsewhere in the program.
};

inline constexpr Sides kSides[] = {Sides::kOneFunction, Sides::kCopies};

/// "one function", "copies": in files.
[[nodiscard]] const char* to_text(Sides sides);

/// A kernel on the left, the same slowed by so many percent on the right.
struct Comparison {
  std::string kernel;
  int slowed_percent = 0;
  Tool tool = Tool::kSpl2;
  std::size_t number = 0;  ///< From 0: it is made many times.
  Sides sides = Sides::kOneFunction;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const Comparison&, const Comparison&) = default;
};

struct Result {
  Comparison comparison;
  /// Of left against right: a slowdown makes left less.
  statistics::Finding finding = statistics::Finding::kIndistinct;
  double seconds = 0;  ///< From the question to the answer.
  // Of this project alone.
  double run_seconds = 0;  ///< Those of its runs.
  double spawn_seconds =
      0;  ///< A bare start and end of a program, just before.
  std::size_t blocks = 0;
  std::string stopped;  ///< Why there were no more blocks.
  // What the peers measured; of kCheck, the ratio, on the right.
  std::vector<double> left;
  std::vector<double> right;

  friend bool operator==(const Result&, const Result&) = default;
};

/// All comparisons, in an order in which tools, kernels and slowdowns take
/// turns, so that any beginning of it is a fair, smaller bench. Quick is a
/// part of it, with a study of habits (habits.hpp) of each kernel.
[[nodiscard]] std::vector<Comparison> planned(bool quick);

}  // namespace spl::bench
