#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "spl/logic/bound_document.hpp"
#include "spl/logic/fit.hpp"

namespace spl::logic {

/// A generator or a factory of an alias.
struct AliasInstrument {
  const Entry* entry;
  const std::vector<Sum>* arguments;  ///< Its own; null if it has none.
};

/// A method, generator or factory under another name, perhaps with parts.
struct Alias {
  const Entry* entry;
  std::vector<AliasInstrument> instruments;
  std::optional<Name> revision;
  std::shared_ptr<const Family> family = nullptr;  ///< The entry's, if it is.
};

/// A definition with a mistake. The mistake is reported at the definition and
/// not again at its uses.
struct Broken {};

/// The meaning of a defined name.
using Defined = std::variant<DefinedNumber, DefinedSet, Alias, Broken>;

/// The names that a text has defined so far, over those of the catalogue.
/// `this_name` is the method that THIS names. Mistakes go to `problems`. The
/// referenced objects outlive this one.
class Definitions {
 public:
  Definitions(const Catalogue& catalogue,
              const std::optional<std::string>& this_name,
              const Preface& preface, std::vector<Problem>& problems)
      : catalogue_(catalogue),
        this_name_(this_name),
        preface_(preface),
        problems_(problems) {}

  void add(const Name& name, Defined meaning);

  /// Takes back the problems from `first` on, which are reported when the name
  /// is used.
  void defer_problems(const Name& name, std::size_t first);

  /// Adds a name whose definition has a mistake that was reported.
  void add_broken(const Name& name) {
    known_.insert({name.text, {name.span, Broken{}, true}});
  }

  /// Returns the definition of that name, or null, and counts it as used.
  [[nodiscard]] const Defined* find(const std::string& name);

  [[nodiscard]] bool contains(const std::string& name) const {
    return known_.contains(name);
  }
  [[nodiscard]] std::vector<std::string> names() const;

  void report_unused();

  /// Returns the first use of THIS, if THIS names something.
  [[nodiscard]] const std::optional<Span>& this_use() const {
    return this_use_;
  }

  /// Returns the entry that a use names, or another name in its place, with the
  /// parts that its definition and the use add.
  [[nodiscard]] std::optional<Alias> resolve(const MethodUse& use,
                                             const Name& name);
  [[nodiscard]] std::optional<Alias> resolve(const MethodUse& use) {
    return resolve(use, use.name);
  }

  /// Returns the family of a name with braces, where these are variables and
  /// nothing is called so; or null.
  [[nodiscard]] std::shared_ptr<const Family> family_of_pattern(
      const MethodUse& use, const std::set<std::string>& variables);

  /// Returns the alias with the entries of a revision. If the revision lacks
  /// one of them, all are today's; the measurement then reports it.
  [[nodiscard]] Alias at_revision(const Alias& alias,
                                  const std::string& revision) const;

  /// Whether a part of the alias is in no program.
  [[nodiscard]] bool lacks_part(const Alias& alias) const;

  /// Returns the method, generator and factory of a use at the revision, if it
  /// is a method; what C++ composes of these, under its name alone.
  [[nodiscard]] std::optional<Combination> combine(const Alias& alias,
                                                   const MethodUse& use,
                                                   const std::string& revision);

 private:
  struct Known {
    Span place;
    Defined meaning;
    bool used = false;
    std::vector<Problem> deferred = {};
  };

  /// Looks a name up, in the revision's entries first. `kind` is the kind that
  /// messages ask for, such as "method".
  std::optional<Alias> base(const Name& name, const std::string& kind,
                            const std::string& revision, std::size_t arguments);
  /// Returns the family of that name, if nothing of that name takes so many
  /// arguments; or null.
  std::shared_ptr<const Family> family_at(const std::string& name,
                                          const std::string& revision,
                                          std::size_t arguments);
  std::optional<Alias> function_at_hand(const Name& name);
  /// Returns an entry that stands for what no program has.
  const Entry* absent(const std::string& name);
  bool add_instrument(Alias& alias, const Alias& base,
                      const Instrument& instrument);
  std::vector<std::string> method_names(const std::string& revision = "") const;
  const Entries& entries_at(const std::string& revision) const;
  /// Returns the method that C++ composes of these parts under a name that
  /// means nothing else; or null.
  const Entry* composed(const Combination& parts,
                        const std::string& revision) const;
  /// Returns a sentence with the most likely name; empty if none is near.
  std::string nearest(const Name& name, bool instrument,
                      const std::string& revision) const;
  std::string remedy(const Name& name, bool instrument,
                     const std::string& revision);
  void problem(std::string message, Span span,
               Mistake mistake = Mistake::kOther) {
    problems_.push_back({std::move(message), span, mistake});
  }

  const Catalogue& catalogue_;
  const std::optional<std::string>& this_name_;
  const Preface& preface_;
  std::vector<Problem>& problems_;
  std::map<std::string, Known> known_;
  std::map<std::string, Entry> absent_;  ///< By name.
  /// By name, revision and number of arguments.
  using Families = std::map<std::tuple<std::string, std::string, std::size_t>,
                            std::shared_ptr<const Family>>;
  Families families_;  ///< Of uses.
  Families kept_;
  std::map<std::string, std::shared_ptr<const std::set<std::string>>>
      names_;               ///< Of all entries, by revision.
  std::size_t sought_ = 0;  ///< Names that are not there.
  std::optional<Span> this_use_;
};

}  // namespace spl::logic
