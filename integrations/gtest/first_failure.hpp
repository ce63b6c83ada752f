#pragma once

namespace spl::gtest {

/// Makes failed assertions of GoogleTest fail the run of this process, with the
/// text that GoogleTest has for them. They are no longer printed. Call it once,
/// in a process that measures.
void fail_runs_by_assertions();

}  // namespace spl::gtest
