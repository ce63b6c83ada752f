#pragma once

#include <string>
#include <vector>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// Returns a remark on each attribute of .gitattributes that some files of the
/// tree have and builds do without.
[[nodiscard]] std::vector<std::string> left_out_remarks(const Tree& tree);

}  // namespace spl::runner
