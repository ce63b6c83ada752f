#include "runner/system/number_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace spl::runner {
namespace {

/// Returns four digits, or more before the point: never an exponent.
std::string digits_text(double number) {
  if (number == 0 || !std::isfinite(number)) return fmt::format("{}", number);
  const double exponent = std::floor(std::log10(std::abs(number)));
  const int decimals = static_cast<int>(std::clamp(3 - exponent, 0.0, 15.0));
  std::string text = fmt::format("{:.{}f}", number, decimals);
  if (decimals > 0) {
    text.resize(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

/// Returns a duration of a minute or more in two units, the second whole.
std::string long_text(double seconds) {
  constexpr double kYear = 365.25 * 86'400;
  if (seconds >= 1000 * kYear) return "more than 1000 years";
  if (seconds >= 2 * kYear) return fmt::format("{:.0f} years", seconds / kYear);
  struct Units {
    double large;
    double small;
    std::string_view large_name;
    std::string_view small_name;
  };
  static constexpr Units kUnits[] = {
      {60, 1, "min", "s"}, {3600, 60, "h", "min"}, {86'400, 3600, "d", "h"}};
  const Units* units = std::begin(kUnits);
  double whole = 0;  // In smaller units.
  for (;; ++units) {
    whole = std::nearbyint(seconds / units->small);
    const auto* next = units + 1;
    if (next == std::end(kUnits) || whole * units->small < next->large) break;
  }
  const double ratio = units->large / units->small;
  const double rest = std::fmod(whole, ratio);
  std::string text =
      fmt::format("{:.0f} {}", (whole - rest) / ratio, units->large_name);
  if (rest > 0) text += fmt::format(" {:.0f} {}", rest, units->small_name);
  return text;
}

}  // namespace

std::string ratio_text(double ratio) {
  constexpr double kMost = 1e12;
  if (ratio > kMost) return "inf";
  if (ratio >= 0 && ratio < 1 / kMost) return "0";
  return digits_text(ratio);
}

std::string ratio_text(double ratio, std::optional<double> lower,
                       std::optional<double> upper) {
  if (!lower || !upper) return ratio_text(ratio);
  return fmt::format("{} ({} .. {})", ratio_text(ratio), ratio_text(*lower),
                     ratio_text(*upper));
}

std::string percent_text(double share) {
  constexpr double kHundred = 99.5;  // Two digits would write 1e+02.
  const double percent = share * 100;
  return percent >= kHundred ? fmt::format("{:.0f} %", percent)
                             : fmt::format("{:.2g} %", percent);
}

std::string p_text(double p) {
  constexpr double kLeast = 1e-12;
  return p < kLeast ? fmt::format("p < {:.0e}", kLeast)
                    : fmt::format("p = {:.2g}", p);
}

std::string percent_option(double share) {
  return fmt::format("{:.3g}%", share * 100);
}

std::string count_text(double count) {
  constexpr double kThousand = 1e3;
  constexpr double kMillion = 1e6;
  constexpr double kBillion = 1e9;
  if (count >= kBillion) return fmt::format("{:.2g} billion", count / kBillion);
  if (count >= 9.95e5) return fmt::format("{:.2g} million", count / kMillion);
  if (count < kThousand) return fmt::format("{:.0f}", count);
  const double digits = count >= 1e5 ? 1e4 : count >= 1e4 ? 1e3 : 1e2;
  const double rounded = std::round(count / digits) * digits;
  return fmt::format("{:.0f} {:03.0f}", std::floor(rounded / kThousand),
                     std::fmod(rounded, kThousand));
}

std::string amount_text(double amount, logic::Dimension dimension) {
  if (dimension == logic::Dimension::kCount) return digits_text(amount);
  static constexpr std::pair<double, std::string_view> kUnits[] = {
      {1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
  for (const auto& [size, name] : kUnits) {
    if (std::abs(amount) < size) continue;
    return fmt::format("{} {}", digits_text(amount / size), name);
  }
  return digits_text(amount) + " ns";
}

std::string seconds_text(double seconds) {
  if (seconds <= 0) return "0 s";
  static constexpr std::pair<double, std::string_view> kUnits[] = {
      {1e-9, "ns"}, {1e-6, "us"}, {1e-3, "ms"}};
  // Durations that three digits round up to the next unit get this unit.
  for (const auto& [size, name] : kUnits) {
    if (seconds < 999.5 * size) {
      return fmt::format("{:.3g} {}", seconds / size, name);
    }
  }
  if (seconds < 9.995) return fmt::format("{:.3g} s", seconds);
  return seconds < 59.5 ? fmt::format("{:.0f} s", seconds) : long_text(seconds);
}

std::string seconds_text(std::chrono::nanoseconds time) {
  return seconds_text(std::chrono::duration<double>(time).count());
}

bool is_out_of_reach(double blocks) { return !(blocks < 10000); }

std::string price_text(const std::string& wish, double more_blocks,
                       double block_seconds) {
  if (is_out_of_reach(more_blocks)) {
    return wish + " is out of reach (10 000 blocks or more)";
  }
  std::string text =
      fmt::format("{} takes about {:.0f} more {}", wish, more_blocks,
                  more_blocks == 1 ? "block" : "blocks");
  if (block_seconds > 0) {
    text += " (" + seconds_text(block_seconds * more_blocks) + ')';
  }
  return text;
}

std::string known_text(std::optional<double> value) {
  return value ? fmt::format("{:.3g}", *value) : "not known";
}

namespace {

constexpr const char* kFormat = "%Y-%m-%dT%H:%M:%SZ";

std::string text_of(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), kFormat, &parts);
  return text.data();
}

}  // namespace

std::string iso_time(std::chrono::system_clock::time_point time) {
  return text_of(std::chrono::system_clock::to_time_t(time));
}

std::string time_before(const std::string& iso_time, std::chrono::seconds age) {
  std::tm parts{};
  strptime(iso_time.c_str(), kFormat, &parts);
  return text_of(timegm(&parts) - age.count());
}

}  // namespace spl::runner
