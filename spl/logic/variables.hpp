#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "spl/logic/catalogue.hpp"
#include "spl/logic/formula.hpp"

namespace spl::logic {

/// Calls `visit` for each sum of a formula, outside sets and percentages.
void each_sum(const Formula& formula,
              const std::function<void(const Sum&)>& visit);

/// Calls `visit` for each method, variable or other name of a sum, outside the
/// arguments of methods.
void each_use(const Sum& sum,
              const std::function<void(const MethodUse&)>& visit);

/// Counts the numbers, strings and names of a sum, including those in
/// arguments.
[[nodiscard]] std::size_t term_count(const Sum& sum);

/// Whether the sums of a set name the variable.
[[nodiscard]] bool mentions(const Set& set, const std::string& variable);

/// Returns all variables that quantifiers in the formula bind.
[[nodiscard]] std::set<std::string> quantified_names(const Formula& formula);

/// The most variables of a formula.
inline constexpr std::size_t kMostVariables = 100;

/// Returns the free variables: the names in arguments that are not `known`,
/// each once, and no more if they are too many. A use that `is_statistic` has a
/// performance as its first argument.
[[nodiscard]] std::vector<Name> free_names(
    const Formula& formula,
    const std::function<bool(const std::string&)>& known,
    const std::function<bool(const MethodUse&)>& is_statistic);

/// Calls `visit` for each argument of a use, those of its generator and its
/// factory included.
void each_argument(const MethodUse& use,
                   const std::function<void(const Sum&)>& visit);

/// An entry and the arguments that it takes in a use.
struct Taking {
  const Entry* entry;  ///< Null if it is unknown.
  const std::vector<Sum>* arguments;
};

/// The values of a free variable: those declared by the entries that take it as
/// a whole argument. `problem` says if they differ or if there are none. Each
/// taking has an entry.
struct DeclaredValues {
  std::vector<Value> values;
  std::string problem;
};
[[nodiscard]] DeclaredValues declared_values(
    const std::string& variable, const std::vector<Taking>& takings);

}  // namespace spl::logic
