#include "runner/reports/terminal/interval_bar.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace spl::runner {
namespace {

constexpr std::array<double, 5> kSteps = {0.01, 0.02, 0.05, 0.2, 1};
constexpr int kMiddle = kBarWidth / 2;

/// Returns the column of a ratio.
int place_of(double ratio) {
  if (!(ratio > 0)) return 0;
  const double change = std::max(ratio, 1 / ratio) - 1;
  int step = 0;
  for (const double one : kSteps) step += change >= one ? 1 : 0;
  return ratio < 1 ? kMiddle - step : kMiddle + step;
}

struct Signs {
  const char* nothing;
  const char* one;
  const char* interval;
  const char* ratio;
};

constexpr Signs kAscii = {".", "|", "=", "o"};
constexpr Signs kUnicode = {"\u00b7", "\u2502", "\u2501", "\u25cf"};

}  // namespace

std::string interval_bar(std::optional<double> ratio,
                         std::optional<double> lower,
                         std::optional<double> upper, Alphabet alphabet) {
  if (!ratio) return std::string(kBarWidth, ' ');
  const Signs& signs = alphabet == Alphabet::kUnicode ? kUnicode : kAscii;
  const int at = place_of(*ratio);
  const int first = std::min(at, lower ? place_of(*lower) : at);
  const int last = std::max(at, upper ? place_of(*upper) : at);
  std::string text;
  for (int i = 0; i < static_cast<int>(kBarWidth); ++i) {
    if (i == at) {
      text += signs.ratio;
    } else if (i >= first && i <= last) {
      text += signs.interval;
    } else {
      text += i == kMiddle ? signs.one : signs.nothing;
    }
  }
  return text;
}

}  // namespace spl::runner
