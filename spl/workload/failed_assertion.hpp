#pragma once

#include <string>

namespace spl::workload {

/// Returns the first assertion of a test framework that has failed in this
/// process, as the end of a sentence that begins with the performance; empty if
/// none has.
using FailedAssertion = std::string (*)();

/// Makes runs of this process fail where an assertion of a test framework does.
/// A run whose code did something else than its author asserts has measured
/// something else. Called by the adapter of the framework, before the run.
void set_failed_assertion(FailedAssertion source);

/// Asks the adapter; empty without an adapter.
[[nodiscard]] std::string failed_assertion();

}  // namespace spl::workload
