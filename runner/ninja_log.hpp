#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// What Ninja keeps in `.ninja_deps`: for each file that it made the files that
/// this was made from, as compilers told, by the names that it has for them.
/// Empty for another version of the format; what is cut off counts as far as it
/// is there. `content` is of the whole file.
[[nodiscard]] std::map<std::string, std::vector<std::string>>
ninja_dependencies(std::string_view content);

}  // namespace spl::runner
