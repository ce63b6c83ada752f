#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runner/settings/settings.hpp"

/// The one table of the options' names: the command line, the project file, the
/// environment and `set` in formula files all read it.
namespace spl::runner {

struct Option {
  /// The part of the help that has the option.
  enum class Topic {
    kDoing,
    kFormulas,
    kMeasured,
    kTime,
    kDecision,
    kRevisions,
    kMachine,
    kOutput
  };
  enum class Reach {
    kEverywhere,  ///< Also `set` in a formula file.
    kNotInFormulas
  };
  std::string_view name;   ///< Without `--`.
  std::string_view value;  ///< The name of its value in the help; empty for a
                           ///< flag, whose value is true or false.
  std::string_view help;
  Topic topic;
  Reach reach;
  void (*apply)(Settings& settings, const std::string& value);
  bool is_path = false;  ///< In the project file: relative to its folder.
};

/// All topics, in the order of the help.
inline constexpr Option::Topic kTopics[] = {
    Option::Topic::kDoing,    Option::Topic::kFormulas,
    Option::Topic::kMeasured, Option::Topic::kTime,
    Option::Topic::kDecision, Option::Topic::kRevisions,
    Option::Topic::kMachine,  Option::Topic::kOutput};

/// Returns the heading of a topic: "What to do", "Formulas", ...
[[nodiscard]] std::string_view heading(Option::Topic topic);

/// Returns all options, within a topic in the order of the help.
[[nodiscard]] std::span<const Option> options();

/// Returns the option with the name, or null.
[[nodiscard]] const Option* find_option(std::string_view name);

/// Returns whether an option says how to measure, so that it does not go with
/// observations that are there already.
[[nodiscard]] bool is_of_measuring(std::string_view option);

/// Returns the variable of an option: `SPL_MAX_RUNS` for `max-runs`.
[[nodiscard]] std::string environment_name(std::string_view option);

/// A name and a value of an option, which are applied later.
struct Assignment {
  std::string option;
  std::string value;
  /// "spl.json:2:15", of a file that a project file names; else empty.
  std::string place = {};
};

}  // namespace spl::runner
