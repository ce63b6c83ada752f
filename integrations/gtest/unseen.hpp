#pragma once

#include <string>

#include "integrations/client/spl/assertion.hpp"

namespace spl::gtest {

/// Remembers the environment. Only the first call counts; call it before any
/// test.
void remember_environment();

/// Returns a line about the parts of the current test that do not reach the
/// workloads, which run in other processes: a parameter that the formula does
/// not name, a fixture, unless the formula is composed of callables, or an
/// option of the program that is not GoogleTest's. Empty if there are none, or
/// if the test has changed the environment, which workloads do see.
[[nodiscard]] std::string unseen_text(const client::Claim& claim);

}  // namespace spl::gtest
