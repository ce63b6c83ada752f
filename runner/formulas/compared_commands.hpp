#pragma once

#include <string>
#include <vector>

/// The commands of compare, as formulas write them.
namespace spl::runner {

/// Returns `command("tool x")`, which measures the command. Its words may be
/// quoted in another way: a text of a formula has no escapes. Throws WordError
/// if no formula can write it.
[[nodiscard]] std::string written_call(const std::string& command);

/// Returns the calls with a sign between. A command that was there before gets
/// a blank behind it, since equal performances are never compared. Throws
/// WordError, with the command.
[[nodiscard]] std::string joined_calls(const std::vector<std::string>& commands,
                                       const std::string& sign);

}  // namespace spl::runner
