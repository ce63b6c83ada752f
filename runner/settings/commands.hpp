#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "runner/settings/exit_status.hpp"

/// The commands of spl-run as all rooms know them. Adding one is a mode here, a
/// folder of runner/commands with its row and what it does, and a line in the
/// table there.
namespace spl::runner {

struct Session;

enum class Mode : std::uint8_t {
  kEvaluate,
  kCheck,        ///< Bind everything, measure nothing.
  kList,         ///< Formulas and workloads.
  kPlan,         ///< Pilot runs only; shows the plan.
  kGuard,        ///< Compare all workloads with the baseline.
  kBisect,       ///< Find the commit after the subject.
  kAudit,        ///< Find the changes in a range of commits.
  kTimes,        ///< Measure all workloads.
  kCompare,      ///< Compare commands.
  kRank,         ///< Compare the performances of the subject.
  kHistoryOf,    ///< Report what the store has of a performance.
  kAccept,       ///< Keep that a commit changes workloads as intended.
  kImport,       ///< Add another store to the store.
  kExport,       ///< Write the store to a file.
  kPrune,        ///< Remove experiments older than an age.
  kInit,         ///< Write a project file.
  kListCache,    ///< Built programs that are kept.
  kTrim,         ///< Remove those beyond the limit.
  kDocument,     ///< Evaluate, and write a page about documented functions.
  kSelfTest,     ///< Identical code against itself.
  kSensitivity,  ///< Draw from given observations.
  kPortability,  ///< Evaluate, and compare ratios with another report's.
  kExplain,      ///< Profile both sides of formulas.
  kHelp          ///< Print a text.
};

/// A set of commands.
class Modes {
 public:
  constexpr Modes(std::initializer_list<Mode> modes) {
    for (const Mode one : modes) bits_ |= bit(one);
  }
  [[nodiscard]] constexpr bool contains(Mode mode) const {
    return (bits_ & bit(mode)) != 0;
  }
  [[nodiscard]] constexpr Modes operator|(Modes other) const {
    other.bits_ |= bits_;
    return other;
  }
  [[nodiscard]] constexpr Modes without(Modes other) const {
    other.bits_ = bits_ & ~other.bits_;
    return other;
  }

 private:
  static constexpr std::uint32_t bit(Mode mode) {
    return std::uint32_t{1} << static_cast<unsigned>(mode);
  }
  std::uint32_t bits_ = 0;
};

/// What decides formulas that users write, and measures for that.
inline constexpr Modes kEvaluating{Mode::kEvaluate, Mode::kDocument,
                                   Mode::kPortability};
/// What takes formula files.
inline constexpr Modes kWithFormulas =
    kEvaluating | Modes{Mode::kCheck, Mode::kList, Mode::kPlan, Mode::kBisect,
                        Mode::kExplain};
/// What measures, or says what would be measured.
inline constexpr Modes kWithRuns =
    kWithFormulas | Modes{Mode::kGuard,   Mode::kAudit, Mode::kTimes,
                          Mode::kCompare, Mode::kRank,  Mode::kSelfTest};
/// What changes the store.
inline constexpr Modes kOfStore{Mode::kAccept, Mode::kImport, Mode::kExport,
                                Mode::kPrune};
inline constexpr Modes kOfCache{Mode::kListCache, Mode::kTrim};
/// What measures or decides something, not only shows what is there.
inline constexpr Modes kWithResult =
    kWithRuns.without({Mode::kCheck, Mode::kList}) | Modes{Mode::kSensitivity};
inline constexpr Modes kAll =
    kWithRuns | kOfStore | kOfCache |
    Modes{Mode::kHistoryOf, Mode::kSensitivity, Mode::kInit};

struct CommandRow {
  Mode mode;
  std::string_view name;  ///< "guard", "history show".
  /// Its arguments before formula files: "GOOD", "REV PATTERN"; "CMD CMD...".
  std::string_view takes;
  std::string_view summary;  ///< Half a sentence.
  std::string_view example;  ///< Without "spl-run".
  std::string_view more;     ///< What else to know; lines of 78 columns.
  /// Continues "--OPTION does not go with NAME, ".
  std::string_view why;
  std::string_view also;  ///< Words that others type for it, blanks between.
  /// Reports what it finds, and throws what stops it, as run_application()
  /// catches it. If it measures, it throws ProgramsLost before it reports
  /// anything. Null if there is only a text to print.
  ExitStatus (*run)(const Session& session);
};

/// All commands: runner/commands.cpp has them, which every program links.
[[nodiscard]] std::span<const CommandRow> commands();

[[nodiscard]] const CommandRow& command_of(Mode mode);

/// Returns the command of the name, of one word or two; null if there is none.
[[nodiscard]] const CommandRow* find_command(std::string_view name);

/// Returns how a word that is no command is typed, such as `spl-run doctor` for
/// `self-test`; empty if nobody types it.
[[nodiscard]] std::string typed_instead(std::string_view word);

}  // namespace spl::runner
