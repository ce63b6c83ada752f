#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spl/workload/protocol.hpp"

/// Which version of the worker protocol a program speaks.
namespace spl::runner {

/// All from one to another.
struct ProtocolVersions {
  int oldest = workload::kOldestProtocolVersion;
  int newest = workload::kProtocolVersion;
};

/// The newest version that a program speaks which refused a request, as far as
/// its output says.
[[nodiscard]] std::optional<int> spoken_version(std::string_view output);

/// Why a program that speaks another version than these cannot be measured, and
/// the remedy: a sentence that continues "PROGRAM ...".
[[nodiscard]] std::string refusal(int spoken, const ProtocolVersions& known);

}  // namespace spl::runner
