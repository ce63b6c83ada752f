#pragma once

#include <string>

namespace spl::client {

/// Returns a report of spl-run with the options that it advises as settings of
/// an assertion: `--budget 18s` as `spl::budget(18s)`, `--runs 40` as
/// `spl::setting("runs", "40")`. Commands to repeat stay as they are.
[[nodiscard]] std::string as_settings(const std::string& report);

}  // namespace spl::client
