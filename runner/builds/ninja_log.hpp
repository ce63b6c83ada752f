#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace spl::runner {

/// Reads `.ninja_deps`, of which `content` is the whole: for each wanted file
/// that Ninja made, the files it was made from, as compilers reported them.
/// Names are Ninja's and parts of `content`. Empty for another version of the
/// format; of a file that is cut off, the part that is there counts.
[[nodiscard]] std::map<std::string_view, std::vector<std::string_view>>
ninja_dependencies(std::string_view content,
                   const std::function<bool(std::string_view)>& is_wanted);

}  // namespace spl::runner
