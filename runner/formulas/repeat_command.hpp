#pragma once

#include <string>
#include <vector>

/// The command that evaluates formulas again.
namespace spl::runner {

/// Returns a command that evaluates the formula of a label by itself, in
/// detail, and writes no files. `arguments` are those of this call, without the
/// program's name. An empty label means all formulas.
[[nodiscard]] std::string repeat_command(
    const std::vector<std::string>& arguments, const std::string& label);

}  // namespace spl::runner
