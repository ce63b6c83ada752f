#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What Callgrind says of the functions of a run.
namespace spl::runner {

inline constexpr std::size_t kNoCaller = 0;

/// Instructions, of one iteration.
struct FunctionCost {
  double exclusive = 0;  ///< Of its own.
  double inclusive = 0;  ///< With what it calls.
  double calls = 0;
  std::size_t caller = kNoCaller;  ///< The hash of the only one's name.
};

struct Profile {
  std::map<std::string, FunctionCost> functions;  ///< By folded names.
  double total = 0;                               ///< Callgrind's own.
};

/// Returns a name without the arguments of templates and the marks of clones:
/// "parse<>(char const*)".
[[nodiscard]] std::string folded(std::string_view name);

/// Reads a profile in Callgrind's format without compressed names, whose counts
/// are of so many iterations.
[[nodiscard]] Profile profile(std::string_view text, double iterations);

/// What a function costs on both sides.
struct FunctionChange {
  std::string name;
  FunctionCost left;
  FunctionCost right;
  std::string right_name = {};  ///< If it has another name there.
  [[nodiscard]] double difference() const {
    return left.exclusive - right.exclusive;
  }
};

/// Returns all functions of both sides whose own cost differs; those that
/// contribute most to the difference come first. Two functions that only one
/// side has each, and that alone share their only caller, are one with another
/// name.
[[nodiscard]] std::vector<FunctionChange> changes(const Profile& left,
                                                  const Profile& right);

/// Returns the table of the changes, of which the first `most` have a row and
/// the others share one, so that the rows add up to the difference; a sentence
/// if nothing differs.
[[nodiscard]] std::string changes_text(const Profile& left,
                                       const Profile& right, std::size_t most);

}  // namespace spl::runner
