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

/// The numbers, strings and names of a sum, those in arguments included.
[[nodiscard]] std::size_t term_count(const Sum& sum);

/// Whether the sums of a set name the variable.
[[nodiscard]] bool mentions(const Set& set, const std::string& variable);

/// All variables that quantifiers in the formula bind.
[[nodiscard]] std::set<std::string> quantified_names(const Formula& formula);

/// The names in arguments, each once, that are not `known`: free variables.
/// What `is_statistic` of a performance has that one for its first argument.
[[nodiscard]] std::vector<Name> free_names(
    const Formula& formula,
    const std::function<bool(const std::string&)>& known,
    const std::function<bool(const MethodUse&)>& is_statistic);

/// A method as a formula uses it, and what takes its arguments.
struct Call {
  const MethodUse* use;
  std::vector<const Entry*> takers;
};

/// The values of a free variable: what the takers of it as a whole argument
/// declare. Where they differ, or there are none, `problem` says so.
struct DeclaredValues {
  std::vector<Value> values;
  std::string problem;
};
[[nodiscard]] DeclaredValues declared_values(const std::string& variable,
                                             const std::vector<Call>& calls);

}  // namespace spl::logic
