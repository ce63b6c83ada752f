#include "runner/reports/terminal/paint.hpp"

#include <fmt/format.h>

namespace spl::runner {
namespace {

constexpr std::string_view kGreen = "\033[32m";
constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kYellow = "\033[33m";
constexpr std::string_view kPlain = "\033[0m";

std::string_view color(logic::Verdict verdict) {
  if (verdict == logic::Verdict::kHolds) return kGreen;
  return verdict == logic::Verdict::kViolated ? kRed : kYellow;
}

std::string in_color(std::string_view text, std::string_view color,
                     Colors colors) {
  if (colors == Colors::kOff) return std::string(text);
  return fmt::format("{}{}{}", color, text, kPlain);
}

}  // namespace

std::string painted_warning(std::string_view text, Colors colors) {
  return in_color(text, kYellow, colors);
}

std::string painted(std::string_view text, logic::Verdict verdict,
                    Colors colors) {
  return in_color(text, color(verdict), colors);
}

}  // namespace spl::runner
