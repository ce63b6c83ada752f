#pragma once

#include <exception>
#include <string>

#include "spl/workload/limit_text.hpp"

namespace spl::runner {

using workload::limit_text;

/// Returns the message of an exception. For an error of the system that is its
/// limit_text(), after the path if there is one. The message of a library is
/// not for people: its exception is named as a mistake of spl-run.
[[nodiscard]] std::string error_text(const std::exception& error);

/// Returns why the stack of this process is too small; empty if it suffices.
[[nodiscard]] std::string lacking_stack();

}  // namespace spl::runner
