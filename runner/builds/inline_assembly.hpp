#pragma once

#include <string_view>

namespace spl::runner {

/// Returns whether inline assembly of a preprocessed source could make the
/// assembler read further files, by `.incbin` or `.include`. True as well for
/// code that is not understood: escapes, raw strings, macros of the assembler.
[[nodiscard]] bool may_read_files_when_assembled(std::string_view preprocessed);

}  // namespace spl::runner
