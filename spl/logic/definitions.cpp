#include "spl/logic/definitions.hpp"

#include <algorithm>

#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"
#include "spl/logic/revision_name.hpp"

namespace spl::logic {
namespace {

constexpr const char* kMethod = "method or workload";
constexpr const char* kInstrument = "generator or factory";

std::string compares_instead(const std::string& name) {
  return "; to compare, write " + quoted(name + " == ...");
}

bool is_instrument(Entry::Kind kind) {
  return kind == Entry::Kind::kGenerator || kind == Entry::Kind::kFactory ||
         kind == Entry::Kind::kInstrument;
}

/// Whether a name that nothing has is no mistake in a formula about this
/// revision, which was built or could not be: what it names cannot be measured,
/// as the measurement then reports, and all else can.
bool fails_alone(const Catalogue& catalogue, const std::string& revision) {
  const auto facts = catalogue.revisions.find(revision);
  return facts != catalogue.revisions.end() && facts->second.problem.empty() &&
         !facts->second.unbuilt && !facts->second.is_build;
}

}  // namespace

void Definitions::add(const Name& name, Defined meaning) {
  if (const auto known = known_.find(name.text); known != known_.end()) {
    const bool is_shared =
        preface_.has(known->second.place) && !preface_.has(name.span);
    problem(quoted(name.text) + " is defined already" +
                (is_shared ? " in " + preface_.files : "") +
                compares_instead(name.text),
            name.span);
    return;
  }
  const Entry* entry = catalogue_.find(name.text);
  if (entry != nullptr && entry->parts.empty()) {
    problem(quoted(name.text) + " is a " + to_text(entry->kind) +
                " and cannot be defined" + compares_instead(name.text),
            name.span);
    add_broken(name);
    return;
  }
  known_.insert({name.text, {name.span, std::move(meaning), false}});
}

void Definitions::defer_problems(const Name& name, std::size_t first) {
  const auto begin = problems_.begin() + static_cast<std::ptrdiff_t>(first);
  known_.at(name.text).deferred.assign(begin, problems_.end());
  problems_.erase(begin, problems_.end());
}

const Defined* Definitions::find(const std::string& name) {
  const auto found = known_.find(name);
  if (found == known_.end()) return nullptr;
  Known& known = found->second;
  known.used = true;
  problems_.insert(problems_.end(), known.deferred.begin(),
                   known.deferred.end());
  known.deferred.clear();
  return &known.meaning;
}

std::vector<std::string> Definitions::names() const {
  std::vector<std::string> names;
  for (const auto& [name, known] : known_) names.push_back(name);
  return names;
}

void Definitions::report_unused() {
  for (const auto& [name, known] : known_) {
    if (known.used || preface_.has(known.place)) continue;
    const bool number = std::holds_alternative<DefinedNumber>(known.meaning);
    problem(quoted(name) + " is defined but used nowhere" +
                compares_instead(name) +
                (number ? "; to change a setting, write " +
                              quoted("set " + name + " = ...")
                        : ""),
            known.place);
  }
}

std::optional<Alias> Definitions::resolve(const MethodUse& use,
                                          const Name& name) {
  const std::string revision = use.revision ? revision_text(*use.revision) : "";
  auto alias =
      base(name, kMethod, revision, use.arguments ? use.arguments->size() : 0);
  bool complete = alias.has_value();
  for (const Instrument& instrument : use.instruments) {
    const auto found = base(instrument.name, kInstrument, revision, 0);
    if (!found) {
      complete = false;
    } else if (alias && !catalogue_.is_unbuilt(revision)) {
      complete = add_instrument(*alias, *found, instrument) && complete;
    }
  }
  if (alias && use.revision) {
    if (alias->revision) {
      problem(quoted(use.name.text) +
                  " is defined with a revision already; "
                  "remove one of the two",
              use.revision->span);
      complete = false;
    }
    alias->revision = use.revision;
  }
  if (!complete) return std::nullopt;
  return alias;
}

std::optional<Combination> Definitions::combine(const Alias& alias,
                                                const MethodUse& use,
                                                const std::string& revision) {
  const Entry::Kind kind = alias.entry->kind;
  if (is_instrument(kind)) {
    problem(quoted(use.name.text) + " is a " + to_text(kind) +
                "; it belongs in [...] after a method",
            use.name.span);
    return std::nullopt;
  }
  Combination combination{alias.entry};
  for (const auto& [entry, arguments] : alias.instruments) {
    if (entry->program != alias.entry->program) {
      problem(quoted(alias.entry->name) + " is in program " +
                  alias.entry->program + ", but " + quoted(entry->name) +
                  " in " + entry->program +
                  "; parts that are used together must be in one program",
              use.name.span);
      return std::nullopt;
    }
    (entry->kind == Entry::Kind::kFactory ? combination.factory
                                          : combination.generator) = entry;
  }
  if (alias.instruments.size() == 2 &&
      combination.generator->kind == Entry::Kind::kInstrument) {
    std::tie(combination.generator, combination.factory) = std::minmax(
        alias.instruments.front().entry, alias.instruments.back().entry,
        [](const Entry* left, const Entry* right) {
          return left->name < right->name;
        });
  }
  const bool have_own = std::ranges::any_of(
      alias.instruments,
      [](const AliasInstrument& one) { return one.arguments != nullptr; });
  const Entry* whole = have_own ? nullptr : composed(combination, revision);
  return whole == nullptr ? combination : Combination{whole};
}

const Entry* Definitions::composed(const Combination& parts,
                                   const std::string& revision) const {
  if (!parts.method->is_part) return nullptr;
  std::vector<std::string> names;
  for (const Entry* part : {parts.method, parts.generator, parts.factory}) {
    if (part != nullptr) names.push_back(part->name);
  }
  const Entries& entries = entries_at(revision);
  const auto found = std::ranges::find_if(entries, [&](const Entry& one) {
    return one.parts == names && one.twin.empty();
  });
  return found == entries.end() ? nullptr : &*found;
}

Alias Definitions::at_revision(const Alias& alias,
                               const std::string& revision) const {
  Alias there = alias;
  Alias today = alias;
  bool complete = true;
  const auto move = [&](const Entry*& in_revision, const Entry*& in_test) {
    const std::string& name = in_test->name;
    const Entry* found = catalogue_.find_in(revision, name);
    complete = complete && found != nullptr;
    in_revision = found;
    if (const Entry* other = catalogue_.find(name)) in_test = other;
  };
  move(there.entry, today.entry);
  for (std::size_t i = 0; i < alias.instruments.size(); ++i) {
    move(there.instruments[i].entry, today.instruments[i].entry);
  }
  return complete ? there : today;
}

std::optional<Alias> Definitions::base(const Name& name,
                                       const std::string& kind,
                                       const std::string& revision,
                                       std::size_t arguments) {
  if (name.is_this()) return function_at_hand(name);
  if (const Defined* defined = find(name.text)) {
    if (const auto* alias = std::get_if<Alias>(defined)) return *alias;
    if (!std::holds_alternative<Broken>(*defined)) {
      problem(quoted(name.text) +
                  " is defined as a number or a set, not as a " + kind,
              name.span);
    }
    return std::nullopt;
  }
  if (auto family = family_at(name.text, revision, arguments)) {
    const Entry* entry = &family->entry;
    return Alias{entry, {}, {}, std::move(family)};
  }
  if (const Entry* entry = catalogue_.find_at(revision, name.text)) {
    if (entry->twin.empty()) return Alias{entry, {}, {}};
    problem(quoted(name.text) + " is a method at " + entry->place +
                " and another at " + entry->twin + "; rename one of them",
            name.span);
    return std::nullopt;
  }
  if (!catalogue_.complete || catalogue_.is_unbuilt(revision)) {
    static const Entry kAnything;
    return Alias{&kAnything, {}, {}};
  }
  if (fails_alone(catalogue_, revision)) {
    return Alias{absent(name.text), {}, {}};
  }
  problem("there is no " + kind + ' ' + quoted(name.text) +
              (is_under_test(revision) ? "" : " at " + revision) +
              remedy(name, kind == kInstrument, revision),
          name.span, Mistake::kUnknownName);
  return std::nullopt;
}

std::shared_ptr<const Family> Definitions::family_at(
    const std::string& name, const std::string& revision,
    std::size_t arguments) {
  if (arguments == 0 || !catalogue_.complete) return nullptr;
  const auto [known, is_new] =
      families_.try_emplace({name, revision, arguments});
  if (!is_new) return known->second;
  if (const Entry* entry = catalogue_.find_at(revision, name)) {
    const bool takes_none = entry->parameters && entry->parameters->empty();
    if (!catalogue_.given && !takes_none) return nullptr;
    const Performance prototype{entry->name, {}, {}, {}, {}};
    const auto& given = catalogue_.given;
    for (auto at = given ? given->performances.lower_bound(prototype)
                         : std::set<Performance>::iterator();
         given && at != given->performances.end() && at->method == entry->name;
         ++at) {
      if (at->arguments.size() == arguments) return nullptr;
    }
  }
  auto found = family(name, arguments, entries_at(revision));
  if (found == nullptr) return nullptr;
  // One is kept for all uses with other numbers of arguments.
  auto& kept = kept_[{name, revision, found->entry.parameters->size()}];
  if (kept == nullptr) kept = std::move(found);
  return known->second = kept;
}

std::shared_ptr<const Family> Definitions::family_of_pattern(
    const MethodUse& use, const std::set<std::string>& variables) {
  const std::string revision = use.revision ? revision_text(*use.revision) : "";
  const std::string& name = use.name.text;
  if (!catalogue_.complete || known_.contains(name) ||
      catalogue_.find_at(revision, name) != nullptr) {
    return nullptr;
  }
  auto& names = names_[revision];
  if (names == nullptr) {
    std::set<std::string> all;
    for (const Entry& one : entries_at(revision)) all.insert(one.name);
    names = std::make_shared<const std::set<std::string>>(std::move(all));
  }
  return logic::family_of_pattern(name, variables, names);
}

const Entry* Definitions::absent(const std::string& name) {
  Entry& entry = absent_[name];
  entry.kind = Entry::Kind::kInstrument;
  entry.name = name;
  return &entry;
}

bool Definitions::lacks_part(const Alias& alias) const {
  const auto is_absent = [this](const Entry* entry) {
    const auto known = absent_.find(entry->name);
    return known != absent_.end() && &known->second == entry;
  };
  return is_absent(alias.entry) ||
         std::ranges::any_of(alias.instruments, [&](const auto& one) {
           return is_absent(one.entry);
         });
}

std::optional<Alias> Definitions::function_at_hand(const Name& name) {
  if (!this_name_) {
    problem(
        "THIS is the function that a C++ source declares directly after "
        "[[spl::expects(\"...\")]] or SPL_EXPECTS(\"...\"), and none is "
        "declared here; write the method's name",
        name.span);
    return std::nullopt;
  }
  if (!this_use_) this_use_ = name.span;
  if (const Entry* entry = catalogue_.find_at("", *this_name_)) {
    return Alias{entry, {}, {}};
  }
  if (catalogue_.unbuilt || !catalogue_.complete) {
    static const Entry kAnything;
    return Alias{&kAnything, {}, {}};
  }
  if (fails_alone(catalogue_, kUnderTest)) {
    return Alias{absent(*this_name_), {}, {}};
  }
  std::string remedy = did_you_mean(*this_name_, method_names());
  if (remedy.empty()) {
    remedy = "; register it with SPL_METHOD or SPL_WORKLOAD";
  }
  problem("THIS is " + quoted(*this_name_) +
              ", but no program has a method of that name" + remedy,
          name.span);
  return std::nullopt;
}

bool Definitions::add_instrument(Alias& alias, const Alias& base,
                                 const Instrument& instrument) {
  if (!catalogue_.complete) return true;
  const Name& name = instrument.name;
  const Entry::Kind kind = base.entry->kind;
  if (!is_instrument(kind)) {
    problem(quoted(name.text) + " is a " + to_text(kind) +
                "; [...] takes a generator and a factory",
            name.span);
    return false;
  }
  const bool repeated =
      std::ranges::any_of(alias.instruments, [&](const AliasInstrument& other) {
        return kind == Entry::Kind::kInstrument ? other.entry == base.entry
                                                : other.entry->kind == kind;
      });
  if (repeated) {
    problem(kind == Entry::Kind::kInstrument
                ? quoted(name.text) + " appears in [...] twice"
                : quoted(name.text) + " is a second " + to_text(kind) +
                      "; [...] takes one",
            name.span);
    return false;
  }
  if (alias.instruments.size() == 2) {
    problem(quoted(name.text) + " is one too many; [...] takes two at most",
            name.span);
    return false;
  }
  alias.instruments.push_back(
      {base.entry, instrument.arguments ? &*instrument.arguments : nullptr});
  return true;
}

std::string Definitions::nearest(const Name& name, bool instrument,
                                 const std::string& revision) const {
  for (const Entry& entry : entries_at(revision)) {
    const auto member = family_member(entry.name);
    if (instrument || !member || member->family != name.text) continue;
    return "; write it with its arguments, as in " +
           to_text(Performance{member->family, {}, {}, {}, member->arguments});
  }
  std::vector<std::string> names = method_names(revision);
  return did_you_mean(name.text, names);
}

/// Returns the most likely name, all names if they are few, or the command that
/// lists them.
std::string Definitions::remedy(const Name& name, bool instrument,
                                const std::string& revision) {
  constexpr std::size_t kMostSought = 100;
  const auto& entries = entries_at(revision);
  if (++sought_ <= kMostSought) {
    auto near = nearest(name, instrument, revision);
    if (!near.empty()) return near;
  }
  constexpr std::size_t kFew = 5;
  std::size_t count = 0;
  std::string list;
  for (const Entry& entry : entries) {
    if (is_instrument(entry.kind) != instrument || entry.is_part) continue;
    if (++count <= kFew)
      list += (list.empty() ? "" : ", ") + quoted(entry.name);
  }
  if (list.empty()) return "; there are none";
  std::string text = "; \"spl-run list\" lists all";
  if (count <= kFew) {
    text = (count == 1 ? "; there is only " : "; there are only ") + list;
  }
  // Linkers leave out what nothing refers to.
  const bool may_be_left_out =
      !instrument && is_under_test(revision) && !catalogue_.given;
  return text + (may_be_left_out ? "; a workload in a library needs CMake's "
                                   "spl_workloads(LIBRARY)"
                                 : "");
}

/// Returns the entries of the revision, if they are known, or else today's;
/// those of the first build if only named builds have any.
const Entries& Definitions::entries_at(const std::string& revision) const {
  const auto facts = catalogue_.revisions.find(revision);
  if (facts != catalogue_.revisions.end() && facts->second.entries) {
    return *facts->second.entries;
  }
  for (const auto& [name, build] : catalogue_.revisions) {
    const bool is_only_place =
        catalogue_.entries.empty() && is_under_test(revision);
    if (is_only_place && catalogue_.is_build(name)) return *build.entries;
  }
  return catalogue_.entries;
}

std::vector<std::string> Definitions::method_names(
    const std::string& revision) const {
  std::vector<std::string> result = names();
  for (const Entry& entry : entries_at(revision)) {
    result.push_back(entry.name);
    if (auto member = family_member(entry.name)) {
      result.push_back(std::move(member->family));
    }
  }
  // A build has what it has; a revision may be held against today's.
  if (is_under_test(revision) || catalogue_.is_build(revision)) return result;
  for (const Entry& entry : catalogue_.entries) result.push_back(entry.name);
  return result;
}

}  // namespace spl::logic
