#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spl/workload/protocol.hpp"

/// The version of the worker protocol that a program speaks.
namespace spl::runner {

/// The range of versions of the protocol.
struct ProtocolVersions {
  int oldest = workload::kOldestProtocolVersion;
  int newest = workload::kProtocolVersion;
};

/// Returns the newest version that a program speaks after it refused a request,
/// by its output.
[[nodiscard]] std::optional<int> spoken_version(std::string_view output);

/// Returns why a program that speaks another version cannot be measured, and
/// the remedy: a sentence that continues "PROGRAM ...".
[[nodiscard]] std::string refusal(int spoken, const ProtocolVersions& known);

}  // namespace spl::runner
