#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>

/// Settings of single assertions, after the formula:
///
///     SPL_EXPECT("new(n) <= old(n)", spl::budget(10s), spl::alpha(0.001));
///
/// They take precedence over the environment and the project file, as options
/// of the command line do.
namespace spl {

/// An option of spl-run with its value.
struct Setting {
  std::string name;   ///< As on the command line, without "--".
  std::string value;  ///< Likewise, with its unit: "10s".
};

/// Sets any option that has a value: spl::setting("max-runs", "40"). A name
/// that spl-run does not know fails the test.
[[nodiscard]] inline Setting setting(std::string name, std::string value) {
  return {std::move(name), std::move(value)};
}
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
Setting setting(const char*, Number) {
  static_assert(sizeof(Number) == 0,
                "SPL: the value of a setting is text, as on the command line: "
                "write the number in quotes");
  return {};
}

/// Sets the level of one relation, the probability of a wrong finding: between
/// 0 and 0.5. spl-run refuses others, and the test fails.
[[nodiscard]] inline Setting alpha(double level) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", level);
  return {"alpha", text};
}
template <class Other, class = std::enable_if_t<!std::is_arithmetic_v<Other>>>
Setting alpha(const Other&) {
  static_assert(sizeof(Other) == 0,
                "SPL: a level is a number, as in spl::alpha(0.001)");
  return {};
}

/// Sets the time to wait per relation once all is built; 0: 10 000 blocks.
template <class Rep, class Period>
[[nodiscard]] Setting budget(std::chrono::duration<Rep, Period> time) {
  const std::chrono::duration<double, std::milli> milliseconds = time;
  char text[32];
  std::snprintf(text, sizeof text, "%.15gms", milliseconds.count());
  return {"budget", text};
}
template <class Other>
Setting budget(const Other&) {
  static_assert(sizeof(Other) == 0,
                "SPL: a budget is a time with a unit, as in spl::budget(5s)");
  return {};
}

}  // namespace spl
