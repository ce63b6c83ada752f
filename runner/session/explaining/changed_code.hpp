#pragma once

#include <cstddef>
#include <string>

#include "runner/revisions/same_code.hpp"
#include "runner/session/explaining/difference_table.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {

/// Says what commits changed in the lines of the first rows: each hunk of
/// Git's difference between the revisions of two performances. Says that there
/// is none if the files are known; empty if they are not, or outside of
/// revisions.
[[nodiscard]] std::string changed_code_text(const ChangeTable& table,
                                            std::size_t most,
                                            const logic::Performance& left,
                                            const logic::Performance& right,
                                            const SourcesOfRevisions& sources,
                                            Repository& repository);

}  // namespace spl::runner
