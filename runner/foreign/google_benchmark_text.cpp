#include "runner/foreign/google_benchmark_text.hpp"

#include <algorithm>
#include <iterator>

namespace spl::runner {
namespace {

/// Returns the length of a word for what is no number at the beginning; 0 if
/// there is none.
std::size_t length_of_no_number(std::string_view text) {
  constexpr std::string_view kWords[] = {"-NaN", "NaN", "-Infinity",
                                         "Infinity"};
  const auto* found =
      std::find_if(std::begin(kWords), std::end(kWords),
                   [&](std::string_view one) { return text.starts_with(one); });
  return found == std::end(kWords) ? 0 : found->size();
}

}  // namespace

std::string valid_json(std::string_view report) {
  std::string result;
  bool is_in_string = false;
  for (std::size_t i = 0; i < report.size(); ++i) {
    const char c = report[i];
    if (is_in_string && c == '\\' && i + 1 < report.size()) {
      result += c;
      result += report[++i];
      continue;
    }
    if (c == '"') is_in_string = !is_in_string;
    const std::size_t length =
        is_in_string ? 0 : length_of_no_number(report.substr(i));
    if (length > 0) {
      result += "null";
      i += length - 1;
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace spl::runner
