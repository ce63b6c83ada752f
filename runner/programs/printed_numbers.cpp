#include "runner/programs/printed_numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

namespace spl::runner {
namespace {

constexpr std::size_t kMostOfLine = 4096;
constexpr std::string_view kBlanks = " \t";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

std::optional<double> number_behind(std::string_view name,
                                    std::string_view line) {
  line = without_blanks(line);
  if (!line.starts_with(name)) return std::nullopt;
  line.remove_prefix(name.size());
  const std::string_view rest = without_blanks(line);
  const bool has_sign = rest.starts_with(':') || rest.starts_with('=');
  if (!has_sign && rest.size() == line.size()) return std::nullopt;
  const std::string_view text = without_blanks(rest.substr(has_sign ? 1 : 0));
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  // 12K, 1,234 and 0x10 are no 12, 1 and 0.
  const bool is_whole = end == text.data() + text.size() || *end == ' ' ||
                        *end == '\t' || *end == '\r';
  const bool is_number = error == std::errc() && is_whole &&
                         std::isfinite(value) && value >= 0 &&
                         !std::signbit(value);
  return is_number ? std::optional(value) : std::nullopt;
}

}  // namespace

PrintedNumbers::PrintedNumbers(std::vector<std::string> names)
    : names_(std::move(names)) {}

void PrintedNumbers::read(std::string_view part) {
  while (!part.empty()) {
    const std::size_t end = part.find('\n');
    const std::string_view piece = part.substr(0, end);
    line_ += piece.substr(0, kMostOfLine - line_.size());
    if (end == part.npos) return;
    end_line();
    part.remove_prefix(end + 1);
  }
}

std::optional<double> PrintedNumbers::value(const std::string& name) {
  end_line();
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

void PrintedNumbers::end_line() {
  // A number that is cut off here is another one.
  if (line_.size() == kMostOfLine) line_.back() = 'x';
  for (const std::string& name : names_) {
    if (const auto value = number_behind(name, line_)) values_[name] = *value;
  }
  line_.clear();
}

}  // namespace spl::runner
