#pragma once

#include <string>
#include <utility>
#include <vector>

/// Texts of formulas as docs/language.md has them, of which operators make
/// longer ones.
namespace spl::composed {

/// The text before a formula: "sort = ..." and "for n in 10, 100".
struct Preamble {
  /// Names with the methods or values that they stand for, in the order of
  /// their first use; no pair twice.
  std::vector<std::pair<std::string, std::string>> definitions = {};
  std::vector<std::pair<std::string, std::string>> variables = {};

  void add(const Preamble& other);
};

/// A part of a formula.
struct Text {
  std::string text;
  Preamble preamble = {};
};

[[nodiscard]] Text joined(const Text& left, const std::string& sign,
                          const Text& right);
[[nodiscard]] std::string number_text(double value);
/// Returns a text in quotes. Throws std::invalid_argument if it has both kinds
/// of quotes or a line feed.
[[nodiscard]] std::string quoted(const std::string& text);
[[nodiscard]] Text listed(const std::string& name,
                          const std::vector<std::string>& values);

[[nodiscard]] inline std::string value_text(double value) {
  return number_text(value);
}
[[nodiscard]] inline std::string value_text(const std::string& value) {
  return quoted(value);
}

template <class>
inline constexpr bool kNever = false;

}  // namespace spl::composed
