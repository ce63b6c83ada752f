#pragma once

#include <optional>
#include <string>

#include "spl/statistics/moments.hpp"

namespace spl::statistics {

/// The answer of an interpretation about theta at a level.
enum class Finding {
  kGreater,     ///< "theta <= 0" is rejected.
  kLess,        ///< "theta >= 0" is rejected.
  kIndistinct,  ///< Neither is rejected.
  kUnknown      ///< The observations do not allow an answer.
};

enum class Status {
  kOk,
  kUndefined,  ///< Refused; `warning` says what is missing.
  kDegenerate  ///< No variance: decided by the sign of the difference.
};

/// The result of a test. Numbers that do not exist for its interpretation or
/// status are absent.
struct TestResult {
  Status status = Status::kUndefined;
  Finding finding = Finding::kUnknown;
  double difference = 0;            ///< Estimate of theta; 0 if undefined.
  std::optional<double> statistic;  ///< t, or z.
  std::optional<double> df;         ///< Degrees of freedom.
  std::optional<double> critical;   ///< Upper critical value of statistic.
  std::optional<double> threshold;  ///< Upper critical value of difference.
  /// Lower critical value of difference if it is not -threshold.
  std::optional<double> lower_threshold;
  std::optional<double> p_greater;  ///< One-sided, against theta <= 0.
  std::optional<double> p_less;     ///< One-sided, against theta >= 0.
  std::string warning;              ///< A sentence, or empty.
};

/// Throws std::invalid_argument unless 0 < alpha < 0.5.
void require_alpha(double alpha);

/// Decides both directions of theta against 0, each at level alpha: a statistic
/// above the critical value is a finding, one at it is not. Without variance
/// the sign of the value decides (kDegenerate); a value or variance too large
/// for a double is kUndefined.
[[nodiscard]] TestResult t_test(const Estimate& estimate, double alpha);

/// Returns the result of a test that lacks observations.
[[nodiscard]] TestResult refused(std::string warning);

}  // namespace spl::statistics
