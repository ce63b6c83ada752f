#pragma once

#include <exception>
#include <string>

#include "spl/workload/limit_text.hpp"

namespace spl::runner {

using workload::limit_text;

/// Returns what an exception says. An error of the system has its limit_text(),
/// after the path that it is about if it has one.
[[nodiscard]] std::string error_text(const std::exception& error);

/// Returns why the stack of this process is too small; empty if it is not.
[[nodiscard]] std::string lacking_stack();

}  // namespace spl::runner
