#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spl/logic/bound_document.hpp"
#include "spl/logic/fit.hpp"

namespace spl::logic {

/// A method, generator or factory under another name, perhaps with parts.
struct Alias {
  const Entry* entry;
  std::vector<const Entry*> instruments;
  std::optional<Name> revision;
};

/// A definition with a mistake, which was reported at its place and is not
/// reported again where it is used.
struct Broken {};

/// What the name of a definition stands for.
using Defined = std::variant<DefinedNumber, DefinedSet, Alias, Broken>;

/// The names that a text has defined so far, over those of the catalogue.
/// `this_name` is what THIS stands for. Mistakes go to `problems`; all
/// references outlive this.
class Definitions {
 public:
  Definitions(const Catalogue& catalogue,
              const std::optional<std::string>& this_name,
              std::vector<Problem>& problems)
      : catalogue_(catalogue), this_name_(this_name), problems_(problems) {}

  void add(const Name& name, Defined meaning);

  /// A name whose definition failed and was reported.
  void add_broken(const Name& name) {
    known_.insert({name.text, {name.span, Broken{}, true}});
  }

  /// The definition of that name, or null; it counts as used.
  [[nodiscard]] const Defined* find(const std::string& name);

  [[nodiscard]] bool contains(const std::string& name) const {
    return known_.contains(name);
  }
  [[nodiscard]] std::vector<std::string> names() const;

  void report_unused();

  /// Where THIS is used first, if it stands for something.
  [[nodiscard]] const std::optional<Span>& this_use() const {
    return this_use_;
  }

  /// The entry that the name of a use means, with the parts of its definition
  /// and of the use.
  [[nodiscard]] std::optional<Alias> resolve(const MethodUse& use);

  /// The same with the entries that a revision has under these names. Where
  /// it lacks one all are today's, which shows when it is measured.
  [[nodiscard]] Alias at_revision(const Alias& alias,
                                  const std::string& revision) const;

  /// What the use puts together, if it is a method.
  [[nodiscard]] std::optional<Combination> combine(const Alias& alias,
                                                   const MethodUse& use);

 private:
  struct Known {
    Span place;
    Defined meaning;
    bool used = false;
  };

  /// `kind` is what the name must be of: "method", say. Entries of the revision
  /// come first.
  std::optional<Alias> base(const Name& name, const std::string& kind,
                            const std::string& revision);
  std::optional<Alias> function_at_hand(const Name& name);
  bool add_instrument(Alias& alias, const Alias& instrument, const Name& name);
  std::vector<std::string> method_names(const std::string& revision = "") const;
  std::string remedy(const Name& name, bool instrument,
                     const std::string& revision) const;
  void problem(std::string message, Span span) {
    problems_.push_back({std::move(message), span});
  }

  const Catalogue& catalogue_;
  const std::optional<std::string>& this_name_;
  std::vector<Problem>& problems_;
  std::map<std::string, Known> known_;
  std::optional<Span> this_use_;
};

}  // namespace spl::logic
