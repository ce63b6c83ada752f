#include "runner/reports/terminal/side_texts.hpp"

#include <fmt/format.h>

#include "runner/reports/terminal_report.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {

std::string short_amount_text(double amount, logic::Dimension dimension) {
  if (dimension == logic::Dimension::kCount) {
    return fmt::format("{:.4g}", amount);
  }
  constexpr double kNanosecond = 1e-9;
  return amount > 0 ? seconds_text(amount * kNanosecond)
                    : amount_text(amount, dimension);
}

std::string sides_text(const RelationReport& relation,
                       logic::Dimension dimension) {
  const auto& left = relation.sides.left.amount;
  const auto& right = relation.sides.right.amount;
  if (relation.blocks == 0 || !left || !right) return {};
  return short_amount_text(*left, dimension) + " against " +
         short_amount_text(*right, dimension);
}

std::string effect_and_sides(const RelationReport& relation,
                             logic::Dimension dimension) {
  std::string text = effect_text(relation, dimension);
  const std::string sides = sides_text(relation, dimension);
  if (relation.stopped == Stop::kFailed || sides.empty()) return text;
  if (text.ends_with('.')) text.pop_back();
  return text + "; " + sides;
}

}  // namespace spl::runner
