#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parser/source.hpp"
#include "runner/reports/terminal/style.hpp"
#include "runner/system/warning.hpp"

/// Warnings and mistakes for people: ten of a kind, and the number of others.
/// The JSON report has all.
namespace spl::runner {

/// A text that is not wrapped.
inline constexpr std::size_t kUnlimited = static_cast<std::size_t>(-1);

/// A warning that stands for others of its kind.
struct GroupedWarning {
  std::string text;
  std::string others;  ///< " (likewise a(2), a(3))", or empty.
};

/// Returns the first warning of each kind, or, if they have no subjects, up to
/// ten of them.
[[nodiscard]] std::vector<GroupedWarning> grouped(const Warnings& warnings);

/// Returns a line for each of them; lines that are wider are broken at blanks.
[[nodiscard]] std::string grouped_warnings_text(const Warnings& warnings,
                                                Colors colors,
                                                std::size_t width = kUnlimited);

/// Messages of each kind, in the order of their first. Those of one kind differ
/// in numbers and quoted names.
class MessageKinds {
 public:
  /// Counts the message, whose kind is that of `what`, and returns whether it
  /// is one of the first ten of its kind.
  bool admits(const std::string& message, const std::string& what);

  /// Returns lines about the messages that were not admitted.
  [[nodiscard]] std::string rest(std::string_view kind) const;

 private:
  struct Count {
    std::string first;
    std::size_t of_kind = 0;
  };

  std::map<std::string, std::size_t> numbers_;
  std::vector<Count> counts_;
};

/// A line for each, or more.
[[nodiscard]] std::string warnings_text(const Warnings& warnings,
                                        Colors colors);

/// Each with its place and excerpt; `kind` is "error" or "note".
[[nodiscard]] std::string diagnostics_text(
    const std::vector<parser::Diagnostic>& diagnostics, std::string_view kind);

}  // namespace spl::runner
