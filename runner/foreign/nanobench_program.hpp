#pragma once

#include "runner/foreign/translator.hpp"

namespace spl::runner {

/// Returns the translator for programs of nanobench that render its JSON, to
/// standard output or to the file that SPL_REPORT names. They have no options:
/// each execution is of the whole program, which may look at SPL_BENCHMARK and
/// run that benchmark alone. A workload is NAME, or TITLE/NAME where the title
/// is not the default; epochs are its observations.
[[nodiscard]] const Translator& nanobench_program();

}  // namespace spl::runner
