#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace spl::runner {

/// What Ninja keeps in `.ninja_deps`: for each file that it made, and that is
/// wanted, the files that this was made from, as compilers reported, by the
/// names that it has for them, which are parts of `content`. Empty for another
/// version of the format; what is cut off counts as far as it is there.
/// `content` is of the whole file.
[[nodiscard]] std::map<std::string_view, std::vector<std::string_view>>
ninja_dependencies(std::string_view content,
                   const std::function<bool(std::string_view)>& is_wanted);

}  // namespace spl::runner
