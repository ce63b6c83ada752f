#pragma once

#include <map>
#include <string>
#include <string_view>

#include "spl/logic/binding.hpp"

/// The results of sums whose variables have values.
namespace spl::logic {

/// A mistake that only values reveal; expand() catches it.
class ExpansionError : public std::exception {
 public:
  explicit ExpansionError(Problem problem) : problem_(std::move(problem)) {}
  [[nodiscard]] const Problem& problem() const { return problem_; }
  [[nodiscard]] const char* what() const noexcept override {
    return problem_.message.c_str();
  }

 private:
  Problem problem_;
};

/// The values of the variables in scope.
using Values = std::map<std::string, Value>;

/// The result of a sum: a string, or a linear form, whose constant is plain, a
/// time in nanoseconds or a percentage.
struct Quantity {
  enum class Kind { kText, kPlain, kTime, kPercent };
  Kind kind = Kind::kPlain;
  LinearForm form;
  std::string text;

  [[nodiscard]] bool has_performance() const { return !form.terms().empty(); }
  [[nodiscard]] bool is_zero() const {
    return kind != Kind::kText && !has_performance() && form.constant() == 0;
  }
};

/// Returns whether the performances of a document are times or plain counts.
[[nodiscard]] Quantity::Kind performance_kind(const BoundDocument& document);

inline constexpr std::string_view kCountsAreNoTimes =
    "counts (unit 1) are compared here; a number beside them is plain, "
    "without a unit";

/// Evaluates a sum. Throws ExpansionError.
[[nodiscard]] Quantity evaluate(const Sum& sum, const BoundDocument& document,
                                const Values& values);

/// Evaluates a sum to a plain number or a string. Throws ExpansionError for any
/// other result.
[[nodiscard]] Value evaluate_value(const Sum& sum,
                                   const BoundDocument& document,
                                   const Values& values);

/// Returns the sum with values in place of variables, for reports.
[[nodiscard]] Sum written(const Sum& sum, const BoundDocument& document,
                          const Values& values);

/// Returns the sum that writes a value.
[[nodiscard]] Sum written(const Value& value);

}  // namespace spl::logic
