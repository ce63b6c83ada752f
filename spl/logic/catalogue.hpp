#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "spl/logic/performance.hpp"

/// Everything that can be measured: plain data that a program reports about
/// itself.
namespace spl::logic {

struct Parameter {
  enum class Kind {
    kInteger,
    kNumber,
    kText,
    kAny  ///< A number or a text: a word of a command.
  };
  std::string name;  ///< Empty if unknown, as for lambdas.
  std::string type;  ///< As C++ spells it.
  Kind kind = Kind::kInteger;
  double minimum = 0;  ///< The least value of an integer.
  double maximum = 0;
  /// Declared values, over which a free variable ranges.
  std::vector<Value> values;
};

/// Something registered under a name.
struct Entry {
  enum class Kind {
    kWorkload,   ///< Drives its own loop (Listing 3).
    kMethod,     ///< Takes instance and arguments (Listing 4).
    kFactory,    ///< Makes the instance.
    kGenerator,  ///< Draws the arguments.
    kInstrument  ///< Factory or generator: given observations do not say which.
  };
  Kind kind = Kind::kWorkload;
  std::string name;
  /// The arguments that a formula passes. Absent for a method that needs a
  /// generator.
  std::optional<std::vector<Parameter>> parameters;
  std::string instance_type;  ///< The type that a factory makes.
  /// The types that a generator makes or a method takes. A factory's instance
  /// is the method's first argument.
  std::vector<std::string> argument_types;
  std::string program;  ///< The path of its program.
  /// "file:line" of its registration, as the compiler named the file; empty if
  /// unknown.
  std::string place = {};
  /// The names of a method, and of its generator and factory, of which C++
  /// composes this method; else empty.
  std::vector<std::string> parts = {};
  std::string twin = {};  ///< The place of another composed one of its name.
  bool is_part = false;   ///< Of a composed one, by whose name users know it.
};

/// Entries in an order, which are found by their names, however many there are.
class Entries {
 public:
  Entries() = default;
  Entries(std::initializer_list<Entry> all) : Entries(std::vector(all)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): the same with an index.
  Entries(std::vector<Entry> all);

  void push_back(Entry entry);

  /// Returns the first entry of that name, or null; `.` and `::` mean the same.
  /// Composed ones are found only if there are no others.
  [[nodiscard]] const Entry* find(const std::string& name) const;

  // NOLINTNEXTLINE(google-explicit-constructor): likewise.
  operator const std::vector<Entry>&() const { return all_; }
  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const Entry& operator[](std::size_t i) const { return all_[i]; }

 private:
  void index(std::size_t i);

  std::vector<Entry> all_;
  std::map<std::string, std::size_t> numbers_;  ///< By canonical_name().
};

/// Returns "workload", "method", "factory", "generator" or "instrument".
[[nodiscard]] std::string to_text(Entry::Kind kind);

/// The quantity that performances measure.
enum class Dimension {
  kTime,
  kCount  ///< Constants beside performances are plain numbers.
};

/// All performances for which observations are given; nothing else can be
/// measured then. If a performance has two instruments, its generator is the
/// one whose name comes first.
struct GivenPerformances {
  std::set<Performance> performances;
  Dimension dimension = Dimension::kTime;
  /// Generators and factories are told apart, as in reports of spl-run.
  bool knows_roles = false;
};

/// Known facts about a revision that a formula names.
struct RevisionFacts {
  std::string problem;  ///< Why formulas cannot use it: a sentence, or empty.
  /// The entries of its program. Absent until they are known, and for good if
  /// it cannot be built; formulas are then checked against today's entries.
  std::optional<Entries> entries;
  /// No build was tried, so formulas about it may be right.
  bool unbuilt = false;
  /// It is a build that the user names: its entries are all that it has.
  bool is_build = false;
};

struct Catalogue {
  /// The entries of the revision under test.
  Entries entries;
  /// Whether `entries` has all there are. If not, any name may be a method's,
  /// mistakes are found only in the revisions, and formulas must not be
  /// expanded.
  bool complete = true;
  /// Like RevisionFacts::unbuilt: `entries` are today's.
  bool unbuilt = false;
  std::optional<GivenPerformances> given;
  /// By Performance::revision. No other revision can be measured. The one under
  /// test is there only if it could not be built: `entries` are another's then.
  std::map<std::string, RevisionFacts> revisions;

  /// Whether the revision is unbuilt. An empty name is the revision under test.
  [[nodiscard]] bool is_unbuilt(const std::string& revision) const;

  /// Returns a copy in which every revision has today's entries.
  [[nodiscard]] Catalogue as_of_today() const;

  /// Returns the entry of that name, or null; `.` and `::` mean the same.
  [[nodiscard]] const Entry* find(const std::string& name) const;

  /// Returns a revision's entry of that name, or null.
  [[nodiscard]] const Entry* find_in(const std::string& revision,
                                     const std::string& name) const;

  /// Returns whether the name is that of a build, whose entries are known.
  [[nodiscard]] bool is_build(const std::string& revision) const;

  /// Returns the names of the builds that have an entry of that name.
  [[nodiscard]] std::vector<std::string> builds_with(
      const std::string& name) const;

  /// Returns a revision's entry of that name. If the revision is unknown or
  /// lacks the entry, returns today's entry; if only named builds are known to
  /// have it, returns that of one of them; or null.
  [[nodiscard]] const Entry* find_at(const std::string& revision,
                                     const std::string& name) const;
};

}  // namespace spl::logic
