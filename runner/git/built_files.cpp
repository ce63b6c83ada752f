#include "runner/git/built_files.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace spl::runner::git {

std::vector<std::string> built_files(const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  for (const std::string& path : paths) {
    for (const std::string_view end :
         {"/CMakeCache.txt", "/meson-info/intro-buildoptions.json"}) {
      if (!path.ends_with(end)) continue;
      folders.insert(path.substr(0, path.size() - end.size() + 1));
    }
  }
  std::vector<std::string> result;
  for (const std::string& path : paths) {
    if (std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
          return path.starts_with(folder);
        })) {
      result.push_back(path);
    }
  }
  return result;
}

}  // namespace spl::runner::git
