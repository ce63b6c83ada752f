#include "runner/reports/html/interval_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace spl::runner {
namespace {

/// Changes below it are about in proportion.
constexpr double kSmall = 0.02;
constexpr double kFarthest = 16;

double stretched(double ratio) { return std::asinh(std::log(ratio) / kSmall); }

std::string bar_of(const PlottedRatio& ratio, double y) {
  if (!ratio.lower || !ratio.upper) return {};
  return fmt::format("M{:.4g} {}H{:.4g}", place_on_scale(*ratio.lower), y,
                     place_on_scale(*ratio.upper));
}

/// A line without length is a dot, for it ends round.
std::string mark_of(const PlottedRatio& ratio, double y, int height) {
  return fmt::format("M{:.4g} {}v{}", place_on_scale(ratio.estimate), y,
                     height);
}

}  // namespace

double place_on_scale(double ratio) {
  constexpr double kMiddle = kPlotWidth / 2;
  constexpr double kMargin = 4;
  if (!(ratio > 0)) return kMargin;
  const double reached =
      std::clamp(stretched(ratio) / stretched(kFarthest), -1.0, 1.0);
  return kMiddle + (kMiddle - kMargin) * reached;
}

std::string interval_plot(const std::optional<PlottedRatio>& first,
                          const std::optional<PlottedRatio>& second) {
  if (!first && !second) return {};
  std::string text = "<svg viewBox=\"0 0 200 18\">";
  if (first) {
    constexpr double kHeight = 6;
    text += fmt::format("<path d=\"{}\"/><path class=k d=\"{}\"/>",
                        bar_of(*first, kHeight), mark_of(*first, kHeight, 0));
  }
  if (second) {
    constexpr double kHeight = 14;
    text += fmt::format("<path class=n d=\"{}{}\"/>", bar_of(*second, kHeight),
                        mark_of(*second, kHeight - 3, 6));
  }
  return text + "</svg>";
}

std::string plot_scale() {
  static constexpr std::pair<double, std::string_view> kTicks[] = {
      {0.5, "0.5"}, {0.9, "0.9"}, {1, "1"}, {1.1, "1.1"}, {2, "2"}};
  std::string text = "<svg viewBox=\"0 0 200 18\" aria-hidden=true>";
  for (const auto& [ratio, label] : kTicks) {
    text += fmt::format("<text x={:.4g} y=13>{}</text>", place_on_scale(ratio),
                        label);
  }
  return text + "</svg>";
}

}  // namespace spl::runner
