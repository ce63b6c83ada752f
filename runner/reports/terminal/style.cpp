#include "runner/reports/terminal/style.hpp"

#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

TerminalSign color(logic::Verdict verdict) {
  if (verdict == logic::Verdict::kHolds) return TerminalSign::kGreen;
  if (verdict == logic::Verdict::kError) return TerminalSign::kMagenta;
  return verdict == logic::Verdict::kViolated ? TerminalSign::kRed
                                              : TerminalSign::kYellow;
}

std::string in_color(std::string_view text, TerminalSign color, Colors colors) {
  if (colors == Colors::kOff) return std::string(text);
  return to_text(color) + std::string(text) + to_text(TerminalSign::kPlain);
}

}  // namespace

Colors colors(When color, bool is_terminal, const Environment& environment) {
  if (color == When::kAlways) return Colors::kOn;
  if (color == When::kNever) return Colors::kOff;
  const auto set = [&](const char* name) {
    const auto value = environment(name);
    return value && !value->empty() && *value != "0";
  };
  if (set("NO_COLOR")) return Colors::kOff;
  if (set("CLICOLOR_FORCE")) return Colors::kOn;
  const bool is_dumb = environment("TERM") == "dumb";
  return is_terminal && !is_dumb ? Colors::kOn : Colors::kOff;
}

std::string painted_warning(std::string_view text, Colors colors) {
  return in_color(text, TerminalSign::kYellow, colors);
}

std::string bold(std::string_view text) {
  return in_color(text, TerminalSign::kBold, Colors::kOn);
}

std::string dimmed(std::string_view text, Colors colors) {
  return in_color(text, TerminalSign::kDim, colors);
}

std::string painted(std::string_view text, logic::Verdict verdict,
                    Colors colors) {
  return in_color(text, color(verdict), colors);
}

}  // namespace spl::runner
