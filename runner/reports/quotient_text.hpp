#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "spl/logic/catalogue.hpp"

/// What people read of a measured quotient: "39% longer than", "37..41%". All
/// reports say it in these words.
namespace spl::runner {

/// What is compared, which chooses the words.
enum class Compared {
  kTime,   ///< Longer and shorter.
  kCount,  ///< More and fewer.
  kRate,   ///< Higher and lower.
  kSize    ///< Larger and smaller.
};

/// Returns what a metric measures; an empty name is that of given numbers.
[[nodiscard]] Compared compared(std::string_view metric,
                                logic::Dimension dimension);

/// A left side over a right side, with the range that holds it.
struct MeasuredQuotient {
  double estimate = 1;
  double lower = 0;                                        ///< 0: none.
  double upper = std::numeric_limits<double>::infinity();  ///< Likewise.

  /// Whether the range leaves open which side is larger.
  [[nodiscard]] bool is_open() const { return lower <= 1 && upper >= 1; }
};

/// The ends that matter of a range that leaves the direction open.
enum class Ends { kBoth, kUpper, kLower };

/// The words of a quotient and of its range, which have one unit and as many
/// digits as the range bears out: one of half the range, three at most, and
/// more where rounding would touch 1 or the limit. Ranges are rounded outward.
struct QuotientText {
  enum class Unit { kNone, kMore, kLess, kTimes, kTimesLess };
  std::string words;  ///< "39% longer than", "about as long as".
  std::string range;  ///< "37..41%", "at most 2.4% longer"; may be empty.
  Unit unit = Unit::kNone;
  int decimals = 0;
  std::string shown = {};  ///< The number in the words.

  /// Whether another quotient has the same words.
  [[nodiscard]] bool is_of(double quotient) const;
};

/// `limit` is the quotient that a claim names.
[[nodiscard]] QuotientText quotient_text(
    const MeasuredQuotient& quotient, Compared what, Ends ends = Ends::kBoth,
    std::optional<double> limit = std::nullopt);

/// "longer than", "shorter than" or "not told apart from", by the sign.
[[nodiscard]] std::string direction_words(double sign, Compared what);

/// "13.3 times as long": the end of a range, rounded outward.
[[nodiscard]] std::string end_of_range(double quotient, Compared what);

/// "10% longer", "5 times as long"; "5 times" beside a quotient in times.
[[nodiscard]] std::string limit_text(double limit, Compared what,
                                     QuotientText::Unit unit);

/// The digits of an amount, unless its quotient needs more.
inline constexpr int kUsualDigits = 3;

/// An amount in a unit of its own, with so many digits: "70.0 ns", "417".
[[nodiscard]] std::string digits_of(double amount, logic::Dimension dimension,
                                    int digits);

/// The number that digits_of() writes.
[[nodiscard]] double rounded_amount(double amount, logic::Dimension dimension,
                                    int digits);

/// "4.10..4.33" in the unit of the amount, rounded outward.
[[nodiscard]] std::string range_of(double amount, double lower, double upper,
                                   logic::Dimension dimension, double limit);

/// The digits of a left and a right side.
struct PairOfDigits {
  int left = kUsualDigits;
  int right = kUsualDigits;
};

/// The fewest digits, from three on, with which the quotient of the printed
/// sides is the printed quotient.
[[nodiscard]] PairOfDigits digits_for(double left, double right,
                                      logic::Dimension dimension,
                                      const QuotientText& text);

}  // namespace spl::runner
