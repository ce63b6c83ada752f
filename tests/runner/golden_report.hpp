#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/golden_file.hpp"

namespace spl::runner {

/// Leaves only the first and the last item of longer lists of objects, which
/// repeat one form.
inline void shorten(nlohmann::ordered_json& value) {
  const bool is_long =
      value.is_array() && value.size() > 2 && value.front().is_object();
  if (is_long) value.erase(value.begin() + 1, value.end() - 1);
  for (nlohmann::ordered_json& inner : value) {
    if (inner.is_structured()) shorten(inner);
  }
}

/// Returns the value with numbers and texts of an object in lines of four, and
/// those of a list in one line.
inline std::string in_lines(const nlohmann::ordered_json& value,
                            const std::string& margin = "\n") {
  if (value.empty() || !value.is_structured()) return value.dump();
  constexpr std::size_t kPlainOfLine = 4;
  const std::string inside = margin + "  ";
  std::string text(1, value.is_object() ? '{' : '[');
  std::size_t plain = 0;
  for (auto at = value.begin(); at != value.end(); ++at) {
    if (at != value.begin()) text += ',';
    const bool is_plain = !at->is_structured() || at->empty();
    const bool goes_on =
        is_plain && plain > 0 && (value.is_array() || plain < kPlainOfLine);
    text += goes_on ? " " : inside;
    plain = !is_plain ? 0 : goes_on ? plain + 1 : 1;
    if (value.is_object()) text += nlohmann::json(at.key()).dump() + ": ";
    text += in_lines(*at, inside);
  }
  return text + margin + (value.is_object() ? '}' : ']');
}

/// Expects some members of a report in JSON, shortened, to be as on a file of
/// the tests' data; without any, all.
inline void expect_report(const std::string& name, const std::string& report,
                          std::initializer_list<const char*> members = {}) {
  const auto whole = nlohmann::ordered_json::parse(report);
  nlohmann::ordered_json chosen;
  for (const char* one : members) chosen[one] = whole.at(one);
  if (chosen.is_null()) chosen = whole;
  shorten(chosen);
  expect_golden(std::string(SPL_TEST_DATA) + "/" + name,
                in_lines(chosen) + '\n');
}

}  // namespace spl::runner
