#pragma once

#include "runner/session/session.hpp"
#include "runner/settings/exit_status.hpp"

/// What `history` does with the store, each in the file of its name or, of
/// whole stores, in history.cpp.
namespace spl::runner::command {

[[nodiscard]] ExitStatus run_show(const Session& session);
[[nodiscard]] ExitStatus run_accept(const Session& session);

}  // namespace spl::runner::command
