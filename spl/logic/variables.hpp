#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "spl/logic/catalogue.hpp"
#include "spl/logic/formula.hpp"

namespace spl::logic {

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

/// Returns the free variables: the names in arguments that are not `known`,
/// each once. A use that `is_statistic` has a performance as its first
/// argument.
[[nodiscard]] std::vector<Name> free_names(
    const Formula& formula,
    const std::function<bool(const std::string&)>& known,
    const std::function<bool(const MethodUse&)>& is_statistic);

/// A use of a method, and the entries that take its arguments.
struct Call {
  const MethodUse* use;
  std::vector<const Entry*> takers;
};

/// The values of a free variable: those declared by the entries that take it as
/// a whole argument. `problem` says if they differ or if there are none.
struct DeclaredValues {
  std::vector<Value> values;
  std::string problem;
};
[[nodiscard]] DeclaredValues declared_values(const std::string& variable,
                                             const std::vector<Call>& calls);

}  // namespace spl::logic
