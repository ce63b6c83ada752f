#include "runner/formulas/variable_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "runner/formulas/invocation.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kPrefix = "SPL_";

/// Variables of spl-run, its linkers, its workers and the tests of SPL that set
/// no option.
constexpr std::array<std::string_view, 10> kOthers = {"SPL_COMPILER_LAUNCHER",
                                                      "SPL_OBJECTS",
                                                      "SPL_READS",
                                                      "SPL_DEV_FIXED_ADDRESSES",
                                                      "SPL_MACHINE_LOCK",
                                                      "SPL_PADDING",
                                                      "SPL_RECORDERS",
                                                      "SPL_RUN",
                                                      "SPL_RUNNER",
                                                      "SPL_WORKER"};

/// Variables that options about what to do and what to decide would have; they
/// have none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kNone =
    {{{"SPL_BISECT", "--bisect"},
      {"SPL_CHECK", "--check"},
      {"SPL_CONFIG", "--config"},
      {"SPL_FORMULA", "--formula"},
      {"SPL_FORMULAS", "FORMULAS"},
      {"SPL_LIST", "--list"},
      {"SPL_NO_PROGRAMS", "--no-programs"},
      {"SPL_PLAN", "--plan"},
      {"SPL_PORTABILITY", "--portability"},
      {"SPL_RANK", "--rank"},
      {"SPL_RESUME", "--resume"},
      {"SPL_SELF_TEST", "--self-test"},
      {"SPL_SENSITIVITY", "--sensitivity"}}};

std::string without_prefix(std::string_view name) {
  return std::string(name.substr(kPrefix.size()));
}

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// Returns the names of options' variables without the prefix, which would make
/// short names alike.
std::vector<std::string> names_of_options() {
  std::vector<std::string> names;
  for (const Option& option : options()) {
    names.push_back(without_prefix(environment_name(option.name)));
  }
  return names;
}

}  // namespace

void require_no_slip(const std::vector<std::string>& variables) {
  const std::vector<std::string> known = names_of_options();
  for (const std::string& variable : variables) {
    const bool is_other =
        !variable.starts_with(kPrefix) ||
        std::find(kOthers.begin(), kOthers.end(), variable) != kOthers.end();
    if (is_other) continue;
    for (const auto& [none, option] : kNone) {
      if (variable != none) continue;
      throw PlainError("the variable " + variable + " sets no option; " +
                       std::string(option) +
                       " is taken on the command line only");
    }
    const std::string name = without_prefix(variable);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto nearest = logic::nearest_name(upper_case(name), known);
    if (!nearest) continue;
    throw PlainError("the variable " + variable +
                     " sets no option; did you mean \"SPL_" + *nearest +
                     "\"? Rename or unset it");
  }
}

}  // namespace spl::runner
