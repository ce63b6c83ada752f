#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "spl/logic/catalogue.hpp"

/// Benchmarks of other frameworks, which have arguments in their names.
namespace spl::logic {

/// A name that a framework made of that of a family and arguments:
/// `BM_x/8/threads:2`, `BM_x<int>/8`, `name - 8`.
struct FamilyMember {
  std::string family;
  std::vector<Value> arguments;  ///< The numbers behind it, in their order.
};
[[nodiscard]] std::optional<FamilyMember> family_member(
    const std::string& name);

/// What a use of several names may be.
struct Family {
  Entry entry;  ///< A workload of its name, with the values of its members.
  /// The names of each list of arguments; none of a pattern.
  std::map<std::vector<Value>, std::vector<std::string>> members;
  std::string first;  ///< The first name that a member has.
  /// All names that there are, if this is of a pattern.
  std::shared_ptr<const std::set<std::string>> names = nullptr;
};

/// Returns the family of that name whose members have so many arguments or, if
/// none has, another number; or null.
[[nodiscard]] std::shared_ptr<const Family> family(
    const std::string& name, std::size_t count,
    const std::vector<Entry>& entries);

/// Returns the names in braces of a text: `n` of `BM_x/{n}`.
[[nodiscard]] std::set<std::string> names_in_braces(const std::string& text);

/// Returns the names that a pattern has for some values of the variables in its
/// braces, or null.
[[nodiscard]] std::shared_ptr<const Family> family_of_pattern(
    const std::string& pattern, const std::set<std::string>& variables,
    std::shared_ptr<const std::set<std::string>> names);

/// Returns a pattern with values in place of the variables.
[[nodiscard]] std::string filled(const std::string& pattern,
                                 const std::map<std::string, Value>& values);

/// Returns the sentence that says why a family has no such member or several;
/// nothing if it has one. The key of a pattern is its name.
[[nodiscard]] std::optional<std::string> why_no_member(
    const Family& family, const std::vector<Value>& key);

}  // namespace spl::logic
