#include "runner/wording.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

namespace spl::runner {

std::string ratio_text(double ratio) { return fmt::format("{:.4g}", ratio); }

std::string percent_text(double share) {
  constexpr double kHundred = 99.5;  // Two digits would write 1e+02.
  const double percent = share * 100;
  return percent >= kHundred ? fmt::format("{:.0f} %", percent)
                             : fmt::format("{:.2g} %", percent);
}

std::string amount_text(double amount, logic::Dimension dimension) {
  if (dimension == logic::Dimension::kCount) {
    return fmt::format("{:.4g}", amount);
  }
  static constexpr std::pair<double, std::string_view> kUnits[] = {
      {1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
  for (const auto& [size, name] : kUnits) {
    if (std::abs(amount) >= size) {
      return fmt::format("{:.4g} {}", amount / size, name);
    }
  }
  return fmt::format("{:.4g} ns", amount);
}

std::string seconds_text(double seconds) {
  return amount_text(seconds * 1e9, logic::Dimension::kTime);
}

std::string known_text(std::optional<double> value) {
  return value ? fmt::format("{:.3g}", *value) : "not known";
}

}  // namespace spl::runner
