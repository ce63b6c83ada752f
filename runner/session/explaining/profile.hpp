#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "runner/session/explaining/difference_table.hpp"

/// What Callgrind says of the functions of a run.
namespace spl::runner {

inline constexpr std::size_t kNoCaller = 0;

/// Instructions, of one iteration.
struct FunctionCost {
  double exclusive = 0;  ///< Of its own.
  double inclusive = 0;  ///< With what it calls.
  double calls = 0;
  std::size_t caller = kNoCaller;  ///< The hash of the only one's name.
  std::string file = {};           ///< Empty without debug information.
  /// Its own cost in the lines of that file.
  std::map<unsigned, double> lines = {};
  /// The instructions of all iterations in what it calls, by hashes of names.
  std::map<std::size_t, double> called = {};
};

struct Profile {
  std::map<std::string, FunctionCost> functions;  ///< By folded names.
  double total = 0;                               ///< Callgrind's own.
  std::map<std::size_t, double> own = {};  ///< Exclusive, by hashes of names.
  /// The executed lines of each file, in any function.
  std::map<std::string, std::set<unsigned>> executed = {};
};

/// Returns a name without the arguments of templates and the marks of clones:
/// "parse<>(char const*)".
[[nodiscard]] std::string folded(std::string_view name);

/// Reads a profile in Callgrind's format without compressed names, whose counts
/// are of so many iterations.
[[nodiscard]] Profile profile(std::string_view text, double iterations);

/// Returns the table of the functions whose own cost differs. Two functions
/// that only one side has each, and that alone share their only caller, are one
/// with another name.
[[nodiscard]] ChangeTable functions_table(const Profile& left,
                                          const Profile& right);

/// Returns a profile as stacks, "root;main;parse() 12", whose instructions add
/// up to all that Callgrind counted.
[[nodiscard]] std::string folded_stacks(std::string_view profile,
                                        const std::string& root);

}  // namespace spl::runner
