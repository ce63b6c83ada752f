#include <algorithm>
#include <array>
#include <string_view>

#include "runner/formulas/invocation.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/output.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kPrefix = "SPL_";

/// Variables of spl-run, its linkers, its workers and the tests of SPL that set
/// no option.
constexpr std::array<std::string_view, 12> kOthers = {"SPL_BENCHMARK",
                                                      "SPL_COMPILER_LAUNCHER",
                                                      "SPL_OBJECTS",
                                                      "SPL_READS",
                                                      "SPL_DEV_FIXED_ADDRESSES",
                                                      "SPL_MACHINE_LOCK",
                                                      "SPL_NO_BUILD_TYPE",
                                                      "SPL_PADDING",
                                                      "SPL_RECORDERS",
                                                      "SPL_RUN",
                                                      "SPL_RUNNER",
                                                      "SPL_WORKER"};

constexpr std::string_view kRunner = "RUNNER";

std::string without_prefix(std::string_view name) {
  return std::string(name.substr(kPrefix.size()));
}

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// Returns the names of the variables that users set, without the prefix, which
/// would make short names alike.
std::vector<std::string> names_for_users() {
  std::vector<std::string> names{std::string(kRunner)};
  for (const Option& option : options()) {
    if (!option.is_key()) continue;
    names.push_back(without_prefix(environment_name(option.name)));
  }
  return names;
}

/// Throws PlainError for a variable of the name of something that is no key.
void require_key(const std::string& variable) {
  std::string what;
  for (const Option& one : options()) {
    // Others may well give these names to variables of their own.
    const bool is_common =
        one.name == "help" || one.name == "version" || one.name == "C";
    const bool is_other = environment_name(one.name) != variable;
    if (one.is_key() || is_common || is_other) continue;
    what = shown_option(one.name) + " is taken on the command line only";
  }
  for (const CommandRow& one : commands()) {
    if (one.name.empty() || find_key(one.name) != nullptr ||
        environment_name(one.name) != variable) {
      continue;
    }
    what = std::string(one.name) + " is a command";
  }
  for (const OutputFormat& one : output_formats()) {
    if (environment_name(one.name) != variable) continue;
    what = "write SPL_OUTPUT=" + std::string(one.name) + ":PATH";
  }
  if (variable == "SPL_FORMULAS") {
    what = "formula files are named on the command line or in spl.json";
  }
  if (what.empty()) return;
  throw PlainError("the variable " + variable + " sets no option; " + what);
}

}  // namespace

void require_no_slip(const std::vector<std::string>& variables) {
  const std::vector<std::string> known = names_for_users();
  for (const std::string& variable : variables) {
    const bool is_other = !variable.starts_with(kPrefix) ||
                          std::ranges::find(kOthers, variable) != kOthers.end();
    if (is_other) continue;
    require_key(variable);
    const std::string name = without_prefix(variable);
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto nearest = logic::nearest_name(upper_case(name), known);
    if (!nearest) continue;
    throw PlainError("the variable " + variable +
                     " sets no option; did you mean \"SPL_" + *nearest +
                     "\"? Rename or unset it");
  }
}

}  // namespace spl::runner
