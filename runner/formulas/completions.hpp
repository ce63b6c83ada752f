#pragma once

#include <string>
#include <vector>

#include "runner/formulas/listed_options.hpp"

/// Scripts by which shells complete the words of a command line of spl-run:
/// options, their values if these have names, files and the references of Git.
namespace spl::runner {

[[nodiscard]] std::string bash_completion(
    const std::vector<ListedOption>& options);
[[nodiscard]] std::string zsh_completion(
    const std::vector<ListedOption>& options);
[[nodiscard]] std::string fish_completion(
    const std::vector<ListedOption>& options);

}  // namespace spl::runner
