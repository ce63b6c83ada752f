#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "spl/logic/performance.hpp"

/// What can be measured: plain data that a program reports of itself.
namespace spl::logic {

struct Parameter {
  enum class Kind { kInteger, kNumber, kText };
  std::string name;  ///< May be empty: lambdas do not say.
  std::string type;  ///< As C++ spells it.
  Kind kind = Kind::kInteger;
  double minimum = 0;  ///< Of an integer.
  double maximum = 0;
  std::vector<Value> values;  ///< Declared; what a free variable ranges over.
};

/// Something registered under a name.
struct Entry {
  enum class Kind {
    kWorkload,   ///< Drives its own loop (Listing 3).
    kMethod,     ///< Takes instance and arguments (Listing 4).
    kFactory,    ///< Makes the instance.
    kGenerator,  ///< Draws the arguments.
    kInstrument  ///< One of the latter two; given observations do not say.
  };
  Kind kind = Kind::kWorkload;
  std::string name;
  /// What it takes from a formula. Absent for a method that needs a generator.
  std::optional<std::vector<Parameter>> parameters;
  std::string instance_type;  ///< What a factory makes.
  /// What a generator makes or a method takes; with a factory its instance is
  /// the method's first argument.
  std::vector<std::string> argument_types;
  std::string program;  ///< The path of the program that has it.
  /// "file:line" where it is registered, as its compiler named the file; empty
  /// if nobody says.
  std::string place = {};
};

/// "workload", "method", "factory", "generator" or "instrument".
[[nodiscard]] std::string to_text(Entry::Kind kind);

/// What performances are.
enum class Dimension {
  kTime,
  kCount  ///< Constants beside performances are plain numbers.
};

/// All performances that there are, where observations are given and nothing
/// can be measured. Of two instruments the generator is the one whose name
/// comes first.
struct GivenPerformances {
  std::set<Performance> performances;
  Dimension dimension = Dimension::kTime;
};

/// What is known of a revision that a formula names.
struct RevisionFacts {
  std::string problem;  ///< Why it cannot be meant: a sentence, or empty.
  /// What its program has; absent while that is not known, and for good where
  /// it cannot be built. What formulas say is then held against today's.
  std::optional<std::vector<Entry>> entries;
  /// Nobody has tried to build it: what formulas say of it may be right.
  bool unbuilt = false;
};

struct Catalogue {
  /// Of the revision under test.
  std::vector<Entry> entries;
  /// Whether these are all. Otherwise any name may be a method's, and mistakes
  /// are only found in the revisions; expansion must not be tried.
  bool complete = true;
  bool unbuilt = false;  ///< As RevisionFacts have it: entries are today's.
  std::optional<GivenPerformances> given;
  /// By Performance::revision. Others than these cannot be measured.
  std::map<std::string, RevisionFacts> revisions;

  /// Of a revision or, where the name is empty, of the one under test.
  [[nodiscard]] bool is_unbuilt(const std::string& revision) const;

  /// The same, held against today's entries as if these were those of each
  /// revision.
  [[nodiscard]] Catalogue as_of_today() const;

  /// The entry of that name, or null; `.` and `::` mean the same.
  [[nodiscard]] const Entry* find(const std::string& name) const;

  /// The entry of that name that a revision has, or null.
  [[nodiscard]] const Entry* find_in(const std::string& revision,
                                     const std::string& name) const;

  /// The entry of that name that a revision has or, where that is not known or
  /// it lacks one, today's; or null.
  [[nodiscard]] const Entry* find_at(const std::string& revision,
                                     const std::string& name) const;
};

}  // namespace spl::logic
