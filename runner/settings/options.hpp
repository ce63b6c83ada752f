#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/settings/commands.hpp"
#include "runner/settings/settings.hpp"

/// The one table of options: the command line, its help, the project file, the
/// environment, `set` in formula files and the commands that repeat a call all
/// read it. Adding an option is a row there and a member of Settings.
namespace spl::runner {

struct Option {
  /// The part of the help that has the option.
  enum class Group : std::uint8_t {
    kWhat,
    kHow,
    kEverywhere,
    kOne,    ///< In the help of commands only.
    kKey,    ///< On the command line -s KEY=VALUE, and no option.
    kHidden  ///< Programs give it.
  };
  enum class Reach : std::uint8_t {
    kCommandLine,  ///< No key.
    kKey,          ///< Also in the project file and the environment.
    kSet           ///< Also `set` in a formula file.
  };
  enum class About : std::uint8_t {
    kSubject,
    kMeasuring,  ///< Does not go with observations that are there already.
    kMachine,    ///< Likewise, and of one machine only.
    kDeciding,
    kReporting,  ///< How a call reports, and not what it finds.
    kElse
  };
  enum class Path : std::uint8_t { kNone, kFile, kFolder, kOutput };

  std::string_view name;   ///< Without `--`; a letter that has no long form.
  char letter;             ///< 0: none.
  std::string_view value;  ///< The name of its value in the help; empty for a
                           ///< flag, whose value is true or false.
  Group group;
  Reach reach;
  About about;
  Modes modes;  ///< The commands that take it.
  std::string_view help;
  /// Throws SettingError; null without a key.
  void (*apply)(Settings& settings, std::string_view name,
                const std::string& value) = nullptr;
  Path path = Path::kNone;  ///< In the project file: relative to its folder.
  /// Options beside which it does nothing, with blanks between.
  std::string_view idle_beside = {};

  void set(Settings& settings, const std::string& text) const {
    apply(settings, name, text);
  }
  [[nodiscard]] bool is_flag() const { return value.empty(); }
  [[nodiscard]] bool is_key() const { return reach != Reach::kCommandLine; }
  /// Whether the command line has the option.
  [[nodiscard]] bool is_typed() const { return group != Group::kKey; }
};

/// Returns all options, within a group in the order of the help.
[[nodiscard]] std::span<const Option> options();

/// Returns the option with the name, or null.
[[nodiscard]] const Option* find_option(std::string_view name);

/// Returns the option with the name if it is a key, or null.
[[nodiscard]] const Option* find_key(std::string_view name);

/// Returns whether an option says how to measure, so that it does not go with
/// observations that are there already.
[[nodiscard]] bool is_of_measuring(std::string_view option);

/// Returns how messages name an option: `--runs`, `-s alpha`.
[[nodiscard]] std::string shown_option(std::string_view name);

/// Returns the words of the command line that set it: `--runs 5`, `-e TEXT`,
/// `--strict`, `-s alpha=0.1`.
[[nodiscard]] std::vector<std::string> words_of_option(
    std::string_view name, const std::string& value);

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
