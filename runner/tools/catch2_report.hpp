#pragma once

#include "runner/tools/tool_report.hpp"

namespace pugi {
class xml_document;
}

namespace spl::runner {

/// Returns the benchmarks of Catch2's XML (of 2.9 and later, and 3), called
/// `TEST CASE/BENCHMARK`, longer with the sections between. Catch2 writes the
/// mean of its samples and not these: it is the only observation. Those of a
/// test case that failed have failed.
[[nodiscard]] ToolReport catch2_report(pugi::xml_document& document);

}  // namespace spl::runner
