#pragma once

#include "runner/foreign/framework.hpp"
#include "runner/foreign/translator.hpp"

namespace spl::runner {

/// Returns the translator of a framework; null for programs of SPL and unknown
/// ones.
[[nodiscard]] const Translator* translator(Framework framework);

}  // namespace spl::runner
