#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "spl/logic/catalogue.hpp"

/// Workloads with all the values that they declare, as formulas call them.
namespace spl::runner {

/// A workload, or a method that takes its arguments from formulas.
struct DeclaredWorkload {
  std::string name;  ///< As it is registered.
  std::vector<logic::Parameter> parameters;
  /// All combinations of the declared values: `(1, 10)`, `(1, 100)`, ...;
  /// `()` without parameters.
  std::vector<std::string> arguments;

  /// The name as a formula calls it: `"BM_Sort/1000"@baseline`; an empty
  /// revision is the one under test.
  [[nodiscard]] std::string callee(const std::string& revision = {}) const;
};

/// A name, and why nothing can be said of it: a clause such as "its parameter
/// n declares no values".
struct LeftOut {
  std::string name;
  std::string reason;

  friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

struct DeclaredWorkloads {
  std::vector<DeclaredWorkload> workloads;  ///< In the order of the entries.
  std::vector<LeftOut> left_out;
};

/// Combinations of values that a workload may declare.
inline constexpr std::size_t kMostCombinations = 10'000;

/// Whether formulas can call what is registered without naming anything else,
/// as far as its kind says.
[[nodiscard]] bool is_called_alone(const logic::Entry& entry);

/// Why no formula can name a given performance: a clause; else empty.
[[nodiscard]] std::string refusal(const logic::Performance& performance);

/// Lists the workloads among the entries whose names the filter selects, in
/// GoogleTest's syntax; an empty filter selects all. Left out are methods that
/// need a generator, workloads of which a parameter declares no values, or
/// values that no formula can write, and those of too many combinations.
[[nodiscard]] DeclaredWorkloads declared_workloads(
    const std::vector<logic::Entry>& entries, const std::string& filter);

/// The functions that formulas document, by file and line of the formula.
using DocumentedFunctions =
    std::map<std::pair<std::string, std::size_t>, std::string>;

/// Finds the functions that are declared after formulas in attributes or in
/// SPL_EXPECTS of C++ texts. A line with formulas about two functions has the
/// first of them.
[[nodiscard]] DocumentedFunctions documented_functions(
    const std::vector<FormulaText>& texts);

}  // namespace spl::runner
