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
                chosen.dump(2) + '\n');
}

}  // namespace spl::runner
